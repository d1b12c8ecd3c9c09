"""What `scorekeeper restore` refuses, and the damaged scorebooks it repairs."""

import pytest

from scorekeeper.scorebook.database.db import db
from tests.interchange.match_factory import record, start
from tests.maintenance.scorebook_files import (
    empty_an_index,
    file_of,
    refused,
    replaced,
    run_sql,
    succeed,
    totals,
)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DROP TABLE alembic_version", "is not a scorebook"),
        ("UPDATE alembic_version SET version_num = '9999'", "was made by a newer Scorekeeper"),
        ("DELETE FROM alembic_version", "was made by a newer Scorekeeper"),
        ("DROP TABLE drafts", "is not a scorebook: its tables are others"),
        ("ALTER TABLE rounds DROP COLUMN recorded_at", "is not a scorebook: its tables are others"),
        (
            "INSERT INTO seats VALUES (99, 0, 1, 1)",
            " is damaged: row 3 of seats refers to no row",
        ),
        ("UPDATE alembic_version SET version_num = '0001'", "cannot be brought up to date"),
        ("CREATE VIEW wins AS SELECT 1", "has a view that no scorebook has: wins"),
        (
            "CREATE TRIGGER thief AFTER INSERT ON rounds BEGIN DELETE FROM rounds; END",
            "has a trigger that no scorebook has: thief",
        ),
    ],
)
def test_another_database_is_refused_and_nothing_changes(app, copy, statement, reason):
    with app.app_context():
        match_id = start("one")
        succeed(app, "backup", copy)
        record(match_id, "a")
    run_sql(copy, statement)
    message = refused(app, "restore", copy)
    assert reason in message
    assert len(message.splitlines()) == 1
    assert totals(app, match_id) == (12, 0)
    assert replaced(app) == []


@pytest.mark.parametrize("content", [b"", b"dear Bea", b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_is_refused(app, copy, content):
    copy.write_bytes(content)
    message = refused(app, "restore", copy)
    assert str(copy) in message
    assert "database" in message or "not a scorebook" in message


def test_a_damaged_backup_is_refused(app, elsewhere):
    with elsewhere.app_context():
        start("one")
    empty_an_index(elsewhere)
    assert " is damaged: " in refused(app, "restore", file_of(elsewhere))


@pytest.mark.parametrize(
    ("overwritten", "end"),
    [*((size, None) for size in (100, 4096, 20_000)), *((0, cut) for cut in (0, 3000, 30_000))],
)
def test_a_scorebook_that_is_overwritten_or_cut_short_is_restored(app, copy, overwritten, end):
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
        succeed(app, "backup", copy)
        db.session.remove()
        db.engine.dispose()
    whole = file_of(app).read_bytes()
    file_of(app).write_bytes((b"\xff" * overwritten + whole[overwritten:])[:end])
    succeed(app, "restore", copy)
    assert totals(app, match_id) == (12, 0)
