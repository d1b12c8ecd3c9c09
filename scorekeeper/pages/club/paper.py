"""What is printed of a club night: who sits where, and who played whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.club.standings import By
from scorekeeper.pages.club.boards import Board, boards
from scorekeeper.pages.club.shown import said_of
from scorekeeper.scorebook.club.night import NightWithMatches


class Line(NamedTuple):
    """A table: its sides, each with its points if there are any, and what else is to be known."""

    table: int
    sides: list[tuple[str, int | None]]
    told: list[str]


# A round: its number, its tables, and who sits out.
OnPaper = tuple[int, list[Line], Sequence[int]]


def places(seen: NightWithMatches) -> Iterator[OnPaper]:
    """Yield the last round that was drawn, if there is one: who sits where."""
    night, number = seen.night, len(seen.night.record.rounds)
    for each in night.record.rounds[-1:]:
        lines = [
            Line(table, _with_points(map(night.side_name, each.drawn.tables[at[0] - 1].sides)), [])
            for table, at in enumerate(each.meetings, start=1)
        ]
        yield number, lines, each.drawn.sit_out


def matches(seen: NightWithMatches) -> Iterator[OnPaper]:
    """Yield each round that was opened: who played whom, and what came of it."""
    for number, each in enumerate(seen.night.record.played, start=1):
        lines = [
            Line(board.number, _with_points(board.sides, board.scores), [*_told(board)])
            for board in boards(seen, number)
        ]
        yield number, lines, each.drawn.sit_out


def _with_points(
    sides: Iterable[str], points: Sequence[int] | None = None
) -> list[tuple[str, int | None]]:
    return [*zip_longest(sides, points or ())]


def _told(board: Board) -> Iterator[str]:
    if board.by is By.ABSENT and not board.lost:
        yield said_of(board)
    yield from (told for _place, told in board.sanctions)
