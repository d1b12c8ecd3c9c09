"""The rights to a match: what links grant to a device, who owns it, and who may therefore do what.

A link may end after a request was let in and before it writes: then nothing is written. So every
write checks the right of the request to the match again.

`history.py` renews links. Devices that own a match are known by a random id. An owner holds while
its generation is that of the link for full control: a new one ends them all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from enum import IntEnum
from hashlib import sha256
from typing import Any, NamedTuple

from flask import g
from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.config import LARGEST_ID
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db

# What a link state is made of.
_COLUMNS = (
    models.MatchRow.id,
    models.MatchRow.version,
    models.MatchRow.entry_key,
    models.MatchRow.watch_generation,
    models.MatchRow.score_generation,
    models.MatchRow.own_generation,
)
# Built once, because every page of a match asks for it.
_WITH_OWNER = (
    select(*_COLUMNS, models.OwnerRow.generation)
    .where(models.MatchRow.id == bindparam("match_id"))
    .outerjoin(
        models.OwnerRow,
        and_(
            models.OwnerRow.match_id == models.MatchRow.id,
            models.OwnerRow.device == bindparam("device"),
        ),
    )
)


class Right(IntEnum):
    """What a device may do with a match; each right includes those before it."""

    WATCH = 1
    SCORE = 2
    OWN = 3

    @property
    def word(self) -> str:
        """The right as a link and the database name it: "watch", "score" or "own"."""
        return self.name.lower()


class AccessDenied(Exception):
    """A device does not have the right that is needed."""

    def __init__(self, needed: Right, held: Right | None) -> None:
        super().__init__(needed, held)
        self.needed, self.held = needed, held


class NoSuchMatch(LookupError):
    """There is no match with this id, or it is in the bin, or not there as expected."""


class Stale(Exception):
    """The match has changed since the form was opened: the change does not fit, or does nothing."""


class Grant(NamedTuple):
    """A right to a match, as it is signed into a link or a session.

    It holds as long as `generation` is that of the match's links of this kind. `fingerprint`, made
    of the entry key of the match, tells it from one of another database with the same id.
    """

    match_id: int
    right: Right
    generation: int
    fingerprint: str


class LinkState(NamedTuple):
    """What grants to a match are checked against, and its version, read together."""

    match_id: int
    version: int
    fingerprint: str
    generations: Mapping[Right, int]

    def accepts(self, grant: Grant) -> bool:
        """Return whether a grant is to this match, and holds now."""
        return grant == self.link(grant.right)

    def link(self, right: Right) -> Grant:
        """Return the grant that the link of a kind carries."""
        return Grant(self.match_id, right, self.generations[right], self.fingerprint)


class Credentials(NamedTuple):
    """Where a device's right to a match comes from: the house, and what it was granted.

    Only `grants` to this match count; each may be None.
    """

    house: Right | None = None
    grants: tuple[Grant | None, ...] = ()

    def right_by(self, link_state: LinkState | None) -> Right | None:
        """Return the highest right they give now; None if they give none."""
        held = [self.house] if self.house else []
        if link_state is not None:
            held += [grant.right for grant in self.grants if grant and link_state.accepts(grant)]
        return max(held, default=None)


class Permit(NamedTuple):
    """What a device has for a match, the right its request needs, and what it held when let in."""

    match_id: int
    credentials: Credentials
    needed: Right
    held: Right | None = None


def right_now(link_state: LinkState) -> Right:
    """Return the right of the request to a match, checked within the writing transaction.

    The command line has no permit, and may do everything. Raise AccessDenied if the right is not
    enough any more.
    """
    permit: Permit | None = g.get("permit")
    if permit is None or permit.match_id != link_state.match_id:
        return Right.OWN
    right = permit.credentials.right_by(link_state)
    if right is None or right < permit.needed:
        raise AccessDenied(permit.needed, right)
    return right


def link_state(match_id: int) -> LinkState | None:
    """Read what grants to a match are checked against; None if there is no such match."""
    return link_state_for(match_id, "")[0]


def link_state_for(match_id: int, device: str) -> tuple[LinkState | None, Grant | None]:
    """Read the link state of a match, and what a device owns; None if there is none."""
    if match_id > LARGEST_ID:
        return None, None
    with db.engine.connect() as connection:
        asked = {"match_id": match_id, "device": device}
        row = connection.execute(_WITH_OWNER, asked).one_or_none()
    if row is None:
        return None, None
    *of_match, generation = row
    state = _state_from(of_match)
    owned = Grant(match_id, Right.OWN, generation, state.fingerprint) if generation else None
    return state, owned


def link_states(match_ids: Collection[int]) -> tuple[LinkState, ...]:
    """Read the link states of several matches; those that are not there are left out."""
    with db.engine.connect() as connection:
        rows = connection.execute(select(*_COLUMNS).where(models.MatchRow.id.in_(match_ids))).all()
    return tuple(map(_state_from, rows))


def lock_match(session: Session, match_id: int) -> LinkState:
    """Lock a match against other writers (SQLite: the file), unchecked. Raise NoSuchMatch."""
    found = select(*_COLUMNS).where(models.MatchRow.id == match_id).with_for_update()
    row = session.connection().execute(found).one_or_none()
    if row is None:
        raise NoSuchMatch(match_id)
    return _state_from(row)


def lock_to_write(session: Session, match_id: int) -> tuple[int, Right]:
    """Lock a match against other writers; return its version, and the current right to it.

    Raise NoSuchMatch, and AccessDenied if the right of the request has ended.
    """
    link_state = lock_match(session, match_id)
    return link_state.version, right_now(link_state)


def add_owner(session: Session, match_id: int, device: str) -> None:
    """Make a device an owner of a match, within a change; "" is none."""
    if not device:
        return
    generation = session.execute(
        select(models.MatchRow.own_generation).filter_by(id=match_id)
    ).scalar_one()
    session.merge(models.OwnerRow(match_id=match_id, device=device, generation=generation))


def add_owner_of_new(session: Session, match_ids: Sequence[int], device: str) -> None:
    """Make a device the owner of matches that were added just now; "" is none."""
    if device:
        session.add_all(
            models.OwnerRow(match_id=match_id, device=device, generation=1)
            for match_id in match_ids
        )


def owned_by(device: str) -> tuple[int, ...]:
    """Return the ids of the matches that a device owns."""
    row = models.OwnerRow
    current = and_(
        models.MatchRow.id == row.match_id, models.MatchRow.own_generation == row.generation
    )
    with db.engine.connect() as connection:
        owned = select(row.match_id).join(models.MatchRow, current).where(row.device == device)
        return tuple(connection.scalars(owned))


def all_matches() -> tuple[int, ...]:
    """Return the ids of all matches, those in the bin too."""
    with db.engine.connect() as connection:
        return tuple(connection.scalars(select(models.MatchRow.id)))


def plays_for(device: str, controlled: Collection[int]) -> str:
    """Return the owner whose players sit in a match that a device starts: normally itself.

    A device that has started none of its own, and has links for full control of the matches
    `controlled`, plays for the owner of the first of these.
    """
    if not controlled:
        return device
    match, owned = models.MatchRow, models.OwnerRow.match_id == models.MatchRow.id
    own = select(match.id).join(models.OwnerRow, owned).where(models.OwnerRow.device == device)
    of = select(match.owner).where(match.id.in_(controlled), match.owner != "").order_by(match.id)
    with db.engine.connect() as connection:
        if connection.scalar(own.where(match.owner == device).limit(1)) is not None:
            return device
        return connection.scalar(of.limit(1)) or device


def _state_from(row: Sequence[Any]) -> LinkState:
    match_id, version, entry_key, watch, score, own = row
    return LinkState(
        match_id=match_id,
        version=version,
        fingerprint=sha256(entry_key.encode()).hexdigest()[:8],
        generations={Right.WATCH: watch, Right.SCORE: score, Right.OWN: own},
    )
