"""Drafts: what is entered of a round before it is recorded, part by part.

A part is one hand ("hands-0") or all else on the form ("rest"). Of two devices that write the same
part the later one wins. A draft never changes its match.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    String,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from scorekeeper.figures import clock
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.locking import Stale, lock_to_write
from scorekeeper.scorebook.projection import Match

# The texts sent for each field of a part, by its name.
Fields = Mapping[str, list[str]]
# What everybody who watches may know of a hand before its round is recorded: the name of its
# player, and how many tiles it has, never which; None where its pips are entered.
EnteredHand = tuple[str, int | None]

_LAST_NUMBER = (
    select(func.coalesce(func.max(models.RoundRow.number), 0))
    .where(models.RoundRow.match_id == models.DraftRow.match_id)
    .scalar_subquery()
)
# Of next rounds only: a round that is amended was shown to everybody when it was recorded.
_ENTERED_HANDS = (
    select(
        models.DraftRow.match_id,
        models.DraftRow.fields,
        models.DraftRow.part,
        models.PlayerRow.name,
    )
    .join(
        models.SeatRow,
        and_(
            models.SeatRow.match_id == models.DraftRow.match_id,
            literal("hands-") + cast(models.SeatRow.position, String) == models.DraftRow.part,
        ),
    )
    .join(models.PlayerRow, models.PlayerRow.id == models.SeatRow.player_id)
    .where(models.DraftRow.number > _LAST_NUMBER)
    .order_by(models.SeatRow.position)
)
# Sent with every few taps: built once, and of the table, so that no session compares rows.
_DRAFTS = models.Base.metadata.tables["drafts"]
_OF_ROUND = (_DRAFTS.c.match_id == bindparam("match"), _DRAFTS.c.number == bindparam("round"))
_PARTS = select(_DRAFTS).where(*_OF_ROUND).order_by(_DRAFTS.c.part)
_ADD_PARTS = insert(_DRAFTS)
_UPDATE_PARTS = update(_DRAFTS).where(*_OF_ROUND, _DRAFTS.c.part == bindparam("name"))
_DROP = delete(_DRAFTS).where(*_OF_ROUND)


class Part(NamedTuple):
    """A part of a draft, and the device that wrote it last; a higher `revision` is a later one."""

    name: str
    fields: Fields
    revision: int
    device: str
    changed_at: datetime

    @property
    def is_blank(self) -> bool:
        return not any(text for values in self.fields.values() for text in values)


class Draft(NamedTuple):
    """What is entered of a round."""

    parts: tuple[Part, ...] = ()

    @property
    def revision(self) -> int:
        return max((part.revision for part in self.parts), default=0)

    @property
    def begun(self) -> tuple[Part, ...]:
        """The parts that are not blank."""
        return tuple(part for part in self.parts if not part.is_blank)

    @property
    def fields(self) -> dict[str, Fields]:
        """The fields of every part, by the name of the part."""
        return {part.name: part.fields for part in self.parts}


def entered_hands(match_ids: Collection[int]) -> dict[int, tuple[EnteredHand, ...]]:
    """List the hands entered of the next round, in order of play, by match."""
    found: dict[int, tuple[EnteredHand, ...]] = {}
    with db.engine.connect() as connection:
        rows = connection.execute(
            _ENTERED_HANDS.where(models.DraftRow.match_id.in_(match_ids))
        ).all()
    for match_id, fields, part, name in rows:
        tiles, pips, out = (
            "".join(fields.get(f"{part}-{field}", ())) for field in ("tiles", "pips", "out")
        )
        if tiles or pips or out:
            count = None if pips else len(re.findall(r"[^\s,;]+", tiles))
            found[match_id] = (*found.get(match_id, ()), (name, count))
    return found


def find_draft(match_id: int, number: int) -> Draft:
    """Return the draft of a round; an empty one where nothing is entered."""
    with db.engine.connect() as connection:
        return _read(connection, match_id, number)


def save(
    match_id: int, number: int, parts: Mapping[str, Fields], *, device: str = "", amends: bool
) -> Draft:
    """Save parts of a draft and return all of it; a part that is the same keeps its revision.

    Raise NoSuchMatch, and Stale where `number` is not that of the next round, or, for a draft that
    `amends` a round, not that of a recorded one.
    """
    # All it depends on is one match, and that is locked.
    with writing(alone=False) as session:
        version, _right = lock_to_write(session, match_id)
        match = match_at(match_id, version)
        if not accepts_draft(match, number, amends=amends):
            raise Stale
        connection = session.connection()
        draft = _read(connection, match_id, number)
        known = {part.name: part for part in draft.parts}
        changed = [
            Part(name, fields, draft.revision + 1, device, clock.now())
            for name, fields in parts.items()
            if name not in known or known[name].fields != fields
        ]
        if not changed:
            return draft
        at = {"match": match_id, "round": number}
        if added := [part for part in changed if part.name not in known]:
            key = {"match_id": match_id, "number": number}
            rows = [{**key, "part": part.name, **_values(part)} for part in added]
            connection.execute(_ADD_PARTS, rows)
        if others := [part for part in changed if part.name in known]:
            rows = [{**at, "name": part.name, **_values(part)} for part in others]
            connection.execute(_UPDATE_PARTS, rows)
        notify(session, match_id)
        known.update((part.name, part) for part in changed)
        return Draft(tuple(known[name] for name in sorted(known)))


def start_over(match_id: int, number: int, *, device: str = "") -> None:
    """Blank every part of the next round's draft, so that other devices clear theirs.

    Raise NoSuchMatch and Stale as `save` does.
    """
    draft = find_draft(match_id, number)
    blank = {part.name: {name: [""] for name in part.fields} for part in draft.begun}
    save(match_id, number, blank, device=device, amends=False)


def drop(match_id: int, number: int) -> None:
    """Delete the draft of an amended round. Raise NoSuchMatch."""
    with writing(alone=False) as session:
        lock_to_write(session, match_id)
        session.connection().execute(_DROP, {"match": match_id, "round": number})
        notify(session, match_id)


def accepts_draft(match: Match, number: int, *, amends: bool) -> bool:
    """Say whether a round of this number can be entered, or amended."""
    if amends:
        return 1 <= number < match.next_number
    return number == match.next_number


def tag_of(match: Match, draft: Draft) -> str:
    """Return the tag of a draft: it changes with the draft, and with the match."""
    return f"{match.version}.{draft.revision}"


def _values(part: Part) -> dict[str, object]:
    return {
        "fields": dict(part.fields),
        "revision": part.revision,
        "device": part.device,
        "changed_at": part.changed_at,
    }


def _read(connection: Connection, match_id: int, number: int) -> Draft:
    rows = connection.execute(_PARTS, {"match": match_id, "round": number})
    return Draft(
        tuple(Part(row.part, row.fields, row.revision, row.device, row.changed_at) for row in rows)
    )
