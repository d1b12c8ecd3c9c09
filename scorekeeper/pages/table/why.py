"""Why a round scored as it did: its hands, the sum, and what became of the totals."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.pages.shared.hands import hands_by_side
from scorekeeper.pages.shared.match import narrator_of, total_changes
from scorekeeper.pages.shared.tiles import SideHands
from scorekeeper.pages.table.facts import Fact, moves
from scorekeeper.rules.reasons import Awarded, Reason, WentOut
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.formats import number
from scorekeeper.wording.reasons import reason_sentence


class Why(NamedTuple):
    """The sheet about a round: how it ended, the other reasons, the hands, the sum, the totals."""

    number: int
    headline: str
    reasons: tuple[str, ...]
    hands: tuple[SideHands, ...]
    sum: str
    totals: tuple[Fact, ...]


def why_of(match: Match, number: int) -> Why:
    """Explain the score of a round."""
    scored, narrator = match.rounds[number - 1], narrator_of(match)
    total = _sum(match, scored)
    said = (step for step in scored.score.reasons if not _is_plain(step, bool(total)))
    return Why(
        number=number,
        headline=narrator.headline(scored.score),
        reasons=tuple(reason_sentence(narrator, step) for step in said),
        hands=hands_by_side(match, scored),
        sum=total,
        totals=moves(total_changes(match, match.before(number), scored.standing)),
    )


def _is_plain(step: Reason, summed: bool) -> bool:
    """Whether a step is said already: by the headline, or by the sum."""
    return isinstance(step, WentOut) or (summed and isinstance(step, Awarded))


def _sum(match: Match, scored: ScoredRound) -> str:
    """Add up the other hands, where that is what the winner gets: 12 + 9 + 17 = 38."""
    awards = [step for step in scored.score.reasons if isinstance(step, Awarded)]
    if len(awards) != 1 or not awards[0].adds_opponents_only:
        return ""
    award = awards[0]
    others = [
        hand.pips
        for seat, hand in enumerate(scored.played.hands)
        if match.setup.side_of(seat) != award.side and not hand.is_empty
    ]
    if len(others) < 2 or sum(others) != award.points:
        return ""
    return f"{' + '.join(map(number, others))} = {number(award.points)}"
