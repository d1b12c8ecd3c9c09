"""Where the words of a drawing go, so that none lies on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

# The largest letters that what was scored is drawn in, and how far they reach up and down.
GAIN_SIZE = 18
ABOVE, BELOW = 14.0, 3.0

Point = tuple[float, float]
Segment = tuple[Point, Point]

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
