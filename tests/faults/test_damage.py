"""Damage while the program runs: the page says what helps, and keeps what was typed."""

from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from scorekeeper.scorebook import cache, matches
from scorekeeper.scorebook.database.db import db
from tests.databases import SQLITE_ONLY
from tests.faults.saving import ANA_WINS_12, round_form

pytestmark = SQLITE_ONLY

WHAT_HELPS = "scorekeeper restore FILE"


@pytest.fixture
def file(app):
    with app.app_context():
        return Path(db.engine.url.database or "")


def spoil_pages(app, file):
    """Overwrite all pages but the first, in the file and not in its journal."""
    with app.app_context():
        db.session.connection().exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        db.session.rollback()
        db.engine.dispose()
        cache.init_app(app)
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def test_damaged_pages_are_answered_with_what_helps(app, visitor, table, file):
    form = round_form(visitor, table)
    spoil_pages(app, file)
    for address in ("/", table.address, f"{table.address}/mend", f"{table.address}/export.json"):
        page = visitor.open(address)
        assert page.status == 503, address
        assert WHAT_HELPS in page.text
    sent = visitor.send(form, ANA_WINS_12)
    assert sent.status == 503
    assert WHAT_HELPS in sent.text
    assert dict(sent.form) | ANA_WINS_12 == dict(sent.form)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE rounds SET record = '{'",
        "UPDATE rounds SET record = '{\"hands\": 7}'",
        "UPDATE matches SET rules = '[]'",
        "UPDATE matches SET rules = '{'",
        "UPDATE matches SET created_at = 'noon'",
        "DELETE FROM seats",
    ],
)
def test_damaged_rows_are_answered_with_what_helps(app, visitor, table, statement):
    visitor.play(table, "", "66")
    with app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql(statement)
        cache.init_app(app)
    for address in ("/", f"{table.address}/mend", f"{table.address}/rounds/new"):
        page = visitor.open(address)
        assert page.status == 503
        assert WHAT_HELPS in page.text


def test_an_error_of_the_program_is_not_taken_for_damage(app, visitor, monkeypatch):
    def break_(_match_id):
        raise IntegrityError("INSERT", None, Exception("UNIQUE constraint failed"))

    visitor.start("Ana", "Bea")
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(matches, "version_of", break_)
    assert visitor.client.get("/matches/1/mend").status_code == 500
