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
from scorekeeper.scorebook.changes import RECORD_CHANGES, Change, ChangeKind, RecordedRound
from scorekeeper.scorebook.db import writing
from scorekeeper.scorebook.notify import notify
from scorekeeper.scorebook.projection import Match, reproject
from scorekeeper.scorebook.round_json import round_to_json


class NoSuchMatch(LookupError):
    """Nothing is kept under this number."""


class Stale(Exception):
    """The match went on since the form was opened."""


@dataclass(frozen=True, slots=True)
class Submission:
    """By which form a change is made, and on which device; the same form again changes nothing."""

    entry_key: str
    device: str = ""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A change, and the version of the one that it undoes or redoes, if it does."""

    change: Change
    undoes: int | None = None
    redoes: int | None = None
    made_at: datetime = field(default_factory=models.now)


def commit_change(
    match_id: int,
    submission: Submission,
    build: Callable[[Session, Match], LogEntry],
    binned: bool = False,
) -> models.ChangeRow:
    """Make the change that `build` returns and write it to the log, in one transaction.

    A submission that was already recorded changes nothing: its row is returned again. Raise
    NoSuchMatch (also where the match is in the trash, or not there while `binned`), ReplayError
    where a later round no longer fits, and whatever `build` raises.
    """
    # What it decides on is all of one match, and that is locked.
    with writing(alone=False) as session:
        before = match_at(match_id, lock_match(session, match_id))
        known = session.scalar(
            select(models.ChangeRow).filter_by(match_id=match_id, entry_key=submission.entry_key)
        )
        if known is not None:
            return known
        if (before.binned_at is not None) is not binned:
            raise NoSuchMatch(match_id)
        return append(session, before, build(session, before), submission)


def lock_match(session: Session, match_id: int) -> int:
    """Keep other writers off a match and return its version; on SQLite the transaction does."""
    version = session.scalar(
        select(models.MatchRow.version).filter_by(id=match_id).with_for_update()
    )
    if version is None:
        raise NoSuchMatch(match_id)
    return version


def append(
    session: Session, before: Match, step: LogEntry, submission: Submission
) -> models.ChangeRow:
    """Write a change down, and bring what is kept of the match to where it leaves it."""
    change = step.change
    after = reproject(before, change.apply_to(before.record), before.version + 1, step.made_at)
    after = replace(after, binned_at=change.binned_at_after(before.binned_at, step.made_at))
    _update_rows(session, before, after)
    if change.kind is ChangeKind.LINK:
        _renew_link(session, before.id, change)
    if change.kind is ChangeKind.ROUNDS:
        _drop_drafts(session, before, change)
    _update_undo_states(session, before.id, step)
    made = models.ChangeRow(
        match_id=before.id,
        version=after.version,
        entry_key=submission.entry_key,
        kind=change.kind,
        before=change.before,
        after=change.after,
        undoes=step.undoes,
        redoes=step.redoes,
        device=submission.device,
        made_at=step.made_at,
    )
    session.add(made)
    notify(session)
    return made


def _update_rows(session: Session, before: Match, after: Match) -> None:
    """Change the rows of a match from one sheet to another: those that differ, and no others."""
    was, now = before.record, after.record
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
    session.execute(update(models.MatchRow).filter_by(id=after.id).values(values))
    for position, name in enumerate(now.names):
        if was.names[position] != name:
            at = {"match_id": after.id, "position": position}
            session.execute(update(models.SeatRow).filter_by(**at).values(name=name))
    pairs = zip_longest(was.entries, now.entries)
    for number, (old, new) in enumerate(pairs, start=1):
        if old is not new and old != new:
            _update_round(session, after.id, number, old, new)


def _update_round(
    session: Session,
    match_id: int,
    number: int,
    old: RecordedRound | None,
    new: RecordedRound | None,
) -> None:
    at = {"match_id": match_id, "number": number}
    if new is None:
        session.execute(delete(models.RoundRow).filter_by(**at))
        return
    row = {"record": round_to_json(new.played), "recorded_at": new.recorded_at}
    if old is None:
        session.execute(insert(models.RoundRow).values({**at, **row}))
    else:
        session.execute(update(models.RoundRow).filter_by(**at).values(row))


def _renew_link(session: Session, match_id: int, change: Change) -> None:
    after = change.after or {}
    generation = {f"{after['link']}_generation": after["generation"]}
    session.execute(update(models.MatchRow).filter_by(id=match_id).values(generation))


def finished_at(match: Match) -> datetime | None:
    """Say when a match came to its end; None where it goes on."""
    if not match.standing.over:
        return None
    return match.record.entries[len(match.rounds) - 1].recorded_at


def _drop_drafts(session: Session, before: Match, change: Change) -> None:
    """Drop the drafts of rounds that are recorded now, or are no longer where they were."""
    number = (change.after or {})["number"]
    last = max(number, len(before.record.entries))
    session.execute(
        delete(models.DraftRow)
        .filter_by(match_id=before.id)
        .where(models.DraftRow.number.between(number, last))
    )


def _update_undo_states(session: Session, match_id: int, step: LogEntry) -> None:
    """Say of the changes before whether they hold still, and whether they may be redone."""
    changes = update(models.ChangeRow).filter_by(match_id=match_id)
    if step.undoes is not None:
        session.execute(changes.filter_by(version=step.undoes).values(state="undone"))
    elif step.redoes is not None:
        session.execute(changes.filter_by(version=step.redoes).values(state="done"))
    elif step.change.kind in RECORD_CHANGES:
        # What was undone before something else was done does not fit behind it.
        session.execute(changes.filter_by(state="undone").values(state="dropped"))
