"""The chart of a match: where everything in its drawing goes, from the totals after each round.

Lengths are in units of the drawing, which is `WIDTH` by `HEIGHT`; y grows downwards. Texts never
overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from unicodedata import normalize

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import narrator_of, once_a_match
from scorekeeper.rules.game_keys import Ends
from scorekeeper.rules.tiles_and_hands import Ending
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.formats import format_number, signed

WIDTH, HEIGHT = 500, 272
LEFT, TOP, BASE = 22.0, 30.0, 238.0
# The largest width of the labels right of the lines, and of their letters.
WIDEST_LABEL, LABEL_SIZE = 190.0, 21
LABEL_GAP = 23.0
# Rounds closer than the first have no dots, and closer than the second no gains.
LEAST_FOR_DOTS, LEAST_FOR_GAINS = 12.0, 34.0
LEAST_FOR_TICKS = 30.0
# The largest letters of a gain, and how far they reach up and down.
GAIN_SIZE = 18
ABOVE, BELOW = 14.0, 3.0

Point = tuple[float, float]
Segment = tuple[Point, Point]
Dot = tuple[float, float, bool]

# Narrow and wide letters; all others are of medium width.
_NARROW, _WIDE = frozenset("ijltfrI.,:;'’!|()[] "), frozenset("mwMWQOG@%&ÆŒæœ—")


class Box(NamedTuple):
    """The place that something takes in the drawing."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Return whether another box is inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def meets(self, segment: Segment) -> bool:
        """Return whether a line segment crosses the box."""
        (x, y), (to_x, to_y) = segment
        # Most are far to one side, which is quickly checked.
        if max(x, to_x) <= self.left or min(x, to_x) >= self.right:
            return False
        begin, end = 0.0, 1.0
        for at, along, least, most in (
            (x, to_x - x, self.left, self.right),
            (y, to_y - y, self.top, self.bottom),
        ):
            if along == 0:
                if not least < at < most:
                    return False
                continue
            enters, leaves = sorted(((least - at) / along, (most - at) / along))
            begin, end = max(begin, enters), min(end, leaves)
        return begin < end


class Placed(NamedTuple):
    """A gain as text at a place; `anchor` says which end of the text is there."""

    text: str
    x: float
    y: float
    anchor: str
    box: Box


class ScoreLine:
    """The drawing of a match of at least one round."""

    def __init__(self, match: Match) -> None:
        narrator, rules = narrator_of(match), match.setup.game.match
        self._rounds, self._winner = match.rounds, match.standing.leaders[0]
        self._totals = [
            (0,) * len(match.setup.sides),
            *(each.standing.totals for each in match.rounds),
        ]
        self.last, self.colours = len(match.rounds), match.side_colours
        # The winner's line is drawn last, on top of the others.
        self.sides = sorted(range(len(self.colours)), key=lambda side: side == self._winner)
        names = (narrator.label(side) for side in range(len(self.colours)))
        self.labels = [fitted(name, LABEL_SIZE, WIDEST_LABEL) for name in names]
        widths = (text_width(label, LABEL_SIZE) for label in self.labels)
        self.right = WIDTH - 18 - max(70.0, *widths)
        self._step = (self.right - LEFT) / max(1, self.last)
        ended_by_goal, goal = rules.ends is not Ends.ROUNDS, format_number(rules.goal)
        reached = [total for totals in self._totals for total in totals]
        reached += [rules.goal] * ended_by_goal
        self._low = min(reached)
        self._high = max(*reached, self._low + 1)
        self.goal_y = self.y(rules.goal) if ended_by_goal else None
        # For translators: the points that win the match, beside a line in a drawing.
        self.goal_text = (
            _("limit %(goal)s", goal=goal)
            if rules.ends is Ends.LIMIT
            else _("goal %(goal)s", goal=goal)
        )
        ends = [self.y(total) + 5 for total in self._totals[-1]]
        self.label_ys = spread(ends, LABEL_GAP, TOP - 8, BASE)

    def x(self, at: int) -> float:
        """Return the x of the totals after a number of rounds."""
        return round(LEFT + at * self._step, 1)

    def y(self, total: int) -> float:
        """Return the y of a total."""
        return round(BASE - (total - self._low) / (self._high - self._low) * (BASE - TOP), 1)

    def won(self, side: int) -> bool:
        return side == self._winner

    def points(self, side: int) -> list[Point]:
        """Return the corners of the line of a side."""
        return [(self.x(at), self.y(totals[side])) for at, totals in enumerate(self._totals)]

    def dots(self, side: int) -> list[Dot]:
        """Return a dot for each round in which a side scored: x, y, hollow if it was blocked."""
        if self._step < LEAST_FOR_DOTS:
            return []
        blocked = [scored.score.ending is Ending.BLOCKED for scored in self._rounds]
        # Games that only end by a block mark none.
        mark = not all(blocked)
        corners = zip(self.points(side)[1:], self._rounds, blocked, strict=True)
        return [(*at, hollow and mark) for at, each, hollow in corners if each.score.points[side]]

    def gains(self) -> list[Placed]:
        """Return gains where there is room for them, the winner's first, then the largest."""
        if self._step < LEAST_FOR_GAINS:
            return []
        lines = [self.points(side) for side in range(len(self.colours))]
        segments = [pair for line in lines for pair in pairwise(line)]
        segments.append(((LEFT, self.y(0)), (self.right, self.y(0))))
        dots = (dot for side in self.sides for dot in self.dots(side))
        taken = [Box(x - 9, y - 9, x + 9, y + 9) for x, y, _hollow in dots]
        if self.goal_y is not None:
            segments.append(((LEFT, self.goal_y), (self.right, self.goal_y)))
            width = text_width(self.goal_text, 18)
            taken.append(Box(LEFT, self.goal_y - 22, LEFT + width, self.goal_y))
        room, found = Box(0, 0, self.right + 8, BASE), []
        paid = [
            (not self.won(side), -gain, at, side)
            for at, scored in enumerate(self._rounds, start=1)
            for side, gain in enumerate(scored.score.points)
            if gain
        ]
        for _other, loss, at, side in sorted(paid):
            placed = place_gain(signed(-loss), lines[side][at], room, taken, segments)
            if placed is not None:
                taken.append(placed.box)
                found.append(placed)
        return found

    def ticks(self) -> list[tuple[float, int]]:
        """Return the numbers of the last round, and of as many others as there is room for."""
        every = next(n for n in _round_numbers() if n * self._step >= LEAST_FOR_TICKS)
        places = [(self.x(at), at) for at in range(every, self.last, every)]
        end = self.x(self.last)
        return [*(each for each in places if end - each[0] >= LEAST_FOR_TICKS), (end, self.last)]


