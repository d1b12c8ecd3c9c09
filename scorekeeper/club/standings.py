"""Who is ahead in a club night, and why.

Effectiveness is counted as Venezuelan clubs do: who wins at the goal scores what the others were
short of it, and they lose as much; where the clock ended the match it is the difference. To sit out
is a win with half the goal. Who does not come loses the goal, and who came wins half of it. Points
beyond 160 % of the goal do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

Side = tuple[int, ...]

# What the places of a night are worth in a season, where the house says nothing else.
SEASON_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)


class By(StrEnum):
    """How a match of a night ended."""

    GOAL = "goal"
    TIME = "time"
    ABSENT = "absent"
    SITTING_OUT = "sitting out"


class Key(StrEnum):
    """What people are compared by."""

    WINS = "wins"
    EFFECTIVENESS = "effectiveness"
    POINTS = "points"
    DIFFERENCE = "difference"
    HEAD_TO_HEAD = "head to head"
    ROUNDS_WON = "rounds won"


# What is compared in which order, by what a house calls it.
ORDERS: Mapping[str, tuple[Key, ...]] = {
    "effectiveness": (Key.WINS, Key.EFFECTIVENESS, Key.POINTS),
    "difference": (Key.WINS, Key.DIFFERENCE, Key.POINTS),
    "head to head": (Key.WINS, Key.HEAD_TO_HEAD, Key.EFFECTIVENESS, Key.POINTS),
    "rounds": (Key.ROUNDS_WON, Key.WINS, Key.EFFECTIVENESS),
}


class TableResult(NamedTuple):
    """A match of a night that is over: `points` and `rounds_won` of its two `sides`.

    `winner` is 0 or 1, None for a draw. Who sits out is a side without another. Of those who did
    not come, and of who came, points are 0. With `low` the fewest points win.
    """

    round: int
    sides: tuple[Side, ...]
    points: tuple[int, ...]
    goal: int
    by: By
    winner: int | None
    rounds_won: tuple[int, ...] = ()
    low: bool = False


class Played(NamedTuple):
    """What one match came to for one person."""

    result: TableResult
    side: int

    @property
    def won(self) -> bool:
        return self.result.by is By.SITTING_OUT or self.result.winner == self.side

    @property
    def points(self) -> int:
        """Points that count."""
        if self.result.by in (By.SITTING_OUT, By.ABSENT):
            return self.half if self.won else 0
        return min(self.result.points[self.side], self.most)

    @property
    def difference(self) -> int:
        """By how many points that count this side was ahead; below 0 if it was behind."""
        if self.result.by in (By.SITTING_OUT, By.ABSENT):
            return self.points
        own, other = (min(points, self.most) for points in self._own_and_other)
        return other - own if self.result.low else own - other

    @property
    def effectiveness(self) -> int:
        """What clubs add up to tell apart who won as often."""
        result = self.result
        if result.by is By.SITTING_OUT or (result.by is By.ABSENT and self.won):
            return self.half
        if result.by is By.ABSENT:
            return -result.goal
        if result.by is By.TIME or result.low or result.winner is None:
            return self.difference
        short = max(0, result.goal - result.points[1 - result.winner])
        return short if self.won else -short

    @property
    def rounds_won(self) -> int:
        return self.result.rounds_won[self.side] if self.result.rounds_won else 0

    @property
    def half(self) -> int:
        """Half of the goal."""
        return self.result.goal // 2

    @property
    def most(self) -> int:
        """The most points that count."""
        return self.result.goal * 8 // 5

    @property
    def opponents(self) -> Side:
        """Who played on the other side; nobody where this one sat out."""
        return next((each for at, each in enumerate(self.result.sides) if at != self.side), ())

    @property
    def _own_and_other(self) -> tuple[int, int]:
        return self.result.points[self.side], self.result.points[1 - self.side]


class Row(NamedTuple):
    """A person or a pair in the standings; two who are level have the same `place`.

    `head_to_head` counts the wins against those who are level with them by what is compared before.
    """

    side: Side
    place: int
    played: tuple[Played, ...]
    head_to_head: int = 0

    @property
    def wins(self) -> int:
        return sum(each.won for each in self.played)

    @property
    def effectiveness(self) -> int:
        return sum(each.effectiveness for each in self.played)

    @property
    def points(self) -> int:
        return sum(each.points for each in self.played)

    @property
    def difference(self) -> int:
        return sum(each.difference for each in self.played)

    @property
    def rounds_won(self) -> int:
        return sum(each.rounds_won for each in self.played)

    def value(self, key: Key) -> int:
        """Return what is compared by a key; the most is best."""
        return int(getattr(self, attribute_of(key)))


def attribute_of(key: Key) -> str:
    """Return the attribute that has what is compared by a key, of a row and of one match."""
    return key.value.replace(" ", "_")


def standings(
    results: Iterable[TableResult], order: Sequence[Key], sides: Iterable[Side]
) -> tuple[Row, ...]:
    """Add the results up for each of some sides, and put them in order, the best first.

    A side is a pair that stays one, or one person whose partners change.
    """
    played = [(result, side) for result in results for side in range(len(result.sides))]
    rows = [
        Row(
            side,
            1,
            tuple(
                Played(result, at) for result, at in played if set(side) <= set(result.sides[at])
            ),
        )
        for side in sides
    ]
    placed: list[Row] = []
    for tied in _apart(rows, order):
        placed += [row._replace(place=len(placed) + 1) for row in tied]
    return tuple(placed)


def why_ahead(ahead: Row, behind: Row, order: Sequence[Key]) -> Key | None:
    """Return the first key that tells two rows apart; None where they are level."""
    return next((key for key in order if ahead.value(key) != behind.value(key)), None)


def season(nights: Iterable[Sequence[Row]], points: Sequence[int]) -> dict[int, int]:
    """Return the points of everybody in a season, the most first; those who share a place do so.

    `nights` are the standings after each. Who came after the last place with points has 0.
    """
    total: dict[int, int] = {}
    for rows in nights:
        for row in rows:
            worth = points[row.place - 1] if row.place <= len(points) else 0
            for person in row.side:
                total[person] = total.get(person, 0) + worth
    return dict(sorted(total.items(), key=lambda each: -each[1]))


def _apart(rows: Sequence[Row], order: Sequence[Key]) -> Iterator[Sequence[Row]]:
    """Yield the rows, the best first, those together that no key tells apart."""
    if not order or len(rows) < 2:
        yield rows
        return
    key, *then = order
    if key is Key.HEAD_TO_HEAD:
        rows = _met_each_other(rows)
    ordered = sorted(rows, key=lambda row: -row.value(key))
    for _value, tied in groupby(ordered, key=lambda row: row.value(key)):
        yield from _apart([*tied], then)


def _met_each_other(rows: Sequence[Row]) -> list[Row]:
    """Count for each row its wins against the others."""

    def wins(row: Row) -> int:
        others = [set(other.side) for other in rows if other is not row]
        return sum(
            each.won and any(other <= set(each.opponents) for other in others)
            for each in row.played
        )

    return [row._replace(head_to_head=wins(row)) for row in rows]
