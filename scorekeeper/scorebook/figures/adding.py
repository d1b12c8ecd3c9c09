"""Count matches that ended after all others, as almost every match does when it ends.

Whoever records that round waits for it, so it asks for little: who sat there, and their ratings.
Whatever else may have changed is counted by writing.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from sqlalchemy import Connection, and_, bindparam, insert, select
from sqlalchemy.orm import Session

from scorekeeper.figures.facts import MatchFacts
from scorekeeper.figures.match_rows import meetings_among, outcome_from, results_of
from scorekeeper.figures.periods import ALL_TIME
from scorekeeper.figures.rating import NEW, Rating, rated_in_order
from scorekeeper.figures.results import Result
from scorekeeper.figures.totals import ALL_KINDS
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.figures.rows import (
    RATING,
    Players,
    rating_from,
    row_of_meeting,
    row_of_result,
)
from scorekeeper.scorebook.figures.state import Ended
from scorekeeper.scorebook.figures.sums import add_meetings, add_results
from scorekeeper.scorebook.figures.tables import MeetingRow, ResultRow, TotalRow

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


def seats_of_new(session: Session, match_ids: Sequence[int]) -> dict[int, list[int | None]]:
    """Return who sits on each seat of matches, but for those that are counted already.

    Those where somebody is unknown are left out too.
    """
    seats = defaultdict[int, list[int | None]](list)
    left_out: set[int] = set()
    for match_id, player, version in session.connection().execute(_SEATS, {"ids": match_ids}):
        seats[match_id].append(player)
        if version is not None or player is None:
            left_out.add(match_id)
    return {match_id: players for match_id, players in seats.items() if match_id not in left_out}


def add_last(session: Session, facts: Sequence[MatchFacts], versions: Mapping[int, int]) -> bool:
    """Count and rate matches, if they ended in this order after all that are counted.

    `versions` has those of the matches by their ids.
    """
    connection = session.connection()
    ended = [Ended(each.ended_at, each.match_id) for each in facts if each.ended_at]
    players = {player for each in facts for player in each.players if player}
    before, last = _latest(connection, players)
    if not all(one < other for one, other in pairwise([*last, *ended])):
        return False
    results = [results_of(each) for each in facts]
    ratings = _rated(results, before)
    rows = [
        row_of_result(row, versions[row.match_id], ratings.get((row.match_id, row.players), NEW))
        for of_match in results
        for row in of_match
    ]
    connection.execute(_INSERT_RESULTS, rows)
    add_results(connection, ended)
    if met := [row_of_meeting(row) for each in results for row in meetings_among(each)]:
        connection.execute(_INSERT_MEETINGS, met)
        add_meetings(connection, ended)
    return True


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
