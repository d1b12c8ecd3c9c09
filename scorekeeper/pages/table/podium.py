"""The podium of a match that is over: the place of each side."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.pages.table.long_names import has_long_word
from scorekeeper.pages.table.places import FinalPlace, places_of
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number


class Step(NamedTuple):
    """A side on the podium; `number` (from 1) is its colour, `place_text` its place in words.

    `long` says that its name needs small letters.
    """

    number: int
    name: str
    long: bool
    points: str
    place: int
    place_text: str


def podium(match: Match) -> tuple[Step, ...]:
    """Return the sides of a match that is over, the best first."""
    narrator, totals = narrator_of(match), match.standing.totals
    places = places_of(match)
    return tuple(
        Step(
            number=match.side_colours[side],
            name=narrator.label(side),
            long=has_long_word(narrator.label(side)),
            points=number(totals[side]),
            place=places[side].number,
            place_text=_place_text(places[side]),
        )
        for side in sorted(range(len(totals)), key=lambda side: places[side].number)
    )


def _place_text(place: FinalPlace) -> str:
    # For translators: a place that two sides share: 3rd =
    return _("%(place)s =", place=place.name) if place.tied else place.name
