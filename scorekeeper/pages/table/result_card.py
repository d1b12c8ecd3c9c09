"""The picture of a result, to be shared: who won, the places, and the line of the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.pages.shared.match import title_of
from scorekeeper.pages.shared.outcome import celebration_of
from scorekeeper.pages.table.card_shapes import Area, Shape
from scorekeeper.pages.table.course import course_of
from scorekeeper.pages.table.how_won import how_won
from scorekeeper.pages.table.line_labels import fitted, text_width
from scorekeeper.pages.table.podium import podium
from scorekeeper.pages.table.score_line import ScoreLine, score_line
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number

# Units of the tile, which is 200 by 100, for its number.
MARGIN, LEAST_HEADLINE, TILE_ROOM = 48, 34, 184
# So many rows are below each other at their full height; in two columns where each is so wide.
MOST_ROWS, LEAST_COLUMN, COLUMN_GAP = 5, 440, 16


class Row(NamedTuple):
    """A side in the list of places, and where it stands in the picture.

    `room` is the width that it is drawn in, and the height where the list is not made smaller.
    """

    number: int
    name: str
    points: str
    place: str
    area: Area
    room: tuple[int, int]


class ResultCard(NamedTuple):
    """The picture in a shape; `winner` is a colour, `headline_size` lets it fit beside the tile."""

    shape: Shape
    title: str
    headline: str
    headline_size: int
    how: str
    winner: int
    points: str
    points_size: int
    rows: tuple[Row, ...]
    line: ScoreLine


def result_card(match: Match, shape: Shape) -> ResultCard:
    """Show the result of a match that is over on a picture."""
    course, headline = course_of(match), celebration_of(match)
    points = number(match.standing.totals[course.winner])
    room = shape.tile.x - 2 * MARGIN
    size = max(LEAST_HEADLINE, min(shape.headline_size, int(room / text_width(headline, 1))))
    return ResultCard(
        shape=shape,
        title=title_of(match),
        headline=fitted(headline, size, room),
        headline_size=size,
        how=how_won(match),
        winner=match.side_colours[course.winner],
        points=points,
        points_size=min(88, int(TILE_ROOM / text_width(points, 1))),
        rows=_rows(match, shape.places),
        line=score_line(course),
    )


def _rows(match: Match, area: Area) -> tuple[Row, ...]:
    """List the sides below each other; `area` is that of the first."""
    steps = podium(match)
    areas = tuple(_areas(area, len(steps)))
    room = areas[0].width * area.height // areas[0].height
    return tuple(
        Row(
            number=step.number,
            name=fitted(step.name, 34, room - 232),
            points=step.points,
            place=step.place_text,
            area=each,
            room=(room, area.height),
        )
        for step, each in zip(steps, areas, strict=True)
    )


def _areas(first: Area, count: int) -> Iterator[Area]:
    """Find a place for each row: more than are below each other stand in two columns, or lower."""
    in_two = count > MOST_ROWS and first.width >= 2 * LEAST_COLUMN
    rows = -(-count // 2) if in_two else count
    width = (first.width - COLUMN_GAP) // 2 if in_two else first.width
    height = min(first.height, first.height * MOST_ROWS // rows)
    for at in range(count):
        column, row = divmod(at, rows)
        yield Area(first.x + column * (width + COLUMN_GAP), first.y + row * height, width, height)
