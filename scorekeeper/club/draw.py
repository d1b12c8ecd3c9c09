"""The draw of the next round: who plays with whom against whom, and who sits out.

All that may be drawn is weighed. What weighs more is a number of digits above what weighs less:
nobody sits out again before everybody has, nobody meets again who can meet somebody else, and then
what the way to play asks for. Where the printed tables fit (of Berger, and of whist) they are
played; where few pairs are left, the rounds after this one are thought of too. A seed decides the
rest: the same seed, the same draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from itertools import chain, product
from math import inf
from random import Random
from typing import NamedTuple, TypeVar

from scorekeeper.club.changing_partners import Seating, who_may_sit_out
from scorekeeper.club.pairing import Weight, foreseeing, in_one, lightest

Side = tuple[int, int]
People = TypeVar("People", bound=tuple[int, ...])

# Of so few pairs, with one for who sits out, the rounds to come are thought of.
_FORESEEN = 8


class How(StrEnum):
    """How an evening is played; but for the last but one, two who came as a pair are needed."""

    ROUND_ROBIN = "round robin"
    SWISS = "swiss"
    CHANGING = "changing partners"
    WINNER_STAYS = "winner stays"


class Table(NamedTuple):
    """Two sides that play each other."""

    sides: tuple[Side, Side]

    @property
    def people(self) -> tuple[int, ...]:
        """All four, a side after the other."""
        return (*self.sides[0], *self.sides[1])


class DrawnRound(NamedTuple):
    """A round as it was drawn: its tables by their numbers, and who sits out.

    `winners` has the side that won at each table (0 or 1), None where nobody did.
    """

    tables: tuple[Table, ...]
    sit_out: tuple[int, ...] = ()
    winners: tuple[int | None, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """All who were there, a table after the other."""
        return (*chain.from_iterable(table.people for table in self.tables), *self.sit_out)


class CannotDraw(ValueError):
    """There are too few to draw a round; `needed` is how many people it takes."""

    def __init__(self, needed: int) -> None:
        super().__init__(needed)
        self.needed = needed


def draw(
    how: How,
    sides: Sequence[Side],
    alone: Sequence[int] = (),
    *,
    played: Sequence[DrawnRound] = (),
    order: Sequence[int] = (),
    rounds: int = 0,
    tables: int = 0,
    seed: int = 0,
) -> DrawnRound:
    """Draw the next round after those `played`. Raise CannotDraw.

    `sides` came as pairs, in the order in which they came, and those `alone` get a partner where
    partners change. `order` is the standing, the best first, with everybody who has played; the
    seed decides where it says nothing. `rounds` are how many are planned in all, 0 where nobody
    knows. Where the winner stays there are so many `tables`.
    """
    drawing = _Drawing(played, order, Random(seed))  # noqa: S311  # no secret
    if how is How.CHANGING:
        return drawing.changing(sides, alone)
    if len(sides) < 2:
        raise CannotDraw(4)
    if how is How.WINNER_STAYS:
        return drawing.winner_stays(sides, tables)
    return drawing.pairs(sides, rounds, by_turns=how is How.ROUND_ROBIN)


def swapped(drawn: DrawnRound, one: int, other: int) -> DrawnRound:
    """Return a draw in which two people have changed places; one of them may sit out."""

    def moved(person: int) -> int:
        return {one: other, other: one}.get(person, person)

    def side(people: Side) -> Side:
        return moved(people[0]), moved(people[1])

    tables = tuple(Table((side(each.sides[0]), side(each.sides[1]))) for each in drawn.tables)
    return drawn._replace(tables=tables, sit_out=tuple(map(moved, drawn.sit_out)))


def by_turns(number: int, sides: int) -> list[tuple[int, int]]:
    """Return who meets whom in a round (from 1) of everybody against everybody, from 0.

    These are the tables of Berger, as FIDE's Handbook C.05 (Annex 1) prints them. Where the number
    of sides is odd, who meets the last one, who is not there, sits out.
    """
    last = sides - 1 + sides % 2
    first = (number - 1) * (last + 1) // 2 % last
    met = [tuple(sorted((last, first)))]
    met += [((first + step) % last, (first - step) % last) for step in range(1, (last + 1) // 2)]
    return [(one, other) for one, other in met]


class _Drawing:
    """What was played before, counted."""

    def __init__(self, played: Sequence[DrawnRound], order: Sequence[int], random: Random) -> None:
        self._played, self._random = played, random
        self._places = {person: place for place, person in enumerate(order)}
        tables = [table for each in played for table in each.tables]
        self._partners = Counter(frozenset(side) for table in tables for side in table.sides)
        self._met = Counter(frozenset(two) for table in tables for two in product(*table.sides))
        self._sat_out = Counter(chain.from_iterable(each.sit_out for each in played))

    def pairs(self, sides: Sequence[Side], rounds: int, *, by_turns: bool) -> DrawnRound:
        """Draw who meets whom of sides that stay as they are."""
        turns = _turns(len(self._played) + 1, sides) if by_turns else None
        ranks = self._ranks(sides)

        def weight(one: Side | None, other: Side | None) -> Weight:
            if one is None or other is None:
                there = one or other or (0, 0)
                sat_out, again = max(self._sat_out[person] for person in there), 0
                # The last one in the standing, where turns do not say who.
                apart = len(sides) - ranks[there]
            else:
                sat_out, again = 0, self._met[frozenset((one[0], other[0]))]
                apart = ranks[one] - ranks[other]
            in_turn = turns is not None and frozenset((one, other)) in turns
            return sat_out, again**2, 0 if in_turn else apart**2

        here: list[Side | None] = [*sides, *([None] if len(sides) % 2 else [])]
        if len(here) <= _FORESEEN:
            to_come = rounds and max(1, rounds - len(self._played))
            met = foreseeing(here, weight, to_come, self._random)
        else:
            met = lightest(here, lambda *two: in_one(weight(*two)), self._random)
        tables = [Table((one, other)) for one, other in met if one and other]
        tables.sort(key=lambda table: min(ranks[side] for side in table.sides))
        out = next((one or other for one, other in met if not (one and other)), None)
        return DrawnRound(tuple(tables), out or ())

    def changing(self, couples: Sequence[Side], alone: Sequence[int]) -> DrawnRound:
        """Draw partners for those who are alone, and then who meets whom."""
        if len(couples) * 2 + len(alone) < 4:
            raise CannotDraw(4)
        people = (*alone, *chain.from_iterable(couples))
        ranks = {side[0]: rank for side, rank in self._ranks([(one,) for one in people]).items()}
        seating = Seating(couples, ranks, self._partners, self._met, self._random)
        choices = who_may_sit_out(couples, alone, self._sat_out, self._random)
        tables, out = seating.drawn(choices, [each.people for each in self._played])
        return DrawnRound(tuple(map(Table, tables)), out)

    def winner_stays(self, sides: Sequence[Side], tables: int) -> DrawnRound:
        """Let who won at a table stay there, and who has waited for longest play them."""
        last = self._played[-1] if self._played else DrawnRound(())
        count = max(1, min(tables or len(sides), len(sides) // 2))
        staying = [
            None if won is None or table.sides[won] not in sides else table.sides[won]
            for table, won in zip(last.tables[:count], last.winners, strict=False)
        ]
        since = {
            side: number
            for number, each in enumerate(self._played)
            for table in each.tables
            for side in table.sides
        }
        waiting = [side for side in sides if side not in staying]
        if not self._played:
            self._random.shuffle(waiting)
        waiting.sort(key=lambda side: since.get(side, -1))
        found = []
        for place in range(count):
            stays = staying[place] if place < len(staying) else None
            first = stays or waiting.pop(0)
            # Who has just lost here plays elsewhere, if somebody else waits.
            lost = last.tables[place].sides if stays else ()
            second = next((side for side in waiting if side not in lost), waiting[0])
            waiting.remove(second)
            found.append(Table((first, second)))
        return DrawnRound(tuple(found), tuple(chain.from_iterable(waiting)))

    def _ranks(self, sides: Sequence[People]) -> dict[People, int]:
        """Say how the sides stand; those of whom nothing is known stand last, in any order."""

        def place(side: People) -> float:
            known = [self._places[person] for person in side if person in self._places]
            return sum(known) / len(known) if known else inf

        shuffled = self._random.sample(sides, len(sides))
        return {side: rank for rank, side in enumerate(sorted(shuffled, key=place))}


def _turns(number: int, sides: Sequence[Side]) -> set[frozenset[Side | None]]:
    there = [*sides, None]
    return {frozenset((there[one], there[other])) for one, other in by_turns(number, len(sides))}
