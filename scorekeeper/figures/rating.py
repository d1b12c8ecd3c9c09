"""The rating: how strong somebody plays, worked out from who finished ahead of whom.

The model is Plackett-Luce of Weng and Lin (2011), as the library openskill has it: many sides,
partners and ties. It knows a strength and how sure of it it is; each match moves the strengths of
those who played it, more where they are less sure and where the match was a surprise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache
from itertools import groupby
from math import floor, log10
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# Before the first match a rating is 1500, sure to 125. People know no small numbers as ratings, so
# one unit of the model is 15 points.
MIDDLE, POINTS_A_UNIT = 1500, 15
# From so many matches on a rating is sure to less than 100 points, and shown.
LEAST_MATCHES = 15
# What is kept of a rating: digits that are the same on every machine.
_DIGITS = 6


class Rating(NamedTuple):
    """A strength, how unsure of it the model is, and the number of matches it was worked out from.

    Both in units of the model.
    """

    strength: float = 25.0
    unsure: float = 25.0 / 3
    matches: int = 0

    @property
    def shown(self) -> int | None:
        """The rating in points, without digits that are not known; None after too few matches."""
        if self.matches < LEAST_MATCHES:
            return None
        points = MIDDLE + (self.strength - NEW.strength) * POINTS_A_UNIT
        step = 10 ** floor(log10(self.unsure * POINTS_A_UNIT))
        return int(round(points / step) * step)


NEW = Rating()


class Outcome(NamedTuple):
    """Where the sides of a match finished: the players of each side, and its place.

    A match that was changed and still has the same outcome changes no rating.
    """

    match_id: int
    ended_at: datetime
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]


class Finished(NamedTuple):
    """Where a player of a match finished, on one of its sides."""

    match_id: int
    ended_at: datetime
    side: int
    place: int
    player: int


class Rated(NamedTuple):
    """The rating of a player after a match."""

    match_id: int
    ended_at: datetime
    rating: Rating


@cache
def _model() -> PlackettLuce:
    # Only where somebody is rated: every program that starts would wait for it.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def outcomes_of(rows: Iterable[Finished]) -> Iterator[Outcome]:
    """Yield how matches ended, from all who played them, in any order."""
    in_order = sorted(rows, key=attrgetter("match_id", "side", "player"))
    for match_id, of_match in groupby(in_order, key=attrgetter("match_id")):
        sides = [[*each] for _side, each in groupby(of_match, key=attrgetter("side"))]
        yield Outcome(
            match_id,
            sides[0][0].ended_at,
            tuple(tuple(row.player for row in side) for side in sides),
            tuple(side[0].place for side in sides),
        )


def rated(outcome: Outcome, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """Return the ratings of those who played a match, after it; `before` has those they had."""
    sides = [[before.get(player, NEW) for player in side] for side in outcome.sides]
    model = _model()
    teams = [[model.rating(each.strength, each.unsure) for each in side] for side in sides]
    after = model.rate(teams, ranks=[float(place) for place in outcome.places])
    return {
        player: Rating(round(new.mu, _DIGITS), round(new.sigma, _DIGITS), old.matches + 1)
        for side, olds, news in zip(outcome.sides, sides, after, strict=True)
        for player, old, new in zip(side, olds, news, strict=True)
    }


def rated_in_order(
    outcomes: Iterable[Outcome], before: Mapping[int, Rating] | None = None
) -> Iterator[tuple[Outcome, dict[int, Rating]]]:
    """Rate matches in the order they ended, and give with each the ratings after it.

    `before` has the ratings before the first of them: to rate from an old match on that was
    changed, those that everybody had before it.
    """
    known = dict(before or {})
    for outcome in sorted(outcomes, key=lambda each: (each.ended_at, each.match_id)):
        after = rated(outcome, known)
        known |= after
        yield outcome, after


def curve(ratings: int, most: int) -> tuple[int, ...]:
    """Choose which of so many ratings of a player a curve shows, from 0: at most so many.

    They are the last one of equal parts, so that the curve ends where it should.
    """
    if ratings <= most:
        return tuple(range(ratings))
    return tuple((part + 1) * ratings // most - 1 for part in range(most))
