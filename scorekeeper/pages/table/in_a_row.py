"""What a win is among those before it: Ana: 3 in a row against Bea."""

from __future__ import annotations

from itertools import product

from scorekeeper.figures.meetings import in_a_row
from scorekeeper.figures.totals import in_order
from scorekeeper.scorebook.figures.frame import Frame
from scorekeeper.scorebook.figures.read import MOST_SHOWN, Figures, figures_of
from scorekeeper.scorebook.people.players import Ids, players_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.figures import in_a_row_text

# One win is no row.
LEAST = 2


def row_of(match: Match, seen: Ids | None) -> str:
    """Say whom a winner beat most often in a row up to this match; "" where that is nobody.

    Only matches that are `seen` count, all if None.
    """
    winner = match.standing.winner
    if winner is None:
        return ""
    figures, players = figures_of(Frame(seen=seen)), players_of([match.id])[match.id]
    winners = match.setup.sides[winner]
    others = [seat for seat in range(match.setup.players) if seat not in winners]
    rows = [
        (_length(figures, match.id, players[seat], players[other]), seat, other)
        for seat, other in product(winners, others)
    ]
    length, seat, other = max(rows, key=lambda row: row[0])
    return in_a_row_text(match.names[seat], match.names[other], length) if length >= LEAST else ""


def _length(figures: Figures, match_id: int, player: int | None, other: int | None) -> int:
    if player is None or other is None:
        return 0
    met = figures.meetings(player, other, MOST_SHOWN)
    this = next((in_order(each) for each in met if each.match_id == match_id), None)
    return in_a_row(player, (each for each in met if this and in_order(each) <= this))
