"""Read what the links to a match are checked against; `history.py` renews them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, row_now
from scorekeeper.scorebook.database.limits import LARGEST_ID
from scorekeeper.scorebook.permissions.rights import Grant, LinkState, Right

_LINK_STATES = select(
    models.MatchRow.id,
    models.MatchRow.version,
    models.MatchRow.entry_key,
    models.MatchRow.watch_generation,
    models.MatchRow.score_generation,
    models.MatchRow.own_generation,
    models.MatchRow.started_generation,
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
    """Read the same, and what a device has as an owner; None where it is none."""
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
    """Read the same for several matches; those that are not there are left out."""
    with db.engine.connect() as connection:
        rows = connection.execute(_LINK_STATES.where(models.MatchRow.id.in_(match_ids))).all()
    return tuple(map(_state_from, rows))


def locked_link_state(session: Session, match_id: int) -> LinkState | None:
    """Read the same, and lock the match against other writers (SQLite locks the whole file)."""
    row = session.connection().execute(_LOCKED_LINK_STATE, {"match_id": match_id}).one_or_none()
    return None if row is None else _state_from(row)


def _state_from(row: Sequence[Any]) -> LinkState:
    match_id, version, entry_key, watch, score, own, started = row
    return LinkState(
        match_id=match_id,
        version=version,
        fingerprint=sha256(entry_key.encode()).hexdigest()[:8],
        generations={Right.WATCH: watch, Right.SCORE: score, Right.OWN: own},
        started_generation=started,
    )
