"""Who is ahead in a club night, and why.

Effectiveness is counted as Venezuelan clubs do: a side that wins at the goal scores what the others
were short of it, and they lose as much; if the clock ended the match, it is the difference. Sitting
out counts as a win with half the goal, or with all of it. A side that does not come loses the goal,
and the side that came wins half of it; a match lost by a sanction counts the same. Points beyond
160 % of the goal do not count. If each plays alone, the winner is compared with the second, and all
others with the winner.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain, groupby
from math import inf
from typing import NamedTuple

Side = tuple[int, ...]

# What each place of a night is worth in a season, unless the club chose otherwise.
SEASON_POINTS = (10, 8, 6, 5, 4, 3, 2, 1)


class By(StrEnum):
    """How a match of a night ended."""

    GOAL = "goal"
    TIME = "time"
    ABSENT = "absent"
    SITTING_OUT = "sitting out"
    # Not a match: points taken off one side.
    SANCTION = "sanction"


class Key(StrEnum):
    """What people are compared by."""

    WINS = "wins"
    EFFECTIVENESS = "effectiveness"
    POINTS = "points"
    DIFFERENCE = "difference"
    HEAD_TO_HEAD = "head to head"
    ROUNDS_WON = "rounds won"
    # How far somebody got in a knockout, and what lots or the officials decided.
    REACHED = "reached"
    DECIDED = "decided"


# The order of comparisons, by the name a club gives it.
ORDERS: Mapping[str, tuple[Key, ...]] = {
    "effectiveness": (Key.WINS, Key.EFFECTIVENESS, Key.POINTS),
    "difference": (Key.WINS, Key.DIFFERENCE, Key.POINTS),
    "head to head": (Key.WINS, Key.HEAD_TO_HEAD, Key.EFFECTIVENESS, Key.POINTS),
    "rounds": (Key.ROUNDS_WON, Key.WINS, Key.EFFECTIVENESS),
    "points": (Key.POINTS, Key.WINS),
}


class TableResult(NamedTuple):
    """A match of a club night that is over: `points` and `rounds_won` of its `sides`.

    `winner` is one of them, None for a draw. A side that sits out has no opponent, and has the
    points given for that. If a side did not come, the points of both are 0. The `goal` is 0 if
    there is none in points. With `low` the fewest points win. `knockout` is the number of the
    knockout round, 0 elsewhere; the match for third place counts as one round earlier. A `stopped`
    match was ended as it stood. A `reason` explains a sanction: points below 0 for a single side,
    or a match that counts as if the losers had not come.
    """

    round: int
    sides: tuple[Side, ...]
    points: tuple[int, ...]
    goal: int
    by: By
    winner: int | None
    rounds_won: tuple[int, ...] = ()
    low: bool = False
    knockout: int = 0
    stopped: bool = False
    reason: str = ""


class Played(NamedTuple):
    """The result of one match for one person."""

    result: TableResult
    side: int

    @property
    def won(self) -> bool:
        return self.result.by is By.SITTING_OUT or self.result.winner == self.side

    @property
    def points(self) -> int:
        """The points that count."""
        if self.result.by in (By.SITTING_OUT, By.ABSENT):
            return max(self.half, self.result.points[self.side]) if self.won else 0
        if self.result.by is By.SANCTION and self.result.low:
            return -self.result.points[self.side]
        return self._counted(self.result.points[self.side])

    @property
    def difference(self) -> int:
        """By how many counted points this side was ahead; below 0 if it was behind."""
        if self.result.by is By.SANCTION:
            return self.result.points[self.side]
        if self.result.by in (By.SITTING_OUT, By.ABSENT):
            return self.points
        own, other = self.points, self._counted(self._best_of_others)
        return other - own if self.result.low else own - other

    @property
    def effectiveness(self) -> int:
        """What clubs add up to separate those with as many wins."""
        result = self.result
        if result.by is By.SITTING_OUT or (result.by is By.ABSENT and self.won):
            return self.half
        if result.by is By.ABSENT:
            return -result.goal
        if result.by is By.TIME or result.low or result.winner is None or not result.goal:
            return self.difference
        behind = self._best_of_others if self.won else result.points[self.side]
        short = max(0, result.goal - behind)
        return short if self.won else -short

    @property
    def rounds_won(self) -> int:
        return self.result.rounds_won[self.side] if self.result.rounds_won else 0

    @property
    def half(self) -> int:
        """Half of the goal."""
        return self.result.goal // 2

    @property
    def came(self) -> bool:
        """Whether anybody came to the match."""
        return self.result.by is not By.ABSENT or self.result.winner is not None

    @property
    def reached(self) -> int:
        """How far it got in a knockout: losing a match is further than not coming to it."""
        return self.result.knockout and 3 * self.result.knockout + self.won + self.came

    @property
    def opponents(self) -> Side:
        """The people on the other sides; nobody if this one sat out."""
        others = (each for at, each in enumerate(self.result.sides) if at != self.side)
        return tuple(chain.from_iterable(others))

    @property
    def _best_of_others(self) -> int:
        best = min if self.result.low else max
        return best(each for at, each in enumerate(self.result.points) if at != self.side)

    def _counted(self, points: int) -> int:
        """Leave out points beyond what counts."""
        return min(points, self.result.goal * 8 // 5) if self.result.goal else points


class Row(NamedTuple):
    """A person or a pair in the standings; those who are level `share` a `place`.

    `head_to_head` counts the wins against those who are level by everything compared before it.
    Among those level by everything, a higher `decided` comes first.
    """

    side: Side
    place: int
    played: tuple[Played, ...]
    head_to_head: int = 0
    decided: int = 0
    share: bool = False

    @property
    def matches(self) -> int:
        """The number of matches played or awarded."""
        return sum(each.result.by is not By.SANCTION for each in self.played)

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

    @property
    def reached(self) -> int:
        return max((each.reached for each in self.played), default=0)

    @property
    def _did_not_meet(self) -> bool:
        last = [each for each in self.played if each.result.knockout][-1:]
        return any(not each.came for each in last)

    def value(self, key: Key) -> int:
        """Return the number shown for a key."""
        return int(getattr(self, attribute_of(key)))

    def worth(self, key: Key) -> float:
        """Return the number compared for a key; the highest is best.

        Where the fewest points win, having played less is no advantage. Sides share the place if
        nobody came to their last match of a knockout.
        """
        if self._did_not_meet and key not in (Key.REACHED, Key.DECIDED):
            return -inf
        if key is not Key.POINTS or not any(each.result.low for each in self.played):
            return self.value(key) if self.played or key is not Key.POINTS else -inf
        matches = sum(each.result.by in (By.GOAL, By.TIME) for each in self.played)
        # Points for sitting out, or because others did not come, are left out.
        ended = (By.GOAL, By.TIME, By.SANCTION)
        counted = [each.points for each in self.played if each.result.by in ended]
        return -sum(counted) / matches if matches else -inf


def attribute_of(key: Key) -> str:
    """Return the attribute with the number compared for a key, of a row and of a match."""
    return key.value.replace(" ", "_")


def standings(
    results: Iterable[TableResult],
    order: Sequence[Key],
    sides: Iterable[Side],
    decided: Sequence[int] = (),
) -> tuple[Row, ...]:
    """Add up the results of some sides, and sort them, the best first.

    A side is a fixed pair, or one person whose partners change. Those `decided` come before all who
    are level with them, in this order.
    """
    first = {person: len(decided) - at for at, person in enumerate(decided)}
    played = defaultdict[int, list[Played]](list)
    for result in results:
        for at, there in enumerate(result.sides):
            for person in there:
                played[person].append(Played(result, at))
    rows = [
        Row(
            side,
            1,
            tuple(each for each in played[side[0]] if {*side} <= {*each.result.sides[each.side]}),
            decided=max(first.get(person, 0) for person in side),
        )
        for side in sides
    ]
    placed: list[Row] = []
    for tied in _apart(rows, (*order, Key.DECIDED)):
        placed += [row._replace(place=len(placed) + 1, share=len(tied) > 1) for row in tied]
    return tuple(placed)


def why_ahead(ahead: Row, behind: Row, order: Sequence[Key]) -> Key | None:
    """Return the first key that separates two rows; None if they are level."""
    return next(
        (key for key in (*order, Key.DECIDED) if ahead.worth(key) != behind.worth(key)), None
    )


def season(nights: Iterable[Sequence[Row]], points: Sequence[int]) -> dict[int, int]:
    """Return everybody's points in a season, the most first; all who share a place get them.

    `nights` are the standings after each. Places after the last one with points get 0.
    """
    total: dict[int, int] = {}
    for rows in nights:
        for row in rows:
            worth = points[row.place - 1] if row.place <= len(points) else 0
            for person in row.side:
                total[person] = total.get(person, 0) + worth
    return dict(sorted(total.items(), key=lambda each: -each[1]))


def _apart(rows: Sequence[Row], order: Sequence[Key]) -> Iterator[Sequence[Row]]:
    """Yield the rows, the best first, grouped where no key separates them."""
    if not order or len(rows) < 2:
        yield rows
        return
    key, *then = order
    if key is Key.HEAD_TO_HEAD:
        rows = _met_each_other(rows)
    ordered = sorted(rows, key=lambda row: -row.worth(key))
    for _worth, tied in groupby(ordered, key=lambda row: row.worth(key)):
        yield from _apart([*tied], then)


def _met_each_other(rows: Sequence[Row]) -> list[Row]:
    """Count each row's wins against the others."""

    def wins(row: Row) -> int:
        others = [set(other.side) for other in rows if other is not row]
        return sum(
            each.won and any(other <= set(each.opponents) for other in others)
            for each in row.played
        )

    return [row._replace(head_to_head=wins(row)) for row in rows]
