"""The figures of a scorebook of the version before there were totals of meetings: both ways."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import flask_migrate
import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook.database.db import db, upgrade, writing
from scorekeeper.scorebook.figures.filling import settle_figures
from scorekeeper.scorebook.figures.state import are_kept, set_state
from tests.databases import migrate_to, opened
from tests.scorebook.figure_walk import Walk, stored

BEFORE = ("results", "meetings")


@pytest.fixture
def app(empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    with opened(empty_url, tmp_path) as app, app.app_context():
        upgrade(app)
        Walk(7, monkeypatch).go(30)
        yield app


def rows(table: str) -> set[tuple[object, ...]]:
    """Read a table of the version before."""
    found = {tuple(row) for row in db.session.execute(text(f"SELECT * FROM {table}"))}  # noqa: S608 - the names are those in this file
    db.session.rollback()
    return found


@pytest.fixture
def counted(app: Flask) -> None:
    """Count all figures by the clock of the house."""
    assert app
    settle_figures()
    db.session.rollback()


@pytest.mark.usefixtures("counted")
def test_the_version_before_finds_the_figures_as_it_keeps_them() -> None:
    kept = {table: rows(table) for table in BEFORE}
    flask_migrate.downgrade(revision="0009")
    assert {table: rows(table) for table in BEFORE} == kept
    assert rows("figure_state") == {(1, 1, None, None)}
    assert len(rows("totals")) == len({row[:4] for row in rows("totals")}) > 0


@pytest.mark.usefixtures("counted")
@pytest.mark.parametrize("made_by", [1, 0])
def test_figures_of_the_version_before_are_all_counted_again(app: Flask, made_by: int) -> None:
    kept = stored()
    db.session.rollback()
    flask_migrate.downgrade(revision="0009")
    # 0 where it was stopped while it counted.
    with writing() as session:
        set_state(session, made_by=made_by)
    upgrade(app)
    assert not are_kept()
    settle_figures()
    assert stored() == kept
    assert integrity.check().faults == ()


def test_a_scorebook_without_a_finished_match_has_nothing_to_count(
    empty_url: str, tmp_path: Path
) -> None:
    with opened(empty_url, tmp_path) as app, app.app_context():
        migrate_to("0009")
        upgrade(app)
        assert are_kept()
