"""The matches of a player: all, the newest, or those that were started in a span of time."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, select

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.people.players import Ids

_SEAT, _MATCH = models.SeatRow, models.MatchRow


class Span(NamedTuple):
    """From one moment until another; None where it is open."""

    start: datetime | None = None
    end: datetime | None = None


def matches_of_player(
    player_id: int, seen: Ids | None = None, span: Span | None = None, most: int | None = None
) -> Ids:
    """List the matches in which a player sits, the newest first, of those that are `seen`.

    Those that were started within a span, or the newest `most`.
    """
    sits = select(_SEAT.match_id).where(_SEAT.player_id == player_id)
    found = select(_MATCH.id).where(_MATCH.id.in_(sits), _MATCH.binned_at.is_(None), *_within(span))
    if seen is not None:
        found = found.where(_MATCH.id.in_(seen))
    newest = found.order_by(_MATCH.created_at.desc(), _MATCH.id.desc())
    return tuple(db.session.scalars(newest.limit(most)))


def _within(span: Span | None) -> list[ColumnElement[bool]]:
    found = []
    if span and span.start:
        found.append(_MATCH.created_at >= span.start)
    if span and span.end:
        found.append(_MATCH.created_at < span.end)
    return found
