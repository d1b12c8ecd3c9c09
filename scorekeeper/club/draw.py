"""The draw of the next round: who plays with whom against whom, and who sits out.

Each way to play decides the next round from those before. Possible draws are weighed, with clear
priorities: nobody sits out again before everybody has, nobody meets an opponent again if they can
meet somebody new, and then what the way to play asks for. Where printed tables fit (Berger's, or
whist tables) they are used; with few sides, the rounds after this one count too. A seed decides the
rest: the same seed gives the same draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import chain, combinations, product
from math import inf
from random import Random
from typing import NamedTuple

from scorekeeper.club.brackets import bracket_of, pairs_of, seeds_of, shortened
from scorekeeper.club.changing_partners import Seating, who_may_sit_out
from scorekeeper.club.each_alone import seated, table_sizes
from scorekeeper.club.pairing import Side, Weight, foreseeing, in_one, lightest
from scorekeeper.club.waiting import Queue

# Up to this many sides (a bye counts as one), a draw keeps later rounds possible.
_FORESEEN = 8


class How(StrEnum):
    """How a club night is played."""

    ROUND_ROBIN = "round robin"
    SWISS = "swiss"
    CHANGING = "changing partners"
    WINNER_STAYS = "winner stays"
    KNOCKOUT = "knockout"
    GROUPS = "groups"


class Table(NamedTuple):
    """Sides that play each other."""

    sides: tuple[Side, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """All of them, one side after another."""
        return (*chain.from_iterable(self.sides),)

    @property
    def seats(self) -> tuple[int, ...]:
        """All of them as they sit around the table, partners opposite each other."""
        return (*chain.from_iterable(zip(*self.sides, strict=True)),)


class DrawnRound(NamedTuple):
    """A round as drawn: its tables by their numbers, and who sits out.

    `winners` has the side that won at each table, None if nobody did. With groups, each group has
    its sides. In a knockout the `bracket` has those still in it: neighbours meet, and () is a bye.
    In the last round the losers of the semifinals play for third place, at a table that is not in
    the bracket.
    """

    tables: tuple[Table, ...]
    sit_out: tuple[int, ...] = ()
    winners: tuple[int | None, ...] = ()
    groups: tuple[tuple[Side, ...], ...] = ()
    bracket: tuple[Side, ...] = ()

    @property
    def people(self) -> tuple[int, ...]:
        """All who were there, table by table."""
        return (*chain.from_iterable(table.people for table in self.tables), *self.sit_out)

    @property
    def is_final(self) -> bool:
        return sum(map(bool, self.bracket)) == 2

    @property
    def byes(self) -> list[Side]:
        """The byes of a bracket, or of a group that plays now."""
        playing = {side for table in self.tables for side in table.sides}
        lists = (self.bracket, *(group for group in self.groups if playing.intersection(group)))
        out = {*self.sit_out}
        return [side for each in lists for side in each if side and {*side} <= out]

    @property
    def through(self) -> list[Side]:
        """Who has won each meeting of a bracket, byes included."""
        found, tables = list[Side](), iter(zip(self.tables, self.winners, strict=False))
        for one, other in pairs_of(self.bracket):
            table, won = next(tables) if one and other else (Table((one or other,)), 0)
            found.append(() if won is None else table.sides[won])
        return found


class CannotDraw(ValueError):
    """Too few are left to draw a round; `needed` is how many people it takes.

    It is 0 after the last match of a knockout.
    """

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
    groups: int = 0,
    sizes: Sequence[int] = (),
    seed: int = 0,
) -> DrawnRound:
    """Draw the next round after those `played`. Raise CannotDraw.

    `sides` came as pairs, in order of arrival, and those `alone` get a partner if partners change
    or the winner stays. `order` is the standing of all who have played, the best first; the seed
    breaks ties. `rounds` is how many are planned in all, 0 if unknown. `tables` is how many there
    are if the winner stays. With `sizes` each plays alone: they are how many can sit at a table,
    the largest first.
    """
    if sizes:
        sides = [(person,) for person in (*chain.from_iterable(sides), *alone)]
        order = order if how not in (How.CHANGING, How.ROUND_ROBIN) else ()
    drawing = _Drawing(played, order, Random(seed), sizes)  # noqa: S311  # no secret
    if how is How.CHANGING and not sizes:
        return drawing.changing(sides, alone)
    if how is How.WINNER_STAYS:
        return drawing.winner_stays(
            [*sides, *([] if sizes else [(each,) for each in alone])], tables
        )
    if sizes and sizes[0] > 2:
        return drawing.each_alone(sides)
    if how is How.KNOCKOUT or (how is How.GROUPS and groups_are_done(played)):
        return drawing.knockout(sides, alone)
    if len(sides) < (4 if how is How.GROUPS else 2):
        raise CannotDraw((4 if how is How.GROUPS else 2) * (1 if sizes else 2))
    if how is How.GROUPS:
        return drawing.grouped(sides, groups)
    return drawing.pairs(sides, rounds, by_turns=how is How.ROUND_ROBIN)


def swapped(drawn: DrawnRound, one: int, other: int) -> DrawnRound:
    """Return a draw with two people swapped; one of them may sit out."""

    def moved(person: int) -> int:
        return {one: other, other: one}.get(person, person)

    def sides(found: Iterable[Side]) -> tuple[Side, ...]:
        return tuple(tuple(map(moved, side)) for side in found)

    return drawn._replace(
        tables=tuple(Table(sides(each.sides)) for each in drawn.tables),
        sit_out=tuple(map(moved, drawn.sit_out)),
        groups=tuple(map(sides, drawn.groups)),
        bracket=sides(drawn.bracket),
    )


def by_turns(number: int, sides: int) -> list[tuple[int, int]]:
    """Return who meets whom in a round (from 1) of a round robin, from 0.

    These are the Berger tables, as printed in FIDE's Handbook C.05 (Annex 1). If the number of
    sides is odd, the last opponent does not exist, and whoever meets it sits out.
    """
    last = sides - 1 + sides % 2
    first = (number - 1) * (last + 1) // 2 % last
    met = [tuple(sorted((last, first)))]
    met += [((first + step) % last, (first - step) % last) for step in range(1, (last + 1) // 2)]
    return [(one, other) for one, other in met]


class _Drawing:
    """What was played before, counted."""

    def __init__(
        self,
        played: Sequence[DrawnRound],
        order: Sequence[int],
        random: Random,
        sizes: Sequence[int],
    ) -> None:
        self._played, self._random, self._sizes = played, random, sizes
        self._last = played[-1] if played else DrawnRound(())
        self._places = {person: place for place, person in enumerate(order)}
        tables = [table for each in played for table in each.tables]
        self._partners = Counter(frozenset(side) for table in tables for side in table.sides)
        self._met = Counter(map(frozenset, chain.from_iterable(map(opponents, tables))))
        self._sat_out = Counter(chain.from_iterable(each.sit_out for each in played))

    def pairs(self, sides: Sequence[Side], rounds: int, *, by_turns: bool) -> DrawnRound:
        """Draw opponents for sides that stay as they are."""
        turns = _turns(len(self._played) + 1, sides) if by_turns else None
        ranks = self._ranks(sides)

        def weight(one: Side | None, other: Side | None) -> Weight:
            if one is None or other is None:
                there = one or other or ()
                sat_out, again = max(self._sat_out[person] for person in there), 0
                # The last one in the standing, unless the turns decide.
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
        """Draw partners for those who are alone, and then opponents."""
        if len(couples) * 2 + len(alone) < 4:
            raise CannotDraw(4)
        people = (*alone, *chain.from_iterable(couples))
        ranks = {side[0]: rank for side, rank in self._ranks([(one,) for one in people]).items()}
        seating = Seating(couples, ranks, self._partners, self._met, self._random)
        choices = who_may_sit_out(couples, alone, self._sat_out, self._random)
        tables, out = seating.drawn(choices, [each.people for each in self._played])
        return DrawnRound(tuple(map(Table, tables)), out)

    def each_alone(self, sides: Sequence[Side]) -> DrawnRound:
        """Seat people who each play alone: new opponents first, then those close in standing."""
        sizes = table_sizes(len(sides), self._sizes)
        if not sizes:
            raise CannotDraw(self._sizes[-1])
        ranks = self._ranks(sides)
        turns = sorted(sides, key=lambda side: (self._sat_out[side[0]], -ranks[side]))
        out = turns[: len(sides) - sum(sizes)]
        here = sorted((side for side in sides if side not in out), key=ranks.__getitem__)

        def weight(one: Side, other: Side) -> int:
            again = self._met[frozenset((one[0], other[0]))]
            return in_one((again**2, (ranks[one] - ranks[other]) ** 2))

        best = seated(here, sizes, weight, self._random)
        best.sort(key=lambda table: min(ranks[side] for side in table))
        return DrawnRound(
            tuple(Table(tuple(table)) for table in best), tuple(chain.from_iterable(out))
        )

    def winner_stays(self, units: Sequence[Side], tables: int) -> DrawnRound:
        """Let the winner at a table stay, and the side that has waited longest play them.

        Somebody who came alone waits alone, and plays with the next one who did.
        """
        seats = len(self._sizes[:1]) or 2
        people = sum(len(unit) for unit in units)
        at_table = next((size for size in self._sizes or (4,) if size <= people), 0) // seats
        loose = [unit for unit in units if len(unit) < seats]
        most = len(units) - len(loose) + len(loose) // seats
        if at_table < 2 or most < 2:
            raise CannotDraw(2 * seats)
        count = max(1, min(tables or most, most // at_table))
        mixed = units if self._played else self._random.sample(units, len(units))
        queue = Queue(mixed, seats, self._last.people, self._last.sit_out, self._sat_out)
        staying = [
            () if won is None else queue.leave(table.sides[won])
            for table, won in zip(self._last.tables[:count], self._last.winners, strict=False)
        ]
        found = []
        for place in range(count):
            stays = staying[place] if place < len(staying) else ()
            # If others wait, those who have just lost here play elsewhere.
            lost = {*self._last.tables[place].people} if stays else set[int]()
            first = [stays] if stays else []
            others = [queue.next_side(lost) for _side in range(at_table - len(first))]
            found.append(Table((*first, *others)))
        return DrawnRound(tuple(found), tuple(chain.from_iterable(queue.waiting)))

    def knockout(self, sides: Sequence[Side], alone: Sequence[int]) -> DrawnRound:
        """Let the winners meet; those who left are out, and whoever would meet them goes on.

        If fewer than two of the winners are still here, nobody is dropped: the last match still
        has a winner and a second.
        """
        last, here = self._last, {*chain.from_iterable(sides), *alone}
        if last.bracket:
            bracket = [side if {*side} <= here else () for side in last.through]
            bracket = bracket if sum(map(bool, bracket)) > 1 else last.through
        else:
            bracket = bracket_of(self._seeds(sides))
        bracket = shortened(bracket)
        meet = [Table(two) for two in pairs_of(bracket) if all(two)]
        if not meet:
            raise CannotDraw(0 if last.bracket else 2 * (1 if self._sizes else 2))
        drawn = DrawnRound((), bracket=tuple(bracket))
        lost = [side for each in last.tables for side in each.sides if side not in bracket]
        third = drawn.is_final and last.bracket and len(lost) == 2
        if third and any({*side} <= here for side in lost):
            meet.append(Table((lost[0], lost[1])))
        playing = {person for table in meet for person in table.people}
        there = dict.fromkeys(chain.from_iterable((*bracket, *sides)))
        out = tuple(person for person in there if person not in playing)
        return drawn._replace(tables=tuple(meet), sit_out=out)

    def grouped(self, sides: Sequence[Side], count: int) -> DrawnRound:
        """Draw a round within each group; late arrivals join the smallest one."""
        # Two from each group make a bracket without byes: groups of three to five.
        count = min(count or max(2, 1 << (len(sides) // 3).bit_length() - 1), len(sides) // 2)
        groups = [[*each] for each in self._last.groups] or [[] for _group in range(count)]
        known, ranks = {*chain.from_iterable(groups)}, self._ranks(sides)
        for side in sorted({*sides} - known, key=ranks.__getitem__):
            min(groups, key=len).append(side)
        # A smaller group is done before a larger one.
        play = [group for group in groups if rounds_of(group) > len(self._played)]
        there = ([side for side in group if side in ranks] for group in play)
        drawn = [self.pairs(group, 0, by_turns=True) for group in there if group]
        tables = tuple(chain.from_iterable(each.tables for each in drawn))
        playing = {person for table in tables for person in table.people}
        out = (person for person in chain.from_iterable(sides) if person not in playing)
        return DrawnRound(tables, tuple(out), groups=tuple(map(tuple, groups)))

    def _seeds(self, sides: Sequence[Side]) -> list[Side]:
        """List the seeds of a knockout, the best first; with groups, the first two of each."""
        ranks = self._ranks(sides)
        if not self._last.groups:
            return sorted(sides, key=ranks.__getitem__)
        groups = [sorted({*each} & {*sides}, key=ranks.__getitem__) for each in self._last.groups]
        return seeds_of(sorted(filter(None, groups), key=lambda group: ranks[group[0]]))

    def _ranks(self, sides: Sequence[Side]) -> dict[Side, int]:
        """Return the place of each side; unknown sides come last, in any order."""

        def place(side: Side) -> float:
            known = [self._places[person] for person in side if person in self._places]
            return sum(known) / len(known) if known else inf

        shuffled = self._random.sample(sides, len(sides))
        return {side: rank for rank, side in enumerate(sorted(shuffled, key=place))}


def opponents(table: Table) -> Iterable[tuple[int, int]]:
    """Yield all pairs of opponents at a table."""
    for one, other in combinations(table.sides, 2):
        yield from product(one, other)


def groups_are_done(played: Sequence[DrawnRound]) -> bool:
    """Return whether all in each group have met, so that the first two of each go on."""
    if not played or not (groups := played[-1].groups):
        return bool(played)
    return len(played) >= max(map(rounds_of, groups))


def rounds_of(group: Sequence[Side]) -> int:
    """Return how many rounds it takes until all of a group have met."""
    return len(group) - 1 + len(group) % 2


def _turns(number: int, sides: Sequence[Side]) -> set[frozenset[Side | None]]:
    there = [*sides, None]
    return {frozenset((there[one], there[other])) for one, other in by_turns(number, len(sides))}
