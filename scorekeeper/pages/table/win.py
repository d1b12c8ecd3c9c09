"""The win of a match, as every page that is open celebrates it."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.pages.shared.outcome import celebration_of
from scorekeeper.pages.table.how_won import how_won
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number


class Win(NamedTuple):
    """Who won a match and with what total; `colour` is the CSS class of the side that won."""

    match_id: int
    colour: str
    headline: str
    detail: str
    total: str
    can_rematch: bool


def win_of(match: Match, right: Right) -> Win | None:
    """Return the win of a match, for a device with a right to it; None while it goes on."""
    winner = match.standing.winner
    if winner is None:
        return None
    return Win(
        match_id=match.id,
        colour=f"c{match.side_colours[winner]}",
        headline=celebration_of(match),
        detail=how_won(match),
        total=number(match.standing.totals[winner]),
        can_rematch=right >= Right.SCORE,
    )
