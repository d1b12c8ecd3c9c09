"""Rename a player everywhere, forget one, hide one from lists.

`joins.py` makes one of two players, and `splits.py` two of one.

A change goes to all matches of the player that its maker may change (`player_scope.py`). It is one
transaction: all of them are changed, or none is. The form sent twice changes nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.database.wiping import leave_no_trace
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.players import find_player, is_seen
from scorekeeper.scorebook.people.seating import (
    add_player,
    drop_unseated,
    player_called,
    player_key,
)
from scorekeeper.scorebook.renaming.joins import forget_joins, move_joins
from scorekeeper.scorebook.renaming.name_writing import all_of, write_name
from scorekeeper.scorebook.renaming.player_scope import (
    ALL,
    Known,
    NameOfAnother,
    NotYours,
    Scope,
    known_player,
)

_PLAYER = models.PlayerRow


def rename(player_id: int, name: str, submission: Submission, scope: Scope = ALL) -> int:
    """Rename a player everywhere, and return the id of whoever has the name now.

    Raise NoSuchPlayer, NotYours, NameOfAnother, SameTable.
    """
    with writing() as session:
        known = known_player(session, player_id, scope)
        if _sent_before(session, known, submission):
            return player_id
        leave_no_trace(session)
        other = player_called(session, name, known.row.owner)
        if other not in (None, player_id) and is_seen(other, scope.seen):
            raise NameOfAnother(other)
        target = other or _as(session, known, name)
        write_name(
            session, known.match_ids, name, target, submission._asdict(), all_of(known.row.key)
        )
        if target == player_id and known.everywhere:
            _update_player(session, player_id, name=name, forgotten=False)
        move_joins(session, player_id, target, known.match_ids)
        drop_unseated(session, [player_id])
    return target


def forget(
    player_id: int, named: Callable[[int], str], submission: Submission, scope: Scope = ALL
) -> int:
    """Write a number for the name of a player, in every match and all of its log, for good.

    `named` makes a name of a number: the first that nobody has is taken. Return the id of whoever
    has it now. Raise NoSuchPlayer, NotYours.
    """
    with writing() as session:
        known = known_player(session, player_id, scope)
        if known.row.forgotten:
            return player_id
        leave_no_trace(session)
        taken = {*session.scalars(select(_PLAYER.key).filter_by(owner=known.row.owner))}
        name = next(name for name in map(named, count(1)) if player_key(name) not in taken)
        target = _as(session, known, name)
        write_name(
            session, known.match_ids, name, target, submission._asdict(), all_of(known.row.key)
        )
        _update_player(session, target, name=name, forgotten=True, hidden=True)
        forget_joins(session, player_id, known.match_ids)
        drop_unseated(session, [player_id])
    return target


def hide(player_id: int, scope: Scope = ALL, *, hidden: bool = True) -> None:
    """Leave a player out of lists, or no more. Raise NoSuchPlayer, NotYours.

    A device that sees some matches only must not change the lists of others.
    """
    find_player(player_id, scope.seen)
    if scope.seen is not None:
        raise NotYours(player_id)
    with writing() as session:
        session.execute(update(_PLAYER).filter_by(id=player_id).values(hidden=hidden))


def _sent_before(session: Session, known: Known, submission: Submission) -> bool:
    same = select(models.ChangeRow.version).where(
        models.ChangeRow.match_id.in_(known.match_ids[:1]),
        models.ChangeRow.entry_key == submission.entry_key,
    )
    return session.scalar(same) is not None


def _as(session: Session, known: Known, name: str) -> int:
    """Return who is to have a new name: the player, or another one where they sit elsewhere too."""
    if known.everywhere:
        return int(known.row.id)
    new = {"name": name, "key": player_key(name), "colour": known.row.colour}
    return add_player(session, known.row.owner, **new)


def _update_player(session: Session, player_id: int, name: str, **values: object) -> None:
    values |= {"name": name, "key": player_key(name)}
    session.execute(update(_PLAYER).filter_by(id=player_id).values(values))
