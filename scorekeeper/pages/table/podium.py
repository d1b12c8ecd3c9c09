"""The podium of a match that is over: the place of each side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_pgettext

from scorekeeper.pages.shared.match import narrator_of
from scorekeeper.rules.match import Standing
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.formats import number

PLACES = (
    # For translators: a place in a match, beside a name: first, second.
    lazy_pgettext("place", "1st"),
    lazy_pgettext("place", "2nd"),
    lazy_pgettext("place", "3rd"),
    lazy_pgettext("place", "4th"),
    lazy_pgettext("place", "5th"),
)


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


def _place_text(place: int, *, tied: bool) -> str:
    text = str(PLACES[place - 1])
    # For translators: a place that two sides share: 3rd =
    return _("%(place)s =", place=text) if tied else text
