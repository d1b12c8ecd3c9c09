"""What an open page follows its match by, and what it says of the last round."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _

from scorekeeper.pages.shared.match import score_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.rounds import RoundNarrator


@dataclass(frozen=True, slots=True)
class Live:
    """What an open page follows a match by, and the words it says of the last round.

    Where it hears of changes, where it asks what is `entered` of the next round, and where a
    device that enters it keeps its `draft`.
    """

    version: int
    url: str
    entered: str
    draft: str
    round: int
    news: str
    score: str


def live_of(match: Match, url: str) -> Live:
    """Tell an open page how it hears of changes, and what it says of the last round."""
    return Live(
        version=match.version,
        url=url,
        entered=url_for("stream.entered", match_id=match.id),
        draft=url_for("draft.keep", match_id=match.id, number=match.next_number, amends=False),
        round=len(match.rounds),
        news=news_of(match),
        score=f"{score_of(match)}.",
    )


def news_of(match: Match) -> str:
    """Say in one breath how the last round ended; nothing before the first."""
    if not match.rounds:
        return ""
    last = match.rounds[-1]
    return _(
        "Round %(number)s: %(headline)s",
        number=last.number,
        headline=RoundNarrator(match.setup, match.names).headline(last.score),
    )
