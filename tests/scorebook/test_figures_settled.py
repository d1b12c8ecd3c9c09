"""Figures of a scorebook that has none, or not all; a fault in them is found and mended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, select, update

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import trash
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures import filling
from scorekeeper.scorebook.figures import ratings as figure_ratings
from scorekeeper.scorebook.figures.filling import TABLES, make_anew, settle_figures
from scorekeeper.scorebook.figures.state import are_kept, are_rated
from scorekeeper.scorebook.figures.tables import (
    FigureStateRow,
    MeetingRow,
    MeetingTotalRow,
    ResultRow,
    TotalRow,
)
from scorekeeper.scorebook.log import Submission
from tests.scorebook.figure_walk import Walk, stored

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with app.app_context():
        Walk(5, monkeypatch).go(30)
        yield


def change(statement: Any) -> None:
    with writing() as session:
        session.execute(statement)


def first_match() -> int:
    first = select(ResultRow.match_id).order_by(ResultRow.ended_at, ResultRow.match_id)
    return int(db.session.scalars(first).first() or 0)


def test_a_scorebook_of_the_version_before_is_counted_by_the_jobs_of_the_server() -> None:
    settle_figures()
    kept = stored()
    for table in TABLES:
        change(delete(table))
    change(update(FigureStateRow).values(made_by=0))
    assert not are_kept()
    settle_figures()
    assert are_kept()
    assert stored() == kept


def test_where_time_is_short_figures_are_counted_in_smaller_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle_figures()
    kept = stored()
    monkeypatch.setattr(filling, "AT_ONCE", 1)
    monkeypatch.setattr(filling, "MOST_SECONDS", -1)
    monkeypatch.setattr(filling, "TOLD", 1)
    told: list[int] = []
    number = make_anew(told.append)
    # Whoever looks on is told after each transaction.
    assert told == [*range(1, number + 1)]
    assert number > 1
    assert stored() == kept


def test_what_a_program_of_the_version_before_changed_is_counted_again() -> None:
    kept, match_id = stored(), first_match()
    change(
        update(models.MatchRow).filter_by(id=match_id).values(version=99, binned_at=models.now())
    )
    settle_figures()
    assert match_id not in {row[0] for row in stored()["results"]}
    change(update(models.MatchRow).filter_by(id=match_id).values(binned_at=None))
    settle_figures()
    assert stored()["totals"] == kept["totals"]


def test_more_matches_than_fit_are_rated_by_the_jobs_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(figure_ratings, "MOST_RATED", 2)
    match_id = first_match()
    trash.move_to_trash(match_id, Submission("away"))
    assert not are_rated()
    trash.restore_match(match_id, Submission("back"))
    settle_figures()
    assert are_rated()
    kept = stored()
    make_anew()
    settle_figures()
    assert stored() == kept


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (update(ResultRow).values(won=7), "say won 7, and counted again"),
        (delete(TotalRow).where(TotalRow.period == ""), "are missing"),
        (update(TotalRow).values(longest=9), "say longest 9, and counted again"),
        (update(MeetingRow).values(ahead=-MeetingRow.ahead), "who finished ahead of whom"),
        (update(MeetingTotalRow).values(met=9), "met is kept as"),
        (delete(MeetingTotalRow), "and counted again"),
        (update(ResultRow).values(strength=1.5), "the rating of"),
    ],
)
def test_every_fault_in_the_figures_is_named_and_mended(statement: Any, fault: str) -> None:
    assert integrity.check().faults == ()
    change(statement)
    faults = integrity.check().faults
    assert any(fault in each for each in faults), faults
    make_anew()
    assert integrity.check().faults == ()
