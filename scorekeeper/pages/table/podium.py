"""The podium of a match that is over: the place of each side."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.i18n import gettext as _
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.pages.table.places import PLACES, places
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number


@dataclass(frozen=True, slots=True)
class Step:
    """A side on the podium; `number` (from 1) is its colour, `place_text` its place in words."""

    number: int
    name: str
    points: str
    place: int
    place_text: str


def podium(match: Match) -> tuple[Step, ...]:
    """Return the sides of a match that is over, the best first."""
    narrator, totals = narrator_of(match), match.standing.totals
    reached = places([scored.standing for scored in match.rounds])
    return tuple(
        Step(
            number=side + 1,
            name=narrator.label(side),
            points=number(totals[side]),
            place=reached[side],
            place_text=_place_text(reached[side], tied=reached.count(reached[side]) > 1),
        )
        for side in sorted(range(len(totals)), key=reached.__getitem__)
    )


def _place_text(place: int, *, tied: bool) -> str:
    text = str(PLACES[place - 1])
    # For translators: a place that two sides share: 3rd =
    return _("%(place)s =", place=text) if tied else text
