"""What the result page of a recorded round shows."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.hands import hands_by_side
from scorekeeper.pages.shared.match import narrator_of, notice_of, reminder, title_of
from scorekeeper.pages.shared.sides import Side, goal_of, sides_at
from scorekeeper.pages.shared.tiles import SideHands
from scorekeeper.rules.referee import doubts
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.formats import signed


class SideResult(NamedTuple):
    """A side on the result page: how it stands, and the points of the round."""

    side: Side
    points: str


class ResultPage(NamedTuple):
    """The result page of a round.

    `several` sides scored; `overruled` are the doubts in spite of which it was recorded.
    `next_number` is the round to enter next, None where there is none or the device may not.
    """

    match_id: int
    number: int
    title: str
    meta: str
    highest: int
    headline: str
    points_text: str
    several: bool
    reasons: tuple[str, ...]
    notice: str
    overruled: tuple[str, ...]
    sides: tuple[SideResult, ...]
    hands_title: str
    hands: tuple[SideHands, ...]
    can_score: bool
    next_number: int | None
    next_text: str


def result_page(match: Match, number: int, right: Right) -> ResultPage:
    """Show the score of a round to a device with a right to the match."""
    scored = match.rounds[number - 1]
    narrator, can_score = narrator_of(match), right >= Right.SCORE
    sides = sides_at(scored.standing, narrator, match.side_colours)
    return ResultPage(
        match_id=match.id,
        number=number,
        title=_("Round %(number)s", number=scored.number),
        meta=f"{title_of(match)} · {goal_of(match.setup)}",
        highest=match.setup.game.tiles.highest,
        headline=narrator.headline(scored.score),
        points_text=narrator.points(scored.score),
        several=sum(paid != 0 for paid in scored.score.points) > 1,
        reasons=narrator.reasons(scored.score),
        notice=notice_of(match, scored.standing),
        overruled=_overruled(match, scored),
        sides=tuple(
            SideResult(side, signed(paid))
            for side, paid in zip(sides, scored.score.points, strict=True)
        ),
        hands_title=(
            _("What was played") if scored.played.plays else _("What was left in the hands")
        ),
        hands=hands_by_side(match, scored),
        can_score=can_score,
        next_number=match.next_number if can_score and not match.standing.over else None,
        next_text=reminder(match),
    )


def _overruled(match: Match, scored: ScoredRound) -> tuple[str, ...]:
    moment = match.before(scored.number).moment
    narrator = narrator_of(match)
    return tuple(narrator.doubt(doubt) for doubt in doubts(match.setup, scored.played, moment))
