"""The use cases of links: what they are held against, and making one anew."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from sqlalchemy import Row, bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook import models
from scorekeeper.scorebook.changes import relinked
from scorekeeper.scorebook.db import db
from scorekeeper.scorebook.log import Author, Step, make
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Door, Right

_DOORS = select(
    models.Match.id,
    models.Match.version,
    models.Match.entry_key,
    models.Match.watch_generation,
    models.Match.score_generation,
    models.Match.own_generation,
)
# Asked for with every page of a match that a link leads to: built once, and run without a session.
_DOOR = _DOORS.where(models.Match.id == bindparam("match_id"))


def door_of(match_id: int) -> Door | None:
    """Read what grants to a match are held against; None where there is no such match."""
    with db.engine.connect() as connection:
        row = connection.execute(_DOOR, {"match_id": match_id}).one_or_none()
    return None if row is None else _door(row)


def doors_of(match_ids: Collection[int]) -> tuple[Door, ...]:
    """Read the same for several matches, those that there are."""
    with db.engine.connect() as connection:
        rows = connection.execute(_DOORS.where(models.Match.id.in_(match_ids))).all()
    return tuple(map(_door, rows))


def renew_link(match_id: int, right: Right, author: Author) -> int:
    """Make the link of a kind anew, end the old one, and return the new one's generation.

    Raise NoSuchMatch.
    """
    column = {
        Right.WATCH: models.Match.watch_generation,
        Right.SCORE: models.Match.score_generation,
        Right.OWN: models.Match.own_generation,
    }[right]

    def build(session: Session, match: Match) -> Step:
        generation = session.execute(select(column).filter_by(id=match.id)).scalar_one()
        return Step(relinked(right.word, generation))

    return int((make(match_id, author, build).after or {})["generation"])


def _door(row: Row[int, int, str, int, int, int]) -> Door:
    return Door(
        match_id=row.id,
        version=row.version,
        mark=sha256(row.entry_key.encode()).hexdigest()[:8],
        generations={
            Right.WATCH: row.watch_generation,
            Right.SCORE: row.score_generation,
            Right.OWN: row.own_generation,
        },
    )
