"""Split a player who is two people: some matches were those of somebody else of the same name.

What undoes it is a join of the two (`joins.py`), whatever was played meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.colours import BEST
from scorekeeper.scorebook.people.players import Ids, is_seen
from scorekeeper.scorebook.people.seating import add_player, player_called, player_key
from scorekeeper.scorebook.renaming.joins import move_joins
from scorekeeper.scorebook.renaming.name_writing import all_of, write_name
from scorekeeper.scorebook.renaming.player_scope import ALL, NameOfAnother, Scope, known_player

_SEAT, _PLAYER = models.SeatRow, models.PlayerRow


class NotTheirs(LookupError):
    """The player does not sit in one of the matches, or there are none."""


class EveryMatch(Exception):
    """They are all matches of the player: nobody would be left."""


def split(
    player_id: int,
    name: str,
    match_ids: Collection[int],
    submission: Submission,
    scope: Scope = ALL,
) -> int:
    """Give some matches of a player to somebody of a new name, and return who that is.

    Raise NoSuchPlayer, NotYours, NotTheirs, EveryMatch, NameOfAnother, SameTable.
    """
    with writing() as session:
        known = known_player(session, player_id, scope)
        chosen, sits = {*match_ids}, _matches_of(session, player_id, scope.seen)
        if not chosen or not chosen <= sits or not chosen <= {*known.match_ids}:
            raise NotTheirs(player_id)
        if chosen == sits:
            raise EveryMatch(player_id)
        other = player_called(session, name, known.row.owner)
        if other is not None and (other == player_id or is_seen(other, scope.seen)):
            raise NameOfAnother(other)
        target = other or _new_player(session, name, known.row)
        ids = sorted(chosen)
        write_name(session, ids, name, target, submission._asdict(), all_of(known.row.key))
        move_joins(session, player_id, target, ids)
    return target


def split_before(name: str, submission: Submission) -> int | None:
    """Return whom a form made of another player, if it was sent before."""
    change = models.ChangeRow
    made = (
        select(_PLAYER.id)
        .join(_SEAT, _SEAT.player_id == _PLAYER.id)
        .join(change, change.match_id == _SEAT.match_id)
        .where(_PLAYER.key == player_key(name), change.entry_key == submission.entry_key)
    )
    return db.session.scalar(made.limit(1))


def _matches_of(session: Session, player_id: int, seen: Ids | None) -> set[int]:
    """Return where a player sits, in the bin too: whether elsewhere as well is nobody's to know."""
    sits = {*session.scalars(select(_SEAT.match_id).filter_by(player_id=player_id))}
    return sits if seen is None else sits & {*seen}


def _new_player(session: Session, name: str, same: Row[Any]) -> int:
    """Add a player of the same owner, in another colour than the one of the same name."""
    new = {"name": name, "key": player_key(name), "colour": same.colour % BEST + 1}
    return add_player(session, same.owner, **new)
