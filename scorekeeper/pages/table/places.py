"""What stands beside a score: who leads, and once the match is over who came where."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import lazy_pgettext, ngettext
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.match import Standing
from scorekeeper.rules.options import Best, Ends
from scorekeeper.scorebook.projection import Match

PLACES = (
    # For translators: a place in a match, beside a name: first, second.
    lazy_pgettext("place", "1st"),
    lazy_pgettext("place", "2nd"),
    lazy_pgettext("place", "3rd"),
    lazy_pgettext("place", "4th"),
    lazy_pgettext("place", "5th"),
)


def note_of(match: Match, side: int) -> str:
    """Say that a side leads alone, or its place once the match is over; else nothing."""
    if match.standing.over:
        return _place(match, side)
    # Where the number of rounds is fixed, how far each side is says that as well.
    counted = match.setup.game.match.ends is Ends.ROUNDS
    if counted or not match.rounds or match.standing.leaders != (side,):
        return ""
    people = narrator_of(match).people(side)
    # For translators: has the best total, as a note beside the name of one person, or of two.
    return ngettext("leads", "lead", people)


def places(standings: Sequence[Standing]) -> tuple[int, ...]:
    """Return the place of each side, from the standings after each round; ties share a place.

    Whoever was put out of the match later comes before whoever was put out earlier.
    """
    last = standings[-1]
    high = last.setup.game.match.best is Best.HIGH

    def merit(side: int) -> tuple[bool, int, int]:
        lasted = sum(side not in standing.put_out for standing in standings)
        total = last.totals[side]
        return side == last.winner, lasted, total if high else -total

    merits = [merit(side) for side in range(len(last.totals))]
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def _place(match: Match, side: int) -> str:
    if side == match.standing.winner:
        # For translators: won the match, as a note beside the name of one person, or of two.
        return ngettext("wins", "win", narrator_of(match).people(side))
    reached = places([scored.standing for scored in match.rounds])
    place = str(PLACES[reached[side] - 1])
    return _("%(place)s, tied", place=place) if reached.count(reached[side]) > 1 else place
