"""What the pages of a club night depend on: while it is equal, so are they.

Open pages compare it, and it is the key of cached pages. It is read far more often than a night
changes, so it has numbers and names only.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from zlib import crc32

from sqlalchemy import ColumnElement, Connection, Row, select

from scorekeeper.scorebook.club.night_record import NightRecord
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, file_generation
from scorekeeper.scorebook.database.notify import news_of_night
from scorekeeper.scorebook.people.seating import people_by_id

_NIGHT, _MATCH = models.ClubNightRow, models.MatchRow


class NoSuchNight(LookupError):
    """There is no club night with this key."""


class NightState(NamedTuple):
    """A night at a version: the names of its people, and its matches at their versions.

    If the scorebook's `file` was replaced, it is another night even at the same versions.
    """

    id: int
    key: str
    version: int
    names: tuple[str, ...]
    matches: tuple[tuple[int, int], ...]
    file: int

    @property
    def tag(self) -> str:
        """A short text that changes with anything in it."""
        return f"{self.version}.{crc32(repr((self.names, self.matches)).encode()):x}"

    @property
    def topic(self) -> int:
        """The topic under which its changes are announced."""
        return news_of_night(self.id)

    @property
    def heeds(self) -> frozenset[int]:
        """The matches whose changes are changes of the night too."""
        return frozenset(match_id for match_id, _version in self.matches)


def night_state(key: str) -> NightState:
    """Read what the pages of a night depend on. Raise NoSuchNight."""
    found = _states(_NIGHT.key == key)
    if not found:
        raise NoSuchNight(key)
    return found[0]


def night_states(night_ids: Collection[int]) -> list[NightState]:
    """Read the same for several nights; missing ones are left out."""
    return _states(_NIGHT.id.in_(night_ids)) if night_ids else []


def _states(condition: ColumnElement[bool]) -> list[NightState]:
    file = file_generation()
    # In its own transaction, so that one request can read it repeatedly.
    with db.engine.connect() as connection:
        nights = select(_NIGHT.id, _NIGHT.key, _NIGHT.version, _NIGHT.record).where(condition)
        return [_state(connection, row, file) for row in connection.execute(nights).all()]


def _state(connection: Connection, row: Row[Any], file: int) -> NightState:
    record = NightRecord.from_json(row.record)
    people = people_by_id(connection, record.people) if record.people else {}
    versions = select(_MATCH.id, _MATCH.version).where(_MATCH.id.in_(record.matches))
    matches = connection.execute(versions.order_by(_MATCH.id)).all() if record.matches else []
    names = tuple(people[person].name for person in record.people)
    found = tuple((match.id, match.version) for match in matches)
    return NightState(row.id, row.key, row.version, names, found, file)
