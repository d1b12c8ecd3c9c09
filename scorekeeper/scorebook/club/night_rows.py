"""The rows of club nights: find, read or add one with its log."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_urlsafe

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.club.draw import How
from scorekeeper.rules.game_files import game_from
from scorekeeper.rules.game_setup import Game
from scorekeeper.scorebook.change_log import ChangeLog
from scorekeeper.scorebook.club.night import ClubNight, Settings
from scorekeeper.scorebook.club.night_record import Json, NightKind, NightRecord
from scorekeeper.scorebook.club.night_state import NoSuchNight
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.people.seating import people_by_id

# A night leaves the bin by its own button, and an ended link stays ended.
_FOR_GOOD = (NightKind.STARTED, NightKind.LINKS, NightKind.BINNED, NightKind.RESTORED)
NIGHT_LOG = ChangeLog(
    models.ClubChangeRow, "night_id", [kind for kind in NightKind if kind not in _FOR_GOOD]
)


def row_of(session: Session, key: str, *, locked: bool = False) -> models.ClubNightRow:
    """Return the row of a night. Raise NoSuchNight."""
    found = select(models.ClubNightRow).filter_by(key=key)
    row = session.scalar(found.with_for_update() if locked else found)
    if row is None:
        raise NoSuchNight(key)
    return row


def night_from(session: Session, row: models.ClubNightRow) -> ClubNight:
    """Read a night, with the current players of its ids."""
    record, settings = NightRecord.from_json(row.record), row.settings
    found = people_by_id(session.connection(), record.people) if record.people else {}
    return ClubNight(
        id=row.id,
        key=row.key,
        version=row.version,
        owner=row.owner,
        name=row.name,
        game=game_from(row.game_id, row.rules),
        settings=Settings(
            **{**settings, "how": How(settings["how"]), "season": tuple(settings["season"])}
        ),
        record=record,
        names={person: found[person].name for person in record.people},
        players={person: found[person].id for person in record.people},
        created_at=row.created_at,
        generation=row.generation,
        binned_at=row.binned_at,
    )


def night_row(
    name: str, game: Game, settings: Settings, entry_key: str, owner: str, record: NightRecord
) -> models.ClubNightRow:
    """Return the row of a new night."""
    return models.ClubNightRow(
        key=token_urlsafe(12),
        entry_key=entry_key,
        owner=owner,
        name=name,
        game_id=game.id,
        rules=dict(game.definition),
        settings={**settings._asdict(), "how": str(settings.how)},
        record=record.as_json(),
        people=[models.ClubPersonRow(player_id=person) for person in record.people],
    )


def add_night(session: Session, row: models.ClubNightRow, log: Sequence[Json] = ()) -> str:
    """Add a night, with the columns of its log if it has one; return its key."""
    session.add(row)
    session.flush()
    started = {"kind": NightKind.STARTED, "after": row.record, "entry_key": row.entry_key}
    for row.version, columns in enumerate(log or [started]):
        NIGHT_LOG.write(session.connection(), row.id, {**columns, "version": row.version})
    session.flush()
    return row.key


def find_night(key: str) -> ClubNight:
    """Return a night as it is now. Raise NoSuchNight."""
    session = db.session()
    return night_from(session, row_of(session, key))
