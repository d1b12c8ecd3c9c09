"""Drafts: the entries of a round before it is recorded, part by part.

A part is one hand ("hands-0"), the points made in play ("tally"), the points if only these are
entered ("points"), or all else on the form ("rest").
If two devices write the same part, the later one wins. A draft never changes its match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    String,
    and_,
    cast,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from scorekeeper import clock
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.permissions.rights import Stale, lock_to_write
from scorekeeper.scorebook.scored_match import Match

# The texts sent for each field of a part, by its name.
Fields = Mapping[str, list[str]]
# What everybody who watches may know of a hand before its round is recorded: the name of its
# player, and how many tiles it has, never which; None if its pips are entered. ("", None) if only
# the points of the round are entered.
EnteredHand = tuple[str, int | None]

LAST_NUMBER = (
    select(func.coalesce(func.max(models.RoundRow.number), 0))
    .where(models.RoundRow.match_id == models.DraftRow.match_id)
    .scalar_subquery()
)


class Part(NamedTuple):
    """What is entered, and the device that wrote it last; a higher `revision` is a later one."""

    fields: Fields
    revision: int
    device: str
    changed_at: datetime

    @property
    def is_blank(self) -> bool:
        return not any(text for values in self.fields.values() for text in values)


# What is entered of a round, by the names of its parts.
Draft = Mapping[str, Part]


def entered_hands(match_ids: Collection[int]) -> dict[int, tuple[EnteredHand, ...]]:
    """List the hands entered of the next round, in order of play, by match."""
    row, seat, player = models.DraftRow, models.SeatRow, models.PlayerRow
    of_seat = literal("hands-") + cast(seat.position, String) == row.part
    entered = (
        select(row.match_id, row.fields, row.part, player.name)
        .outerjoin(seat, and_(seat.match_id == row.match_id, of_seat))
        .outerjoin(player, player.id == seat.player_id)
        # Of next rounds only: one that is edited was shown to everybody when it was recorded.
        .where(row.match_id.in_(match_ids), row.number > LAST_NUMBER)
        .where(or_(player.name.is_not(None), row.part == "points"))
        .order_by(seat.position.nulls_last())
    )
    with db.engine.connect() as connection:
        rows = connection.execute(entered).all()
    found: dict[int, tuple[EnteredHand, ...]] = {}
    for match_id, fields, part, name in rows:
        tiles, pips, out = (
            "".join(fields.get(f"{part}-{field}", ())) for field in ("tiles", "pips", "out")
        )
        points = part == "points" and any(map(any, fields.values()))
        if tiles or pips or out or points:
            count = None if pips or points else len(re.findall(r"[^\s,;]+", tiles))
            found[match_id] = (*found.get(match_id, ()), (name or "", count))
    return found


def find_draft(match_id: int, number: int) -> Draft:
    """Return the draft of a round; empty if nothing is entered."""
    with db.engine.connect() as connection:
        return _read(connection, match_id, number)


def save(
    match_id: int, number: int, parts: Mapping[str, Fields], *, device: str = "", edits: bool
) -> Draft:
    """Save parts of a draft and return all of it, as `change` does."""
    return change(match_id, number, lambda _match, _draft: parts, device=device, edits=edits)


def change(
    match_id: int,
    number: int,
    build: Callable[[Match, Draft], Mapping[str, Fields]],
    *,
    device: str = "",
    edits: bool,
) -> Draft:
    """Save the parts that `build` makes of a draft, and return all of it.

    A part that is the same keeps its revision. Raise NoSuchMatch, what `build` raises, and Stale
    where `number` is not that of the next round, or, for a draft that `edits` a round, not that of
    a recorded one.
    """
    # It depends on one match only, which is locked.
    with writing(alone=False) as session:
        version, _right = lock_to_write(session, match_id)
        match = match_at(match_id, version)
        if not accepts_draft(match, number, edits=edits):
            raise Stale
        connection = session.connection()
        draft = _read(connection, match_id, number)
        revision, now = latest(draft) + 1, clock.now()
        changed = {
            name: Part(fields, revision, device, now)
            for name, fields in build(match, draft).items()
            if name not in draft or draft[name].fields != fields
        }
        if not changed:
            return draft
        for name, part in changed.items():
            key = {"match_id": match_id, "number": number, "part": name}
            if name in draft:
                this = update(models.DraftRow).filter_by(**key)
                connection.execute(this.values(part._asdict()))
            else:
                connection.execute(insert(models.DraftRow).values(**key, **part._asdict()))
        notify(session, match_id)
        return {**draft, **changed}


def start_over(match_id: int, number: int, *, device: str = "") -> None:
    """Blank every part of the next round's draft, so that other devices clear theirs.

    Raise NoSuchMatch and Stale as `save` does.
    """
    blank = {
        name: {field: [""] for field in part.fields}
        for name, part in find_draft(match_id, number).items()
        if not part.is_blank
    }
    save(match_id, number, blank, device=device, edits=False)


def drop(match_id: int, number: int) -> None:
    """Delete the draft of an edited round. Raise NoSuchMatch."""
    with writing(alone=False) as session:
        lock_to_write(session, match_id)
        session.execute(delete(models.DraftRow).filter_by(match_id=match_id, number=number))
        notify(session, match_id)


def accepts_draft(match: Match, number: int, *, edits: bool) -> bool:
    """Return whether a round of this number can be entered, or edited."""
    if edits:
        return 1 <= number < match.next_number
    return number == match.next_number


def latest(draft: Draft) -> int:
    """Return the revision of the part that was written last; 0 if none was."""
    return max((part.revision for part in draft.values()), default=0)


def latest_hand(draft: Draft) -> str:
    """Return the number of the seat whose hand was written last; "" if none is entered."""
    hands = {name: part for name, part in draft.items() if name != "rest" and not part.is_blank}
    last = max(hands, key=lambda name: hands[name].revision, default="")
    return last.removeprefix("hands-")


def fields_of(draft: Draft) -> dict[str, Fields]:
    """Return the fields of every part, by the name of the part; the one written last comes last."""
    parts = sorted(draft.items(), key=lambda each: each[1].revision)
    return {name: part.fields for name, part in parts}


def tag_of(match: Match, draft: Draft) -> str:
    """Return the tag of a draft: it changes with the draft, and with the match."""
    return f"{match.version}.{latest(draft)}"


def _read(connection: Connection, match_id: int, number: int) -> Draft:
    row = models.DraftRow
    parts = select(row.part, row.fields, row.revision, row.device, row.changed_at)
    of_round = parts.filter_by(match_id=match_id, number=number).order_by(row.part)
    return {name: Part(*values) for name, *values in connection.execute(of_round)}
