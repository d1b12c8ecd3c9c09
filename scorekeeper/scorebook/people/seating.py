"""Which player sits where: the one whose key is that of the name on the seat.

In a house a name is one player. On a site of links it is one player of each owner of matches, and
nothing tells an owner of the players of others: not the number either.
A player is there as long as a seat has them, and has the same colour at every table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from secrets import randbelow
from typing import Any, NamedTuple

from flask import current_app
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.config import Access
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import is_postgresql
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.people.colours import next_colour
from scorekeeper.scorebook.people.looks import look

# Whoever adds or removes players waits for the others, who may add the same; always taken last.
_PLAYERS_LOCK = select(func.pg_advisory_xact_lock(28_06_28_07))
# Numbers are drawn from as many, after those that a house counts up to; and after them there is
# room for a site that becomes a house.
FIRST_DRAWN, DRAWN = 2**20, 2**30

_PLAYER = models.PlayerRow


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


def whose(owner: str) -> str:
    """Return the owner of the players in a match of this owner: "" in a house."""
    return owner if current_app.config["ACCESS"] == Access.LINKS else ""


def player_called(session: Session, name: str, owner: str) -> int | None:
    """Return who of an owner's players has a name, if anybody has."""
    named = select(_PLAYER.id).filter_by(owner=owner, key=player_key(name))
    return session.scalar(named)


def add_player(session: Session, owner: str, **values: object) -> int:
    """Add a player by the columns of `players`, and return the number; the players are locked."""
    return add_players(session, [{"owner": owner, **values}])[0]


def add_players(session: Session, rows: Sequence[dict[str, Any]]) -> list[int]:
    """Add several, all of owners or all of a house, and return their numbers.

    Those of owners are drawn: a number that follows that of somebody else's says how many there
    are.
    """
    if rows and rows[0]["owner"]:
        numbers = _drawn(session, len(rows))
        rows = [{**row, "id": number} for row, number in zip(rows, numbers, strict=True)]
    new = insert(_PLAYER).returning(_PLAYER.id, sort_by_parameter_order=True)
    return [*session.scalars(new, rows)] if rows else []


def _drawn(session: Session, most: int) -> list[int]:
    """Draw numbers that nobody has."""
    numbers: list[int] = []
    while len(numbers) < most:
        drawn = dict.fromkeys(FIRST_DRAWN + randbelow(DRAWN) for _ in range(most - len(numbers)))
        known = session.scalars(select(_PLAYER.id).where(_PLAYER.id.in_(drawn)))
        taken = {*numbers, *known}
        numbers += [number for number in drawn if number not in taken]
    return numbers


def seated(session: Session, names: Sequence[str], owner: str) -> tuple[Sitting, ...]:
    """Return the players on the seats of a match of an owner; add those who are new."""
    lock_players(session)
    keys, row, of = keys_of(names), _PLAYER, whose(owner)
    same = select(row.id, row.key, row.colour).where(row.owner == of, row.key.in_(keys))
    found = session.execute(same).all()
    known = {each.key: Sitting(each.id, each.colour) for each in found}
    taken = {each.colour for each in found}
    for seat, key in enumerate(keys):
        if key not in known:
            colour = next_colour(seat, taken)
            new = add_player(session, of, key=key, name=names[seat], colour=colour)
            known[key] = Sitting(new, colour)
            taken.add(colour)
    return tuple(known[key] for key in keys)


def reseat(session: Session, match_id: int, names: Sequence[str]) -> None:
    """Write the names on the seats of a match, and who sits there now."""
    seat = models.SeatRow
    before = set(session.scalars(select(seat.player_id).filter_by(match_id=match_id)))
    owner = session.scalars(select(models.MatchRow.owner).filter_by(id=match_id)).one()
    sitting = seated(session, names, owner)
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
        session.execute(delete(_PLAYER).where(_PLAYER.id.in_(gone)))
