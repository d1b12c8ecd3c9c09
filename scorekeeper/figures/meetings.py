"""Head to head: who finished ahead of whom, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import tzinfo
from itertools import takewhile
from typing import NamedTuple

from scorekeeper.figures.periods import periods_of
from scorekeeper.figures.results import Meeting
from scorekeeper.figures.totals import ALL_KINDS, Key, in_order

# Who has met less often is no rival yet.
LEAST_MEETINGS = 10


class Ahead(NamedTuple):
    """How often two people `met`, and how often the first and the second finished ahead."""

    met: int = 0
    first: int = 0
    second: int = 0

    def __add__(self, other: Ahead) -> Ahead:  # type: ignore[override] # no tuple is made longer
        return Ahead(self.met + other.met, self.first + other.first, self.second + other.second)

    @property
    def level(self) -> int:
        """How often neither finished ahead."""
        return self.met - self.first - self.second

    @property
    def share(self) -> float | None:
        """The part that the first was ahead in, of those in which one of them was."""
        decided = self.first + self.second
        return self.first / decided if decided else None

    @property
    def turned(self) -> Ahead:
        """The same, the other way round."""
        return Ahead(self.met, self.second, self.first)


class HeadToHead(NamedTuple):
    """A player and another: in `ahead` the player is the first."""

    other: int
    ahead: Ahead


def ahead_in(meeting: Meeting) -> Ahead:
    """Return what one meeting counts."""
    return Ahead(1, int(meeting.ahead > 0), int(meeting.ahead < 0))


def add_up_meetings(meetings: Iterable[Meeting], zone: tzinfo | None = None) -> dict[Key, Ahead]:
    """Add up meetings for each kind, all kinds and each period, in any order."""
    totals: dict[Key, Ahead] = {}
    for meeting in meetings:
        one = ahead_in(meeting)
        for period in periods_of(meeting.ended_at, zone):
            for kind in (ALL_KINDS, meeting.kind.code):
                key = Key(meeting.players, kind, period)
                totals[key] = totals[key] + one if key in totals else one
    return totals


def head_to_head(player: int, totals: Mapping[tuple[int, int], Ahead]) -> tuple[HeadToHead, ...]:
    """List whom a player met, most often first; others in `totals` are left out."""
    found = [
        HeadToHead(second, ahead) if player == first else HeadToHead(first, ahead.turned)
        for (first, second), ahead in totals.items()
        if player in (first, second)
    ]
    return tuple(sorted(found, key=lambda each: (-each.ahead.met, each.other)))


def rival_of(met: Sequence[HeadToHead]) -> int | None:
    """Return who is ahead of a player most of the times, of those met often; None if nobody is."""
    rivals = [
        each
        for each in met
        if each.ahead.met >= LEAST_MEETINGS and each.ahead.second > each.ahead.first
    ]
    return (
        min(rivals, key=lambda each: (each.ahead.share, -each.ahead.met)).other if rivals else None
    )


def in_a_row(player: int, meetings: Iterable[Meeting]) -> list[Meeting]:
    """List the newest meetings of two people, one after the other, that a player was ahead in."""
    newest = sorted(meetings, key=in_order, reverse=True)
    return [*takewhile(lambda each: _was_ahead(player, each), newest)]


def _was_ahead(player: int, meeting: Meeting) -> bool:
    return meeting.ahead == (1 if player == meeting.players[0] else -1)
