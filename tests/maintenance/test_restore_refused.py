"""What `scorekeeper restore` refuses, and the damaged scorebooks it repairs."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.scorebook.database.db import db
from tests.interchange.match_factory import record, start
from tests.maintenance.scorebook_files import (
    empty_an_index,
    file_of,
    refused,
    replaced,
    scorebook_in,
    succeed,
    totals,
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with scorebook_in(tmp_path / "instance") as app:
        yield app


def closed_match(app: Flask, copy: Path) -> int:
    """Record a round of a match, back it up and close the scorebook; return the match's id."""
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
        succeed(app, "backup", copy)
        db.session.remove()
        db.engine.dispose()
    return match_id


def scorebook_with(copy: Path, statement: str) -> None:
    with sqlite3.connect(copy) as database:
        database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("DROP TABLE alembic_version", "is not a scorebook"),
        ("UPDATE alembic_version SET version_num = '9999'", "was made by a newer Scorekeeper"),
        ("DELETE FROM alembic_version", "was made by a newer Scorekeeper"),
        ("DROP TABLE drafts", "is not a scorebook: its tables are others"),
        ("ALTER TABLE rounds DROP COLUMN recorded_at", "is not a scorebook: its tables are others"),
        (
            "INSERT INTO seats VALUES (99, 0, 'Ana', 'ana', NULL, NULL)",
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
def test_another_database_is_refused_and_nothing_changes(
    app: Flask, copy: Path, statement: str, reason: str
) -> None:
    with app.app_context():
        match_id = start("one")
        succeed(app, "backup", copy)
        record(match_id, "a")
    scorebook_with(copy, statement)
    message = refused(app, "restore", copy)
    assert reason in message
    assert len(message.splitlines()) == 1
    assert totals(app, match_id) == (12, 0)
    assert replaced(app) == []


@pytest.mark.parametrize("content", [b"", b"dear Bea", b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_is_refused(app: Flask, copy: Path, content: bytes) -> None:
    copy.write_bytes(content)
    message = refused(app, "restore", copy)
    assert str(copy) in message
    assert "database" in message or "not a scorebook" in message


def test_a_damaged_backup_is_refused(app: Flask, tmp_path: Path) -> None:
    with scorebook_in(tmp_path / "other") as other:
        with other.app_context():
            start("one")
        empty_an_index(other)
        assert " is damaged: " in refused(app, "restore", file_of(other))


@pytest.mark.parametrize("size", [100, 4096, 20_000])
def test_an_overwritten_scorebook_is_restored(app: Flask, copy: Path, size: int) -> None:
    match_id = closed_match(app, copy)
    path = file_of(app)
    whole = path.read_bytes()
    path.write_bytes(b"\xff" * size + whole[size:])
    succeed(app, "restore", copy)
    assert totals(app, match_id) == (12, 0)


@pytest.mark.parametrize("cut", [0, 3000, 4096, 30_000])
def test_a_truncated_scorebook_is_restored(app: Flask, copy: Path, cut: int) -> None:
    match_id = closed_match(app, copy)
    path = file_of(app)
    path.write_bytes(path.read_bytes()[:cut])
    succeed(app, "restore", copy)
    assert totals(app, match_id) == (12, 0)


@pytest.mark.parametrize("words", [("backup", "copy.db"), ("export",), ("run",)])
def test_a_scorebook_that_is_no_database_is_an_error_sentence(
    app: Flask, words: tuple[str, ...]
) -> None:
    with app.app_context():
        db.engine.dispose()
    for path in Path(app.instance_path).glob("scorekeeper.db*"):
        path.write_bytes(b"dear Bea, " * 1000)
    message = refused(app, *words)
    assert "cannot be read: file is not a database" in message
    assert "scorekeeper restore FILE" in message
    assert len(message.splitlines()) == 1
