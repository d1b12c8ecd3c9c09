"""Write changes of club nights to their log, each once and whole, and undo them.

The matches at the tables follow: a match is in the bin while its table is closed or has a result
without rounds. A result from paper gives its match rounds that add up to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.club.standings import By
from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook import changes
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import Change, ChangeKind, change_in
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.night_record import (
    NightChange,
    NightKind,
    NightRecord,
    Typed,
    with_ids,
)
from scorekeeper.scorebook.club.night_rows import NIGHT_LOG, night_from, row_of
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import news_of_night, notify
from scorekeeper.scorebook.finished_match import rounds_of_result
from scorekeeper.scorebook.match_log import MATCH_LOG, Submission, change_within
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Stale, lock_match
from scorekeeper.scorebook.record import RecordedRound
from scorekeeper.scorebook.scored_match import Match, ReplayError, score_record

# A closed or unopened table has no match, like one to which nobody came.
_CLOSED = Typed((0, 0), By.ABSENT, None)
# The entry keys of all changes that a result makes to its match begin with this.
_BY_RESULT = "result of a table "
_SEATS = (NightKind.DRAWN, NightKind.SWAPPED, NightKind.OPENED)


class HasBegun(Exception):
    """The tables of a round cannot be closed any more: rounds were recorded there."""


def commit(
    key: str,
    version: int,
    submission: Submission,
    kind: NightKind,
    build: Callable[[Session, ClubNight], NightRecord],
) -> None:
    """Change a night at `version` to what `build` returns, in one transaction.

    A form sent before changes nothing. Raise NoSuchNight, Stale, and whatever `build` raises.
    """

    def change(session: Session, night: ClubNight) -> None:
        if (night.binned_at is not None) is not (kind is NightKind.RESTORED):
            raise Stale
        _append(session, night, night.record.change_to(kind, build(session, night)), submission)

    _once(key, version, submission, change)


def undo(key: str, version: int, submission: Submission) -> None:
    """Undo the last change that is not undone. Raise NoSuchNight, Stale, HasBegun."""
    _turn(key, version, submission, undone=False)


def redo(key: str, version: int, submission: Submission) -> None:
    """Redo the change that was undone last. Raise as `undo` does."""
    _turn(key, version, submission, undone=True)


def last_change(night_id: int, *, undone: bool = False) -> NightChange | None:
    """Return the change that `undo` would undo, or `redo` would redo."""
    row = NIGHT_LOG.next(db.session.connection(), night_id, undone=undone)
    return None if row is None else _read(row)


def _once(
    key: str,
    version: int,
    submission: Submission,
    change: Callable[[Session, ClubNight], None],
) -> None:
    """Change a night at `version`, unless this form has done so already. Raise Stale."""
    with writing() as session:
        row = row_of(session, key, locked=True)
        if NIGHT_LOG.sent_before(session.connection(), row.id, submission.entry_key):
            return
        if row.version != version:
            raise Stale
        change(session, night_from(session, row))


def _turn(key: str, version: int, submission: Submission, *, undone: bool) -> None:
    def change(session: Session, night: ClubNight) -> None:
        row = NIGHT_LOG.next(session.connection(), night.id, undone=undone)
        if row is None:
            raise Stale
        made = _read(row)
        if made.kind is NightKind.CLOCKS:
            _turn_clocks(session, night.record, row.entry_key, submission, undone=undone)
        if undone:
            _append(session, night, made, submission, redoes=row.version)
        else:
            _append(session, night, made.inverse, submission, undoes=row.version)

    _once(key, version, submission, change)


def _append(
    session: Session, night: ClubNight, change: NightChange, submission: Submission, **turned: int
) -> None:
    """Write a change to the log, and apply it. Raise Stale, HasBegun."""
    after = night.record.changed_by(change)
    if after is None or not after.is_fair:
        raise Stale
    tables = after.rounds[-1].drawn.tables if after.rounds else ()
    if change.kind in _SEATS and not all(night.is_once(table.people) for table in tables):
        raise Stale
    row = session.get_one(models.ClubNightRow, night.id)
    row.version, row.record = night.version + 1, after.as_json()
    row.generation += change.kind is NightKind.LINKS
    if change.kind in (NightKind.BINNED, NightKind.RESTORED):
        row.binned_at = clock.now() if change.kind is NightKind.BINNED else None
    known = {person.player_id for person in row.people}
    row.people += [
        models.ClubPersonRow(player_id=person) for person in after.people if person not in known
    ]
    session.flush()
    columns = {**change._asdict(), **turned, **submission._asdict(), "version": row.version}
    NIGHT_LOG.write(session.connection(), night.id, columns)
    _follow(session, night.record, after, submission)
    if change.kind is NightKind.CORRECTED:
        _rename_seats(session, night_from(session, row), submission)
    notify(session, news_of_night(night.id))


def _follow(
    session: Session, before: NightRecord, after: NightRecord, submission: Submission
) -> None:
    """Resume, end or bin each match whose result has changed. Raise HasBegun.

    Recorded rounds stay: only rounds made up from a result are removed.
    """
    was, now, row = before.results, after.results, models.MatchRow
    # A match opened just now is right already, unless that was undone meanwhile.
    opened = select(row.id).where(row.id.in_({*now} - {*was}), row.binned_at.is_not(None))
    for match_id in sorted({*was, *session.scalars(opened)}):
        old, new = was.get(match_id, _CLOSED), now.get(match_id, _CLOSED)
        if old != new:
            with suppress(NoSuchMatch):
                _Table(session, match_id, submission).change(old, new)


class _Table:
    """The match at a table, changed by one submission to its night."""

    def __init__(self, session: Session, match_id: int, submission: Submission) -> None:
        self._session, self._submission = session, submission
        self._match = _locked(session, match_id)

    def change(self, old: Typed | None, new: Typed | None) -> None:
        """Change the match from an old result to a new one. Raise HasBegun."""
        played = tuple(entry.played for entry in self._match.record.entries)
        made_up = played in ((), self._rounds_of(old))
        if self._match.binned_at is not None:
            if new is not None and (old is None or played or not self._rounds_of(new)):
                # Somebody has deleted it, or it stays where the old result has put it.
                return
            self._make(Change(ChangeKind.RESTORED))
        if made_up or new is None:
            self._let_go_on()
        if made_up and (entries := self._made_up(new)) != self._match.record.entries:
            self._make(changes.rounds_replaced(self._match.record, entries))
        if new is not None:
            self._end(new)

    def _end(self, new: Typed) -> None:
        """End the match, or move it to the bin if nothing was played."""
        if not self._match.record.entries:
            self._make(Change(ChangeKind.BINNED))
        elif new is _CLOSED:
            raise HasBegun
        elif not self._match.standing.over:
            self._make(changes.match_stopped(self._match.record))

    def _rounds_of(self, typed: Typed | None) -> tuple[Round, ...]:
        return rounds_of_result(self._match.setup, typed.points, typed.winner) if typed else ()

    def _made_up(self, typed: Typed | None) -> tuple[RecordedRound, ...]:
        """Return the rounds of a paper result, as recorded; the last may be ended by the clock."""
        rounds, now = self._rounds_of(typed), clock.now()
        began = [self._match.opened_at] * (len(rounds) - 1)
        entries = tuple(map(RecordedRound, rounds, [*began, now]))
        try:
            standing, _scored = score_record(self._match.record._replace(entries=entries))
        except ReplayError:
            return ()
        # If wins of one side end those of the other, no rounds give some results.
        return entries if typed and standing.totals == typed.points else ()

    def _let_go_on(self) -> None:
        """Restore the clock as it was before a result stopped it."""
        of, timer = models.ChangeRow, self._match.record.timer
        stops = select(of.entry_key, of.before).filter_by(match_id=self._match.id)
        stops = stops.filter_by(kind=ChangeKind.TIMER).order_by(of.version.desc()).limit(1)
        last = self._session.execute(stops).first()
        if timer and timer.stopped and last and last.entry_key.startswith(_BY_RESULT):
            self._make(Change(ChangeKind.TIMER, {"timer": timer.as_json()}, last.before))

    def _make(self, change: Change) -> None:
        sent = f"{self._submission.entry_key} {self._match.version}"
        key = f"{_BY_RESULT}{sha256(sent.encode()).hexdigest()[:40]}"
        _, self._match, _ = change_within(
            self._session,
            self._match.id,
            self._submission._replace(entry_key=key),
            partial(_same, change),
            binned=self._match.binned_at is not None,
        )


def _turn_clocks(
    session: Session, record: NightRecord, entry_key: str, submission: Submission, *, undone: bool
) -> None:
    """Undo what a form did to the clocks of the last round, or redo it if `undone`.

    A clock that was changed since stays as it is.
    """
    for match_id in record.played[-1].matches if record.played else ():
        row = MATCH_LOG.sent_before(session.connection(), match_id, entry_key)
        if row is not None:
            change = change_in(row).turned(undone=undone)
            with suppress(Stale, NoSuchMatch):
                change_within(session, match_id, submission, partial(_same, change))


def _rename_seats(session: Session, night: ClubNight, submission: Submission) -> None:
    """Write the current people at the tables into their matches."""
    for each in night.record.played:
        for match_id, table in zip(each.matches, each.drawn.tables, strict=True):
            names, there = night.seats_of(table), select(models.PlayerRow.name)
            there = there.join(models.SeatRow.player).where(models.SeatRow.match_id == match_id)
            if {*names} != {*session.scalars(there)}:
                with suppress(NoSuchMatch):
                    match = _locked(session, match_id)
                    change = changes.players_renamed(match.record, names)
                    binned = match.binned_at is not None
                    change_within(
                        session, match_id, submission, partial(_same, change), binned=binned
                    )


def _same(change: Change, _session: Session, _match: Match) -> Change:
    return change


def _locked(session: Session, match_id: int) -> Match:
    return match_at(match_id, lock_match(session, match_id).version)


def replace_ids_in_night(
    session: Session, night: models.ClubNightRow, to: Mapping[int, int]
) -> None:
    """Replace ids of players in a night and its log."""
    night.record = with_ids(night.record, to)
    for change in session.scalars(select(models.ClubChangeRow).filter_by(night_id=night.id)):
        change.before = change.before and with_ids(change.before, to)
        change.after = change.after and with_ids(change.after, to)
    people = {to.get(person.player_id, person.player_id) for person in night.people}
    night.people.clear()
    session.flush()
    night.people += [models.ClubPersonRow(player_id=person) for person in sorted(people)]
    session.flush()


def _read(row: Row[Any]) -> NightChange:
    return NightChange(NightKind(row.kind), row.before or {}, row.after or {})
