"""The figures of a scorebook of the version before there was one table of them: both ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import flask_migrate
import pytest
from flask import Flask
from sqlalchemy import inspect, text, update

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook.database.db import db, upgrade
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.figures.writing import are_kept, settle_figures
from tests.databases import migrate_to, opened
from tests.scorebook.figure_walk import Walk, stored

# What the version before counted of two people who met.
MET = (
    "INSERT INTO meetings (match_id, first_id, second_id, ended_at, kind, ahead)"
    " VALUES (1, 1, 2, '2026-11-20', 'block/alone/points', 1)",
    "INSERT INTO meeting_totals (first_id, kind, period, second_id, met, first_ahead, second_ahead)"
    " VALUES (1, '', '', 2, 1, 1, 0)",
    "UPDATE figure_state SET made_by = 2",
)


@pytest.fixture
def app(empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    with opened(empty_url, tmp_path) as app, app.app_context():
        upgrade(app)
        Walk(7, monkeypatch).go(30)
        yield app


def rows(table: str) -> list[tuple[object, ...]]:
    """Read a table of the version before."""
    found = [tuple(row) for row in db.session.execute(text(f"SELECT * FROM {table}"))]  # noqa: S608 - the names are those in this file
    db.session.rollback()
    return found


@pytest.mark.usefixtures("app")
def test_the_version_before_finds_no_figures_and_counts_them() -> None:
    flask_migrate.downgrade(revision="0012")
    assert "match_results" not in inspect(db.engine).get_table_names()
    # By this it deletes what there is, and counts.
    assert rows("figure_state") == [(1, -1, None, None)]


def test_figures_of_the_version_before_are_all_counted_again(app: Flask) -> None:
    kept = stored()
    db.session.rollback()
    flask_migrate.downgrade(revision="0012")
    with db.engine.begin() as connection:
        for statement in MET:
            connection.execute(text(statement))
    upgrade(app)
    app.extensions.pop("counted_files", None)
    assert not {"results", "totals"} & {*inspect(db.engine).get_table_names()}
    assert not are_kept()
    settle_figures()
    assert are_kept()
    assert stored() == kept
    assert integrity.check().faults == ()


@pytest.mark.parametrize("unknown", [{"player_id": 0}, {"rated": -1}], ids=str)
def test_rows_of_nobody_that_an_older_version_wrote_are_counted_again(
    app: Flask, unknown: dict[str, int]
) -> None:
    kept = stored()
    flask_migrate.downgrade(revision="0014")
    with db.engine.begin() as connection:
        connection.execute(update(ResultRow).where(ResultRow.seat == 1).values(unknown))
    upgrade(app)
    app.extensions.pop("counted_files", None)
    assert not are_kept()
    settle_figures()
    assert stored() == kept


def test_a_scorebook_without_a_finished_match_has_nothing_to_count(
    empty_url: str, tmp_path: Path
) -> None:
    with opened(empty_url, tmp_path) as app, app.app_context():
        migrate_to("0012")
        upgrade(app)
        assert are_kept()
