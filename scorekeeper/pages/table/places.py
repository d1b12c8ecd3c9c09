"""What stands beside a score: who is ahead, and once the match is over who came where."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.options import Best, Ends
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.labels import place_name


class FinalPlace(NamedTuple):
    """The place of a side, from 1; `tied` where others have the same."""

    number: int
    tied: bool

    @property
    def name(self) -> str:
        """The place in words: 1st."""
        return place_name(self.number)


def note_of(match: Match, side: int) -> str:
    """Say that a side is ahead alone, or its place once the match is over; else nothing."""
    if match.standing.over:
        return _place_note(match, side)
    # Where the number of rounds is fixed, how far each side is says that as well.
    counted = match.setup.game.match.ends is Ends.ROUNDS
    if counted or not match.rounds or match.standing.leaders != (side,):
        return ""
    return _("ahead")


def places_of(match: Match) -> tuple[FinalPlace, ...]:
    """Return the place of each side of a match that is over; ties share a place.

    Whoever was put out of the match later comes before whoever was put out earlier.
    """
    standings = [scored.standing for scored in match.rounds]
    last, high = standings[-1], match.setup.game.match.best is Best.HIGH

    def merit(side: int) -> tuple[bool, int, int]:
        lasted = sum(side not in standing.put_out for standing in standings)
        total = last.totals[side]
        return side == last.winner, lasted, total if high else -total

    merits = [merit(side) for side in range(len(last.totals))]
    return tuple(
        FinalPlace(1 + sum(other > own for other in merits), tied=merits.count(own) > 1)
        for own in merits
    )


def _place_note(match: Match, side: int) -> str:
    if side == match.standing.winner:
        # For translators: won the match, as a note beside the name of one person, or of two.
        return ngettext("wins", "win", narrator_of(match).people(side))
    place = places_of(match)[side]
    return _("%(place)s, tied", place=place.name) if place.tied else place.name
