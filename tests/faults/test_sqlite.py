"""A disk that is full, fails or is read-only, and a file that another program locks."""

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event

from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.write_queue import WriteQueue
from tests.databases import SQLITE_ONLY
from tests.faults.saving import ANA_WINS_12, not_saved, round_form, saved
from tests.scorebook.test_write_queue import turn_elsewhere

pytestmark = SQLITE_ONLY
resource = pytest.importorskip("resource", reason="Windows limits no process's files.")

# More rounds than fit into the pages of an empty scorebook.
MANY = 200


def beside(app, suffix):
    """Return the file of the scorebook, or what lies beside it."""
    return Path(app.instance_path) / f"scorekeeper.db{suffix}"


@contextmanager
def pragma(app, name, during, afterwards):
    """Set a pragma on every connection inside the block, and another afterwards."""
    value = during

    def set_it(connection, _record, _proxy):
        connection.execute(f"PRAGMA {name}={value}")

    with app.app_context():
        event.listen(db.engine, "checkout", set_it)
    yield
    # There may be several connections, and each keeps the setting.
    value = afterwards


def read_only(app):
    return pragma(app, "query_only", during=1, afterwards=0)


@contextmanager
def failing_disk(app):
    """Let the system refuse what would make any file longer than the scorebook's journal is."""
    journal = beside(app, "-wal")
    least, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))


@contextmanager
def kept_by_somebody(app):
    """Lock the file, as another program may that does not use the queue."""
    with closing(sqlite3.connect(beside(app, ""), isolation_level=None)) as somebody:
        somebody.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def turn_kept(app):
    """Let another process keep its turn for longer than anybody waits."""
    app.extensions["write_queue"] = WriteQueue(beside(app, ""), timeout=0.2)
    with turn_elsewhere(beside(app, "")):
        yield


@contextmanager
def no_queue(app):
    """Put a folder where the lock file should be: permissions would not stop root."""
    queue = beside(app, ".queue")
    queue.unlink()
    queue.mkdir()
    yield
    queue.rmdir()


def until_full(visitor, table):
    """Record rounds while there is room; return the form of the first that was not saved."""
    for _ in range(1, MANY):
        form = round_form(visitor, table)
        answer = visitor.send(form, ANA_WINS_12)
        if answer.status != 303:
            assert answer.status == 503
            return form
        assert answer.leads_to == table.address
    raise AssertionError("The disk was never full.")


def test_a_round_is_not_saved_on_a_full_disk(app, visitor, unchanged):
    table = visitor.start("Ana", "Bea", other_goal="10000")
    with closing(sqlite3.connect(beside(app, ""))) as file:
        # What the migrations left free would have room for dozens of rounds.
        file.execute("VACUUM")
    # No limit below the pages there are: rounds fit until these are full.
    with pragma(app, "max_page_count", during=1, afterwards=2**30):
        form = until_full(visitor, table)
        with unchanged():
            assert visitor.send(form, ANA_WINS_12).heading == "Not saved"
    assert int(form.form["round_no"]) > 1
    saved(visitor, table, form)


@pytest.mark.parametrize("fault", [failing_disk, read_only, no_queue, kept_by_somebody, turn_kept])
def test_a_round_is_not_saved_while_the_disk_or_somebody_else_prevents_it(
    app, visitor, table, unchanged, fault
):
    not_saved(visitor, table, unchanged, fault(app))


def test_pages_are_shown_while_another_program_locks_the_file(app, visitor, table):
    with kept_by_somebody(app):
        assert visitor.open(table.address).status == 200
