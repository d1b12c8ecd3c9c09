"""Kept figures are those of a scorebook in which everything is counted from the start."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.figures.counted import Figure
from scorekeeper.maintenance.figure_checks import meeting_faults, rating_faults, total_faults
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.filling import make_anew, settle_figures
from scorekeeper.scorebook.figures.frame import Frame
from scorekeeper.scorebook.figures.kept import KeptFigures
from scorekeeper.scorebook.figures.read import Figures
from scorekeeper.scorebook.figures.seen import SeenFigures
from scorekeeper.scorebook.figures.tables import ResultRow
from tests.scorebook.figure_walk import Walk, stored

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        # From now on the state names the clock.
        settle_figures()
        yield


@pytest.mark.parametrize("turn", range(2))
def test_after_any_changes_figures_are_those_counted_from_the_start(
    turn: int, seed: int, thorough: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = Walk(10 * seed + turn, monkeypatch)
    for _part in range(20 if thorough else 4):
        walk.go(25)
        kept = stored()
        # Added up by the program, and not by the database.
        assert [*total_faults(), *meeting_faults(), *rating_faults()] == [], walk.taken
        make_anew()
        assert kept == stored(), walk.taken
    seen = {match_id for match_id, *_rest in kept["results"]}
    for frame in frames():
        assert read(KeptFigures(frame)) == read(SeenFigures(frame, tuple(seen))), frame
    assert len(kept["results"]) > 30


def frames() -> Iterator[Frame]:
    """Give some frames: all, a year, a month, and one kind of matches."""
    kind = db.session.scalar(select(ResultRow.kind).order_by(ResultRow.match_id.desc()).limit(1))
    for period, code in (("", ""), ("", kind), ("2025", ""), ("2025-12", kind)):
        yield Frame(period, code or "")


def read(figures: Figures) -> dict[str, Any]:
    """Return all that can be asked of figures, of everybody."""
    found: dict[str, Any] = {"table": figures.table(), "ratings": figures.ratings()}
    people = sorted(found["ratings"])
    for player in people:
        found[f"of {player}"] = (
            figures.total((player,)),
            figures.kinds((player,)),
            figures.pairs(player),
            figures.met(player),
            figures.results((player,), 5),
            figures.rating(player),
            figures.curve(player, 99),
            *(figures.behind((player,), figure, 0, 9) for figure in (None, *Figure)),
        )
    for one, two in combinations(people, 2):
        found[f"{one} and {two}"] = (
            figures.total((one, two)),
            figures.between(two, one),
            figures.meetings(two, one, 5),
        )
    return found
