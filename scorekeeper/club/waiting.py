"""The queue for tables where the winner stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

from scorekeeper.club.pairing import Side


class Queue:
    """Those who wait, pairs together, the longest wait first."""

    def __init__(
        self,
        units: Sequence[Side],
        seats: int,
        there: Collection[int],
        waited: Sequence[int],
        sat_out: Counter[int],
    ) -> None:
        """Take who is here, how many seats a side takes, and who was there in the last round.

        Those who waited then come first, in the same order, then new arrivals. Of those who played,
        the ones who sat out most often come first.
        """
        self._seats = seats

        def turn(unit: Side) -> tuple[int, int]:
            last = [
                waited.index(each) if each in waited else len(waited) + (each in there)
                for each in unit
            ]
            return max(last), -max(sat_out[each] for each in unit)

        self.waiting = sorted(units, key=turn)

    def leave(self, side: Side) -> Side:
        """Keep a side at its table if it is still complete; otherwise return ()."""
        single = ((person,) for person in side)
        units = [unit for unit in (side, *single) if unit in self.waiting]
        if {*chain.from_iterable(units)} != {*side}:
            return ()
        self._take(units)
        return side

    def next_side(self, lost: Collection[int]) -> Side:
        """Return who plays next; those who have just lost here come last."""
        ready = sorted(self.waiting, key=lambda unit: {*unit} <= {*lost})
        single = [unit for unit in ready if len(unit) < self._seats]
        enough = len(single) >= self._seats
        first = next(unit for unit in ready if len(unit) == self._seats or enough)
        units = single[: self._seats] if first in single else [first]
        self._take(units)
        return tuple(chain.from_iterable(units))

    def _take(self, units: Collection[Side]) -> None:
        self.waiting = [unit for unit in self.waiting if unit not in units]
