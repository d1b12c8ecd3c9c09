"""Kept figures are those of a scorebook in which everything is counted from the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.figure_filling import make_anew
from scorekeeper.scorebook.figure_tables import (
    FigureStateRow,
    MeetingRow,
    ResultRow,
    TotalRow,
)
from tests.scorebook.figure_walk import Walk

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def stored() -> dict[str, list[Any]]:
    """Return every row of the tables of figures."""
    found = {}
    for table in (ResultRow, TotalRow, MeetingRow, FigureStateRow):
        columns = table.__table__.c
        rows = db.session.execute(select(*columns).order_by(*table.__table__.primary_key))
        found[table.__tablename__] = [*map(tuple, rows)]
    db.session.rollback()
    return found


@pytest.mark.parametrize("turn", range(2))
def test_after_any_changes_figures_are_those_counted_from_the_start(
    turn: int, seed: int, thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(10 * seed + turn, monkeypatch)
    for _part in range(20 if thorough else 4):
        walk.go(25)
        kept = stored()
        make_anew()
        assert kept == stored(), walk.taken
    assert len(kept["results"]) > 30
