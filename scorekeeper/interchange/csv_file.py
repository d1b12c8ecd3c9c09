"""A match as CSV for spreadsheets: a row a round."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from scorekeeper.rules import AnyHand, NotEntered, PipsHand
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.rounds import RoundNarrator

# What begins with one of these signs is a formula to some spreadsheets; those of East Asia have
# wide ones. Where a comma is written in numbers, a spreadsheet takes the semicolon to end a cell,
# even inside of quotes: a formula may begin anywhere after something that may end a cell.
FORMULA = re.compile(r"""(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])""")  # noqa: RUF001 - those signs
# Some spreadsheets take these themselves for the beginning of one.
CONTROLS = ("\t", "\r", "\n")

Cell = str | int


def spreadsheet(match: Match) -> bytes:
    """Write the rounds that count as CSV, in UTF-8 with the byte order mark that Excel needs."""
    file = io.StringIO(newline="")
    rows = csv.writer(file)
    for row in _rows(match):
        rows.writerow([not_a_formula(cell) for cell in row])
    return file.getvalue().encode("utf-8-sig")


def not_a_formula(cell: Cell) -> Cell:
    """Put an apostrophe before whatever a spreadsheet would compute; numbers stay numbers.

    >>> not_a_formula("=1+1"), not_a_formula("b;=1+1"), not_a_formula(-5)
    ("'=1+1", "b;'=1+1", -5)
    """
    if not isinstance(cell, str):
        return cell
    safe = FORMULA.sub(r"\1\2'", cell)
    return f"'{safe}" if safe.startswith(CONTROLS) else safe


def _rows(match: Match) -> Iterator[list[Cell]]:
    narrator = RoundNarrator(match.setup, match.names)
    sides = [narrator.label(side) for side in range(len(match.setup.sides))]
    yield [
        "Round",
        "Recorded at (UTC)",
        "Ending",
        "Winner",
        *(f"Points {side}" for side in sides),
        *(f"Total {side}" for side in sides),
        *(f"Left {name}" for name in match.names),
    ]
    for scored, entry in zip(match.rounds, match.record.entries, strict=False):
        winner = scored.score.winning_side
        yield [
            scored.number,
            f"{entry.recorded_at:%Y-%m-%d %H:%M:%S}",
            scored.score.ending,
            "" if winner is None else sides[winner],
            *scored.score.points,
            *scored.standing.totals,
            *_left(scored, len(match.names)),
        ]


def _left(scored: ScoredRound, players: int) -> list[Cell]:
    return [_hand_cell(hand) for hand in scored.played.hands] or [""] * players


def _hand_cell(hand: AnyHand) -> Cell:
    if isinstance(hand, NotEntered):
        return "?"
    if isinstance(hand, PipsHand):
        return hand.pips
    # With a bar: a spreadsheet takes 1-2 for a date.
    return " ".join(f"{tile.low}|{tile.high}" for tile in hand.tiles)
