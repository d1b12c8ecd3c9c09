"""The matches in the lists of the home page."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.pages.shared.match import sides_of, status_of, title_of
from scorekeeper.pages.shared.outcome import won_by
from scorekeeper.pages.shared.sides import Side
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import format_datetime


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match in a list of matches."""

    id: int
    title: str
    status: str
    when: str
    sides: tuple[Side, ...]


def match_card(match: Match) -> MatchCard:
    """Describe a match for a list."""
    won = match.standing.winner is not None
    return MatchCard(
        id=match.id,
        title=title_of(match),
        status=won_by(match) if won else status_of(match),
        when=format_datetime(match.changed_at),
        sides=sides_of(match),
    )
