"""Let a match be over by a result from paper: it counts as any other that was played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sqlalchemy.orm import Session

from scorekeeper.club.standings import By
from scorekeeper.figures import clock
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.options import Best
from scorekeeper.rules.rounds import Correction, Hand, PipsHand, Round
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.setup import Setup, counts_wins
from scorekeeper.scorebook import changes
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.changes import Change, ChangeKind, RecordedRound
from scorekeeper.scorebook.club.record import Typed, keys_of
from scorekeeper.scorebook.locking import NoSuchMatch, lock_match
from scorekeeper.scorebook.log import LogEntry, Submission, change_within
from scorekeeper.scorebook.projection import Match, ReplayError
from scorekeeper.scorebook.timer import Timer

# More rounds than that are not made up of the numbers of rounds on a slip.
MOST_ROUNDS = 40


def finish(
    session: Session, match_id: int, was: Typed | None, typed: Typed | None, submission: Submission
) -> Typed | None:
    """Let a match be over as a result says, or go on where there is none any more.

    Rounds that were recorded stay. Return the result, which knows whether its rounds were made up.
    """
    back, rounds, clocks = (
        Submission(key, submission.device) for key in keys_of(submission.entry_key)
    )
    played = typed is not None and typed.by is not By.ABSENT
    with suppress(NoSuchMatch):
        if was is not None and was.by is By.ABSENT:
            restored = LogEntry(Change(ChangeKind.RESTORED, None, None))
            change_within(session, match_id, back, lambda _session, _match: restored, binned=True)
    try:
        match = _now(session, match_id)
        made_up = not match.record.entries or (was is not None and was.slip)
        new = slip(match.setup, typed) if typed is not None and played and made_up else ()
        if made_up and (match.record.entries or new):
            change_within(session, match_id, rounds, _replace_rounds(new))
        match = _now(session, match_id)
        if match.record.entries and played and not match.standing.over:
            _set_clock(session, match, clocks, Timer(stopped=True))
        elif typed is None and match.record.timer and match.record.timer.stopped:
            minutes = match.setup.game.match.minutes
            _set_clock(session, match, clocks, Timer.of(minutes, clock.now()))
    except (NoSuchMatch, ReplayError):
        return typed
    return None if typed is None else typed._replace(slip=bool(new))


def slip(setup: Setup, typed: Typed) -> tuple[Round, ...]:
    """Return rounds that come to a result: one with corrections, or as many as each side has won.

    () where the game has none that do.
    """
    low = setup.game.match.best is Best.LOW
    winner = typed.winner if typed.winner is not None else 0
    try:
        if counts_wins(setup.game):
            if sum(typed.points) > MOST_ROUNDS or min(typed.points) < 0:
                return ()
            sides = sorted(range(len(typed.points)), key=lambda side: side == winner)
            return tuple(_won(setup, side) for side in sides for _each in range(typed.points[side]))
        plain = _won(setup, (winner + 1) % len(typed.points) if low else winner)
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


def _now(session: Session, match_id: int) -> Match:
    match = match_at(match_id, lock_match(session, match_id).version)
    if match.binned_at is not None:
        raise NoSuchMatch(match_id)
    return match


def _replace_rounds(new: tuple[Round, ...]) -> Callable[[Session, Match], LogEntry]:
    def build(_session: Session, match: Match) -> LogEntry:
        entries = tuple(RecordedRound(each, clock.now()) for each in new)
        return LogEntry(changes.rounds_replaced(match.record, entries))

    return build


def _set_clock(session: Session, match: Match, submission: Submission, timer: Timer | None) -> None:
    was, now = match.record.timer, timer
    change = Change(
        ChangeKind.TIMER, {"timer": was and was.as_json()}, {"timer": now and now.as_json()}
    )
    change_within(session, match.id, submission, lambda _session, _match: LogEntry(change))
