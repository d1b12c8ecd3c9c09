"""Count matches that ended after all others, as almost every match does when it ends.

Whoever records that round waits for it, so it asks for little: who sat there, and their ratings.
Whatever else may have changed is counted by figure_writing.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import Connection, and_, bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper.figures.facts import MatchFacts
from scorekeeper.figures.match_rows import meetings_among, results_of
from scorekeeper.figures.periods import ALL_TIME
from scorekeeper.figures.rating import NEW, Rating, rated_in_order
from scorekeeper.figures.results import Result
from scorekeeper.figures.totals import ALL_KINDS
from scorekeeper.scorebook import models
from scorekeeper.scorebook.figure_ratings import outcome_from
from scorekeeper.scorebook.figure_rows import (
    RATING,
    Players,
    rating_from,
    row_of_meeting,
    row_of_result,
)
from scorekeeper.scorebook.figure_state import Ended
from scorekeeper.scorebook.figure_sums import add_meetings, add_results
from scorekeeper.scorebook.figure_tables import MeetingRow, ResultRow, TotalRow
from scorekeeper.scorebook.match_facts import counts, match_facts
from scorekeeper.scorebook.projection import Match

_SEAT, _ROW, _TOTAL = models.SeatRow, ResultRow, TotalRow
# Who sits there, and whether the match is counted already.
_SEATS = (
    select(_SEAT.match_id, _SEAT.player_id, _ROW.version)
    .outerjoin(_ROW, and_(_ROW.match_id == _SEAT.match_id, _ROW.first_id == 0, _ROW.second_id == 0))
    .where(_SEAT.match_id.in_(bindparam("ids", expanding=True)))
    .order_by(_SEAT.match_id, _SEAT.position)
)
# The last match of everybody and of some players, and their ratings after it.
_LATEST = (
    select(_TOTAL.first_id, _TOTAL.last_at, _TOTAL.last_match, *RATING)
    .join(
        _ROW,
        and_(
            _ROW.match_id == _TOTAL.last_match,
            _ROW.first_id == _TOTAL.first_id,
            _ROW.second_id == _TOTAL.second_id,
        ),
    )
    .where(
        _TOTAL.first_id.in_(bindparam("ids", expanding=True)),
        _TOTAL.kind == ALL_KINDS,
        _TOTAL.period == ALL_TIME,
        _TOTAL.second_id == 0,
    )
)
_INSERT_RESULTS, _INSERT_MEETINGS = insert(_ROW), insert(MeetingRow)
_EVERYBODY = 0


def add_newest(session: Session, matches: Sequence[Match]) -> bool:
    """Count and rate matches that are new, and ended in this order after all that are counted.

    Return False where they did not, or who played is not known: then nothing is done.
    """
    connection = session.connection()
    facts = _facts_of_new(connection, matches)
    ended = [Ended(each.ended_at, each.match_id) for each in facts if each.ended_at]
    if not matches or len(ended) < len(matches):
        return False
    players = {player for each in facts for player in each.players if player}
    before, last = _latest(connection, players)
    if not all(one < other for one, other in pairwise([*last, *ended])):
        return False
    results = [results_of(each) for each in facts]
    ratings = _rated(results, before)
    rows = [
        row_of_result(row, match.version, ratings.get((match.id, row.players), NEW))
        for match, of_match in zip(matches, results, strict=True)
        for row in of_match
    ]
    connection.execute(_INSERT_RESULTS, rows)
    add_results(connection, ended)
    if met := [row_of_meeting(row) for each in results for row in meetings_among(each)]:
        connection.execute(_INSERT_MEETINGS, met)
        add_meetings(connection, ended)
    return True


def _facts_of_new(connection: Connection, matches: Sequence[Match]) -> list[MatchFacts]:
    """Return the facts of matches, but for those that are counted, or where somebody is unknown."""
    seats = defaultdict[int, list[int | None]](list)
    counted: set[int] = set()
    for match_id, player, version in connection.execute(
        _SEATS, {"ids": [match.id for match in matches if counts(match)]}
    ):
        seats[match_id].append(player)
        if version is not None or player is None:
            counted.add(match_id)
    return [
        match_facts(match, seats[match.id])
        for match in matches
        if match.id in seats and match.id not in counted
    ]


def _latest(
    connection: Connection, players: set[int]
) -> tuple[dict[int, Rating], tuple[Ended, ...]]:
    """Return the ratings of some players, and when the last match of all ended, if there is one."""
    rows = connection.execute(_LATEST, {"ids": [_EVERYBODY, *sorted(players)]}).all()
    last = (Ended(row.last_at, row.last_match) for row in rows if row.first_id == _EVERYBODY)
    return {row.first_id: rating_from(row) for row in rows}, tuple(last)


def _rated(
    results: Sequence[Sequence[Result]], before: dict[int, Rating]
) -> dict[tuple[int, Players], Rating]:
    outcomes = [outcome for rows in results if (outcome := outcome_from(rows))]
    return {
        (outcome.match_id, (player,)): rating
        for outcome, after in rated_in_order(outcomes, before)
        for player, rating in after.items()
    }
