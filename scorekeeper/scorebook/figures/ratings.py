"""The ratings that are kept with the results: each is that after a match.

A match that changed may change all ratings since. As many matches as fit into a transaction are
rated again in it, and the rest by the jobs of the server (`filling.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import cast

from sqlalchemy import Table, and_, bindparam, select, tuple_, update
from sqlalchemy.orm import Session, aliased

from scorekeeper.figures.match_rows import outcome_from
from scorekeeper.figures.rating import Rating, rated_in_order
from scorekeeper.figures.results import Result
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.figures.rows import (
    RATING,
    RESULT,
    rating_from,
    rating_values,
    result_from,
)
from scorekeeper.scorebook.figures.state import Ended, set_state, state
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.people.name_log import in_parts

# Some tenths of a second.
MOST_RATED = 1_000

_ROW, _PLAYER = ResultRow, models.PlayerRow
_TABLE = cast(Table, ResultRow.__table__)
_RATED = (
    update(_TABLE)
    .where(
        _TABLE.c.match_id == bindparam("in_match"),
        _TABLE.c.first_id == bindparam("of_player"),
        _TABLE.c.second_id == 0,
    )
    .values({name: bindparam(f"new_{name}") for name in ("strength", "unsure", "rated")})
)


# Built once, as it takes longer to make a statement than to run it.
_START = tuple_(bindparam("start_at", type_=models.UTCDateTime()), bindparam("start_match"))
_SINCE = (
    select(_ROW.ended_at, _ROW.match_id)
    .where(_ROW.first_id == 0, _ROW.second_id == 0, tuple_(_ROW.ended_at, _ROW.match_id) >= _START)
    .order_by(_ROW.ended_at, _ROW.match_id)
    .limit(bindparam("most"))
)
_OF_MATCHES = (
    select(*RESULT, *RATING)
    .where(
        _ROW.match_id.in_(bindparam("ids", expanding=True)),
        _ROW.first_id > 0,
        _ROW.second_id == 0,
    )
    .order_by(_ROW.match_id)
)
_EARLIER = aliased(_ROW)
_LAST = (
    select(_EARLIER.match_id)
    .where(
        _EARLIER.first_id == _PLAYER.id,
        _EARLIER.second_id == 0,
        tuple_(_EARLIER.ended_at, _EARLIER.match_id) < _START,
    )
    .order_by(_EARLIER.ended_at.desc(), _EARLIER.match_id.desc())
    .limit(1)
    .correlate(_PLAYER)
    .scalar_subquery()
)
_BEFORE = (
    select(_PLAYER.id, *RATING)
    .join(
        _ROW,
        and_(_ROW.match_id == _LAST, _ROW.first_id == _PLAYER.id, _ROW.second_id == 0),
    )
    .where(_PLAYER.id.in_(bindparam("ids", expanding=True)))
)


def rate_from(session: Session, changed: Ended) -> None:
    """Rate all matches again from one on, or as many as fit; what was still to be rated waits."""
    waiting = state(session).rated_to
    if waiting is None or changed <= waiting:
        _rate(session, changed)


def rate_more(session: Session) -> None:
    """Rate some of the matches that are not rated yet."""
    if waiting := state(session).rated_to:
        _rate(session, waiting._replace(match_id=waiting.match_id + 1))


def _rate(session: Session, start: Ended) -> None:
    since = {"start_at": start.at, "start_match": start.match_id, "most": MOST_RATED + 1}
    found = [Ended(*row) for row in session.connection().execute(_SINCE, since)]
    here, more = found[:MOST_RATED], len(found) > MOST_RATED
    rows = _rows_of(session, [each.match_id for each in here])
    kept = {(row.match_id, row.players): rating for row, rating in rows}
    outcomes = [
        outcome
        for _match, results in groupby((row for row, _rating in rows), key=_match_of)
        if (outcome := outcome_from(results))
    ]
    before = _ratings_before(session, start, {players[0] for _match, players in kept})
    changed = [
        {"in_match": outcome.match_id, "of_player": player} | _new(rating)
        for outcome, after in rated_in_order(outcomes, before)
        for player, rating in after.items()
        if kept[outcome.match_id, (player,)] != rating
    ]
    if changed:
        session.connection().execute(_RATED, changed)
    end = here[-1] if more else None
    if end or state(session).rated_to:
        set_state(session, rated_at=end and end.at, rated_match=end and end.match_id)


def _match_of(row: Result) -> int:
    return row.match_id


def _new(rating: Rating) -> dict[str, float]:
    return {f"new_{name}": value for name, value in rating_values(rating).items()}


def _rows_of(session: Session, match_ids: Sequence[int]) -> list[tuple[Result, Rating]]:
    """Read what the players of some matches have, the rows of a match together."""
    found: list[tuple[Result, Rating]] = []
    for ids in in_parts(match_ids):
        rows = session.connection().execute(_OF_MATCHES, {"ids": ids})
        found += [(result_from(row), rating_from(row)) for row in rows]
    return found


def _ratings_before(session: Session, start: Ended, players: Collection[int]) -> dict[int, Rating]:
    """Return the ratings of some players up to a match."""
    at = {"start_at": start.at, "start_match": start.match_id}
    ratings: dict[int, Rating] = {}
    for ids in in_parts(sorted(players)):
        found = session.connection().execute(_BEFORE, {**at, "ids": ids})
        ratings |= {row.id: rating_from(row) for row in found}
    return ratings
