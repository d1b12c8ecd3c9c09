"""A curve: where everything in its drawing goes, in units of the drawing; y grows downwards.

`templates/players/_charts.html` draws it; a table below has its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

# The size of a curve; the words right of it have the rest of the width, the times below the rest
# of the height.
WIDTH, HEIGHT = 480, 194
LEFT, RIGHT, TOP, BASE = 4.0, 410.0, 20.0, 146.0
# Time labels closer than this would touch; a letter of a note takes this much.
LEAST_BETWEEN_WORDS, LETTER = 76.0, 8.5


class Note(NamedTuple):
    """Words beside a curve; `anchor` says which end of them is at the place."""

    x: float
    y: float
    text: str
    anchor: str = "start"


# A point of a curve, and the words beside it.
Dot = tuple[float, float, Note]


class Curve(NamedTuple):
    """A line from left to right: its newest point, its lowest if that is another, and a level.

    `level_y` is the height of the level, which has a note unless the line ends on it; `times` are
    below.
    """

    points: str
    last: Dot
    lowest: Dot | None
    level_y: float
    level: Note | None
    times: tuple[Note, ...]


def curve(
    values: Sequence[int],
    texts: Sequence[str],
    times: Sequence[str],
    level: tuple[int, str],
) -> Curve:
    """Draw a line through at least one value, each with its text and its time.

    Below the line a time is written once, where it begins, if there is room. The level is a value
    to compare all others with.
    """
    lowest, highest = min(*values, level[0]), max(*values, level[0])
    step = (RIGHT - LEFT) / max(1, len(values) - 1)
    scale = (BASE - TOP) / max(1, highest - lowest)
    places = [
        (round(LEFT + at * step, 1), round(BASE - (value - lowest) * scale, 1))
        for at, value in enumerate(values)
    ]
    level_y = round(BASE - (level[0] - lowest) * scale, 1)
    x, y = places[-1]
    # The number at the end of the line is more important than that of the level.
    beside = level_y + 5 if abs(level_y - y) >= 20 else y + (26 if level_y >= y else -14)
    level_note = Note(RIGHT + 11, beside, level[1]) if texts[-1] != level[1] else None
    return Curve(
        points=" ".join(f"{x},{y}" for x, y in places),
        last=(x, y, Note(x + 11, y + 6, texts[-1])),
        lowest=_lowest(values, texts, times, places),
        level_y=level_y,
        level=level_note,
        times=tuple(_times(times, places)),
    )


def _lowest(
    values: Sequence[int],
    texts: Sequence[str],
    times: Sequence[str],
    places: Sequence[tuple[float, float]],
) -> Dot | None:
    at = min(range(len(values)), key=values.__getitem__)
    if at in (0, len(values) - 1):
        return None
    (x, y), text = places[at], f"{texts[at]}, {times[at]}"
    # Below the lowest point there is no line that the words could cover.
    half = LETTER * len(text) / 2
    return x, y, Note(max(half, min(x, RIGHT - half)), y + 21, text, "middle")


def _times(times: Sequence[str], places: Sequence[tuple[float, float]]) -> list[Note]:
    notes: list[Note] = []
    for at, (time, (x, _y)) in enumerate(zip(times, places, strict=True)):
        begins = at == 0 or times[at - 1] != time
        if begins and (not notes or x - notes[-1].x >= LEAST_BETWEEN_WORDS):
            notes.append(Note(x, HEIGHT - 2, time, "middle" if notes else "start"))
    return notes
