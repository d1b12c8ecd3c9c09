"""What stands beside a score: who leads, and once the match is over who came where."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import lazy_pgettext, ngettext

from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.options import Best, Ends
from scorekeeper.scorebook.projection import Match


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


def _place(match: Match, side: int) -> str:
    if side == match.standing.winner:
        # For translators: won the match, as a note beside the name of one person, or of two.
        return ngettext("wins", "win", narrator_of(match).people(side))
    standing = match.standing
    high = standing.setup.game.match.best is Best.HIGH
    own = standing.totals[side]
    better = sum((total > own) if high else (total < own) for total in standing.totals)
    place = str(_PLACES[max(1, better)])
    return _("%(place)s, tied", place=place) if standing.totals.count(own) > 1 else place


_PLACES = {
    # For translators: a place in a match, beside a name: second.
    1: lazy_pgettext("place", "2nd"),
    2: lazy_pgettext("place", "3rd"),
    3: lazy_pgettext("place", "4th"),
    4: lazy_pgettext("place", "5th"),
}
