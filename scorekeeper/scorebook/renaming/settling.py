"""Find out whose each match is, and seat the players of its owner.

They sit there from the start, but where a version before has written, and where a house becomes a
site of links, or a site a house: then a name is divided into a player of each owner, or is one
player again. What is written on the seats and in the logs stays, and so does what can be undone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from secrets import token_hex
from typing import Any

from sqlalchemy import Row, Select, insert, literal, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.writing import keep_seats
from scorekeeper.scorebook.matches import REMATCH_OF
from scorekeeper.scorebook.people.name_log import in_parts
from scorekeeper.scorebook.people.seating import (
    Sitting,
    add_players,
    drop_unseated,
    lock_players,
    reseat,
    whose,
)

# Seats of one transaction: some tenths of a second.
PART = 5_000

_MATCH, _SEAT, _PLAYER, _JOIN = models.MatchRow, models.SeatRow, models.PlayerRow, models.JoinRow
# What a player of an owner has of the one who was divided.
_ALIKE = ("key", "name", "colour", "hidden", "forgotten")
_WITHOUT_OWNER = (
    select(_MATCH.id, _MATCH.entry_key, models.OwnerRow.device)
    .join(models.OwnerRow, models.OwnerRow.match_id == _MATCH.id)
    .where(_MATCH.owner == "")
    # Whoever started it had it first.
    .order_by(_MATCH.id, models.OwnerRow.generation, models.OwnerRow.device)
)


def settle() -> None:
    """Find out whose each match is, and who sits there, where that is not known or not so."""
    while any(db.session.execute(each.limit(1)).first() for each in (_WITHOUT_OWNER, _elsewhere())):
        with writing() as session:
            _find_owners(session)
            rows = session.execute(_elsewhere().limit(PART)).all()
            _seat_again(session, [row for row in rows if row.id is not None])
            for match_id in {row.match_id for row in rows if row.id is None}:
                names = select(_SEAT.name).filter_by(match_id=match_id).order_by(_SEAT.position)
                reseat(session, match_id, session.scalars(names).all())
            keep_seats(session, sorted({row.match_id for row in rows}))


def _find_owners(session: Session) -> None:
    """Give matches to the devices that started them, a rematch to that of the first match."""
    found: dict[int, str] = {}
    for match_id, entry_key, device in session.execute(_WITHOUT_OWNER).all():
        if match_id not in found:
            first = _first_match(entry_key)
            of_first = select(_MATCH.owner).filter_by(id=first)
            found[match_id] = found.get(first) or session.scalar(of_first) or device
    if found:
        rows = [{"id": match_id, "owner": owner} for match_id, owner in found.items()]
        session.execute(update(_MATCH), rows)


def _first_match(entry_key: str) -> int:
    """Return the match that this is the rematch of; 0 where it is none."""
    number = entry_key.removeprefix(REMATCH_OF)
    return int(number) if number != entry_key else 0


def _elsewhere() -> Select[*tuple[Any, ...]]:
    """Select seats without a player, or with one who is not of the owner of the match."""
    owner = _MATCH.owner.expression if whose("any") else literal("")
    of_player = [column for column in _PLAYER.__table__.c if column.name != "name"]
    of_seat = (_SEAT.match_id, _SEAT.position, _SEAT.name, owner.label("of_match"))
    seats = select(*of_seat, *of_player)
    return (
        seats.join(_MATCH, _MATCH.id == _SEAT.match_id)
        .outerjoin(_PLAYER, _PLAYER.id == _SEAT.player_id)
        .where(or_(_PLAYER.id.is_(None), _PLAYER.owner != owner))
        .order_by(owner, _PLAYER.id, _SEAT.match_id)
    )


def _seat_again(session: Session, rows: Sequence[Row[Any]]) -> None:
    """Let the same player of the owner sit on some seats."""
    if not rows:
        return
    lock_players(session)
    newest = {(row.of_match, row.id): row for row in rows}
    sitting = _same_players(session, newest.values())
    seats = [
        {
            "match_id": row.match_id,
            "position": row.position,
            **sitting[row.of_match, row.key]._asdict(),
        }
        for row in rows
    ]
    session.execute(update(_SEAT), seats)
    joined = {*session.scalars(select(_JOIN.player_id))}
    for (owner, player_id), row in newest.items():
        if player_id in joined:
            _take_joins_along(session, player_id, sitting[owner, row.key].player_id, owner)
    drop_unseated(session, {row.id for row in rows})


def _same_players(session: Session, rows: Collection[Row[Any]]) -> dict[tuple[str, str], Sitting]:
    """Return the players of owners by their keys, who are called as somebody else's is.

    Add those who are new, as they were elsewhere.
    """
    wanted = {(row.of_match, row.key): row for row in rows}
    found = select(_PLAYER.owner, _PLAYER.key, _PLAYER.id, _PLAYER.colour)
    known: dict[tuple[str, str], Sitting] = {}
    for owners in in_parts([*{owner for owner, _key in wanted}]):
        for owner, key, *sitting in session.execute(found.where(_PLAYER.owner.in_(owners))):
            known[owner, key] = Sitting(*sitting)
    for owned in (True, False):
        new = [
            {"owner": owner, **{name: getattr(row, name) for name in _ALIKE}}
            for (owner, key), row in wanted.items()
            if (owner, key) not in known and bool(owner) is owned
        ]
        for row, number in zip(new, add_players(session, new), strict=True):
            known[row["owner"], row["key"]] = Sitting(number, row["colour"])
    return known


def _take_joins_along(session: Session, player_id: int, target: int, owner: str) -> None:
    """Let joins be undone at the player of an owner, as far as they are of the owner's matches."""
    taken: dict[int, int] = {}
    for join in session.scalars(select(_JOIN).filter_by(player_id=player_id).order_by(_JOIN.id)):
        theirs = _matches_of(session, [*map(int, join.places)], owner)
        places = {number: place for number, place in join.places.items() if int(number) in theirs}
        joins = [taken.get(each, each) for each in join.joined["joins"]]
        if len(places) == len(join.places):
            join.player_id, join.joined = target, {**join.joined, "joins": joins}
        elif places:
            values = {
                "entry_key": token_hex(16),
                "player_id": target,
                "joined": {**join.joined, "joins": joins},
                "places": places,
                "made_at": join.made_at,
            }
            taken[join.id] = session.scalars(insert(_JOIN).values(values).returning(_JOIN.id)).one()
            join.places = {n: place for n, place in join.places.items() if n not in places}


def _matches_of(session: Session, match_ids: Sequence[int], owner: str) -> set[int]:
    """Return those of some matches in which the players of an owner sit."""
    found = select(_MATCH.id, _MATCH.owner)
    parts = (found.where(_MATCH.id.in_(ids)) for ids in in_parts(match_ids))
    rows = (row for part in parts for row in session.execute(part))
    return {row.id for row in rows if whose(row.owner) == owner}
