"""The ids of players on seats and in logs, and who they are.

A log keeps the id of the player who sat down. The seat keeps it too, beside the current player,
because a merge of two players can be undone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from sqlalchemy import (
    ColumnElement,
    Row,
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
from scorekeeper.scorebook.people.seating import lock_players, people_by_id

_PLAYER, _SEAT, _CHANGE = models.PlayerRow, models.SeatRow, models.ChangeRow
_NEXT, _JOINED = aliased(_PLAYER), aliased(_PLAYER)
_LEFT = (ChangeKind.NAMES, ChangeKind.PEOPLE)
_SEATED_OR_LEFT = (ChangeKind.OPENED, ChangeKind.IMPORTED, *_LEFT)


class SameTable(Exception):
    """Two players who sat at one table would become one."""


def ids_of(session: Session, player_id: int) -> set[int]:
    """Return the ids of a player: their own, and those of all merged into them."""
    under = select(_PLAYER.id).where(_PLAYER.id == player_id).cte("under", recursive=True)
    under = under.union(select(_NEXT.id).join(under, _NEXT.same_as == under.c.id))
    return {*session.scalars(select(under.c.id))}


def came_to_nights_of(device: str) -> tuple[int, ...]:
    """Return who came to the club nights that a device started, while their first links hold."""
    night, row = models.ClubNightRow, models.ClubPersonRow
    own = select(night.id).filter_by(owner=device, generation=1)
    ids = {*db.session.scalars(select(row.player_id).where(row.night_id.in_(own)))}
    found = people_by_id(db.session.connection(), ids) if ids else {}
    return tuple({player.id for player in found.values()})


def matches_with(session: Session, ids: Collection[int]) -> set[int]:
    """Return the ids of the matches whose seats or logs have one of these ids."""
    left = {match_id for match_id, there in _left(session) if there & {*ids}}
    sitting = select(_SEAT.match_id).where(_SEAT.logged_id.in_(ids))
    return left.union(session.scalars(sitting))


def ids_in(session: Session, match_ids: Collection[int]) -> set[int]:
    """Return the ids that seats and logs of some matches have."""
    found = set[int]()
    for ids in in_parts([*match_ids]):
        sitting = select(_SEAT.player_id, _SEAT.logged_id).where(_SEAT.match_id.in_(ids))
        left = (there for _match_id, there in _left(session, _CHANGE.match_id.in_(ids)))
        found = found.union(*session.execute(sitting), *left)
    return found


def joins_of(player_id: int, owned: Collection[int] | None = None) -> Sequence[Row[int, str]]:
    """List the players merged into a player, the last first, if it can be undone.

    Each has the `id`, which is also that of the merge, and the `name`. `owned` are the ids of the
    matches that the device may change, None if it may change all.
    """
    session = db.session()
    ids = ids_of(session, player_id)
    joined = select(_PLAYER.id, _PLAYER.name).where(
        _PLAYER.id.in_(ids - {player_id}), _PLAYER.joined_at.is_not(None)
    )
    found = session.execute(joined.order_by(_PLAYER.joined_at.desc(), _PLAYER.id.desc())).all()
    if owned is None or not found:
        return found
    elsewhere = ids_in(session, matches_with(session, ids) - {*owned})
    return [row for row in found if not ids_of(session, row.id) & elsewhere]


def joined_into(entry_key: str) -> int | None:
    """Return the player that a form merged another into, if it was sent before."""
    session = db.session()
    logged = session.scalar(select(_PLAYER.id).filter_by(joined_by=entry_key))
    return None if logged is None else people_by_id(session.connection(), [logged])[logged].id


def refuse_same_table(
    session: Session, match_ids: Collection[int], player_id: int, other_id: int
) -> None:
    """Raise SameTable if two players sit or sat at one table in some matches."""
    one, other = (ids_of(session, player) for player in (player_id, other_id))
    for ids in in_parts([*match_ids]):
        tables = [there for _match_id, there in _left(session, _CHANGE.match_id.in_(ids))]
        seats = defaultdict[int, set[int]](set)
        sitting = select(_SEAT.match_id, _SEAT.logged_id).where(_SEAT.match_id.in_(ids))
        for match_id, logged in session.execute(sitting):
            seats[match_id].add(logged)
        if any(there & one and there & other for there in (*tables, *seats.values())):
            raise SameTable


def reseat(session: Session, match_id: int, ids: Mapping[int, int]) -> None:
    """Replace the seats of a match, given the logged ids by position."""
    players = people_by_id(session.connection(), ids.values())
    session.execute(delete(_SEAT).filter_by(match_id=match_id))
    rows = [
        {"position": at, "player_id": players[logged].id, "logged_id": logged}
        for at, logged in ids.items()
    ]
    session.execute(insert(_SEAT).values(match_id=match_id), rows)


def seat_again(session: Session, ids: Collection[int]) -> None:
    """Update the current player on all seats of some logged ids."""
    for logged, player in people_by_id(session.connection(), ids).items():
        seats = update(_SEAT).where(_SEAT.logged_id == logged)
        session.execute(seats.values(player_id=player.id))


def replace_ids(session: Session, match_ids: Collection[int], to: Mapping[int, int]) -> None:
    """Write other ids into the logs of some matches, and on their seats."""
    for ids in in_parts(sorted(match_ids)):
        logs = select(_CHANGE).where(_CHANGE.kind.in_(_SEATED_OR_LEFT), _CHANGE.match_id.in_(ids))
        for change in session.scalars(logs).all():
            change.before = change.before and _with_ids(change.before, to)
            change.after = change.after and _with_ids(change.after, to)
        seats = session.scalars(select(_SEAT).where(_SEAT.match_id.in_(ids)))
        for seat in seats.all():
            seat.logged_id = to.get(seat.logged_id, seat.logged_id)
        session.flush()
    seat_again(session, {*to.values()})


def unused(session: Session, ids: Collection[int]) -> set[int]:
    """Return those ids that no seat, no log and no club night has any more."""
    left = {*ids}.difference(*(there for _match_id, there in _left(session)))
    for some in in_parts([*left]):
        for column in (_SEAT.player_id, _SEAT.logged_id, models.ClubPersonRow.player_id):
            left -= {*session.scalars(select(column).where(column.in_(some)).distinct())}
    return left


def drop_unused(session: Session, ids: Collection[int]) -> None:
    """Delete the players whose ids no seat, no log and no club night has any more."""
    lock_players(session)
    gone = unused(session, ids) if ids else set()
    joined = select(_JOINED.id).where(_JOINED.same_as == _PLAYER.id).exists()
    # Rows that refer to another player are deleted before that player.
    while gone:
        alone = {*session.scalars(select(_PLAYER.id).where(_PLAYER.id.in_(gone), ~joined))}
        session.execute(delete(_PLAYER).where(_PLAYER.id.in_(alone)))
        gone = gone - alone if alone else set()


def _left(session: Session, *of: ColumnElement[bool]) -> Iterator[tuple[int, set[int]]]:
    """Yield the matches in which somebody else took a seat, with all who had sat there before.

    All others in a log still sit there.
    """
    rows = select(_CHANGE.match_id, _CHANGE.before).where(_CHANGE.kind.in_(_LEFT), *of)
    for match_id, before in session.execute(rows.execution_options(yield_per=AT_ONCE)):
        yield match_id, {*(before or {}).get("players", ())}


def _with_ids(table: Json, to: Mapping[int, int]) -> Json:
    return {**table, "players": [to.get(logged, logged) for logged in table["players"]]}
