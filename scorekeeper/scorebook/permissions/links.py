"""What the links to a match are checked against, and the devices that own it, each by a random id.

`history.py` renews links. An owner holds while its generation is that of the link for full control:
a new one ends them all.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import LARGEST_ID
from scorekeeper.scorebook.database.db import db, row_now
from scorekeeper.scorebook.permissions.rights import Grant, LinkState, Right

_LINK_STATES = select(
    models.MatchRow.id,
    models.MatchRow.version,
    models.MatchRow.entry_key,
    models.MatchRow.watch_generation,
    models.MatchRow.score_generation,
    models.MatchRow.own_generation,
)
_LINK_STATE = _LINK_STATES.where(models.MatchRow.id == bindparam("match_id"))
_LOCKED_LINK_STATE = _LINK_STATE.with_for_update()
_WITH_OWNER = _LINK_STATE.add_columns(models.OwnerRow.generation).outerjoin(
    models.OwnerRow,
    and_(
        models.OwnerRow.match_id == models.MatchRow.id,
        models.OwnerRow.device == bindparam("device"),
    ),
)


def link_state(match_id: int) -> LinkState | None:
    """Read what grants to a match are checked against; None where there is no such match."""
    return link_state_for(match_id, "")[0]


def link_state_for(match_id: int, device: str) -> tuple[LinkState | None, Grant | None]:
    """Read the link state of a match, and what a device owns; None where there is none."""
    if match_id > LARGEST_ID:
        return None, None
    row = row_now(_WITH_OWNER, {"match_id": match_id, "device": device})
    if row is None:
        return None, None
    *of_match, generation = row
    state = _state_from(of_match)
    owned = Grant(match_id, Right.OWN, generation or 0, state.fingerprint)
    return state, owned if generation else None


def link_states(match_ids: Collection[int]) -> tuple[LinkState, ...]:
    """Read the link states of several matches; those that are not there are left out."""
    with db.engine.connect() as connection:
        rows = connection.execute(_LINK_STATES.where(models.MatchRow.id.in_(match_ids))).all()
    return tuple(map(_state_from, rows))


def locked_link_state(session: Session, match_id: int) -> LinkState | None:
    """Read the link state, and lock the match against other writers (SQLite: the file)."""
    row = session.connection().execute(_LOCKED_LINK_STATE, {"match_id": match_id}).one_or_none()
    return None if row is None else _state_from(row)


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
    """Return whose players sit down where a device starts a match: its own.

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
