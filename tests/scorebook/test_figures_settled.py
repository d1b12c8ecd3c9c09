"""Figures of a scorebook that has none, or not all; a fault in them is found and repaired."""

from contextlib import contextmanager
from itertools import count
from unittest.mock import patch

import pytest
from sqlalchemy import delete, insert, select, update

from scorekeeper import clock
from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import match_bin
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures import ratings as figure_ratings
from scorekeeper.scorebook.figures import recounting as filling
from scorekeeper.scorebook.figures.figures_table import ResultRow
from scorekeeper.scorebook.figures.recounting import (
    are_kept,
    are_rated,
    recount_all,
    settle_figures,
)
from scorekeeper.scorebook.match_log import Submission
from tests.support.kept_figures import matches_stored, nothing_counted, stored
from tests.support.random_changes import Walk

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app, monkeypatch):
    with app.app_context():
        Walk(1, monkeypatch).go(48)
        yield


@pytest.fixture
def small_parts(monkeypatch):
    """Let a match make a transaction."""
    monkeypatch.setattr(filling, "AT_ONCE", 1)
    monkeypatch.setattr(filling, "MOST_SECONDS", -1)
    monkeypatch.setattr(filling, "TOLD_AFTER", 1)


@contextmanager
def after_each_change(look):
    """Look at the scorebook after each transaction that counts figures."""

    @contextmanager
    def seen():
        with writing() as session:
            yield session
        look()

    with patch.object(filling, "writing", seen):
        yield


def change(statement):
    with writing() as session:
        session.execute(statement)


def first_match():
    first = select(ResultRow.match_id).order_by(ResultRow.ended_at, ResultRow.match_id)
    return int(db.session.scalars(first).first() or 0)


@pytest.mark.usefixtures("small_parts")
def test_figures_are_counted_in_parts_and_nobody_takes_some_for_all():
    kept, number = stored(), len(matches_stored())
    nothing_counted()
    seen: list[tuple[int, bool]] = []
    with after_each_change(lambda: seen.append((len(matches_stored()), are_kept()))):
        settle_figures()
    assert seen == [(each, each == number) for each in range(1, number + 1)]
    assert stored() == kept


@pytest.mark.usefixtures("small_parts")
def test_while_all_are_made_anew_none_is_missing():
    kept, seen, told = stored(), list[bool](), list[int]()
    with after_each_change(lambda: seen.append(stored() == kept)):
        number = recount_all(told.append)
    # Whoever looks on is told after each match.
    assert told == [*range(1, number + 1)]
    assert len(seen) > 2
    # Only the first is not rated, until the next transaction.
    assert seen == [False, *[True] * (len(seen) - 1)]


@pytest.mark.usefixtures("small_parts")
def test_what_was_broken_off_is_gone_on_with_by_the_jobs_of_the_server():
    kept = stored()
    for number in (1, 2, 4):
        turns = count(1)
        nothing_counted()

        def look(turns=turns, number=number):
            if next(turns) == number:
                raise SystemExit

        with after_each_change(look), pytest.raises(SystemExit):
            settle_figures()
        assert not are_kept()
        assert integrity.check().faults == ()
        settle_figures()
        assert stored() == kept


@pytest.mark.usefixtures("small_parts")
def test_a_match_that_changes_while_figures_are_counted_is_counted_as_it_is_then():
    match_id, turns = first_match(), count(1)
    nothing_counted()

    def look():
        if next(turns) == 3:
            match_bin.move_to_bin(match_id, Submission("away"))

    with after_each_change(look):
        settle_figures()
    kept = stored()
    assert match_id not in matches_stored()
    recount_all()
    assert stored() == kept


def test_what_a_program_of_the_version_before_changed_is_counted_again():
    kept, match_id = stored(), first_match()
    row = db.session.execute(select(ResultRow.__table__).filter_by(match_id=match_id))
    # Rows of a match that is gone.
    ghosts = [{**each, "match_id": 9_999, "version": 1} for each in row.mappings()]
    with writing() as session:
        session.execute(insert(ResultRow), ghosts)
    settle_figures()
    assert stored() == kept
    of_match = update(models.MatchRow).filter_by(id=match_id)
    change(of_match.values(version=99, binned_at=clock.now()))
    settle_figures()
    assert match_id not in matches_stored()
    change(of_match.values(binned_at=None))
    settle_figures()
    version = [*ResultRow.__table__.c].index(ResultRow.__table__.c.version)
    without = [[row[:version] + row[version + 1 :] for row in rows] for rows in (stored(), kept)]
    assert without[0] == without[1]
    # A damaged match keeps nobody from the figures of others.
    nothing_counted()
    change(of_match.values(rules={}))
    assert not are_kept()
    settle_figures()
    assert are_kept()
    assert match_id not in matches_stored()


def test_more_matches_than_fit_are_rated_by_the_jobs_of_the_server(monkeypatch):
    monkeypatch.setattr(figure_ratings, "MOST_RATED", 2)
    match_id = first_match()
    match_bin.move_to_bin(match_id, Submission("away"))
    assert not are_rated()
    match_bin.restore_match(match_id, Submission("back"))
    settle_figures()
    assert are_rated()
    kept = stored()
    recount_all()
    assert stored() == kept
    # Rows that cannot be rated do not keep the jobs at it.
    change(delete(ResultRow).where(ResultRow.seat == 0))
    change(update(ResultRow).values(rated=0))
    change(update(models.MatchRow).values(finished_at=None))
    settle_figures()
    assert not are_rated()


# What is changed in the rows of a match, and what is said of it. Ratings hang on all rows before.
FAULTS: tuple[tuple[dict[str, float], str], ...] = (
    ({"strength": 1.5}, "After match {} the rating of"),
    ({"rated": -1}, "After match {} the rating of"),
    ({"won": 7}, "say won 7, and counted again"),
    ({"place": 9}, "say place 9, and counted again"),
    ({"player_id": 99}, "say player_id 99, and counted again"),
    ({}, "it has figures of"),
)


def test_every_fault_in_the_figures_is_named_and_repaired():
    assert integrity.check().faults == ()
    in_order = select(ResultRow.match_id).where(ResultRow.seat == 0).order_by(ResultRow.ended_at)
    spoilt = [*zip(db.session.scalars(in_order).all(), FAULTS, strict=False)]
    assert len(spoilt) == len(FAULTS)
    for match_id, (values, _said) in spoilt:
        rows = {"match_id": match_id} if values else {"match_id": match_id, "seat": 0}
        statement = update(ResultRow).values(values) if values else delete(ResultRow)
        change(statement.filter_by(**rows))
    faults = integrity.check().faults
    for match_id, (_values, said) in spoilt:
        of_match = [each for each in faults if f"atch {match_id}" in each.partition(" the ")[0]]
        assert any(said.format(match_id) in each for each in of_match), (match_id, faults)
    recount_all()
    assert integrity.check().faults == ()
