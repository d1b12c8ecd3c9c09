"""Commit changes: the log entry and the rows it changes, in one transaction, and only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.scorebook.cache import OTHER_PLAYERS, match_at, store
from scorekeeper.scorebook.change_log import ChangeLog
from scorekeeper.scorebook.changes import (
    RECORD_CHANGES,
    Change,
    ChangeConflict,
    ChangeKind,
    change_in,
    stored,
)
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import file_generation_of, writing
from scorekeeper.scorebook.database.notify import notify
from scorekeeper.scorebook.figures import recounting as figure_writing
from scorekeeper.scorebook.people.logged_players import reseat
from scorekeeper.scorebook.people.seating import keys_of, player_key, seated
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Stale
from scorekeeper.scorebook.record import MatchRecord, lineups_as_json, positions
from scorekeeper.scorebook.round_json import round_to_json
from scorekeeper.scorebook.scored_match import Match, rescore

MATCH_LOG = ChangeLog(models.ChangeRow, "match_id", RECORD_CHANGES)


class Submission(NamedTuple):
    """The form and the device a change comes from; a form sent twice changes nothing twice."""

    entry_key: str
    device: str = ""


def commit_change(
    match_id: int,
    submission: Submission,
    build: Callable[[Session, Match], Change],
    binned: bool = False,
) -> tuple[Match, Change]:
    """Make the change that `build` returns and write it to the log, in one transaction.

    Return the match after it, and the change. A submission that was already recorded changes
    nothing: return the match as it is now, and the recorded change. Raise NoSuchMatch (also if the
    match is in the bin, or with `binned` if it is not), AccessDenied if the right of the request
    has ended, ReplayError if a later round no longer fits, Stale if nothing would change, and
    whatever `build` raises.
    """
    # It depends on one match only, which is locked.
    with writing(alone=False) as session:
        before, after, change = change_within(session, match_id, submission, build, binned=binned)
        file = file_generation_of(session)
    if after is not before and change.kind not in OTHER_PLAYERS:
        store(after, file)
    return after, change


def change_within(
    session: Session,
    match_id: int,
    submission: Submission,
    build: Callable[[Session, Match], Change],
    *,
    binned: bool = False,
) -> tuple[Match, Match, Change]:
    """Make a change within a transaction; return the match before and after it, and the change.

    A submission that was already recorded changes nothing. Raise what `commit_change` does.
    """
    link_state = rights.lock_match(session, match_id)
    before = match_at(match_id, link_state.version)
    key = submission.entry_key
    sent_before = MATCH_LOG.sent_before(session.connection(), match_id, key)
    if sent_before is not None:
        return before, before, change_in(sent_before)
    rights.right_now(link_state)
    if (before.binned_at is not None) is not binned:
        raise NoSuchMatch(match_id)
    after, change = _append(session, before, build(session, before), submission)
    return before, after, change


def _append(
    session: Session, before: Match, change: Change, submission: Submission
) -> tuple[Match, Change]:
    """Write a change to the log and update the rows of its match. Raise ReplayError and Stale."""
    # Asked for once: finding it takes the session as long as some statements.
    connection = session.connection()
    if change.kind in (ChangeKind.NAMES, ChangeKind.PEOPLE):
        change = _with_players(session, before, change)
    record = _changed_record(before, change)
    change = replace(change, version=before.version + 1, device=submission.device)
    after = replace(
        rescore(before, record, change.version, change.made_at),
        opened_at=change.opened_at_after(before.opened_at),
        binned_at=change.binned_at_after(before.binned_at),
    )
    _update_match(connection, after, with_rules=before.record.setup != record.setup)
    if change.kind in OTHER_PLAYERS and before.record.lineups != after.record.lineups:
        lineups = after.record.lineups
        numbers = [number for each in lineups for number in each.players]
        reseat(session, after.id, dict(zip(positions(lineups), numbers, strict=True)))
    _update_rounds(connection, before, after)
    figure_writing.keep(session, before, after)
    if change.kind is ChangeKind.LINK:
        _renew_link(connection, before.id, change)
    if change.kind is ChangeKind.ROUNDS:
        _drop_drafts(connection, before, change)
    MATCH_LOG.write(connection, before.id, columns_of(change, submission))
    notify(session, before.id)
    return after, change


def _with_players(session: Session, match: Match, change: Change) -> Change:
    """Return a change of people with their logged ids; earlier players keep theirs."""
    before, after = change.before or {}, change.after or {}
    if "players" in after:
        # It undoes or redoes another change.
        return change
    owner = session.scalars(select(models.MatchRow.owner).filter_by(id=match.id)).one()
    known = {
        key: each
        for lineup in match.record.lineups
        for key, *each in zip(keys_of(lineup.names), lineup.players, lineup.names, strict=True)
    }
    names = new = after["names"]
    keys: Iterable[str] = keys_of(names)
    if change.kind is ChangeKind.PEOPLE:
        # The same people sit in several lineups.
        keys = [*map(player_key, names)]
        new = [name for name in dict.fromkeys(names) if player_key(name) not in known]
    found = zip(seated(session, new, owner), new, strict=True)
    by_key = dict(zip(keys_of(new), found, strict=True)) | known
    players, names = zip(*(by_key[key] for key in keys), strict=True)
    return replace(
        change,
        before={"players": list(match.record.players), **before},
        after={**after, "names": list(names), "players": list(players)},
    )


def columns_of(change: Change, submission: Submission) -> dict[str, object]:
    """Return the columns of a change in the log."""
    return {
        "version": change.version,
        "entry_key": submission.entry_key,
        "kind": change.kind,
        "before": stored(change.before),
        "after": stored(change.after),
        "undoes": change.undoes,
        "redoes": change.redoes,
        "device": change.device,
        "made_at": change.made_at,
    }


def _changed_record(before: Match, change: Change) -> MatchRecord:
    """Return the record after a change. Raise Stale if it does not fit, or changes nothing."""
    try:
        record = change.apply_to(before.record)
    except ChangeConflict as conflict:
        raise Stale from conflict
    # An older log may have changes that did nothing: undoing them must work, to reach earlier ones.
    first = change.undoes is None and change.redoes is None
    same = record == before.record and change.opened_at_after(before.opened_at) == before.opened_at
    if first and change.kind in RECORD_CHANGES and same:
        raise Stale
    return record


def _update_match(connection: Connection, match: Match, *, with_rules: bool) -> None:
    values: dict[str, object] = {
        "version": match.version,
        "created_at": match.opened_at,
        "changed_at": match.changed_at,
        "finished_at": finished_at(match),
        "binned_at": match.binned_at,
        "play_on_to": match.record.play_on_to,
        "timer": match.record.timer and match.record.timer.as_json(),
        "opening_seat": match.record.opening_seat,
        "lineups": lineups_as_json(match.record.several) or None,
    }
    if with_rules:
        values["rules"] = dict(match.setup.game.definition)
    row = models.MatchRow
    connection.execute(update(row).where(row.id == match.id).values(values))


def _update_rounds(connection: Connection, before: Match, after: Match) -> None:
    """Update only the rows of rounds that differ."""
    row, pairs = models.RoundRow, zip_longest(before.record.entries, after.record.entries)
    for number, (old, new) in enumerate(pairs, start=1):
        if old is new or old == new:
            continue
        this = (row.match_id == after.id, row.number == number)
        if new is None:
            connection.execute(delete(row).where(*this))
            continue
        values = {"record": round_to_json(new.played), "recorded_at": new.recorded_at}
        if old is None:
            added = insert(row).values(match_id=after.id, number=number, **values)
            connection.execute(added)
        else:
            connection.execute(update(row).where(*this).values(values))


def _renew_link(connection: Connection, match_id: int, change: Change) -> None:
    row, after = models.MatchRow, change.after or {}
    generation = {f"{after['link']}_generation": after["generation"]}
    connection.execute(update(row).where(row.id == match_id).values(generation))


def finished_at(match: Match) -> datetime | None:
    """Return when the round was recorded that ended a match; None if it goes on."""
    return match.last_at if match.standing.over else None


def _drop_drafts(connection: Connection, before: Match, change: Change) -> None:
    """Delete the drafts of the rounds that a change records, edits or moves."""
    row, number = models.DraftRow, (change.after or {})["number"]
    changed = row.number.between(number, max(number, len(before.record.entries)))
    connection.execute(delete(row).where(row.match_id == before.id, changed))
