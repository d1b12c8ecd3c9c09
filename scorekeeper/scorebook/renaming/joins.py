"""Join two players who are one person, and undo it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.limits import LARGEST_ID
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.name_log import Mention, NameLog
from scorekeeper.scorebook.people.players import Ids, NoSuchPlayer, find_player
from scorekeeper.scorebook.people.seating import add_player, drop_unseated, lock_players
from scorekeeper.scorebook.renaming.name_writing import Places, versions_of, write_name
from scorekeeper.scorebook.renaming.player_scope import (
    ALL,
    NotYours,
    Scope,
    known_player,
    lock_matches,
)

_PLAYER = models.PlayerRow
# What a player who was joined gets back.
_REVIVED = ("id", "key", "name", "colour", "hidden", "forgotten")


class Join(NamedTuple):
    """A player of another `name` who was joined with this one."""

    id: int
    name: str
    made_at: datetime


class SamePlayer(Exception):
    """A player cannot be joined with themselves."""


class NoSuchJoin(LookupError):
    """There is no such join any more."""


def joins_of(player_id: int, owned: Ids | None = None) -> tuple[Join, ...]:
    """List who was joined with a player, the last first, where it can be undone.

    `owned` are the ids of the matches that the device may change, None where it may change all.
    """
    row = models.JoinRow
    rows = select(row.id, row.joined, row.made_at, row.places).where(row.player_id == player_id)
    found = db.session.execute(rows.order_by(row.id.desc())).all()
    return tuple(
        Join(join_id, joined["name"], made_at)
        for join_id, joined, made_at, places in found
        if owned is None or {*map(int, places)} <= {*owned}
    )


def joined_into(entry_key: str) -> int | None:
    """Return whom a form joined a player with, if it was sent before."""
    return db.session.scalar(select(models.JoinRow.player_id).filter_by(entry_key=entry_key))


def join(player_id: int, into: int, submission: Submission, scope: Scope = ALL) -> None:
    """Make two players one: the name of the one becomes that of the other everywhere.

    Raise NoSuchPlayer, NotYours, SamePlayer, and SameTable where both sat at one table.
    """
    if player_id == into:
        raise SamePlayer(player_id)
    with writing() as session:
        if session.scalar(select(models.JoinRow.id).filter_by(entry_key=submission.entry_key)):
            return
        name = find_player(into, scope.seen).name
        known = known_player(session, player_id, scope)
        if session.scalar(select(_PLAYER.owner).filter_by(id=into)) != known.row.owner:
            raise NoSuchPlayer(into)
        places: dict[str, Any] = {}
        versions = versions_of(session, known.match_ids)

        def choose(log: NameLog) -> Places:
            found = log.places_of(known.row.key)
            places[str(log.match_id)] = {"until": versions[log.match_id], "places": found}
            return found

        write_name(session, known.match_ids, name, into, submission._asdict(), choose)
        moved = move_joins(session, player_id, into, known.match_ids)
        joined = {**known.row._asdict(), "joins": moved}
        session.add(
            models.JoinRow(
                entry_key=submission.entry_key, player_id=into, joined=joined, places=places
            )
        )
        session.flush()
        drop_unseated(session, [player_id])


def undo_join(join_id: int, submission: Submission, scope: Scope = ALL) -> int:
    """Make two players of one again, and return the id of the one who was joined.

    Raise NoSuchJoin, NotYours, and SameTable where somebody of that name sits there by now.
    """
    with writing() as session:
        lock_players(session)
        row = session.get(models.JoinRow, join_id) if join_id <= LARGEST_ID else None
        if row is None:
            raise NoSuchJoin(join_id)
        match_ids = sorted(map(int, row.places))
        if scope.owned is not None and not {*match_ids} <= {*scope.owned}:
            raise NotYours(join_id)
        lock_matches(session, match_ids, scope)
        into, places = row.player_id, row.places
        key, owner = session.execute(select(_PLAYER.key, _PLAYER.owner).filter_by(id=into)).one()

        def choose(log: NameLog) -> Places:
            was = places[str(log.match_id)]
            found = log.followed([Mention(*each) for each in was["places"]], was["until"])
            return found & {*log.places_of(key)}

        player_id, name = _revived(session, row.joined, owner), row.joined["name"]
        back = update(models.JoinRow).where(models.JoinRow.id.in_(row.joined["joins"]))
        session.execute(back.values(player_id=player_id))
        session.delete(row)
        session.flush()
        write_name(session, match_ids, name, player_id, submission._asdict(), choose)
        drop_unseated(session, [player_id, into])
    return player_id


def move_joins(session: Session, player_id: int, target: int, match_ids: list[int]) -> list[int]:
    """Let joins be undone at another player, where that has all of their matches; list them."""
    row = models.JoinRow
    rows = session.execute(select(row.id, row.places).where(row.player_id == player_id))
    moved = [join_id for join_id, places in rows if {*map(int, places)} <= {*match_ids}]
    session.execute(update(row).where(row.id.in_(moved)).values(player_id=target))
    return moved


def forget_joins(session: Session, player_id: int, match_ids: Iterable[int]) -> None:
    """Let no join be undone any more in some matches: it would bring a name back."""
    row = models.JoinRow
    for join_id, places in session.execute(
        select(row.id, row.places).where(row.player_id == player_id)
    ).all():
        left = {number: place for number, place in places.items() if int(number) not in match_ids}
        if left:
            session.execute(update(row).filter_by(id=join_id).values(places=left))
        else:
            session.execute(delete(row).filter_by(id=join_id))


def _revived(session: Session, joined: dict[str, Any], owner: str) -> int:
    """Return the player who was joined, added again unless somebody has the name by now."""
    there = session.scalar(select(_PLAYER.id).filter_by(owner=owner, key=joined["key"]))
    if there is not None:
        return there
    return add_player(session, owner, **{name: joined[name] for name in _REVIVED})
