"""Writing changes down: each one whole, once, with what was there before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook import models
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import MENDING, Change, Entry, Kind
from scorekeeper.scorebook.db import writing
from scorekeeper.scorebook.notify import tell
from scorekeeper.scorebook.projection import Match, refold
from scorekeeper.scorebook.round_json import record_of


class NoSuchMatch(LookupError):
    """Nothing is kept under this number."""


class Stale(Exception):
    """The match went on since the form was opened."""


@dataclass(frozen=True, slots=True)
class Author:
    """By which form a change is made, and on which device; the same form again changes nothing."""

    entry_key: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A change, and the version of the one that it undoes or redoes, if it does."""

    change: Change
    undoes: int | None = None
    redoes: int | None = None
    made_at: datetime = field(default_factory=models.now)


def make(
    match_id: int, author: Author, build: Callable[[Session, Match], Step], binned: bool = False
) -> models.Change:
    """Make the change that `build` says, and return it; made before, it is only returned.

    Raise NoSuchMatch (also where the match lies in the bin, or not as `binned` says), Unfit, and
    whatever `build` raises.
    """
    # What it decides on is all of one match, and that is locked.
    with writing(alone=False) as session:
        before = match_at(match_id, lock(session, match_id))
        known = session.scalar(
            select(models.Change).filter_by(match_id=match_id, entry_key=author.entry_key)
        )
        if known is not None:
            return known
        if (before.binned_at is not None) is not binned:
            raise NoSuchMatch(match_id)
        return write(session, before, build(session, before), author)


def lock(session: Session, match_id: int) -> int:
    """Keep other writers off a match and return its version; on SQLite the transaction does."""
    version = session.scalar(select(models.Match.version).filter_by(id=match_id).with_for_update())
    if version is None:
        raise NoSuchMatch(match_id)
    return version


def write(session: Session, before: Match, step: Step, author: Author) -> models.Change:
    """Write a change down, and bring what is kept of the match to where it leaves it."""
    change = step.change
    after = refold(before, change.made_to(before.sheet), before.version + 1, step.made_at)
    after = replace(after, binned_at=change.bin_after(before.binned_at, step.made_at))
    _bring(session, before, after)
    if change.kind is Kind.LINK:
        _renew_link(session, before.id, change)
    if change.kind is Kind.ROUNDS:
        _drop_drafts(session, before, change)
    _mark(session, before.id, step)
    made = models.Change(
        match_id=before.id,
        version=after.version,
        entry_key=author.entry_key,
        kind=change.kind,
        before=change.before,
        after=change.after,
        undoes=step.undoes,
        redoes=step.redoes,
        device=author.device,
        made_at=step.made_at,
    )
    session.add(made)
    tell(session)
    return made


def _bring(session: Session, before: Match, after: Match) -> None:
    """Change the rows of a match from one sheet to another: those that differ, and no others."""
    was, now = before.sheet, after.sheet
    values: dict[str, object] = {
        "version": after.version,
        "changed_at": after.changed_at,
        "finished_at": finished_at(after),
        "binned_at": after.binned_at,
        "play_on_to": now.play_on_to,
        "opening_seat": now.opening_seat,
    }
    if was.setup != now.setup:
        values["rules"] = dict(now.setup.game.definition)
    session.execute(update(models.Match).filter_by(id=after.id).values(values))
    for position, name in enumerate(now.names):
        if was.names[position] != name:
            at = {"match_id": after.id, "position": position}
            session.execute(update(models.Seat).filter_by(**at).values(name=name))
    pairs = zip_longest(was.entries, now.entries)
    for number, (old, new) in enumerate(pairs, start=1):
        if old is not new and old != new:
            _bring_round(session, after.id, number, old, new)


def _bring_round(
    session: Session, match_id: int, number: int, old: Entry | None, new: Entry | None
) -> None:
    at = {"match_id": match_id, "number": number}
    if new is None:
        session.execute(delete(models.Round).filter_by(**at))
        return
    row = {"record": record_of(new.played), "recorded_at": new.recorded_at}
    if old is None:
        session.execute(insert(models.Round).values({**at, **row}))
    else:
        session.execute(update(models.Round).filter_by(**at).values(row))


def _renew_link(session: Session, match_id: int, change: Change) -> None:
    after = change.after or {}
    generation = {f"{after['link']}_generation": after["generation"]}
    session.execute(update(models.Match).filter_by(id=match_id).values(generation))


def finished_at(match: Match) -> datetime | None:
    """Say when a match came to its end; None where it goes on."""
    if not match.standing.over:
        return None
    return match.sheet.entries[len(match.rounds) - 1].recorded_at


def _drop_drafts(session: Session, before: Match, change: Change) -> None:
    """Drop the drafts of rounds that are recorded now, or are no longer where they were."""
    number = (change.after or {})["number"]
    last = max(number, len(before.sheet.entries))
    session.execute(
        delete(models.Draft)
        .filter_by(match_id=before.id)
        .where(models.Draft.number.between(number, last))
    )


def _mark(session: Session, match_id: int, step: Step) -> None:
    """Say of the changes before whether they hold still, and whether they may be redone."""
    changes = update(models.Change).filter_by(match_id=match_id)
    if step.undoes is not None:
        session.execute(changes.filter_by(version=step.undoes).values(state="undone"))
    elif step.redoes is not None:
        session.execute(changes.filter_by(version=step.redoes).values(state="done"))
    elif step.change.kind in MENDING:
        # What was undone before something else was done does not fit behind it.
        session.execute(changes.filter_by(state="undone").values(state="dropped"))
