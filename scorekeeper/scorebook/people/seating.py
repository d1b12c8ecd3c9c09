"""Which player sits where: the one with the key of the entered name.

In a house a name is one player. On a site of links it is one player of each owner of matches, and
an owner learns nothing of the players of others, not even from ids. A player is listed as long as a
seat has them, and is kept as long as a log has their id.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from secrets import randbelow
from typing import Any

from flask import current_app
from sqlalchemy import Connection, Row, func, insert, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.config import Access
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import in_parts
from scorekeeper.scorebook.database.db import is_postgresql
from scorekeeper.scorebook.people.colours import next_colour
from scorekeeper.scorebook.people.similar_names import look

# Only one request adds or removes players at a time, as two may add the same; always taken last.
_PLAYERS_LOCK = select(func.pg_advisory_xact_lock(28_06_28_07))
# Random ids are drawn from this range, after those that a house counts up to, and with room after
# them for a site that becomes a house.
FIRST_DRAWN, DRAWN = 2**20, 2**30

_PLAYER = models.PlayerRow
# A merged player leaves the name free for others.
NAMED = _PLAYER.same_as.is_(None)


def player_key(name: str) -> str:
    """Return a key that is the same for names that look the same.

    >>> player_key("ANA ") == player_key("Ana")
    True
    """
    return look(name)


def keys_of(names: Iterable[str]) -> tuple[str, ...]:
    """Return the key of the player on each seat of a match.

    Older versions let two of one name sit down; the second is another player.

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
    """Return the owner's player with a name, if there is one."""
    named = select(_PLAYER.id).where(NAMED, _PLAYER.owner == owner)
    return session.scalar(named.where(_PLAYER.key == player_key(name)))


def add_player(session: Session, owner: str, **values: object) -> int:
    """Add a player by the columns of `players`, and return the id; the players are locked.

    With an owner the id is random: consecutive ids would tell how many players there are.
    """
    if owner:
        values["id"] = _drawn(session)
    new = insert(_PLAYER).values(owner=owner, **values).returning(_PLAYER.id)
    return session.scalars(new).one()


def _drawn(session: Session) -> int:
    """Draw an id that nobody has."""
    while True:
        logged = FIRST_DRAWN + randbelow(DRAWN)
        if session.get(_PLAYER, logged) is None:
            return logged


def seated(session: Session, names: Sequence[str], owner: str) -> tuple[int, ...]:
    """Return the players on the seats of a match of an owner; add those who are new."""
    keys = keys_of(names)
    known = players_by_key(session, [dict(zip(keys, names, strict=True))], owner)
    return tuple(known[key] for key in keys)


def people_by_id(connection: Connection, ids: Collection[int]) -> dict[int, Row[Any]]:
    """Return the current player for each logged id: a row with the `id` and the `name`."""
    player, other = _PLAYER, aliased(_PLAYER)
    logged = select(player.id.label("logged"), player.id, player.same_as).where(player.id.in_(ids))
    # Each id with the player it was merged into, and so on.
    who = logged.cte("who", recursive=True)
    joined = select(who.c.logged, other.id, other.same_as).join(other, other.id == who.c.same_as)
    who = who.union(joined)
    now = select(who.c.logged, player.id, player.name).join(player, player.id == who.c.id)
    found = connection.execute(now.where(who.c.same_as.is_(None)))
    return {row.logged: row for row in found}


def players_by_key(
    session: Session, tables: Sequence[Mapping[str, str]], owner: str
) -> dict[str, int]:
    """Return the players of matches of an owner by their keys; add those who are new.

    `tables` has the names by key of each match, in seat order.
    """
    lock_players(session)
    row, of = _PLAYER, whose(owner)
    same = select(row.key, row.id, row.colour).where(NAMED, row.owner == of)
    known, colours = dict[str, int](), dict[str, int]()
    for keys in in_parts(sorted({key for names in tables for key in names})):
        for key, player, colour in session.execute(same.where(row.key.in_(keys))):
            known[key], colours[key] = player, colour
    for names in tables:
        for seat, (key, name) in enumerate(names.items()):
            if key not in known:
                colour = next_colour(seat, {colours[each] for each in names if each in colours})
                known[key] = add_player(session, of, key=key, name=name, colour=colour)
                colours[key] = colour
    return known
