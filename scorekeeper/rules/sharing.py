"""Whether the tiles of a box can be shared out so that every hand has the pips it should."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

# Most questions take less than a hundred; one that takes more is answered with yes.
MOST_STEPS = 1000


class Share(NamedTuple):
    """What a hand still needs: pips, in `fewest` to `most` tiles of `lightest` pips or more."""

    pips: int
    fewest: int
    most: int
    lightest: int = 0

    @property
    def is_full(self) -> bool:
        return self.pips == 0 and self.fewest == 0

    @property
    def pips_a_tile(self) -> float:
        return self.pips / max(1, self.fewest + self.most)

    def takes(self, pips: int) -> bool:
        return self.most > 0 and self.lightest <= pips <= self.pips

    def with_tile(self, pips: int) -> Share:
        return Share(self.pips - pips, max(0, self.fewest - 1), self.most - 1, self.lightest)


def can_share(tiles: Iterable[int], shares: Iterable[Share]) -> bool:
    """Return whether tiles of so many pips give every share what it needs, none of them twice.

    >>> can_share([1, 2, 3], [Share(3, 1, 2), Share(3, 1, 2)])
    True
    >>> can_share([1, 2, 2], [Share(3, 1, 2), Share(3, 1, 2)])
    False
    """
    return _can_share(tuple(sorted(tiles, reverse=True)), tuple(sorted(shares)))


# The same round is checked when it is previewed, when its form is sent, and when it is recorded.
@lru_cache(1000)
def _can_share(tiles: tuple[int, ...], shares: tuple[Share, ...]) -> bool:
    return _Search(tiles).fills(0, shares)


class _Search:
    """Gives out the tiles one by one, the heaviest first, and takes back what leads nowhere."""

    def __init__(self, tiles: tuple[int, ...]) -> None:
        self._tiles = tiles
        self._upto = (0, *accumulate(tiles))
        self._failed: set[tuple[int, tuple[Share, ...]]] = set()
        self._steps = 0

    def fills(self, place: int, shares: tuple[Share, ...]) -> bool:
        """Return whether the tiles from `place` on fill the shares."""
        needed = tuple(sorted(share for share in shares if not share.is_full))
        self._steps += 1
        if not needed or self._steps > MOST_STEPS:
            return True
        if (place, needed) in self._failed or not self._may_fill(place, needed):
            return False
        if any(self.fills(place + 1, after) for after in self._given(place, needed)):
            return True
        self._failed.add((place, needed))
        return False

    def _given(self, place: int, shares: tuple[Share, ...]) -> Iterable[tuple[Share, ...]]:
        """Give the next tile to one of the shares, the neediest first, or to none."""
        tile = self._tiles[place]
        for share in sorted(shares, key=lambda share: share.pips_a_tile, reverse=True):
            if share.takes(tile):
                at = shares.index(share)
                yield (*shares[:at], share.with_tile(tile), *shares[at + 1 :])
        yield shares

    def _may_fill(self, place: int, shares: tuple[Share, ...]) -> bool:
        """Return whether the heaviest and the lightest of the tiles leave that open."""
        together = Share(
            sum(share.pips for share in shares),
            sum(share.fewest for share in shares),
            sum(share.most for share in shares),
        )
        return all(self._within(place, share) for share in (*shares, together))

    def _within(self, place: int, share: Share) -> bool:
        end = len(self._tiles)
        if share.fewest > end - place or 0 < share.pips < share.lightest:
            return False
        heaviest = self._upto[min(end, place + share.most)] - self._upto[place]
        lightest = self._upto[end] - self._upto[end - share.fewest]
        return lightest <= share.pips <= heaviest
