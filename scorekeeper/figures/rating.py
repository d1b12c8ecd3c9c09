"""The rating: how strong somebody plays, worked out from who finished ahead of whom.

The model is Plackett-Luce by Weng and Lin (2011), from the library openskill: many sides, partners
and ties. It keeps a strength and its uncertainty; each match moves the strengths of its players,
more if they are less certain and if the result was a surprise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import chain, groupby
from math import floor, log10
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# Before the first match a rating is 1500 ± 125. People expect ratings of that size, so one unit of
# the model is 15 points.
MIDDLE, POINTS_A_UNIT = 1500, 15
# From this many matches on a rating is certain to within 100 points, and shown.
LEAST_MATCHES = 15
# Stored ratings are rounded to digits that are the same on every machine.
_DIGITS = 6


class Rating(NamedTuple):
    """A strength, its uncertainty, and the number of matches it was worked out from.

    Both in units of the model.
    """

    strength: float = 25.0
    unsure: float = 25.0 / 3
    matches: int = 0

    @property
    def points(self) -> int | None:
        """The rating in points, without digits that are not certain; None after too few matches."""
        if self.matches < LEAST_MATCHES:
            return None
        points = MIDDLE + (self.strength - NEW.strength) * POINTS_A_UNIT
        step = 10 ** floor(log10(self.unsure * POINTS_A_UNIT))
        return int(round(points / step) * step)


NEW = Rating()


class Finished(NamedTuple):
    """Where a player finished in a match, and on which side.

    An edited match in which everybody finished as before changes no rating.
    """

    match_id: int
    ended_at: datetime
    side: int
    place: int
    player: int


@cache
def _model() -> PlackettLuce:
    # Imported here: otherwise every start of the program would wait for it.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated_in_order(
    rows: Iterable[Finished], before: Mapping[int, Rating] | None = None
) -> Iterator[tuple[Finished, Rating]]:
    """Rate matches in the order they ended; yield their players with their ratings after each.

    `before` has the ratings before the first of them, so that an edited old match is rated again
    from there.
    """
    known = dict(before or {})
    in_order = sorted(rows, key=attrgetter("ended_at", "match_id", "side", "player"))
    for _match, of_match in groupby(in_order, key=attrgetter("match_id")):
        sides = [[*each] for _side, each in groupby(of_match, key=attrgetter("side"))]
        for row, rating in _rated(sides, known):
            known[row.player] = rating
            yield row, rating


def _rated(
    sides: Sequence[Sequence[Finished]], before: Mapping[int, Rating]
) -> Iterator[tuple[Finished, Rating]]:
    model = _model()
    olds = [[before.get(row.player, NEW) for row in side] for side in sides]
    teams = [[model.rating(each.strength, each.unsure) for each in side] for side in olds]
    after = model.rate(teams, ranks=[float(side[0].place) for side in sides])
    for row, old, new in zip(*map(chain.from_iterable, (sides, olds, after)), strict=True):
        yield row, Rating(round(new.mu, _DIGITS), round(new.sigma, _DIGITS), old.matches + 1)
