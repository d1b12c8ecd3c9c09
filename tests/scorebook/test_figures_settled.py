"""Figures of a scorebook that has none, or not all; a fault in them is found and mended."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import delete, select, update

from scorekeeper.figures import clock
from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import trash
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures import filling
from scorekeeper.scorebook.figures import ratings as figure_ratings
from scorekeeper.scorebook.figures.filling import TABLES, make_anew, settle_figures
from scorekeeper.scorebook.figures.state import EMPTYING, are_kept, are_rated, set_state
from scorekeeper.scorebook.figures.tables import (
    FigureStateRow,
    MeetingRow,
    MeetingTotalRow,
    ResultRow,
    TotalRow,
)
from scorekeeper.scorebook.log import Submission
from tests.scorebook.counting import after_each_change
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


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let three rows of a table and a match make a transaction."""
    monkeypatch.setattr(filling, "DELETED", 3)
    monkeypatch.setattr(filling, "PART", 1)


def rows_kept() -> list[int]:
    """Count the rows of each table of figures, in the order they are emptied."""
    return [len(db.session.execute(select(table.__table__)).all()) for table in TABLES]


@pytest.mark.usefixtures("small_parts")
def test_figures_are_deleted_in_parts_and_nobody_takes_what_is_left_for_all() -> None:
    settle_figures()
    kept, before = stored(), rows_kept()
    seen: list[tuple[list[int], bool]] = []
    with after_each_change(lambda: seen.append((rows_kept(), are_kept()))):
        make_anew()
    assert [whole for _rows, whole in seen] == [False] * (len(seen) - 1) + [True]
    emptied = seen.index(([0, 0, 0, 0], False))
    assert emptied >= max(before) // 3
    for (was, _), (now, _) in pairwise([(before, False), *seen[: emptied + 1]]):
        assert all(0 <= some - left <= 3 for some, left in zip(was, now, strict=True))
        # Sums go before that of which they are the sum.
        assert all(was[first] <= 3 or now[first + 1] == was[first + 1] for first in range(3))
    assert stored() == kept


class Killed(Exception):
    """The program ends."""


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("number", [1, 2, 9, 40])
def test_what_was_broken_off_is_gone_on_with_by_the_jobs_of_the_server(number: int) -> None:
    settle_figures()
    kept, turns = stored(), count(1)

    def look() -> None:
        if next(turns) == number:
            raise Killed

    with after_each_change(look), pytest.raises(Killed):
        make_anew()
    assert not are_kept()
    assert integrity.check().faults == ()
    settle_figures()
    assert stored() == kept


@pytest.mark.usefixtures("small_parts")
def test_a_match_that_changes_while_figures_are_deleted_is_counted_as_it_is_then() -> None:
    settle_figures()
    match_id, turns = first_match(), count(1)

    def look() -> None:
        if next(turns) == 4:
            trash.move_to_trash(match_id, Submission("away"))

    with after_each_change(look):
        make_anew()
    kept = stored()
    assert match_id not in {row[0] for row in kept["results"]}
    make_anew()
    assert stored() == kept


def test_two_programs_that_make_all_figures_anew_at_once_count_each_match_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settle_figures()
    kept, turns = stored(), count(1)
    monkeypatch.setattr(filling, "PART", 1)

    def look() -> None:
        # The other one begins where this one has counted some.
        if next(turns) == 5:
            with writing() as session:
                set_state(session, made_by=EMPTYING)

    with after_each_change(look):
        make_anew()
    assert stored() == kept


def test_what_a_program_of_the_version_before_changed_is_counted_again() -> None:
    kept, match_id = stored(), first_match()
    change(update(models.MatchRow).filter_by(id=match_id).values(version=99, binned_at=clock.now()))
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
