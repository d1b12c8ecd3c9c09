"""What a large screen shows of a match, to be read from across the room."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.pages.shared.match import first_of, reminder, sides_of, title_of
from scorekeeper.pages.shared.outcome import headline_of
from scorekeeper.pages.shared.sides import Side, digits_of, goal_of
from scorekeeper.pages.table.live import LiveState, live_state
from scorekeeper.scorebook.projection import Match


class WallPage(NamedTuple):
    """The page for a large screen; `digits` is the length of the longest score.

    Each of the `sides` has what says that it plays first in the next round, "" for the others.
    """

    title: str
    meta: str
    live: LiveState
    sides: tuple[tuple[Side, str], ...]
    digits: int
    over: bool
    next_text: str


def wall_page(match: Match) -> WallPage:
    """Show the scores as large as they fit, how the last round ended, and who plays first."""
    sides = sides_of(match)
    return WallPage(
        title=title_of(match),
        meta=goal_of(match.setup),
        live=live_state(match, "wall"),
        sides=tuple(
            (side, first_of(match, seats))
            for side, seats in zip(sides, match.setup.sides, strict=True)
        ),
        digits=digits_of(sides),
        over=match.standing.over,
        next_text=f"{headline_of(match)}." if match.standing.over else reminder(match),
    )
