"""Rounds in which partners change: who sits out, who plays with whom, and against whom.

What is avoided, each before all that comes after it: to sit out again before everybody has, to
have a partner again, to meet an opponent for the third time, to meet one again, partners who are
both strong or both weak, opponents who stand far apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, product
from operator import itemgetter
from random import Random

from scorekeeper.club.pairing import STEP, Side, in_one, lightest
from scorekeeper.club.whist_tables import whist_rounds

Sides = tuple[Side, Side]
# The tables of a round, and who sits out.
Seats = tuple[Sequence[Sides], tuple[int, ...]]
# The best tables for some people, and their weight.
Best = tuple[int, list[Sides]]

# Of so few people all ways to seat them are tried, each with so many ways to sit out.
_ALL_TRIED = 15
_SITTING_OUT_TRIED = 100
# What weighs as much or more is somebody who has a partner again, or meets the third time.
_AGAIN = STEP**3


def who_may_sit_out(
    couples: Sequence[Side], alone: Sequence[int], sat_out: Counter[int], random: Random
) -> list[tuple[int, ...]]:
    """Return whose turn it is to sit out, so that all others sit at tables of four.

    Where there are several choices, each of them is as good; of many people only some are listed.
    """

    def turn(people: Iterable[int]) -> list[int]:
        return sorted((sat_out[person] for person in people), reverse=True)

    over = (len(alone) + 2 * len(couples)) % 4
    pairs = sorted(random.sample(couples, len(couples)), key=turn)[:_ALL_TRIED]
    singles = sorted(random.sample(alone, len(alone)), key=sat_out.__getitem__)[:_ALL_TRIED]
    choices = [*combinations(singles, over)]
    if over > 1:
        choices += [(*pair, *more) for pair in pairs for more in combinations(singles, over - 2)]
    least = min(map(turn, choices))
    good = [people for people in choices if turn(people) == least]
    return random.sample(good, min(len(good), _SITTING_OUT_TRIED))


class Seating:
    """What it weighs to seat people, by who has played with and against whom before."""

    def __init__(
        self,
        couples: Sequence[Side],
        ranks: dict[int, int],
        partners: Counter[frozenset[int]],
        met: Counter[frozenset[int]],
        random: Random,
    ) -> None:
        """Take who came as a couple, how everybody stands, and what was played, counted."""
        self._couples, self._ranks, self._random = set(couples), ranks, random
        self._people = random.sample(list(ranks), len(ranks))
        coupled = set(chain.from_iterable(couples))
        alone = sorted(ranks.keys() - coupled, key=ranks.__getitem__)
        place = {person: at for at, person in enumerate(alone)}
        self._with, self._against = dict[Side, int](), dict[Side, int]()
        for two in combinations(ranks, 2):
            known, before = frozenset(two), met[frozenset(two)]
            if coupled.isdisjoint(two):
                uneven = place[two[0]] + place[two[1]] - len(alone) + 1
                weight = in_one((partners[known] ** 2, 0, 0, uneven**2, 0))
            else:
                weight = 0 if two in couples or two[::-1] in couples else STEP**6
            meeting = in_one((max(0, before - 1) ** 2, min(before, 1), 0, 0))
            for each in (two, two[::-1]):
                self._with[each], self._against[each] = weight, meeting

    def drawn(self, choices: Sequence[tuple[int, ...]], before: Iterable[Sequence[int]]) -> Seats:
        """Return the tables, and who sits out: one of the `choices`.

        `before` has the people of each round before, a table after the other.
        """
        few = len(self._people) <= _ALL_TRIED
        found = self._best_of_all(choices) if few else self._improved(choices[0])
        allowed = set(map(frozenset, choices))
        planned = [each for each in self._planned(before) if frozenset(each[1]) in allowed]
        # What is planned thinks of the rounds to come: taken, if now it is no worse.
        return min((*planned, found), key=lambda seats: self._weigh(seats) // _AGAIN)

    def _planned(self, before: Iterable[Sequence[int]]) -> list[Seats]:
        """List the rounds of the whist tables, the best first.

        The first round that so many played is the first one of the table, whoever sat where. Who
        comes when somebody has left takes over the place.
        """
        seated = next((each for each in before if len(each) == len(self._people)), None)
        if seated is None or not (rounds := whist_rounds(len(seated))):
            return []
        new = iter([person for person in self._people if person not in seated])
        here = [person if person in self._ranks else next(new) for person in seated]
        with_number = dict(zip(rounds[0], here, strict=True))
        found = [self._seats([with_number[number] for number in each]) for each in rounds]
        return sorted(found, key=self._weigh)

    def _seats(self, people: Sequence[int]) -> Seats:
        """Seat people a table after the other."""
        fours = zip(*[iter(people)] * 4, strict=False)
        tables = [(self._side(a, b), self._side(c, d)) for a, b, c, d in fours]
        return tables, tuple(people[4 * len(tables) :])

    def _side(self, one: int, other: int) -> Side:
        """Return two partners, those who came together as they came."""
        return (other, one) if (other, one) in self._couples else (one, other)

    def _best_of_all(self, choices: Sequence[tuple[int, ...]]) -> Seats:
        """Try all ways to seat people."""
        known: dict[tuple[int, ...], Best] = {(): (0, [])}
        tried = [(*self._best(self._all_but(out), known), out) for out in choices]
        _weight, tables, out = min(tried, key=itemgetter(0))
        return tables, out

    def _best(self, people: tuple[int, ...], known: dict[tuple[int, ...], Best]) -> Best:
        """Return the best tables for so many people by fours; `known` are those found already."""
        if people not in known:
            first, *others = people
            found = []
            for three in combinations(others, 3):
                table_weight, table = self._table(first, *three)
                left = tuple(each for each in others if each not in three)
                weight, tables = self._best(left, known)
                found.append((table_weight + weight, [table, *tables]))
            known[people] = min(found, key=itemgetter(0))
        return known[people]

    def _improved(self, out: tuple[int, ...]) -> Seats:
        """Find partners for many and then opponents; mix two tables wherever that helps."""
        pairs = [side for side in self._couples if side[0] not in out]
        coupled = set(chain.from_iterable(pairs))
        alone = [person for person in self._all_but(out) if person not in coupled]
        pairs += lightest(alone, lambda *two: self._with[two], self._random)
        tables: list[Sides] = lightest(pairs, lambda *two: self._weight(two), self._random)
        mixed = True
        while mixed:
            mixed = False
            for one, other in combinations(range(len(tables)), 2):
                both = [tables[one], tables[other]]
                weight = sum(map(self._weight, both))
                if weight < _AGAIN // STEP:
                    continue
                people = tuple(chain.from_iterable(chain.from_iterable(both)))
                best, mixture = self._best(people, {(): (0, [])})
                if best < weight:
                    tables[one], tables[other] = mixture
                    mixed = True
        return tables, out

    def _all_but(self, out: Sequence[int]) -> tuple[int, ...]:
        return tuple(person for person in self._people if person not in out)

    def _table(self, a: int, b: int, c: int, d: int) -> tuple[int, Sides]:
        """Return the best of the three ways in which four can play, and its weight."""
        ways: tuple[Sides, ...] = (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c)))
        weight, (one, other) = min(((self._weight(way), way) for way in ways), key=itemgetter(0))
        return weight, (self._side(*one), self._side(*other))

    def _weigh(self, seats: Seats) -> int:
        return sum(map(self._weight, seats[0]))

    def _weight(self, sides: Sides) -> int:
        one, other = sides
        ranks = self._ranks
        apart = ranks[one[0]] + ranks[one[1]] - ranks[other[0]] - ranks[other[1]]
        meetings = sum(map(self._against.__getitem__, product(one, other)))
        return self._with[one] + self._with[other] + meetings + apart**2
