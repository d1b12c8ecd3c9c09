"""Players: who sat where, who is there, who played last. `player_changes.py` changes them.

Everywhere `seen` are the ids of the matches that a device may see, None if it sees all. Players who
sit in no such match are not shown, except those who `came` to its own club nights.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import aliased

from scorekeeper.config import LARGEST_ID
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.people.seating import NAMED, keys_of, whose

# People are suggested from this many matches, the newest: more than anybody remembers.
RECENT = 100
MOST_SUGGESTED = 24

Ids = tuple[int, ...]
_SEAT, _PLAYER, _MATCH = models.SeatRow, models.PlayerRow, models.MatchRow
_CAME, _NIGHT = models.ClubPersonRow, models.ClubNightRow


class NoSuchPlayer(LookupError):
    """There is no such player, or the device may not see them."""


class Player(NamedTuple):
    """Somebody who plays; `colour` counts from 1."""

    id: int
    name: str
    colour: int
    hidden: bool = False
    forgotten: bool = False


def players_of(match_ids: Collection[int]) -> dict[int, tuple[int, ...]]:
    """Return who sits on each seat of some matches, by the ids of the players.

    Current players come first, then those of each earlier lineup.
    """
    found: dict[int, tuple[int, ...]] = {}
    seated = select(_SEAT.match_id, _SEAT.player_id).where(_SEAT.match_id.in_(match_ids))
    for match_id, player_id in _read(seated.order_by(_SEAT.match_id, _SEAT.position)):
        found[match_id] = (*found.get(match_id, ()), player_id)
    return found


def find_player(player_id: int, seen: Ids | None = None, came: Ids = ()) -> Player:
    """Return a player. Raise NoSuchPlayer."""
    if player_id > LARGEST_ID or not is_seen(player_id, seen, came):
        raise NoSuchPlayer(player_id)
    return Player(*_read(_players().where(_PLAYER.id == player_id))[0])


def is_seen(player_id: int, seen: Ids | None, came: Ids = ()) -> bool:
    """Return whether a player sits in a match that is `seen`, in the bin or outside, or `came`."""
    sits = _sits(seen, came, kept=False)
    return bool(_read(select(_PLAYER.id).where(_PLAYER.id == player_id, sits)))


def list_players(
    seen: Ids | None = None,
    word: str = "",
    *,
    came: Ids = (),
    hidden: bool = False,
    beside: int | None = None,
) -> list[Player]:
    """List the players of matches that are not in the bin, by name; those with a word in it.

    `hidden` lists the hidden ones instead; `beside`, the id of a player, only players of the same
    owner.
    """
    listed = _players().where(_PLAYER.hidden.is_(hidden), _sits(seen, came))
    if beside is not None:
        owner = select(aliased(_PLAYER).owner).filter_by(id=beside).scalar_subquery()
        listed = listed.where(_PLAYER.owner == owner)
    found = [Player(*row) for row in _read(listed)]
    return sorted(
        (player for player in found if folded(word) in folded(player.name)),
        key=lambda player: (folded(player.name), player.id),
    )


def players_by_id(seen: Ids | None = None) -> dict[int, Player]:
    """Return all players by their ids, the hidden ones too."""
    rows = _read(_players().where(_sits(seen, kept=False)))
    return {player.id: player for player in (Player(*row) for row in rows)}


def recent_players(seen: Ids | None = None) -> tuple[Player, ...]:
    """List who played last: those of the last match in the order they sat, then earlier ones.

    If players of different owners have the same name, only one is listed.
    """
    found = (Player(*row[:-1]) for row in reversed(_read(_recent(seen))))
    return tuple(reversed({player.name: player for player in found}.values()))


def named_alike(
    names: tuple[str, ...], seen: Ids | None = None, owner: str = ""
) -> tuple[str, ...]:
    """Return each name as the owner's player of that name is written; unknown names as they are."""
    keys = keys_of(names)
    same = (NAMED, _PLAYER.owner == whose(owner), _PLAYER.key.in_(keys), _sits(seen))
    rows = _read(_players().add_columns(_PLAYER.key).where(*same))
    known = {row.key: row[1] for row in rows}
    return tuple(known.get(key, name) for name, key in zip(names, keys, strict=True))


def matches_of_player(
    player_id: int,
    seen: Ids | None = None,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    most: int | None = None,
) -> Ids:
    """List the matches in which a player sits, the newest first, of those that are `seen`.

    Only those started `since` a moment and before `until`, or the newest `most`, if given.
    """
    sits = select(_SEAT.match_id).where(_SEAT.player_id == player_id)
    found = select(_MATCH.id).where(_MATCH.id.in_(sits), _MATCH.binned_at.is_(None))
    if since:
        found = found.where(_MATCH.created_at >= since)
    if until:
        found = found.where(_MATCH.created_at < until)
    if seen is not None:
        found = found.where(_MATCH.id.in_(seen))
    newest = found.order_by(_MATCH.created_at.desc(), _MATCH.id.desc())
    return tuple(db.session.scalars(newest.limit(most)))


def _read(statement: Select[*tuple[Any, ...]]) -> Any:
    # On the connection of the session: a statement costs less there.
    return db.session.connection().execute(statement).all()


def _players() -> Select[*tuple[Any, ...]]:
    """Select the columns of a Player."""
    return select(*(getattr(_PLAYER, name) for name in Player._fields))


def _sits(seen: Ids | None, came: Ids = (), *, kept: bool = True) -> ColumnElement[bool]:
    """Return whether a player has a seat in a match that is `seen`, or in one that is `kept`.

    Or came to a club night without sitting down: any night if all is seen, else those in `came`.
    """
    seats = select(_SEAT.match_id).where(_SEAT.player_id == _PLAYER.id)
    nights = select(_CAME.night_id).where(_CAME.player_id == _PLAYER.id)
    if kept:
        seats = seats.join(_MATCH, _MATCH.id == _SEAT.match_id).where(_MATCH.binned_at.is_(None))
        nights = nights.join(_NIGHT, _NIGHT.id == _CAME.night_id).where(_NIGHT.binned_at.is_(None))
    if seen is not None:
        return or_(seats.where(_SEAT.match_id.in_(seen)).exists(), _PLAYER.id.in_(came))
    # Merged players are not listed themselves.
    return or_(seats.exists(), and_(NAMED, nights.exists()))


@lru_cache(32)
def _recent(seen: Ids | None) -> Select[*tuple[Any, ...]]:
    newest = select(_MATCH.id).where(_MATCH.binned_at.is_(None))
    if seen is not None:
        newest = newest.where(_MATCH.id.in_(seen))
    newest = newest.order_by(_MATCH.id.desc()).limit(RECENT)
    # A match has far fewer than 100 seats, so this sorts by match first and by seat within it.
    last_seat = func.max(_SEAT.match_id * 100 - _SEAT.position).label("last_seat")
    latest = select(_SEAT.player_id, last_seat).where(_SEAT.match_id.in_(newest))
    seated = latest.group_by(_SEAT.player_id).subquery()
    return (
        _players()
        .add_columns(seated.c.last_seat)
        .join(seated, seated.c.player_id == _PLAYER.id)
        .where(_PLAYER.hidden.is_(False), _PLAYER.forgotten.is_(False))
        .order_by(seated.c.last_seat.desc())
        .limit(MOST_SUGGESTED)
    )
