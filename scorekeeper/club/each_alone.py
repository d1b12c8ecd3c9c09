"""Tables at which each plays alone: how many, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from random import Random
from typing import TypeVar

T = TypeVar("T")
Tables = list[list[T]]


def table_sizes(people: int, sizes: Sequence[int]) -> list[int]:
    """Return how many sit at each table: few sit out, and tables are few and of similar size.

    `sizes` are how many can sit at one, the largest first.
    """
    for seats in range(people, min(sizes) - 1, -1):
        for tables in range(-(-seats // sizes[0]), seats // sizes[-1] + 1):
            small, larger = divmod(seats, tables)
            found = [small + 1] * larger + [small] * (tables - larger)
            if {*found} <= {*sizes}:
                return found
    return []


def seated(
    people: Sequence[T], sizes: Sequence[int], weight: Callable[[T, T], int], random: Random
) -> Tables[T]:
    """Seat people so that the weights of all who sit together are as low as can be found.

    Their given order is tried first, then others; with a hundred people there is no time for many.
    """

    def heavy(tables: Iterable[Sequence[T]]) -> int:
        return sum(weight(*two) for table in tables for two in combinations(table, 2))

    best: Tables[T] = []
    for mixed in range(1 + 200 // len(people)):
        places = iter(random.sample(people, len(people)) if mixed else people)
        tables = [[next(places) for _seat in range(size)] for size in sizes]
        while _exchanged(tables, heavy):
            pass
        best = min(best or tables, tables, key=heavy)
    return best


def _exchanged(tables: Tables[T], heavy: Callable[[Iterable[Sequence[T]]], int]) -> bool:
    """Swap two people wherever that lowers the weight; return whether any were swapped."""
    found = False
    for one, other in combinations(tables, 2):
        for at, to in product(range(len(one)), range(len(other))):
            before = heavy((one, other))
            one[at], other[to] = other[to], one[at]
            if heavy((one, other)) < before:
                found = True
            else:
                one[at], other[to] = other[to], one[at]
    return found
