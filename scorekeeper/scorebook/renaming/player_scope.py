"""Which matches a change of a player goes to: those of the player that its maker may change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.limits import LARGEST_ID
from scorekeeper.scorebook.people.name_log import in_parts, matches_that_had
from scorekeeper.scorebook.people.players import Ids, NoSuchPlayer
from scorekeeper.scorebook.people.seating import lock_players

_SEAT, _PLAYER = models.SeatRow, models.PlayerRow


class NotYours(Exception):
    """The player sits in matches that the device may see, and not change."""


class NameOfAnother(Exception):
    """Another player, `player_id`, has this name."""

    def __init__(self, player_id: int) -> None:
        super().__init__(player_id)
        self.player_id = player_id


class Scope(NamedTuple):
    """The ids of the matches that a device may see, and change; None where that is all."""

    seen: Ids | None = None
    owned: Ids | None = None
    # Reads `owned` once more, within the transaction that writes: a link may have ended since.
    owned_now: Callable[[], Ids] | None = None


ALL = Scope()


class Known(NamedTuple):
    """A player to be changed in some matches; `everywhere` where they sit in no other."""

    row: Row[Any]
    match_ids: list[int]
    everywhere: bool


def known_player(session: Session, player_id: int, scope: Scope) -> Known:
    """Find a player and the matches to change, and lock them. Raise NoSuchPlayer, NotYours."""
    lock_players(session)
    row = None
    if player_id <= LARGEST_ID:
        columns = list(_PLAYER.__table__.c)
        row = session.execute(select(*columns).where(_PLAYER.id == player_id)).one_or_none()
    sits = {*session.scalars(select(_SEAT.match_id).filter_by(player_id=player_id))}
    seen = sits if scope.seen is None else sits & {*scope.seen}
    if row is None or not seen:
        raise NoSuchPlayer(player_id)
    sat = matches_that_had(session, row.key, row.owner)
    if scope.owned is not None:
        if not seen <= {*scope.owned}:
            raise NotYours(player_id)
        sat = [match_id for match_id in sat if match_id in scope.owned]
    match_ids = sorted(seen.union(sat))
    lock_matches(session, match_ids, scope)
    return Known(row, match_ids, everywhere=seen == sits)


def lock_matches(session: Session, match_ids: list[int], scope: Scope) -> None:
    """Lock matches against other writers, in an order that is always the same. Raise NotYours."""
    for ids in in_parts(match_ids):
        matches = select(models.MatchRow.id).where(models.MatchRow.id.in_(ids))
        session.execute(matches.order_by(models.MatchRow.id).with_for_update())
    if scope.owned_now and not {*match_ids} <= {*scope.owned_now()}:
        raise NotYours
