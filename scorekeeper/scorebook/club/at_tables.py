"""Let the matches at the tables of a club night be as its record says.

A match is in the bin while nobody plays it: its table is closed, or has a result without rounds. A
result from paper lets it be over by rounds that come to that; it counts as any other.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from hashlib import sha256

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.club.standings import By
from scorekeeper.figures import clock
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup, counts_wins
from scorekeeper.rules.round_entry import Correction, Hand, PipsHand, Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook import changes
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import Change, ChangeKind, RecordedRound
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.record import NightRecord, Typed
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.locking import NoSuchMatch, Stale, lock_match
from scorekeeper.scorebook.log import MATCH_LOG, LogEntry, Submission, change_within
from scorekeeper.scorebook.projection import Match, ReplayError, change_of, project_record

# More rounds than that are not made up of the numbers of rounds on a slip.
MOST_ROUNDS = 40
# A table that is closed, or not open yet, has no match any more than one to which nobody came.
_CLOSED = Typed((0, 0), By.ABSENT, None)
# What the entry keys begin with of all that a result does to its match.
_BY_RESULT = "result of a table "


class HasBegun(Exception):
    """The tables of a round are not closed again: rounds were recorded there."""


def follow(
    session: Session, before: NightRecord, after: NightRecord, submission: Submission
) -> None:
    """Let each match go on, be over or be in the bin, where its result is another. Raise HasBegun.

    Rounds that were recorded stay: only those that a result has made up are taken out.
    """
    was, now = before.results, after.results
    for match_id in sorted({*was, *now}):
        old, new = was.get(match_id, _CLOSED), now.get(match_id, _CLOSED)
        if old != new:
            with suppress(NoSuchMatch):
                _Table(session, match_id, submission).change(old, new)


class _Table:
    """The match at a table, to be changed by one submission to its night."""

    def __init__(self, session: Session, match_id: int, submission: Submission) -> None:
        self._session, self._submission = session, submission
        self._match = _locked(session, match_id)

    def change(self, old: Typed | None, new: Typed | None) -> None:
        """Let the match be as a result says, where it was as another said. Raise HasBegun."""
        played = tuple(entry.played for entry in self._match.record.entries)
        made_up = played in ((), slip(self._match.setup, old))
        if self._match.binned_at is not None:
            if new is not None and (old is None or played or not slip(self._match.setup, new)):
                # Somebody has deleted it, or it stays where the old result has put it.
                return
            self._make(Change(ChangeKind.RESTORED, None, None))
        if made_up or new is None:
            self._let_go_on()
        if made_up and (entries := self._made_up(new)) != self._match.record.entries:
            self._make(changes.rounds_replaced(self._match.record, entries))
        if new is not None:
            self._end(new)

    def _end(self, new: Typed) -> None:
        """Let the match be over, or put it into the bin where nothing was played."""
        if not self._match.record.entries:
            self._make(Change(ChangeKind.BINNED, None, None))
        elif new is _CLOSED:
            raise HasBegun
        elif not self._match.standing.over:
            self._make(changes.match_stopped(self._match.record))

    def _made_up(self, typed: Typed | None) -> tuple[RecordedRound, ...]:
        """Return the rounds of a slip as they are recorded: the last one may end it by the time."""
        rounds, now = slip(self._match.setup, typed), clock.now()
        began = [self._match.opened_at] * (len(rounds) - 1)
        entries = tuple(map(RecordedRound, rounds, [*began, now]))
        try:
            standing, _scored = project_record(self._match.record._replace(entries=entries))
        except ReplayError:
            return ()
        # Where the wins of one side end those of the other, no rounds come to some results.
        return entries if typed and standing.totals == typed.points else ()

    def _let_go_on(self) -> None:
        """Let the clock be as it was before a result has stopped it."""
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
            partial(_same, LogEntry(change)),
            binned=self._match.binned_at is not None,
        )


def turn_clocks(
    session: Session, record: NightRecord, entry_key: str, submission: Submission, *, undone: bool
) -> None:
    """Take back what a form did to the clocks of the last round, or do that again if `undone`.

    Where something came after it a clock stays as it is.
    """
    for match_id in record.played[-1].matches if record.played else ():
        row = MATCH_LOG.sent_before(session.connection(), match_id, entry_key)
        if row is not None:
            made = change_of(row)
            back = LogEntry(made.inverse, undoes=row.version)
            entry = LogEntry(made, redoes=row.version) if undone else back
            with suppress(Stale, NoSuchMatch):
                change_within(session, match_id, submission, partial(_same, entry))


def rename_seats(session: Session, night: ClubNight, submission: Submission) -> None:
    """Let those who are at the tables by now sit in their matches."""
    for each in night.record.played:
        for match_id, table in zip(each.matches, each.drawn.tables, strict=True):
            names, there = night.seats_of(table), select(models.PlayerRow.name)
            there = there.join(models.SeatRow.player).where(models.SeatRow.match_id == match_id)
            if {*names} != {*session.scalars(there)}:
                with suppress(NoSuchMatch):
                    match = _locked(session, match_id)
                    entry = LogEntry(changes.players_renamed(match.record, names))
                    binned = match.binned_at is not None
                    change_within(
                        session, match_id, submission, partial(_same, entry), binned=binned
                    )


def _same(entry: LogEntry, _session: Session, _match: Match) -> LogEntry:
    return entry


def _locked(session: Session, match_id: int) -> Match:
    return match_at(match_id, lock_match(session, match_id).version)


def slip(setup: Setup, typed: Typed | None) -> tuple[Round, ...]:
    """Return rounds that come to a result: one with corrections, or as many as each side has won.

    () where nothing was played, or there are none that do.
    """
    if typed is None or not any(typed.points):
        return ()
    low = setup.game.match.best is Best.LOW
    winner = typed.winner if typed.winner is not None else 0
    try:
        if counts_wins(setup.game):
            own, other = typed.points[winner], typed.points[1 - winner]
            if own + other > MOST_ROUNDS or min(own, other) < 0:
                return ()
            return (*other * [_won(setup, 1 - winner)], *own * [_won(setup, winner)])
        plain = _won(setup, 1 - winner if low else winner)
        scored = score_round(setup, plain).points
        corrections = tuple(
            Correction(side, points - scored[side])
            for side, points in enumerate(typed.points)
            if points != scored[side]
        )
        return (Round(plain.hands, corrections=corrections),)
    except RuleError:
        return ()


def _won(setup: Setup, side: int) -> Round:
    """Return a round that a side has won, of which little is known."""
    out = setup.sides[side][0]
    return Round(
        tuple(Hand() if seat == out else PipsHand(10 + seat) for seat in range(setup.players))
    )
