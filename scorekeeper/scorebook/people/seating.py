"""Which player sits where: the one whose key is that of the name on the seat.

A player is there as long as a seat has them, and has the same colour at every table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import is_postgresql
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.people.colours import next_colour
from scorekeeper.scorebook.people.looks import look

# Whoever adds or removes players waits for the others, who may add the same; always taken last.
_PLAYERS_LOCK = select(func.pg_advisory_xact_lock(28_06_28_07))


class Sitting(NamedTuple):
    """Who sits on a seat, by the columns of `seats`."""

    player_id: int
    colour: int


def player_key(name: str) -> str:
    """Return what is the same for names that are one to everybody who reads them.

    >>> player_key("ANA ") == player_key("Ana")
    True
    """
    return look(name)


def keys_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return the key of the player on each seat of a match.

    Where older versions let two of one name sit down, the second is somebody else.

    >>> keys_of(["Ana", "Bea", "ANA"])
    ('ana', 'bea', 'ana (2)')
    """
    keys: list[str] = []
    for name in names:
        key = player_key(name)
        times = keys.count(key)
        while key in keys:
            times += 1
            key = f"{player_key(name)} ({times})"
        keys.append(key)
    return tuple(keys)


def lock_players(session: Session) -> None:
    """Let nobody else add or remove players until the change is committed."""
    if is_postgresql():
        session.execute(_PLAYERS_LOCK)


def seated(session: Session, names: Sequence[str]) -> tuple[Sitting, ...]:
    """Return the players on the seats of a match; add those who are new."""
    lock_players(session)
    keys, row = keys_of(names), models.PlayerRow
    found = session.execute(select(row.id, row.key, row.colour).where(row.key.in_(keys))).all()
    known = {each.key: Sitting(each.id, each.colour) for each in found}
    taken = {each.colour for each in found}
    for seat, key in enumerate(keys):
        if key not in known:
            colour = next_colour(seat, taken)
            new = insert(row).values(key=key, name=names[seat], colour=colour)
            known[key] = Sitting(session.scalars(new.returning(row.id)).one(), colour)
            taken.add(colour)
    return tuple(known[key] for key in keys)


def reseat(session: Session, match_id: int, names: Sequence[str]) -> None:
    """Write the names on the seats of a match, and who sits there now."""
    seat = models.SeatRow
    before = set(session.scalars(select(seat.player_id).filter_by(match_id=match_id)))
    sitting = seated(session, names)
    for position, (name, player) in enumerate(zip(names, sitting, strict=True)):
        at = update(seat).filter_by(match_id=match_id, position=position)
        values = {"name": name, "name_key": folded(name), **player._asdict()}
        session.execute(at.values(values))
    drop_unseated(session, before - {player.player_id for player in sitting})


def players_in(session: Session, match_ids: Collection[int]) -> set[int | None]:
    """Return the ids of all who sit in some matches."""
    seat = models.SeatRow
    return set(session.scalars(select(seat.player_id).where(seat.match_id.in_(match_ids))))


def drop_unseated(session: Session, player_ids: Collection[int | None]) -> None:
    """Delete those of some players whom no seat has any more, in the bin or outside."""
    asked = [player_id for player_id in player_ids if player_id is not None]
    if not asked:
        return
    lock_players(session)
    seat = models.SeatRow
    sitting = select(seat.player_id).where(seat.player_id.in_(asked)).distinct()
    gone = {*asked} - {*session.scalars(sitting)}
    if gone:
        session.execute(delete(models.JoinRow).where(models.JoinRow.player_id.in_(gone)))
        session.execute(delete(models.PlayerRow).where(models.PlayerRow.id.in_(gone)))
