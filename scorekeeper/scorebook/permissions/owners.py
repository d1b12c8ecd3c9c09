"""The devices that own a match, each by a random id.

An owner holds while its generation is that of the link for full control: a new one ends them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import and_, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.permissions.links import locked_link_state
from scorekeeper.scorebook.permissions.rights import Grant


def add(session: Session, match_id: int, device: str) -> None:
    """Make a device an owner of a match, within a change; "" is none."""
    if not device:
        return
    generation = session.execute(
        select(models.MatchRow.own_generation).filter_by(id=match_id)
    ).scalar_one()
    session.merge(models.OwnerRow(match_id=match_id, device=device, generation=generation))


def adopt(device: str, grants: Iterable[Grant]) -> None:
    """Make a device an owner of the matches that it opened, as an old cookie says."""
    with writing() as session:
        for grant in grants:
            state = locked_link_state(session, grant.match_id)
            if state is not None and state.was_opened_by(grant):
                add(session, grant.match_id, device)


def owned_by(device: str) -> tuple[int, ...]:
    """Return the ids of the matches that a device owns."""
    row = models.OwnerRow
    current = and_(
        models.MatchRow.id == row.match_id, models.MatchRow.own_generation == row.generation
    )
    with db.engine.connect() as connection:
        owned = select(row.match_id).join(models.MatchRow, current).where(row.device == device)
        return tuple(connection.scalars(owned))


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
