"""A match that was won by rounds: the marks of each side, and who won which round."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.shared.match import last_reset, narrator_of
from scorekeeper.pages.shared.sides import Side
from scorekeeper.pages.table.long_names import has_long_word
from scorekeeper.rules.setup import counts_wins
from scorekeeper.scorebook.projection import Match, ScoredRound

# The middle of the pips of a tile's end, in a box of 44 by 44: two columns up to six, else three.
TWO_COLUMNS, THREE_COLUMNS = (11.0, 33.0), (9.0, 22.0, 35.0)
MOST_IN_TWO = 6


class Pip(NamedTuple):
    """A mark as a pip of a tile, `won` or still to win."""

    x: float
    y: float
    won: bool


class MarkCard(NamedTuple):
    """The marks of a side; `number` is its colour. A `long` name needs small letters."""

    number: int
    name: str
    long: bool
    points: str
    pips: tuple[Pip, ...]
    reach: float
    progress: str
    note: str


class StripRound(NamedTuple):
    """A round and who won it, a colour or 0; `counts` until all totals go back to 0.

    `reset` is true where they went back to 0 with this round.
    """

    number: int
    winner: int
    counts: bool
    reset: bool
    spoken: str


def mark_cards(match: Match, sides: tuple[Side, ...]) -> tuple[MarkCard, ...]:
    """Return the marks of each side; nothing where the match is won by points."""
    if not counts_wins(match.setup.game):
        return ()
    return tuple(
        MarkCard(
            number=side.colour,
            name=side.name,
            long=has_long_word(side.name),
            points=side.points,
            pips=pips_of(side.marks),
            reach=4.6 if len(side.marks) <= MOST_IN_TWO else 3.6,
            progress=_("%(side)s: %(way)s", side=side.name, way=side.progress),
            # For translators: what players call having no points.
            note="" if any(side.marks) else pgettext("score", "love"),
        )
        for side in sides
    )


def pips_of(marks: tuple[bool, ...]) -> tuple[Pip, ...]:
    """Arrange marks as the pips of a tile, row by row, the last row in the middle."""
    columns = TWO_COLUMNS if len(marks) <= MOST_IN_TWO else THREE_COLUMNS
    across = len(columns)
    rows = -(-len(marks) // across)
    space = 24 / max(2, rows - 1)
    top = 22 - space * (rows - 1) / 2
    found = []
    for at, won in enumerate(marks):
        row, place = divmod(at, across)
        left = len(marks) - row * across
        xs = columns if left >= across else columns[:: 2 if left == 2 else 1][:left]
        x = 22.0 if left == 1 else xs[place]
        found.append(Pip(x, round(top + row * space, 1), won))
    return tuple(found)


def strip_of(match: Match) -> tuple[StripRound, ...]:
    """Return who won each round of a match."""
    narrator, since = narrator_of(match), last_reset(match)

    def strip_round(scored: ScoredRound) -> StripRound:
        side = scored.score.winning_side
        name = _("nobody") if side is None else narrator.label(side)
        return StripRound(
            number=scored.number,
            winner=0 if side is None else match.side_colours[side],
            counts=scored.number > since,
            reset=scored.standing.reset,
            spoken=_("Round %(number)s: %(winner)s", number=scored.number, winner=name),
        )

    return tuple(map(strip_round, match.rounds))
