"""Write changes of club nights to their log, each once and whole, and take them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from scorekeeper.figures import clock
from scorekeeper.scorebook import changes
from scorekeeper.scorebook.changes import ChangeKind, LoggedChange
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.record import (
    NightChange,
    NightKind,
    NightRecord,
    keys_of,
    renumbered,
)
from scorekeeper.scorebook.club.rows import night_from, row_of
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.notify import news_of_night, notify
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import LogEntry, Submission, change_within
from scorekeeper.scorebook.projection import Match, logged_in

_NIGHT, _CHANGE = models.ClubNightRow, models.ClubChangeRow


# What undo passes over: a night leaves the bin by its own button, and no link comes back.
_FOR_GOOD = (NightKind.STARTED, NightKind.LINKS, NightKind.BINNED, NightKind.RESTORED)


_SEATS = (NightKind.DRAWN, NightKind.SWAPPED, NightKind.OPENED)


class HasBegun(Exception):
    """The tables of a round are not closed again: rounds were recorded there."""


def commit(
    key: str,
    version: int,
    submission: Submission,
    kind: NightKind,
    build: Callable[[Session, ClubNight], NightRecord],
) -> None:
    """NightChange a night that is at `version` to what `build` returns, in one transaction.

    What was sent before changes nothing. Raise NoSuchNight, Stale, and whatever `build` raises.
    """
    with writing() as session:
        night = _to_change(session, key, version, submission)
        if night is None:
            return
        if (night.binned_at is not None) is not (kind is NightKind.RESTORED):
            raise Stale
        change = night.record.change_to(kind, build(session, night))
        _drop_undone(session, night.id)
        _append(session, night, change, submission)


def undo(key: str, version: int, submission: Submission) -> None:
    """Undo the last change that holds. Raise NoSuchNight, Stale, HasBegun."""
    _turn(key, version, submission, back=True)


def redo(key: str, version: int, submission: Submission) -> None:
    """Make the change again that was undone last. Raise as `undo` does."""
    _turn(key, version, submission, back=False)


def last_change(night_id: int, *, undone: bool = False) -> NightChange | None:
    """Return the change that `undo` would undo, or `redo` make again."""
    row = _next(db.session(), night_id, undone=undone)
    return None if row is None else _read(row)


def _to_change(
    session: Session, key: str, version: int, submission: Submission
) -> ClubNight | None:
    """Lock a night and return it; None where the change was made already."""
    row = row_of(session, key, locked=True)
    sent = select(_CHANGE.version).filter_by(night_id=row.id, entry_key=submission.entry_key)
    if session.scalar(sent) is not None:
        return None
    if row.version != version:
        raise Stale
    return night_from(session, row)


def _turn(key: str, version: int, submission: Submission, *, back: bool) -> None:
    with writing() as session:
        night = _to_change(session, key, version, submission)
        if night is None:
            return
        row = _next(session, night.id, undone=not back)
        if row is None:
            raise Stale
        row.state = "undone" if back else "done"
        change = _read(row).inverse if back else _read(row)
        turned = {"undoes" if back else "redoes": row.version}
        if change.kind in (NightKind.CLOCKS, NightKind.RESULT):
            _turn_matches(session, night, row, submission, back=back)
        _append(session, night, change, submission, **turned)


def _append(
    session: Session,
    night: ClubNight,
    change: NightChange,
    submission: Submission,
    undoes: int | None = None,
    redoes: int | None = None,
) -> None:
    """Write a change to the log, and what it changes. Raise Stale, HasBegun."""
    after = night.record.changed_by(change)
    if after is None or not after.is_fair:
        raise Stale
    tables = after.rounds[-1].drawn.tables if after.rounds else ()
    if change.kind in _SEATS and not all(night.is_once(table.people) for table in tables):
        raise Stale
    row = session.get_one(_NIGHT, night.id)
    row.version, row.record = night.version + 1, after.as_json()
    row.generation += change.kind is NightKind.LINKS
    if change.kind in (NightKind.BINNED, NightKind.RESTORED):
        row.binned_at = clock.now() if change.kind is NightKind.BINNED else None
    known = {person.player_id for person in row.people}
    row.people += [
        models.ClubPersonRow(player_id=person) for person in after.people if person not in known
    ]
    session.flush()
    _keep_matches(session, night.record, after, submission)
    if change.kind is NightKind.CORRECTED:
        _rename_seats(session, night_from(session, row), submission)
    session.add(
        _CHANGE(
            night_id=night.id,
            version=row.version,
            entry_key=submission.entry_key,
            kind=change.kind,
            before=change.before,
            after=change.after,
            undoes=undoes,
            redoes=redoes,
            device=submission.device,
        )
    )
    notify(session, news_of_night(night.id))


def _keep_matches(
    session: Session, before: NightRecord, after: NightRecord, submission: Submission
) -> None:
    """Put matches into the trash that nobody plays any more, and restore those played again.

    Where a result is entered the rounds that were recorded stay. Raise HasBegun where they would
    go with their table.
    """

    def binned(_session: Session, match: Match) -> LogEntry:
        if match.record.entries:
            raise HasBegun
        return LogEntry(changes.Change(ChangeKind.BINNED, None, None))

    def restored(_session: Session, _match: Match) -> LogEntry:
        return LogEntry(changes.Change(ChangeKind.RESTORED, None, None))

    in_trash = models.MatchRow.binned_at.is_not(None)
    # The same change may have turned the clock of a match already.
    submission = Submission(f"bin {submission.entry_key[:60]}", submission.device)
    for match_id in _among(session, before.asked - after.asked, ~in_trash):
        with suppress(*([HasBegun] if match_id in after.matches else [])):
            change_within(session, match_id, submission, binned)
    for match_id in _among(session, after.asked - before.asked, in_trash):
        change_within(session, match_id, submission, restored, binned=True)


def _among(session: Session, ids: set[int], condition: ColumnElement[bool]) -> Sequence[int]:
    found = select(models.MatchRow.id).where(models.MatchRow.id.in_(ids), condition)
    return session.scalars(found.order_by(models.MatchRow.id)).all()


def _turn_matches(
    session: Session,
    night: ClubNight,
    row: models.ClubChangeRow,
    submission: Submission,
    *,
    back: bool,
) -> None:
    """Take back what a change did in matches, where nothing came after it."""

    def turned(made: LoggedChange, _session: Session, _match: Match) -> LogEntry:
        if back:
            return LogEntry(made.change.inverse, undoes=made.version)
        return LogEntry(made.change, redoes=made.version)

    of_match = models.Base.metadata.tables["changes"]
    found = select(of_match).where(
        of_match.c.match_id.in_(night.record.matches),
        of_match.c.entry_key.in_((row.entry_key, *keys_of(row.entry_key))),
        of_match.c.kind.in_((ChangeKind.TIMER, ChangeKind.ROUNDS)),
    )
    found = found.order_by(of_match.c.version.desc() if back else of_match.c.version)
    rows = session.connection().execute(found).all()
    for stored, made in zip(rows, logged_in(session.connection(), rows), strict=True):
        with suppress(Stale, NoSuchMatch):
            sent = Submission(f"{submission.entry_key[:50]} {made.version}", submission.device)
            change_within(session, stored.match_id, sent, partial(turned, made))


def _rename_seats(session: Session, night: ClubNight, submission: Submission) -> None:
    """Let those who are at the tables by now sit in their matches."""

    def renamed(names: tuple[str, ...], _session: Session, match: Match) -> LogEntry:
        return LogEntry(changes.players_renamed(match.record, names))

    in_trash = {*_among(session, {*night.record.matches}, models.MatchRow.binned_at.is_not(None))}
    for each in night.record.played:
        for match_id, table in zip(each.matches, each.drawn.tables, strict=True):
            names = night.seats_of(table)
            there = select(models.PlayerRow.name).join(models.SeatRow.player)
            there = there.where(models.SeatRow.match_id == match_id)
            if {*names} != {*session.scalars(there)}:
                with suppress(NoSuchMatch):
                    build = partial(renamed, names)
                    binned = match_id in in_trash
                    change_within(session, match_id, submission, build, binned=binned)


def renumber_night(session: Session, night: models.ClubNightRow, to: Mapping[int, int]) -> None:
    """Write other numbers of players into a night and its log."""
    night.record = renumbered(night.record, to)
    for change in session.scalars(select(_CHANGE).filter_by(night_id=night.id)):
        change.before = change.before and renumbered(change.before, to)
        change.after = change.after and renumbered(change.after, to)
    people = {to.get(person.player_id, person.player_id) for person in night.people}
    night.people.clear()
    session.flush()
    night.people += [models.ClubPersonRow(player_id=person) for person in sorted(people)]
    session.flush()


def _next(session: Session, night_id: int, *, undone: bool) -> models.ClubChangeRow | None:
    """Return the change that is undone next, or made again next."""
    found = select(_CHANGE).filter_by(night_id=night_id, undoes=None, redoes=None).limit(1)
    found = found.where(_CHANGE.kind.not_in(_FOR_GOOD))
    # Undone in turn, the one undone last is the earliest of those that may be made again.
    if undone:
        return session.scalar(found.filter_by(state="undone").order_by(_CHANGE.version))
    return session.scalar(found.filter_by(state="done").order_by(_CHANGE.version.desc()))


def _drop_undone(session: Session, night_id: int) -> None:
    """What was undone before may not fit after a new change."""
    undone = update(_CHANGE).filter_by(night_id=night_id, state="undone")
    session.execute(undone.values(state="dropped"))


def _read(row: models.ClubChangeRow) -> NightChange:
    return NightChange(NightKind(row.kind), row.before or {}, row.after or {})
