"""CSV for spreadsheets, and a match as such a file: a row a round."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_pgettext, pgettext
from scorekeeper.rules import AnyHand, NotEntered, PipsHand
from scorekeeper.rules.options import Ending
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.rounds import RoundNarrator

# What begins with one of these signs is a formula to some spreadsheets; those of East Asia have
# wide ones. Where a comma is written in numbers, a spreadsheet takes the semicolon to end a cell,
# even inside of quotes: a formula may begin anywhere after something that may end a cell.
FORMULA = re.compile(r"""(^|[,;|\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])""")  # noqa: RUF001 - those signs
# Some spreadsheets take these themselves for the beginning of one.
CONTROLS = ("\t", "\r", "\n")

Cell = str | int | float
Row = list[Cell]

ENDINGS = {
    # For translators: in a column of a spreadsheet: how a round ended.
    Ending.WENT_OUT: lazy_pgettext("ending", "went out"),
    Ending.BLOCKED: lazy_pgettext("ending", "blocked"),
    Ending.PLAYED: lazy_pgettext("ending", "played"),
    None: "",
}


def spreadsheet(match: Match) -> bytes:
    """Write the rounds that count as CSV."""
    return as_csv(_rows(match))


def as_csv(rows: Iterable[Row]) -> bytes:
    """Write rows as CSV, in UTF-8 with the byte order mark that Excel needs."""
    file = io.StringIO(newline="")
    written = csv.writer(file)
    for row in rows:
        written.writerow([not_a_formula(cell) for cell in row])
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


def written_at(moment: datetime) -> str:
    """Write a moment in UTC, as spreadsheets read it."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def _rows(match: Match) -> Iterator[Row]:
    narrator = RoundNarrator(match.setup, match.names)
    sides = [narrator.label(side) for side in range(len(match.setup.sides))]
    yield [
        _("Round"),
        _("Recorded at (UTC)"),
        pgettext("column", "Ending"),
        pgettext("column", "Winner"),
        *(_("Points %(number)s", number=side) for side in sides),
        *(_("Total %(number)s", number=side) for side in sides),
        # For translators: the heading of a column: what is left in a hand.
        *(_("Left %(name)s", name=name) for name in match.names),
    ]
    for scored, entry in zip(match.rounds, match.record.entries, strict=False):
        winner = scored.score.winning_side
        yield [
            scored.number,
            written_at(entry.recorded_at),
            str(ENDINGS[scored.score.ending]),
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
