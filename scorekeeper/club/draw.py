"""The draw of the next round: who plays with whom against whom, and who sits out.

Each draw is a matching of least weight, so that nothing that is drawn first spoils what comes
after it. What weighs more is a number of digits above what weighs less: nobody sits out again
before everybody has, nobody meets again who can meet somebody else, and then what the way to play
asks for. A seed decides the rest: the same seed, the same draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import chain, combinations, product
from math import inf
from random import Random
from typing import NamedTuple, TypeVar

Side = tuple[int, int]
T = TypeVar("T")
People = TypeVar("People", bound=tuple[int, ...])

# One step of what weighs more is this many of what weighs less. Two people meet, sit out or are
# apart in the standing less than a thousand times; a draw of 512 adds up 256 squares of that.
_STEP = 10**9
# Of several draws the best is taken: at most so many, and of no more people in all than these.
_TRIES, _TRIED = 60, 1500


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
    tables: int = 0,
    seed: int = 0,
) -> DrawnRound:
    """Draw the next round after those `played`. Raise CannotDraw.

    `sides` came as pairs, in the order in which they came, and those `alone` get a partner where
    partners change. `order` is the standing, the best first, with everybody who has played; the
    seed decides where it says nothing. Where the winner stays there are so many `tables`.
    """
    drawing = _Drawing(played, order, Random(seed))  # noqa: S311  # no secret
    if how is How.CHANGING:
        return drawing.changing(sides, alone)
    if len(sides) < 2:
        raise CannotDraw(4)
    if how is How.WINNER_STAYS:
        return drawing.winner_stays(sides, tables)
    return drawing.pairs(sides, by_turns=how is How.ROUND_ROBIN)


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

    def pairs(self, sides: Sequence[Side], *, by_turns: bool) -> DrawnRound:
        """Draw who meets whom of sides that stay as they are."""
        turns = _turns(len(self._played) + 1, sides) if by_turns else None
        ranks = self._ranks(sides)

        def weight(one: Side | None, other: Side | None) -> tuple[int, ...]:
            if one is None or other is None:
                there = one or other or (0, 0)
                sat_out, again = self._most_sat_out(there), 0
                # The last one in the standing, where turns do not say who.
                apart = len(sides) - ranks[there]
            else:
                sat_out, again = 0, self._met[frozenset((one[0], other[0]))]
                apart = ranks[one] - ranks[other]
            in_turn = turns is not None and frozenset((one, other)) in turns
            return sat_out, again**2, 0 if in_turn else apart**2

        here: list[Side | None] = [*sides, *([None] if len(sides) % 2 else [])]
        met = self._lightest(here, weight)
        tables = [Table((one, other)) for one, other in met if one and other]
        tables.sort(key=lambda table: min(ranks[side] for side in table.sides))
        out = next((one or other for one, other in met if not (one and other)), None)
        return DrawnRound(tuple(tables), out or ())

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

    def changing(self, pairs: Sequence[Side], alone: Sequence[int]) -> DrawnRound:
        """Draw partners for those who are alone, and then who meets whom."""
        out = self._sit_out(pairs, alone)
        pairs = [side for side in pairs if side[0] not in out]
        alone = [person for person in alone if person not in out]
        if len(pairs) * 2 + len(alone) < 4:
            raise CannotDraw(4)
        people = [*alone, *chain.from_iterable(pairs)]
        tries = max(1, min(_TRIES, _TRIED // len(people)))
        best = min((self._seated(pairs, alone) for _ in range(tries)), key=self._strain)
        return DrawnRound(tuple(best), tuple(out))

    def _sit_out(self, pairs: Sequence[Side], alone: Sequence[int]) -> list[int]:
        """Choose who sits out so that all others sit at tables of four: who did so least."""
        waits: list[tuple[int, ...]] = [*pairs, *((person,) for person in alone)]
        self._random.shuffle(waits)
        waits.sort(key=self._most_sat_out)
        over = (len(alone) + 2 * len(pairs)) % 4
        chosen: list[int] = []
        for people in waits:
            if len(chosen) + len(people) <= over:
                chosen += people
        return chosen

    def _most_sat_out(self, people: Iterable[int]) -> int:
        return max(self._sat_out[person] for person in people)

    def _seated(self, pairs: Sequence[Side], alone: Sequence[int]) -> list[Table]:
        sides = [*pairs, *self._with_partners(alone)]
        ranks = self._ranks(sides)
        met = self._lightest(
            sides,
            lambda one, other: (
                sum(_more(self._met[frozenset(two)]) for two in product(one, other)),
                (ranks[one] - ranks[other]) ** 2,
            ),
        )
        return [Table((one, other)) for one, other in met]

    def _with_partners(self, alone: Sequence[int]) -> list[Side]:
        """Draw partners who are new to each other, the strong with the weak."""
        ranks = self._ranks([(person,) for person in alone])

        def weight(one: int, other: int) -> tuple[int, ...]:
            uneven = ranks[(one,)] + ranks[(other,)] - len(alone) + 1
            return self._partners[frozenset((one, other))] ** 2, uneven**2

        return self._lightest(alone, weight)

    def _strain(self, tables: Iterable[Table]) -> tuple[int, ...]:
        """Weigh a draw: whether anybody meets for the third time, and how often for the second."""
        again = [self._met[frozenset(two)] for table in tables for two in product(*table.sides)]
        return max(again, default=0) > 1, sum(map(_more, again))

    def _ranks(self, sides: Sequence[People]) -> dict[People, int]:
        """Say how the sides stand; those of whom nothing is known stand last, in any order."""

        def place(side: People) -> float:
            known = [self._places[person] for person in side if person in self._places]
            return sum(known) / len(known) if known else inf

        shuffled = self._random.sample(sides, len(sides))
        return {side: rank for rank, side in enumerate(sorted(shuffled, key=place))}

    def _lightest(
        self, items: Sequence[T], weight: Callable[[T, T], tuple[int, ...]]
    ) -> list[tuple[T, T]]:
        """Pair all items up so that the weights add up to the least there can be."""
        # Imported where it is needed: a house that never opens an evening does without.
        import rustworkx

        edges = []
        for one, other in combinations(range(len(items)), 2):
            total = 0
            for part in weight(items[one], items[other]):
                total = total * _STEP + part
            edges.append((one, other, -(total * 1000 + self._random.randrange(1000))))
        graph = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(items)
        graph.add_edges_from(edges)
        met = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [(items[one], items[other]) for one, other in sorted(map(sorted, met))]


def _more(times: int) -> int:
    """Weigh that two meet who have met so often: a third time is worse than some second ones."""
    return int(5 ** min(times, 8))


def _turns(number: int, sides: Sequence[Side]) -> set[frozenset[Side | None]]:
    there = [*sides, None]
    return {frozenset((there[one], there[other])) for one, other in by_turns(number, len(sides))}
