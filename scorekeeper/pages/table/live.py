"""What a page that stays open is told: where its match stands, and how the last round ended."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import score_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.rounds import RoundNarrator


class LiveState(NamedTuple):
    """The state of a match on a page that follows it; `page` names its event stream.

    `last_round` is the number of the last round that counts, 0 before the first; `news` and
    `score` are the sentences said aloud when it changes.
    """

    match_id: int
    version: int
    page: str
    last_round: int
    next_number: int
    news: str
    score: str


def live_state(match: Match, page: str) -> LiveState:
    """Return what the table, rounds or wall `page` of a match needs to follow it."""
    return LiveState(
        match_id=match.id,
        version=match.version,
        page=page,
        last_round=len(match.rounds),
        next_number=match.next_number,
        news=news_of(match),
        score=f"{score_of(match)}.",
    )


def news_of(match: Match) -> str:
    """Say in one sentence how the last round ended; empty before the first."""
    if not match.rounds:
        return ""
    last = match.rounds[-1]
    return _(
        "Round %(number)s: %(headline)s",
        number=last.number,
        headline=RoundNarrator(match.setup, match.names).headline(last.score),
    )
