"""The line of a match: where everything in its drawing goes, from the totals after each round.

Lengths are in units of the drawing, which is `WIDTH` by `HEIGHT`; y grows downwards. No word lies
on another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import narrator_of, once_a_match
from scorekeeper.rules.options import Ending, Ends
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number, signed

WIDTH, HEIGHT = 500, 272
LEFT, TOP, BASE = 22.0, 30.0, 238.0
# What stands right of the lines may take so much; its letters are at most so large.
WIDEST_LABEL, LABEL_SIZE = 190.0, 21
LABEL_GAP = 23.0
# Rounds closer than this have no dots, and those closer than that no gains.
LEAST_FOR_DOTS, LEAST_FOR_GAINS = 12.0, 34.0
LEAST_FOR_TICKS = 30.0
# The largest letters that what was scored is drawn in, and how far they reach up and down.
GAIN_SIZE = 18
ABOVE, BELOW = 14.0, 3.0

Point = tuple[float, float]
Segment = tuple[Point, Point]
Dot = tuple[float, float, bool]

# How wide letters are, in parts of their height; all others are of the middle.
_NARROW, _WIDE = frozenset("ijltfrI.,:;'’!|()[] "), frozenset("mwMWQOG@%&ÆŒæœ—")


class Box(NamedTuple):
    """A part of the drawing that something takes."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, reach: float) -> Box:
        """Return the square around a point."""
        return cls(x - reach, y - reach, x + reach, y + reach)

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, other: Box) -> bool:
        """Return whether another one is inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )

    def meets(self, segment: Segment) -> bool:
        """Return whether a straight line passes through."""
        (x, y), (to_x, to_y) = segment
        # Most are far to one side, which takes less to see.
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
    """What was scored, as text at a place; `anchor` is the end of it that is there."""

    text: str
    x: float
    y: float
    anchor: str
    box: Box


class Course(NamedTuple):
    """What is drawn of a match: `totals` of each side after each round, `points` of each round.

    `blocked` says for each round whether it was; `goal` ends the match, and is None where a number
    of rounds does.
    """

    names: tuple[str, ...]
    colours: tuple[int, ...]
    totals: tuple[tuple[int, ...], ...]
    points: tuple[tuple[int, ...], ...]
    blocked: tuple[bool, ...]
    winner: int
    goal: int | None = None
    goal_text: str = ""


class Line(NamedTuple):
    """The line of a side, with its name at the end; `number` is its colour.

    `dots` are the rounds in which it scored: x, y, and whether it is hollow, as the round was
    blocked.
    """

    number: int
    won: bool
    points: str
    dots: tuple[Dot, ...]
    label: str
    label_x: float
    label_y: float


class ScoreLine(NamedTuple):
    """The drawing; the line of the winner comes last, above the others.

    `ticks` are places below the lines, with the number of the round there.
    """

    lines: tuple[Line, ...]
    gains: tuple[Placed, ...]
    ticks: tuple[tuple[float, int], ...]
    right: float
    zero_y: float
    goal_y: float | None
    goal_text: str


class Axes(NamedTuple):
    """Turns rounds and totals into places."""

    right: float
    last: int
    low: int
    high: int

    @property
    def step(self) -> float:
        """How far a round is from the next."""
        return (self.right - LEFT) / self.last

    def x(self, at: int) -> float:
        return round(LEFT + at * self.step, 1)

    def y(self, total: int) -> float:
        return round(BASE - (total - self.low) / (self.high - self.low) * (BASE - TOP), 1)


# The page of the winner shows it three times, two of them in the pictures to share.
@once_a_match
def line_of(match: Match) -> ScoreLine:
    """Draw the line of a match of at least one round."""
    return score_line(course_of(match))


def course_of(match: Match) -> Course:
    """Return what is drawn of a match of at least one round, who leads above the others."""
    narrator, rules = narrator_of(match), match.setup.game.match
    goal, words = None if rules.ends is Ends.ROUNDS else rules.goal, {"goal": number(rules.goal)}
    blocked = [scored.score.ending is Ending.BLOCKED for scored in match.rounds]
    # Games that never end otherwise mark none.
    all_blocked = all(blocked)
    return Course(
        colours=match.side_colours,
        names=tuple(narrator.label(side) for side in range(len(match.setup.sides))),
        totals=tuple(scored.standing.totals for scored in match.rounds),
        points=tuple(scored.score.points for scored in match.rounds),
        blocked=tuple(each and not all_blocked for each in blocked),
        winner=match.standing.leaders[0],
        goal=goal,
        # For translators: the points that win the match, beside a line in a drawing.
        goal_text=_("limit %(goal)s", **words)
        if rules.ends is Ends.LIMIT
        else _("goal %(goal)s", **words),
    )


def score_line(course: Course) -> ScoreLine:
    """Draw the line of a match of at least one round."""
    labels = [fitted(name, LABEL_SIZE, WIDEST_LABEL) for name in course.names]
    axes = _axes(course, labels)
    ends = [axes.y(total) + 5 for total in course.totals[-1]]
    label_ys = spread(ends, LABEL_GAP, TOP - 8, BASE)
    goal_y = None if course.goal is None else axes.y(course.goal)
    order = sorted(range(len(labels)), key=lambda side: side == course.winner)
    lines = tuple(
        Line(
            number=course.colours[side],
            won=side == course.winner,
            points=" ".join(f"{x},{y}" for x, y in _points(course, axes, side)),
            dots=tuple(_dots(course, axes, side)),
            label=labels[side],
            label_x=axes.right + 14,
            label_y=label_ys[side],
        )
        for side in order
    )
    return ScoreLine(
        lines=lines,
        gains=tuple(_gains(course, axes, goal_y)),
        ticks=tuple(_ticks(axes)),
        right=axes.right,
        zero_y=axes.y(0),
        goal_y=goal_y,
        goal_text=course.goal_text,
    )


def _axes(course: Course, labels: Sequence[str]) -> Axes:
    right = WIDTH - 18 - max(70.0, *(text_width(label, LABEL_SIZE) for label in labels))
    reached = [0, *(total for totals in course.totals for total in totals)]
    if course.goal is not None:
        reached.append(course.goal)
    low, high = min(reached), max(reached)
    return Axes(right, len(course.totals), low, max(high, low + 1))


def _points(course: Course, axes: Axes, side: int) -> list[tuple[float, float]]:
    totals = [0, *(totals[side] for totals in course.totals)]
    return [(axes.x(at), axes.y(total)) for at, total in enumerate(totals)]


def _dots(course: Course, axes: Axes, side: int) -> Iterator[Dot]:
    if axes.step < LEAST_FOR_DOTS:
        return
    for at, totals in enumerate(course.totals):
        if course.points[at][side]:
            yield axes.x(at + 1), axes.y(totals[side]), course.blocked[at]


def _gains(course: Course, axes: Axes, goal_y: float | None) -> Iterator[Placed]:
    """Give what was scored where there is room for it, the winner's first, then the most."""
    if axes.step < LEAST_FOR_GAINS:
        return
    sides = range(len(course.names))
    lines = [_points(course, axes, side) for side in sides]
    segments = [pair for line in lines for pair in pairwise(line)]
    segments.append(((LEFT, axes.y(0)), (axes.right, axes.y(0))))
    taken = [Box.around(x, y, 9) for side in sides for x, y, _hollow in _dots(course, axes, side)]
    if goal_y is not None:
        segments.append(((LEFT, goal_y), (axes.right, goal_y)))
        taken.append(Box(LEFT, goal_y - 22, LEFT + text_width(course.goal_text, 18), goal_y))
    room = Box(0, 0, axes.right + 8, BASE)
    scored = [
        (side != course.winner, -gain, at, side)
        for at, gains in enumerate(course.points)
        for side, gain in enumerate(gains)
        if gain
    ]
    for _other, loss, at, side in sorted(scored):
        x, y = lines[side][at + 1]
        placed = place_gain(signed(-loss), (x, y), room, taken, segments)
        if placed is not None:
            taken.append(placed.box)
            yield placed


def _ticks(axes: Axes) -> Iterator[tuple[float, int]]:
    """Number the last round, and as many of the others as there is room for."""
    every = next(n for n in _round_numbers() if n * axes.step >= LEAST_FOR_TICKS)
    for at in range(every, axes.last, every):
        if axes.x(axes.last) - axes.x(at) >= LEAST_FOR_TICKS:
            yield axes.x(at), at
    yield axes.x(axes.last), axes.last


def _round_numbers() -> Iterator[int]:
    """Give 1, 2, 5, 10, 20, 50, 100 …"""
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10


def text_width(text: str, size: float) -> float:
    """Return about how wide a text is, rather too wide than too narrow."""
    return round(size * sum(map(_letter_width, text)), 1)


def fitted(name: str, size: float, widest: float) -> str:
    """Return a name, cut where it would be too wide."""
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
    """Place a text beside a point, on nothing that is there; None where there is no room."""
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
    """Give the places beside a point: above, left above, right below, left below, below."""
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
    if letter in _NARROW:
        return 0.4
    if letter in _WIDE or ord(letter) >= 0x1100:
        return 1.12
    return 0.74 if letter.isupper() else 0.66
