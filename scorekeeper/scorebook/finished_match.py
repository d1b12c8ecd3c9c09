"""A match that is entered once it is over: its result, its day and hour, and perhaps a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from scorekeeper import clock
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import counts_wins
from scorekeeper.rules.round_entry import Correction, Round, points_by_side
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook.changes import Change, ChangeKind, Json
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.scorebook.scored_match import Match, ReplayError, score_record
from scorekeeper.scorebook.timer import Timer

# The time of a match of which only the day is known.
SOME_TIME = timedelta(hours=20)
# No more rounds than this are made up from the rounds won on a slip.
MOST_ROUNDS = 40


class NoSuchResult(ValueError):
    """No match can end like this by the rules of its game."""


def moment_of(day: date) -> datetime:
    """Return a time for a match played on a day: now, if that is today."""
    now = clock.now()
    if day == clock.local(now).date():
        return now
    return clock.moment_at(datetime(day.year, day.month, day.day) + SOME_TIME)


def finished(
    setup: Setup, names: tuple[str, ...], points: Sequence[int], at: datetime, note: str = ""
) -> MatchRecord:
    """Return the record of a match by the points of its sides, as a slip of paper has them.

    Raise NoSuchResult, also if nobody has any points.
    """
    best = (min if setup.game.match.best is Best.LOW else max)(points)
    winner = points.index(best) if points.count(best) == 1 else None
    rounds = rounds_of_result(setup, points, winner)
    if note and rounds:
        rounds = (*rounds[:-1], _with_note(rounds[-1], winner or 0, note))
    entries = tuple(RecordedRound(played, at) for played in rounds)
    record = ended(MatchRecord(setup, names, entries=entries))
    if not rounds or score_record(record)[0].totals != tuple(points):
        raise NoSuchResult
    return record


def rounds_of_result(setup: Setup, points: Sequence[int], winner: int | None) -> tuple[Round, ...]:
    """Return rounds that add up to a result: one with corrections, or one for each round won.

    () if nothing was played, or no rounds add up to it.
    """
    if not any(points):
        return ()
    low = setup.game.match.best is Best.LOW
    first = 0 if winner is None else winner
    try:
        if counts_wins(setup.game):
            if sum(points) > MOST_ROUNDS or min(points) < 0:
                return ()
            sides = sorted(range(len(points)), key=lambda side: side == first)
            return tuple(_won(setup, side) for side in sides for _each in range(points[side]))
        plain = _won(setup, (first + 1) % len(points) if low else first)
        scored = score_round(setup, plain).points
        corrections = tuple(
            Correction(side, made - scored[side])
            for side, made in enumerate(points)
            if made != scored[side]
        )
        return (replace(plain, corrections=corrections),)
    except RuleError:
        return ()


def _won(setup: Setup, side: int) -> Round:
    """Return a round of which only the winner is known."""
    worth = int(counts_wins(setup.game))
    sides = range(len(setup.sides))
    return Round(points=points_by_side(worth if each == side else None for each in sides))


def ended(record: MatchRecord) -> MatchRecord:
    """End a match: if its goal is not reached, stop it with whoever is ahead.

    Raise NoSuchResult if the rules refuse a round.
    """
    try:
        over = score_record(record)[0].over
    except ReplayError as refused:
        raise NoSuchResult from refused
    return record if over else record._replace(timer=Timer(stopped=True))


def _with_note(played: Round, side: int, note: str) -> Round:
    """Write a note to the first correction of a round; one of no points if there is none."""
    first, *others = played.corrections or [Correction(side, 0)]
    return replace(played, corrections=(first._replace(note=note), *others))


def day_of(match: Match) -> date:
    """Return the day on which a match was played: that of its last round, or of its start."""
    return clock.local(match.last_at).date()


def day_changed(match: Match, day: date) -> Change:
    """Move a match to another day, at the same time of day, but never into the future.

    Without rounds, its start moves: rounds recorded later belong to that day.
    """
    by, timer, now = day - day_of(match), match.record.timer, clock.now()
    moments = [each.recorded_at for each in match.record.entries] or [match.opened_at]
    plain = [clock.local(moment).replace(tzinfo=None) for moment in moments]
    moved = [min(clock.moment_at(moment + by).astimezone(UTC), now) for moment in plain]
    ends_at = timer and timer.ends_at
    later = timer._replace(ends_at=ends_at + by) if timer and ends_at else timer
    return Change(ChangeKind.DAY, _moments(match, moments, timer), _moments(match, moved, later))


def _moments(match: Match, moments: Sequence[datetime], timer: Timer | None) -> Json:
    said, clocks = [*map(datetime.isoformat, moments)], timer and timer.as_json()
    if not match.record.entries:
        return {"moments": [], "opened_at": said[0], "timer": clocks}
    return {"moments": said, "timer": clocks}
