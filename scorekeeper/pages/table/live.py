"""What a page that stays open is told: where its match stands, and how the last round ended."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.pages.shared.match import score_of
from scorekeeper.pages.shared.outcome import celebration_of
from scorekeeper.pages.table.how_won import how_won
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right
from scorekeeper.wording.formats import number
from scorekeeper.wording.rounds import RoundNarrator


@dataclass(frozen=True, slots=True)
class Win:
    """The win that every open page celebrates; `colour` is the CSS class of the side that won."""

    colour: str
    headline: str
    detail: str
    total: str
    can_rematch: bool


@dataclass(frozen=True, slots=True)
class LiveState:
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
    win: Win | None


def live_state(match: Match, page: str, right: Right) -> LiveState:
    """Return what the table, rounds or wall `page` of a match needs to follow it."""
    return LiveState(
        match_id=match.id,
        version=match.version,
        page=page,
        last_round=len(match.rounds),
        next_number=match.next_number,
        news=news_of(match),
        score=f"{score_of(match)}.",
        win=_win(match, right),
    )


def _win(match: Match, right: Right) -> Win | None:
    winner = match.standing.winner
    if winner is None:
        return None
    return Win(
        colour=f"c{winner + 1}",
        headline=celebration_of(match),
        detail=how_won(match),
        total=number(match.standing.totals[winner]),
        can_rematch=right >= Right.SCORE,
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
