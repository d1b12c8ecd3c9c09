"""A disk that is full, fails or is read-only, a file that is locked or damaged, one that goes away.

What holds for every fault, also on PostgreSQL: nothing is saved in part, the page keeps what was
typed and says what helps, and saving works again afterwards.
"""

import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from flask import appcontext_tearing_down, request_finished
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, OperationalError

from scorekeeper.scorebook import cache, matches
from scorekeeper.scorebook.database import sqlite_file
from scorekeeper.scorebook.database.db import db, write_turn
from tests.databases import SQLITE_ONLY
from tests.support.saving import ANA_WINS_12, not_saved, round_form, saved

pytestmark = SQLITE_ONLY
resource = pytest.importorskip("resource", reason="Windows limits no files. Run it on Linux.")

WHAT_HELPS = "scorekeeper restore FILE"
# More rounds than fit into the pages of an empty scorebook.
MANY = 200


def beside(app, suffix=""):
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
    least, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (beside(app, "-wal").stat().st_size, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (least, most))


@contextmanager
def kept_by_somebody(app):
    """Lock the file, as another program may."""
    with (
        closing(sqlite3.connect(beside(app), isolation_level=None)) as somebody,
        # Milliseconds: nobody wants to wait for five seconds.
        pragma(app, "busy_timeout", during=200, afterwards=5000),
    ):
        somebody.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def turn_kept(app):
    """Let another thread write for longer than anybody waits."""
    with app.app_context(), pytest.MonkeyPatch.context() as impatient:
        impatient.setattr(sqlite_file, "TIMEOUT_SECONDS", 0.2)
        with write_turn():
            yield


@pytest.mark.parametrize("fault", [failing_disk, read_only, kept_by_somebody, turn_kept])
def test_a_round_is_not_saved_while_the_disk_or_somebody_else_prevents_it(
    app, visitor, table, unchanged, fault
):
    not_saved(visitor, table, unchanged, fault(app))


def test_pages_are_shown_while_another_program_locks_the_file(app, visitor, table):
    with kept_by_somebody(app):
        assert visitor.open(table.address).status == 200


def test_a_round_is_not_saved_on_a_full_disk(app, visitor, unchanged):
    table = visitor.start("Ana", "Bea", other_goal="10000")
    with closing(sqlite3.connect(beside(app))) as file:
        # What the migrations left free would have room for dozens of rounds.
        file.execute("VACUUM")
    # No limit below the pages there are: rounds fit until these are full.
    with pragma(app, "max_page_count", during=1, afterwards=2**30):
        for _ in range(MANY):
            form = round_form(visitor, table)
            answer = visitor.send(form, ANA_WINS_12)
            if answer.status != 303:
                break
        assert answer.status == 503
        assert int(form.form["round_no"]) > 1
        with unchanged():
            assert visitor.send(form, ANA_WINS_12).heading == "Not saved"
    saved(visitor, table, form)


def test_damaged_pages_are_answered_with_what_helps(app, visitor, table):
    form, file = round_form(visitor, table), beside(app)
    with app.app_context():
        # In the file, and not in its journal.
        db.session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.session.rollback()
        db.engine.dispose()
        cache.init_app(app)
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    for address in ("/", table.address, f"{table.address}/edit", f"{table.address}/export.json"):
        page = visitor.open(address)
        assert page.status == 503, address
        assert WHAT_HELPS in page.text
    sent = visitor.send(form, ANA_WINS_12)
    assert sent.status == 503
    assert WHAT_HELPS in sent.text
    assert dict(sent.form) | ANA_WINS_12 == dict(sent.form)


DAMAGES = (
    *("UPDATE rounds SET record = '{'", "UPDATE rounds SET record = '{\"hands\": 7}'"),
    *("UPDATE matches SET rules = '[]'", "UPDATE matches SET rules = '{'"),
    *("UPDATE matches SET created_at = 'noon'", "DELETE FROM seats"),
)


@pytest.mark.parametrize("statement", DAMAGES)
def test_damaged_rows_are_answered_with_what_helps(app, visitor, table, statement):
    visitor.play(table, "", "66")
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(statement)
        cache.init_app(app)
    for address in ("/", f"{table.address}/edit", f"{table.address}/rounds/new"):
        page = visitor.open(address)
        assert page.status == 503
        assert WHAT_HELPS in page.text


def raising(error):
    def raise_it(*_asked):
        raise error

    return raise_it


def test_an_error_of_the_program_is_not_taken_for_damage(app, visitor, table, monkeypatch):
    bug = IntegrityError("INSERT", None, Exception("UNIQUE constraint failed"))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(matches, "version_of", raising(bug))
    assert visitor.client.get(f"{table.address}/edit").status_code == 500


# Any database that is gone answers like this.
GONE = OperationalError("ROLLBACK", None, sqlite3.OperationalError("the connection is lost"))


def test_a_request_is_answered_though_its_session_cannot_be_closed(app, visitor, table):
    form, tried = round_form(visitor, table), list[str]()

    def refuse(_connection):
        tried.append("rollback")
        raise GONE

    with app.app_context():
        engine = db.engine

    # From the moment the answer is made until all is closed.
    def begin(*_, **_response):
        event.listen(engine, "rollback", refuse)

    def end(*_, **_raised):
        event.remove(engine, "rollback", refuse)

    with request_finished.connected_to(begin, app), appcontext_tearing_down.connected_to(end, app):
        for address in ("/", f"{table.address}/edit", f"{table.address}/rounds/new"):
            assert visitor.open(address).status == 200
        assert tried
        assert visitor.send(form, ANA_WINS_12).leads_to == table.address
    saved(visitor, table, form)
