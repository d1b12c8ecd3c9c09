"""The line of a match: where everything in its drawing goes, from the totals after each round.

Lengths are in units of the drawing, which is `WIDTH` by `HEIGHT`; y grows downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.i18n import once_a_language
from scorekeeper.pages.table.line_labels import (
    Box,
    Placed,
    fitted,
    place_gain,
    spread,
    text_width,
)
from scorekeeper.wording.formats import signed

WIDTH, HEIGHT = 500, 272
LEFT, TOP, BASE = 22.0, 30.0, 238.0
# What stands right of the lines may take so much; its letters are at most so large.
WIDEST_LABEL, LABEL_SIZE = 190.0, 21
LABEL_GAP = 23.0
# Rounds closer than this have no dots, and those closer than that no gains.
LEAST_FOR_DOTS, LEAST_FOR_GAINS = 12.0, 34.0
LEAST_FOR_TICKS = 30.0


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


class Dot(NamedTuple):
    """A round in which a side scored; hollow where it was blocked."""

    x: float
    y: float
    hollow: bool


class Line(NamedTuple):
    """The line of a side, with its name at the end; `number` is its colour."""

    number: int
    won: bool
    points: str
    dots: tuple[Dot, ...]
    label: str
    label_x: float
    label_y: float


class Tick(NamedTuple):
    """The number of a round below the lines."""

    x: float
    text: str


class ScoreLine(NamedTuple):
    """The drawing; the line of the winner comes last, above the others."""

    lines: tuple[Line, ...]
    gains: tuple[Placed, ...]
    ticks: tuple[Tick, ...]
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
@once_a_language(256)
def score_line(course: Course) -> ScoreLine:
    """Draw the line of a match of at least one round."""
    labels = _labels(course)
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


def _labels(course: Course) -> list[str]:
    """Return the name of each side, cut where it would be too long."""
    return [fitted(name, LABEL_SIZE, WIDEST_LABEL) for name in course.names]


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
            yield Dot(axes.x(at + 1), axes.y(totals[side]), course.blocked[at])


def _gains(course: Course, axes: Axes, goal_y: float | None) -> Iterator[Placed]:
    """Give what was scored where there is room for it, the winner's first, then the most."""
    if axes.step < LEAST_FOR_GAINS:
        return
    sides = range(len(course.names))
    lines = [_points(course, axes, side) for side in sides]
    segments = [pair for line in lines for pair in pairwise(line)]
    segments.append(((LEFT, axes.y(0)), (axes.right, axes.y(0))))
    taken = [Box.around(dot.x, dot.y, 9) for side in sides for dot in _dots(course, axes, side)]
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


def _ticks(axes: Axes) -> Iterator[Tick]:
    """Number the last round, and as many of the others as there is room for."""
    every = next(n for n in _round_numbers() if n * axes.step >= LEAST_FOR_TICKS)
    for at in range(every, axes.last, every):
        if axes.x(axes.last) - axes.x(at) >= LEAST_FOR_TICKS:
            yield Tick(axes.x(at), str(at))
    yield Tick(axes.x(axes.last), str(axes.last))


def _round_numbers() -> Iterator[int]:
    """Give 1, 2, 5, 10, 20, 50, 100 …"""
    tens = 1
    while True:
        yield from (tens, 2 * tens, 5 * tens)
        tens *= 10
