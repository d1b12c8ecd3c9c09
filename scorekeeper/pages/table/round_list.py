"""The list of rounds on the table page, the newest first."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.i18n import phrases
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.options import Ending
from scorekeeper.rules.reasons import WentOut
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.formats import signed
from scorekeeper.wording.rounds import RoundNarrator

# The page of a long match must be made as quickly as that of a short one.
NEWEST = 12

MAX_KNOWN = 4096
# A round as it was scored, and as it was listed in a language.
_KNOWN: dict[tuple[object, ...], tuple[ScoredRound, ListedRound]] = {}


class ListedRound(NamedTuple):
    """A round in the list; `points` has an entry for each side.

    In brief it is the `winner` (`colour` is the CSS class), the `gain`, and `how` it ended. A round
    recorded after the end of the match does not count, and has no page of its own.
    """

    number: int
    ending: str
    points: tuple[str, ...]
    colour: str = ""
    winner: str = ""
    gain: str = ""
    how: str = ""
    counts: bool = True


def round_list(match: Match, *, whole: bool) -> tuple[ListedRound, ...]:
    """List the `NEWEST` rounds, or the `whole` match."""
    most = match.next_number if whole else NEWEST
    later = _later_rounds(match)[:most]
    newest = match.rounds[max(0, len(match.rounds) + len(later) - most) :]
    return (*later, *(_remembered(match, scored) for scored in reversed(newest)))


def _later_rounds(match: Match) -> tuple[ListedRound, ...]:
    """List the rounds recorded after the end of the match."""
    numbers = range(len(match.rounds) + 1, match.next_number)
    ending, points = _("Recorded after the end"), ("–",) * len(match.setup.sides)
    # For translators: a round that was recorded after the end of the match.
    how = _("after the end")
    return tuple(
        ListedRound(number, ending, points, how=how, counts=False) for number in reversed(numbers)
    )


def _remembered(match: Match, scored: ScoredRound) -> ListedRound:
    """List a round as it was listed before if it is the same; a change leaves most as they were."""
    key = (match.id, scored.number, match.names, match.side_colours, phrases())
    known = _KNOWN.get(key)
    if known is None or known[0] is not scored:
        if len(_KNOWN) >= MAX_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[key] = (scored, _listed(match, scored))
    return known[1]


def _listed(match: Match, scored: ScoredRound) -> ListedRound:
    narrator, score = narrator_of(match), scored.score
    winner = score.winning_side
    return ListedRound(
        number=scored.number,
        ending=_ending(scored, narrator),
        points=tuple(signed(points) for points in score.points),
        colour="" if winner is None else f"c{match.side_colours[winner]}",
        # For translators: nobody won the round.
        winner=_("nobody") if winner is None else narrator.label(winner),
        gain="" if winner is None or not score.points[winner] else signed(score.points[winner]),
        how=_how(scored),
    )


def _how(scored: ScoredRound) -> str:
    """Say in a word or two how a round ended."""
    if scored.standing.reset:
        return _("back to love")
    if scored.played.corrections:
        return _("corrected")
    if scored.score.ending is Ending.PLAYED:
        # For translators: how a round ended: by points that were made while it was played.
        return _("counted") if scored.played.plays else _("in play")
    # For translators: how a round ended: somebody went out, or nobody could play any more.
    out = any(isinstance(step, WentOut) for step in scored.score.reasons)
    return _("went out") if out else _("blocked")


def _ending(scored: ScoredRound, narrator: RoundNarrator) -> str:
    """Say how a round ended, and whether it reset the totals or was corrected."""
    ending = narrator.ending(scored.score)
    if scored.standing.reset:
        # For translators: all totals went back to 0, which players call love.
        ending = _("%(ending)s, back to love", ending=ending)
    if scored.played.corrections:
        ending = _("%(ending)s, corrected", ending=ending)
    return ending
