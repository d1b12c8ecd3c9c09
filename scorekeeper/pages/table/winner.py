"""What the page of a match that is won shows."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.pages.shared.match import narrator_of, sides_of
from scorekeeper.pages.shared.outcome import celebration_of, detail_of
from scorekeeper.pages.shared.sides import Side
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right


@dataclass(frozen=True, slots=True)
class WinnerPage:
    """The page of a match that is won."""

    match_id: int
    headline: str
    detail: str
    reasons: tuple[str, ...]
    sides: tuple[Side, ...]
    can_score: bool


def winner_page(match: Match, right: Right) -> WinnerPage:
    """Show who won a match that is over, to a device with a right to it."""
    narrator, last = narrator_of(match), match.rounds[-1]
    return WinnerPage(
        match_id=match.id,
        headline=celebration_of(match),
        detail=detail_of(match),
        reasons=(narrator.headline(last.score), *narrator.reasons(last.score)),
        sides=sides_of(match),
        can_score=right >= Right.SCORE,
    )
