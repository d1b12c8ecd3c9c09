"""The numbers of players on seats and in logs, and who they are.

A log keeps the number of whoever sat down, and so does the seat beside the player it is by now: one
who was joined with somebody may be somebody else again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import cast

from sqlalchemy import (
    ColumnElement,
    Row,
    Table,
    bindparam,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased

from scorekeeper.scorebook.changes import ChangeKind, Json
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.column_limits import AT_ONCE, in_parts
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.people.seating import lock_players, players_of_numbers

_PLAYER, _SEAT, _CHANGE = models.PlayerRow, models.SeatRow, models.ChangeRow
_NEXT, _JOINED = aliased(_PLAYER), aliased(_PLAYER)
_THESE = _PLAYER.id.in_(bindparam("numbers", expanding=True))
_UNDER = select(_PLAYER.id).where(_THESE).cte("under", recursive=True)
_UNDER = _UNDER.union(select(_NEXT.id).join(_UNDER, _NEXT.same_as == _UNDER.c.id))
_LEFT = (ChangeKind.NAMES, ChangeKind.PEOPLE)
_SEATED_OR_LEFT = (ChangeKind.OPENED, ChangeKind.IMPORTED, *_LEFT)
_LOGS = select(_CHANGE.match_id, _CHANGE.version, _CHANGE.before, _CHANGE.after).where(
    _CHANGE.kind.in_(_SEATED_OR_LEFT)
)
_LOG = cast(Table, _CHANGE.__table__)
_REWRITTEN = update(_LOG).where(
    _LOG.c.match_id == bindparam("of_match"), _LOG.c.version == bindparam("to_version")
)


class SameTable(Exception):
    """Two who sat at one table would be one."""


def numbers_of(session: Session, player_id: int) -> set[int]:
    """Return the numbers of a player: their own, and those of all who were joined with them."""
    return {*session.scalars(select(_UNDER.c.id), {"numbers": [player_id]})}


def came_to_nights_of(device: str) -> tuple[int, ...]:
    """Return who came to the club nights that a device started, and of which no link is new."""
    night, row = models.ClubNightRow, models.ClubPersonRow
    own = select(night.id).filter_by(owner=device, generation=1)
    numbers = {*db.session.scalars(select(row.player_id).where(row.night_id.in_(own)))}
    found = players_of_numbers(db.session.connection(), numbers) if numbers else {}
    return tuple({player.id for player in found.values()})


def matches_with(session: Session, numbers: Collection[int]) -> set[int]:
    """Return the ids of the matches whose seats or logs have one of some numbers."""
    left = {match_id for match_id, there in _left(session) if there & {*numbers}}
    sitting = select(_SEAT.match_id).where(_SEAT.logged_id.in_(numbers))
    return left.union(session.scalars(sitting))


def numbers_in(session: Session, match_ids: Collection[int]) -> set[int]:
    """Return the numbers that seats and logs of some matches have."""
    found = set[int]()
    for ids in in_parts([*match_ids]):
        sitting = select(_SEAT.player_id, _SEAT.logged_id).where(_SEAT.match_id.in_(ids))
        left = (there for _match_id, there in _left(session, _CHANGE.match_id.in_(ids)))
        found = found.union(*session.execute(sitting), *left)
    return found


def joins_of(player_id: int, owned: Collection[int] | None = None) -> Sequence[Row[int, str]]:
    """List who was joined with a player, the last first, where it can be undone.

    Of each the `id`, which is that of the join, and the `name`. `owned` are the ids of the matches
    that the device may change, None where it may change all.
    """
    session = db.session()
    numbers = numbers_of(session, player_id)
    joined = select(_PLAYER.id, _PLAYER.name).where(
        _PLAYER.id.in_(numbers - {player_id}), _PLAYER.joined_at.is_not(None)
    )
    found = session.execute(joined.order_by(_PLAYER.joined_at.desc(), _PLAYER.id.desc())).all()
    if owned is None or not found:
        return found
    elsewhere = numbers_in(session, matches_with(session, numbers) - {*owned})
    return [row for row in found if not numbers_of(session, row.id) & elsewhere]


def joined_into(entry_key: str) -> int | None:
    """Return whom a form joined a player with, if it was sent before."""
    session = db.session()
    number = session.scalar(select(_PLAYER.id).filter_by(joined_by=entry_key))
    return None if number is None else players_of_numbers(session.connection(), [number])[number].id


def refuse_same_table(
    session: Session, match_ids: Collection[int], player_id: int, other_id: int
) -> None:
    """Raise SameTable where two players sit or sat at one table in some matches."""
    one, other = (numbers_of(session, player) for player in (player_id, other_id))
    for ids in in_parts([*match_ids]):
        tables = [there for _match_id, there in _left(session, _CHANGE.match_id.in_(ids))]
        seats = defaultdict[int, set[int]](set)
        sitting = select(_SEAT.match_id, _SEAT.logged_id).where(_SEAT.match_id.in_(ids))
        for match_id, number in session.execute(sitting):
            seats[match_id].add(number)
        if any(there & one and there & other for there in (*tables, *seats.values())):
            raise SameTable


def reseat(session: Session, match_id: int, numbers: Mapping[int, int]) -> None:
    """Write who sits there when, by positions and by the numbers that the log has."""
    players = players_of_numbers(session.connection(), numbers.values())
    session.execute(delete(_SEAT).filter_by(match_id=match_id))
    rows = [
        {"position": at, "player_id": players[number].id, "logged_id": number}
        for at, number in numbers.items()
    ]
    session.execute(insert(_SEAT).values(match_id=match_id), rows)


def seat_again(session: Session, numbers: Collection[int]) -> None:
    """Write on all seats of some numbers who these are by now."""
    for number, player in players_of_numbers(session.connection(), numbers).items():
        of_number = update(_SEAT).where(_SEAT.logged_id == number)
        session.execute(of_number.values(player_id=player.id))


def renumber(session: Session, match_ids: Collection[int], to: Mapping[int, int]) -> None:
    """Write other numbers into the logs of some matches, and on their seats."""
    for ids in in_parts(sorted(match_ids)):
        rows = session.execute(_LOGS.where(_CHANGE.match_id.in_(ids))).all()
        for side in ("before", "after"):
            written = [
                {"of_match": row.match_id, "to_version": row.version, "table": _renumbered(was, to)}
                for row in rows
                if (was := getattr(row, side))
            ]
            if written:
                rewritten = _REWRITTEN.values({side: bindparam("table")})
                session.connection().execute(rewritten, written)
        seats = session.scalars(select(_SEAT).where(_SEAT.match_id.in_(ids)))
        for seat in seats.all():
            seat.logged_id = to.get(seat.logged_id, seat.logged_id)
        session.flush()
    seat_again(session, {*to.values()})


def unused(session: Session, numbers: Collection[int]) -> set[int]:
    """Return those of some numbers that no seat, no log and no club night has any more."""
    left = {*numbers}.difference(*(there for _match_id, there in _left(session)))
    for some in in_parts([*left]):
        for column in (_SEAT.player_id, _SEAT.logged_id, models.ClubPersonRow.player_id):
            left -= {*session.scalars(select(column).where(column.in_(some)).distinct())}
    return left


def drop_unused(session: Session, numbers: Collection[int]) -> None:
    """Delete those of some players whose number no seat and no log has any more."""
    lock_players(session)
    gone = unused(session, numbers) if numbers else set()
    joined = select(_JOINED.id).where(_JOINED.same_as == _PLAYER.id).exists()
    # Rows that refer to another player are deleted before that player.
    while gone:
        alone = {*session.scalars(select(_PLAYER.id).where(_PLAYER.id.in_(gone), ~joined))}
        session.execute(delete(_PLAYER).where(_PLAYER.id.in_(alone)))
        gone = gone - alone if alone else set()


def _left(session: Session, *of: ColumnElement[bool]) -> Iterator[tuple[int, set[int]]]:
    """Yield the matches in which somebody else took a seat, with all who had sat there before.

    Whoever else is in a log still sits there.
    """
    rows = select(_CHANGE.match_id, _CHANGE.before).where(_CHANGE.kind.in_(_LEFT), *of)
    for match_id, before in session.execute(rows.execution_options(yield_per=AT_ONCE)):
        yield match_id, {*(before or {}).get("players", ())}


def _renumbered(table: Json, to: Mapping[int, int]) -> Json:
    return {**table, "players": [to.get(number, number) for number in table["players"]]}
