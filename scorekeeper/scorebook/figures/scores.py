"""How matches stand, for lists of them: who played, and the points of each side.

What is kept of a match that is over says so, and no round of it has to be read. Other matches are
scored from their rounds: those that go on, those that are not counted as they are now, and those
of a game in which points are lost again or a side can be out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Row, Text, and_, bindparam, cast, select

from scorekeeper.rules.keys import MatchRules
from scorekeeper.rules.options import Reset
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.figures.asked import read
from scorekeeper.scorebook.figures.tables import ResultRow
from scorekeeper.scorebook.people.colours import at_one_table
from scorekeeper.scorebook.projection import UNREADABLE, Match, game_in

_MATCH, _SEAT, _ROW = models.MatchRow, models.SeatRow, ResultRow
_IDS: BindParameter[Sequence[int]] = bindparam("ids", expanding=True)
# The rules as text: most matches are played by the same few, which are read once.
_RULES = cast(_MATCH.rules, Text).label("rules")
_MATCHES = select(_MATCH.id, _MATCH.version, _MATCH.game_id, _RULES, _MATCH.partners).where(
    _MATCH.id.in_(_IDS), _MATCH.binned_at.is_(None)
)
_COUNTED = and_(_ROW.match_id == _SEAT.match_id, _ROW.seat == _SEAT.position)
_SEATS = (
    select(
        *(_SEAT.match_id, _SEAT.name, _SEAT.player_id, _SEAT.colour),
        *(_ROW.version, _ROW.place, _ROW.made, _ROW.rounds, _ROW.ended_at),
    )
    .outerjoin(_ROW, _COUNTED)
    .where(_SEAT.match_id.in_(_IDS))
    .order_by(_SEAT.match_id, _SEAT.position)
)


class MatchScore(NamedTuple):
    """How a match stands: `totals` by side, and the side that won, None while it goes on.

    `names`, `players`, by their ids, and `colours` are in the order they sit. `rounds` is how many
    count, `last_at` when the last of them was recorded. The sides `put_out` were eliminated.
    """

    match_id: int
    setup: Setup
    names: tuple[str, ...]
    players: tuple[int | None, ...]
    colours: tuple[int, ...]
    totals: tuple[int, ...]
    winner: int | None
    put_out: tuple[int, ...]
    rounds: int
    last_at: datetime


def scores_of(match_ids: Sequence[int]) -> tuple[MatchScore, ...]:
    """Return how matches stand, in the order of their ids; those that are gone are left out."""
    ids = {"ids": match_ids}
    seats = defaultdict[int, list[Row[Any]]](list)
    for seat in read(_SEATS, ids):
        seats[seat.match_id].append(seat)
    scores, others = dict[int, MatchScore](), list[tuple[int, int]]()
    for match in read(_MATCHES, ids):
        if score := _kept(match, seats[match.id]):
            scores[match.id] = score
        else:
            others.append((match.id, match.version))
    for scored in matches_at(others):
        scores[scored.id] = _scored(scored, [seat.player_id for seat in seats[scored.id]])
    return tuple(scores[match_id] for match_id in match_ids if match_id in scores)


def _kept(match: Row[Any], seats: Sequence[Row[Any]]) -> MatchScore | None:
    """Return the score of a match as it was counted; None where it has to be scored."""
    if any(seat.version != match.version for seat in seats):
        return None
    with suppress(*UNREADABLE):
        setup = Setup(game_in(match.game_id, match.rules), len(seats), match.partners)
        if _says_all(setup.game.match):
            first = [seats[side[0]] for side in setup.sides]
            return MatchScore(
                match_id=match.id,
                setup=setup,
                names=tuple(seat.name for seat in seats),
                players=tuple(seat.player_id for seat in seats),
                colours=at_one_table([seat.colour for seat in seats]),
                totals=tuple(seat.made for seat in first),
                winner=[seat.place for seat in first].index(1),
                put_out=(),
                rounds=seats[0].rounds,
                last_at=seats[0].ended_at,
            )
    return None


def _says_all(rules: MatchRules) -> bool:
    """Say whether what each side made in a match tells how it stands."""
    return rules.reset is Reset.NEVER and not rules.eliminate


def _scored(match: Match, players: Sequence[int | None]) -> MatchScore:
    return MatchScore(
        match_id=match.id,
        setup=match.setup,
        names=match.names,
        players=tuple(players),
        colours=match.seat_colours,
        totals=match.standing.totals,
        winner=match.standing.winner,
        put_out=match.standing.put_out,
        rounds=len(match.rounds),
        last_at=match.last_at,
    )
