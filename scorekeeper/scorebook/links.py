"""Read what the links to a match are checked against; `history.py` renews them."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from sqlalchemy import Row, bindparam, select

from scorekeeper.scorebook import models
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.rights import LinkState, Right

_LINK_STATES = select(
    models.MatchRow.id,
    models.MatchRow.version,
    models.MatchRow.entry_key,
    models.MatchRow.watch_generation,
    models.MatchRow.score_generation,
    models.MatchRow.own_generation,
)
# Asked for with every page of a match that somebody follows by a link: run without a session.
_LINK_STATE = _LINK_STATES.where(models.MatchRow.id == bindparam("match_id"))


def link_state(match_id: int) -> LinkState | None:
    """Read what grants to a match are checked against; None where there is no such match."""
    with db.engine.connect() as connection:
        row = connection.execute(_LINK_STATE, {"match_id": match_id}).one_or_none()
    return None if row is None else _state_from(row)


def link_states(match_ids: Collection[int]) -> tuple[LinkState, ...]:
    """Read the same for several matches; those that are not there are left out."""
    with db.engine.connect() as connection:
        rows = connection.execute(_LINK_STATES.where(models.MatchRow.id.in_(match_ids))).all()
    return tuple(map(_state_from, rows))


def _state_from(row: Row[int, int, str, int, int, int]) -> LinkState:
    return LinkState(
        match_id=row.id,
        version=row.version,
        fingerprint=sha256(row.entry_key.encode()).hexdigest()[:8],
        generations={
            Right.WATCH: row.watch_generation,
            Right.SCORE: row.score_generation,
            Right.OWN: row.own_generation,
        },
    )
