"""The use cases of drafts: what is entered of a round before it is recorded, part by part.

A part is one hand, or the rest of the form. Whoever writes a part last has written it; a draft
never changes its match.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import String, and_, cast, delete, func, literal, select
from sqlalchemy.orm import Session

from scorekeeper.scorebook import models
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.db import db, writing
from scorekeeper.scorebook.log import Stale, lock_match
from scorekeeper.scorebook.notify import notify
from scorekeeper.scorebook.projection import Match

# What is sent for each field of a part, by its name.
Fields = Mapping[str, list[str]]

_LAST_NUMBER = (
    select(func.coalesce(func.max(models.RoundRow.number), 0))
    .where(models.RoundRow.match_id == models.DraftRow.match_id)
    .scalar_subquery()
)
# The hands of next rounds alone: what is amended is a round that everybody has seen.
_ENTERED = (
    select(
        models.DraftRow.match_id, models.DraftRow.fields, models.DraftRow.part, models.SeatRow.name
    )
    .join(
        models.SeatRow,
        and_(
            models.SeatRow.match_id == models.DraftRow.match_id,
            literal("hands-") + cast(models.SeatRow.position, String) == models.DraftRow.part,
        ),
    )
    .where(models.DraftRow.number > _LAST_NUMBER)
    .order_by(models.SeatRow.position)
)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a draft, and who wrote it last; a higher `revision` was written later."""

    name: str
    fields: Fields
    revision: int
    device: str
    changed_at: datetime

    @property
    def is_blank(self) -> bool:
        return not any(text for values in self.fields.values() for text in values)


@dataclass(frozen=True, slots=True)
class Draft:
    """What has been entered of a round."""

    parts: tuple[Part, ...] = ()

    @property
    def revision(self) -> int:
        return max((part.revision for part in self.parts), default=0)

    @property
    def begun(self) -> tuple[Part, ...]:
        """The parts in which something is entered."""
        return tuple(part for part in self.parts if not part.is_blank)

    @property
    def fields(self) -> dict[str, Fields]:
        """The fields of every part, by its name."""
        return {part.name: part.fields for part in self.parts}


class Entered(NamedTuple):
    """All that those who watch may know of a hand before its round is recorded.

    Never which tiles it holds, only how many; None where its pips were counted.
    """

    name: str
    tiles: int | None


def entered(match_ids: Collection[int]) -> dict[int, tuple[Entered, ...]]:
    """Say of several matches which hands of the next round are entered, in order of play."""
    found: dict[int, tuple[Entered, ...]] = {}
    with db.engine.connect() as connection:
        rows = connection.execute(_ENTERED.where(models.DraftRow.match_id.in_(match_ids))).all()
    for match_id, fields, part, name in rows:
        tiles, pips, out = (
            "".join(fields.get(f"{part}-{field}", ())) for field in ("tiles", "pips", "out")
        )
        if tiles or pips or out:
            count = None if pips else len(re.findall(r"[^\s,;]+", tiles))
            found[match_id] = (*found.get(match_id, ()), Entered(name, count))
    return found


def find_draft(match_id: int, number: int) -> Draft:
    """Look up what has been entered of a round; an empty draft where nothing was."""
    return _read(db.session(), match_id, number)


def save(
    match_id: int, number: int, parts: Mapping[str, Fields], *, device: str = "", amends: bool
) -> Draft:
    """Keep parts of a round and return the whole draft; what is there already is left as it is.

    Raise NoSuchMatch, and Stale where `number` is not that of the next round, or, for a draft that
    `amends` a round, not that of a recorded one.
    """
    with writing() as session:
        match = match_at(match_id, lock_match(session, match_id))
        if not accepts_draft(match, number, amends=amends):
            raise Stale
        draft = _read(session, match_id, number)
        known = {part.name: part for part in draft.parts}
        for name, fields in parts.items():
            if name not in known or known[name].fields != fields:
                row = {"match_id": match_id, "number": number, "part": name}
                kept = models.DraftRow(**row, fields=dict(fields), revision=draft.revision + 1)
                kept.device, kept.changed_at = device, models.now()
                session.merge(kept)
        session.flush()
        notify(session)
        return _read(session, match_id, number)


def start_over(match_id: int, number: int, *, device: str = "") -> None:
    """Blank every part of the next round's draft, so that other devices see it go.

    Raise NoSuchMatch and Stale as `keep` does.
    """
    draft = find_draft(match_id, number)
    blank = {part.name: {name: [""] for name in part.fields} for part in draft.begun}
    save(match_id, number, blank, device=device, amends=False)


def drop(match_id: int, number: int) -> None:
    """Drop what was entered to amend a round. Raise NoSuchMatch."""
    with writing() as session:
        lock_match(session, match_id)
        session.execute(delete(models.DraftRow).filter_by(match_id=match_id, number=number))
        notify(session)


def accepts_draft(match: Match, number: int, *, amends: bool) -> bool:
    """Say whether a match has a round of this number to be entered, or to be amended."""
    if amends:
        return 1 <= number < match.next_number
    return number == match.next_number


def _read(session: Session, match_id: int, number: int) -> Draft:
    rows = session.scalars(
        select(models.DraftRow).filter_by(match_id=match_id, number=number).order_by("part")
    )
    return Draft(
        tuple(Part(row.part, row.fields, row.revision, row.device, row.changed_at) for row in rows)
    )
