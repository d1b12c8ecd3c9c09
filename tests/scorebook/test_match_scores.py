"""How matches stand: as kept of those that are over, as scored from their rounds otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.scorebook import trash
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.read import scores_of
from scorekeeper.scorebook.figures.writing import make_anew
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.players import players_of
from tests.query_plans import collected
from tests.scorebook.stored import store_club
from tests.unit.figures.club import PEOPLE, SIX_LOVE, ClubMatch, year

NAMES = [f"Player {number}" for number in range(1, PEOPLE + 1)]
MATCHES = 80


@pytest.fixture(scope="module")
def club() -> tuple[ClubMatch, ...]:
    return year(MATCHES)


@pytest.fixture
def stored(app: Flask, club: Sequence[ClubMatch]) -> Sequence[int]:
    """Store matches of eight games, count those that are over, and return the ids of all."""
    store_club(app, club, NAMES, timedelta())
    with app.app_context():
        make_anew()
    return [match.match_id for match in club]


def test_a_score_that_is_kept_is_that_of_the_rounds(
    app: Flask, club: Sequence[ClubMatch], stored: Sequence[int]
) -> None:
    with app.app_context():
        players = players_of(stored)
        for match, score in zip(club, scores_of(stored), strict=True):
            scored = match_at(match.match_id, len(match.rounds))
            assert (score.match_id, score.setup) == (match.match_id, scored.setup)
            assert (score.names, score.players) == (scored.names, players[match.match_id])
            assert (score.totals, score.winner) == (match.standing.totals, match.winner)
            assert (score.colours, score.put_out) == (scored.seat_colours, scored.standing.put_out)
            assert score.rounds == len(scored.rounds)
            assert score.last_at == match.rounds[-1].recorded_at
    assert {match.winner is None for match in club} == {True, False}


def test_no_round_is_read_of_a_match_that_is_over_unless_points_or_sides_were_taken_out(
    app: Flask, club: Sequence[ClubMatch], stored: Sequence[int]
) -> None:
    kept = [
        match.match_id
        for match in club
        if match.winner is not None
        and match.setup.game != SIX_LOVE
        and not match.setup.game.match.eliminate
    ]
    others = [match_id for match_id in stored if match_id not in kept]
    with app.app_context(), collected(db.engine) as asked:
        assert len(scores_of(kept)) == len(kept) > MATCHES / 2
        assert not [query for query in asked if "rounds.record" in query]
        assert len(scores_of(others)) == len(others) > 0
        assert [query for query in asked if "rounds.record" in query]


@pytest.mark.usefixtures("stored")
def test_scores_come_in_the_order_that_is_asked_for_without_matches_in_the_bin(app: Flask) -> None:
    with app.app_context():
        trash.move_to_trash(2, Submission("binned"))
        assert [score.match_id for score in scores_of([3, 2, 1, 999])] == [3, 1]


@pytest.mark.usefixtures("stored")
def test_a_match_that_is_not_counted_as_it_is_now_is_scored_from_its_rounds(app: Flask) -> None:
    with app.app_context():
        before = scores_of([1])
        with writing() as session:
            session.execute(text("UPDATE match_results SET made = made + 1, version = version - 1"))
        assert scores_of([1]) == before