# The page of the winner shows it three times, two of them in the pictures to share.
@once_a_match
def line_of(match: Match) -> ScoreLine:
    """Return the chart of a match of at least one round."""
    return ScoreLine(match)


def _round_numbers() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20, 50, 100 …"""
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text, rather too wide than too narrow."""
    return round(size * sum(map(_letter_width, text)), 1)


def fitted(name: str, size: float, widest: float) -> str:
    """Return a name, cut short if it would be too wide."""
    if text_width(name, size) <= widest:
        return name
    for length in range(len(name) - 1, 0, -1):
        text = f"{name[:length].rstrip()}…"
        if text_width(text, size) <= widest:
            return text
    return f"{name[:1]}…"


def spread(wanted: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """Return places near those wanted, in the same order, `gap` apart, from `top` to `bottom`."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    found = [*wanted]
    least = top
    for each in order:
        found[each] = max(wanted[each], least)
        least = found[each] + gap
    most = bottom
    for each in reversed(order):
        found[each] = round(min(found[each], most), 1)
        most = found[each] - gap
    return found


def place_gain(
    text: str, point: Point, room: Box, taken: Sequence[Box], lines: Sequence[Segment]
) -> Placed | None:
    """Place a text beside a point without covering anything; None if there is no room."""
    for placed in _candidates(text, *point):
        box = placed.box
        if (
            room.holds(box)
            and not any(box.overlaps(other) for other in taken)
            and not any(box.meets(line) for line in lines)
        ):
            return placed
    return None


def _candidates(text: str, x: float, y: float) -> Iterator[Placed]:
    """Yield the places beside a point: above, left above, right below, left below, below."""
    width = text_width(text, GAIN_SIZE)
    for across, down, anchor in (
        (0.0, -13.0, "middle"),
        (-11.0, -7.0, "end"),
        (9.0, 21.0, "start"),
        (-9.0, 21.0, "end"),
        (11.0, -7.0, "start"),
        (0.0, 27.0, "middle"),
    ):
        at, base = round(x + across, 1), round(y + down, 1)
        left = at - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        yield Placed(text, at, base, anchor, Box(left, base - ABOVE, left + width, base + BELOW))


def _letter_width(letter: str) -> float:
    # An accent does not change the width.
    letter = normalize("NFD", letter)[0]
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE or ord(letter) >= 0x1100:
        return 1.12
    return 0.84 if letter.isupper() else 0.66
