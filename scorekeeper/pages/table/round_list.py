"""The list of rounds on the table page, the newest first."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.scorebook.projection import Match, ScoredRound
from scorekeeper.wording.formats import signed
from scorekeeper.wording.rounds import RoundNarrator

# The page of a long match must be made as quickly as that of a short one.
NEWEST = 12


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round in the list; `points` has an entry for each side.

    A round recorded after the end of the match does not count, and has no page of its own.
    """

    number: int
    ending: str
    points: tuple[str, ...]
    counts: bool = True


def round_list(match: Match, *, whole: bool) -> tuple[ListedRound, ...]:
    """List the `NEWEST` rounds, or the `whole` match."""
    most, narrator = match.next_number if whole else NEWEST, narrator_of(match)
    later = _later_rounds(match)[:most]
    newest = match.rounds[max(0, len(match.rounds) + len(later) - most) :]
    return (*later, *(_listed(scored, narrator) for scored in reversed(newest)))


def _later_rounds(match: Match) -> tuple[ListedRound, ...]:
    """List the rounds recorded after the end of the match."""
    numbers = range(len(match.rounds) + 1, match.next_number)
    ending, points = _("Recorded after the end"), ("–",) * len(match.setup.sides)
    return tuple(ListedRound(number, ending, points, counts=False) for number in reversed(numbers))


def _listed(scored: ScoredRound, narrator: RoundNarrator) -> ListedRound:
    points = tuple(signed(points) for points in scored.score.points)
    return ListedRound(scored.number, _ending(scored, narrator), points)


def _ending(scored: ScoredRound, narrator: RoundNarrator) -> str:
    """Say how a round ended, and whether it reset the totals or was corrected."""
    ending = narrator.ending(scored.score)
    if scored.standing.reset:
        # For translators: all totals went back to 0, which players call love.
        ending = _("%(ending)s, back to love", ending=ending)
    if scored.played.corrections:
        ending = _("%(ending)s, corrected", ending=ending)
    return ending
