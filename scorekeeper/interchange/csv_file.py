"""A match as a table for spreadsheets: a row a round."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from scorekeeper.rules import Hand, PipsHand
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.rounds import RoundNarrator

# A cell that begins with one of these is a formula to some spreadsheets, whoever wrote it.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")

Cell = str | int


def spreadsheet(match: Match) -> bytes:
    """Write the rounds that count as CSV, marked as UTF-8 so that Excel reads it as such."""
    file = io.StringIO(newline="")
    rows = csv.writer(file)
    for row in _rows(match):
        rows.writerow([harmless(cell) for cell in row])
    return file.getvalue().encode("utf-8-sig")


def harmless(cell: Cell) -> Cell:
    """Let a text be read as a text; numbers stay numbers.

    >>> harmless("=1+1"), harmless(-5)
    ("'=1+1", -5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_SIGNS) else cell


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
    return [_held(hand) for hand in scored.played.hands] or [""] * players


def _held(hand: Hand | PipsHand) -> Cell:
    if isinstance(hand, PipsHand):
        return hand.pips
    # With a bar, as a spreadsheet takes 1-2 for a day of the year.
    return " ".join(f"{tile.low}|{tile.high}" for tile in hand.tiles)
