"""Pair everybody so that the weights add up to as little as possible.

A weight is several numbers: an earlier one outweighs all later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeVar

T = TypeVar("T")
# A side: two people, or one.
Side = tuple[int, ...]
Weight = tuple[int, ...]
Two = frozenset[T]

# One step of a number outweighs this many of the next. Two people meet, sit out or are apart in the
# standing less than a thousand times; a draw of 512 adds up 256 squares of that.
STEP = 10**9


def in_one(weight: Iterable[int]) -> int:
    """Return a weight as one number."""
    total = 0
    for part in weight:
        total = total * STEP + part
    return total


def lightest(
    items: Sequence[T], weight: Callable[[T, T], int], random: Random
) -> list[tuple[T, T]]:
    """Pair an even number of items; if several pairings are as good, `random` chooses."""
    # Imported here so that only club nights need it.
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    for one, other in combinations(range(len(items)), 2):
        total = weight(items[one], items[other]) * 1000 + random.randrange(1000)
        graph.add_edge(one, other, weight=-total)
    met = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(items[one], items[other]) for one, other in sorted(map(sorted, met))]


def foreseeing(
    items: Sequence[T], weight: Callable[[T, T], Weight], rounds: int, random: Random
) -> list[tuple[T, T]]:
    """Pair a few items so that nobody has to meet anybody again in the rounds to come.

    The first two numbers of a weight are whether two have met, and whether the one who sits out has
    done so before. `rounds` is how many are still to be played, this one included; 0 if unknown.
    """
    weights = {frozenset(two): weight(*two) for two in combinations(items, 2)}
    new = frozenset(two for two, parts in weights.items() if not any(parts[:2]))
    possible = min(sum(item in two for two in new) for item in items)
    to_come = min(possible, rounds or possible) - 1
    every = list(_all_pairings(items, weights))
    random.shuffle(every)
    heavy = {
        pairing: tuple(map(sum, zip(*(weights[two] for two in pairing), strict=True)))
        for pairing in every
    }
    every.sort(key=heavy.__getitem__)
    # Only pairings that are as good now are considered.
    good = [each for each in every if heavy[each][:2] == heavy[every[0]][:2]]
    best, foreseen = good[0], -1
    for each in good:
        if foreseen >= to_come:
            break
        if (ahead := _rounds_to_come(items, new - {*each}, to_come)) > foreseen:
            best, foreseen = each, ahead
    return [two for two in combinations(items, 2) if frozenset(two) in best]


def _rounds_to_come(items: Sequence[T], new: frozenset[Two[T]], most: int) -> int:
    """Count the rounds, up to `most`, in which everybody can meet somebody new."""
    count = 0
    for each in _all_pairings(items, new) if most > 0 else ():
        count = max(count, 1 + _rounds_to_come(items, new - {*each}, most - 1))
        if count == most:
            break
    return count


def _all_pairings(items: Sequence[T], allowed: Collection[Two[T]]) -> Iterator[tuple[Two[T], ...]]:
    if not items:
        yield ()
        return
    first, *others = items
    for other in others:
        if (two := frozenset((first, other))) in allowed:
            left = [each for each in others if each != other]
            for more in _all_pairings(left, allowed):
                yield two, *more
