"""Find the owner of each match, and seat the players of that owner.

They sit there from the start, unless a house becomes a site of links, or a site a house: then a
player is split into one for each owner, or players of one name become one again. Merges stay, and
can be undone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import Select, literal, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.club.night_log import replace_ids_in_night
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.recounting import keep_seats
from scorekeeper.scorebook.matches import REMATCH_OF
from scorekeeper.scorebook.people.logged_players import drop_unused, ids_in, replace_ids
from scorekeeper.scorebook.people.seating import add_player, lock_players, whose

# Matches of one transaction: some tenths of a second.
PART = 1_000

_MATCH, _SEAT, _PLAYER = models.MatchRow, models.SeatRow, models.PlayerRow
_CAME = models.ClubPersonRow
# The columns copied when another owner gets the player too, besides the merge.
_ALIKE = ("key", "name", "folded", "colour", "hidden", "forgotten", "joined_at")
_WITHOUT_OWNER = (
    select(_MATCH.id, _MATCH.entry_key, models.OwnerRow.device)
    .join(models.OwnerRow, models.OwnerRow.match_id == _MATCH.id)
    .where(_MATCH.owner == "")
    # The device that started it was the first owner.
    .order_by(_MATCH.id, models.OwnerRow.generation, models.OwnerRow.device)
)


def settle() -> None:
    """Give each match its owner and the players of that owner, if it has none or others."""
    _settle_nights()
    while any(db.session.execute(each.limit(1)).first() for each in (_WITHOUT_OWNER, _elsewhere())):
        with writing() as session:
            _find_owners(session)
            lock_players(session)
            of_owners = defaultdict[str, set[int]](set)
            for owner, match_id in session.execute(_elsewhere().limit(PART)).all():
                of_owners[owner].add(match_id)
            moved = set[int]()
            for owner, match_ids in of_owners.items():
                ids = ids_in(session, match_ids)
                known = dict[int, int]()
                to = {logged: _same_of(session, owner, logged, known) for logged in ids}
                replace_ids(session, match_ids, to)
                moved |= ids
            drop_unused(session, moved)
            keep_seats(session, sorted(set[int]().union(*of_owners.values())))


def _settle_nights() -> None:
    """Make the people of each club night players of its owner."""
    row = models.ClubNightRow
    owner = row.owner.expression if whose("any") else literal("")
    elsewhere = select(row.id).join(_CAME, _CAME.night_id == row.id)
    elsewhere = elsewhere.join(_PLAYER, _PLAYER.id == _CAME.player_id)
    elsewhere = elsewhere.where(_PLAYER.owner != owner).distinct()
    if db.session.scalar(elsewhere.limit(1)) is None:
        return
    with writing() as session:
        lock_players(session)
        for night_id in session.scalars(elsewhere).all():
            night, known = session.get_one(row, night_id), dict[int, int]()
            ids = {person.player_id for person in night.people}
            to = {each: _same_of(session, whose(night.owner), each, known) for each in ids}
            replace_ids_in_night(session, night, to)
            drop_unused(session, ids)


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
    """Return the match that this is the rematch of; 0 if it is none."""
    number = entry_key.removeprefix(REMATCH_OF)
    return int(number) if number != entry_key else 0


def _elsewhere() -> Select[*tuple[Any, ...]]:
    """Select matches with a player of another owner than the match, and the owner of the match."""
    owner = _MATCH.owner.expression if whose("any") else literal("")
    seats = select(owner.label("of_match"), _SEAT.match_id).join(_MATCH).distinct()
    seats = seats.join(_PLAYER, _PLAYER.id == _SEAT.player_id)
    return seats.where(_PLAYER.owner != owner).order_by(owner, _SEAT.match_id)


def _same_of(session: Session, owner: str, logged: int, known: dict[int, int]) -> int:
    """Return the owner's copy of a player of another owner; add it if it is new."""
    if logged not in known:
        row = session.execute(select(_PLAYER.__table__).where(_PLAYER.id == logged)).one()
        if row.owner == owner:
            known[logged] = logged
            return logged
        alike, same_as = {name: getattr(row, name) for name in _ALIKE}, None
        if row.same_as is not None:
            same_as = _same_of(session, owner, row.same_as, known)
        found = session.scalars(
            select(_PLAYER.id)
            .filter_by(owner=owner, key=row.key, same_as=same_as, joined_at=row.joined_at)
            .order_by(_PLAYER.id)
        ).first()
        known[logged] = found or add_player(session, owner, same_as=same_as, **alike)
    return known[logged]
