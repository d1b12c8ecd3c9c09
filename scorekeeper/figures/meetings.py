"""Head to head: who finished ahead of whom, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple

from scorekeeper.figures.kinds import Kind

# Who has met less often is no rival yet.
LEAST_MEETINGS = 10


class Meeting(NamedTuple):
    """A match in which two people were on different sides.

    `ahead` is 1 where the first of them finished ahead, -1 where the second did, else 0.
    """

    match_id: int
    ended_at: datetime
    kind: Kind
    ahead: int


class Ahead(NamedTuple):
    """How often two people `met`, and how often the first and the second finished ahead."""

    met: int = 0
    first: int = 0
    second: int = 0

    @property
    def level(self) -> int:
        """How often neither finished ahead."""
        return self.met - self.first - self.second

    @property
    def share(self) -> float | None:
        """The part that the first was ahead in, of those in which one of them was."""
        decided = self.first + self.second
        return self.first / decided if decided else None


class HeadToHead(NamedTuple):
    """A player and another: in `ahead` the player is the first."""

    other: int
    ahead: Ahead


def ahead_of(place: int, other: int) -> int:
    """Say as a `Meeting` does who of two finished ahead, by their places."""
    return (place < other) - (place > other)


def ahead_in(meetings: Iterable[Meeting]) -> Ahead:
    """Add up the meetings of two people, in any order."""
    found = [each.ahead for each in meetings]
    return Ahead(len(found), found.count(1), found.count(-1))


def head_to_head(met: Mapping[int, Ahead]) -> tuple[HeadToHead, ...]:
    """List whom a player met, most often first."""
    found = [HeadToHead(other, ahead) for other, ahead in met.items()]
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


def in_a_row(meetings: Iterable[Meeting], ahead: int = 1) -> list[Meeting]:
    """List the newest meetings, given the last one first, that one of two was ahead in."""
    return [*takewhile(lambda each: each.ahead == ahead, meetings)]
