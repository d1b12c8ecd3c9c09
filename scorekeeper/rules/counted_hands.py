"""Counted hands: what a 0 means, and pips that no tiles of the box can make, alone or together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, combinations
from typing import NamedTuple

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import AnyHand, Hand, Moment, PipsHand, Round, empty_seats
from scorekeeper.rules.tiles import Tile, TileSet, possible_totals

# A number and nothing else: an empty hand, or 0-0 alone.
_ZERO = PipsHand(0)

_BLANK = Tile(0, 0)


def settled(
    setup: Setup,
    played: Round,
    moment: Moment,
    said_out: Collection[int],
    *,
    all_said: bool = False,
) -> Round:
    """Say what hands of 0 are: those of seats that are not `said_out` may be 0-0 alone.

    They are if it was `all_said`. Raise RuleError (out_needed) where both can be. Where 0-0 counts
    otherwise than its pips, a hand of it alone is the tile.
    """
    counts = setup.game.weights.of_tile(_BLANK)
    known = {*said_out, *moment.put_out}
    zeros = [seat for seat, hand in enumerate(played.hands) if hand == _ZERO and seat not in known]
    out = {*empty_seats(played, moment)} - {*zeros}
    may_be_out = not all_said and len(out) < setup.most_out
    by_totals = setup.game.table.entry is Entry.TOTALS
    may_be_blank = not (by_totals or counts) and _has_blank(setup.box, played)
    if zeros and may_be_out and may_be_blank:
        raise RuleError(Code.OUT_NEEDED, seats=tuple(zeros), counted=True)
    hands = [Hand((_BLANK,)) if counts and _is_blank(hand) else hand for hand in played.hands]
    for seat in () if may_be_out else zeros:
        hands[seat] = PipsHand(0, 1)
    return replace(played, hands=tuple(hands))


def _has_blank(box: TileSet, played: Round) -> bool:
    """Whether 0-0 is in the box, and in no hand."""
    return _BLANK in _free(box, played) and not any(map(_is_blank, played.hands))


def _is_blank(hand: AnyHand) -> bool:
    """Whether a counted hand is 0-0 alone."""
    if not isinstance(hand, PipsHand) or hand.is_empty:
        return False
    return hand.pips == 0 and hand.count in (None, 1)


def count_faults(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find what is impossible about counted hands of at most `most` tiles that count their pips.

    Codes: several_empty_hands, impossible_pips.
    """
    yield from (
        [*_blank_hands(played)]
        or [*_impossible_alone(box, most, played)]
        or [*_impossible_total(box, played)]
        or [*_too_many_together(box, most, played)][:1]
        or [*_impossible_together(box, most, played)][:1]
    )


def blank_faults(most: int, played: Round) -> Iterator[RuleError]:
    """Find counted hands that count 0 and are not empty, where no tile counts 0."""
    for seat in _blank_seats(played):
        yield _impossible(most, played, seat)


def _blank_hands(played: Round) -> Iterator[RuleError]:
    """Find counted hands that would all be 0-0 alone, of which there is one."""
    if len(blank := _blank_seats(played)) > 1:
        yield RuleError(Code.SEVERAL_EMPTY_HANDS, seats=blank, counted=True)


def _blank_seats(played: Round) -> tuple[int, ...]:
    return tuple(seat for seat, hand in _counted(played).items() if hand.pips == 0)


def _counted(played: Round) -> dict[int, PipsHand]:
    """Return the hands that were counted and are not empty, by seat."""
    return {
        seat: hand
        for seat, hand in enumerate(played.hands)
        if isinstance(hand, PipsHand) and not hand.is_empty
    }


def _free(box: TileSet, played: Round) -> frozenset[Tile]:
    """Return the tiles that are not shown in any hand."""
    shown = {tile for hand in played.hands for tile in hand.known_tiles}
    return frozenset(box) - shown


def _impossible_alone(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find counted hands that the tiles not shown in another hand cannot make."""
    free = _free(box, played)
    for seat, hand in _counted(played).items():
        if not _can_hold(hand, free, most):
            yield _impossible(most, played, seat)


def _impossible(most: int, played: Round, seat: int) -> RuleError:
    hand = _counted(played)[seat]
    return RuleError(
        Code.IMPOSSIBLE_PIPS,
        seats=(seat,),
        tiles=hand.known_tiles,
        pips=hand.pips,
        count=hand.count,
        most=most,
    )


def _impossible_total(box: TileSet, played: Round) -> Iterator[RuleError]:
    total = sum(hand.pips for hand in played.hands)
    if total > box.pips:
        yield RuleError(
            Code.IMPOSSIBLE_PIPS,
            seats=tuple(range(len(played.hands))),
            pips=total,
            box=box.pips,
        )


def _impossible_together(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find the fewest counted hands that could be held one by one, and not together."""
    free = [tile.pips for tile in _free(box, played)]
    shares = {seat: _share(hand, most) for seat, hand in _counted(played).items()}
    if can_share(free, shares.values()):
        return
    for size in range(2, len(shares) + 1):
        for seats in combinations(shares, size):
            if not can_share(free, (shares[seat] for seat in seats)):
                yield RuleError(Code.IMPOSSIBLE_PIPS, seats=seats, together=True)


def _share(hand: PipsHand, most: int) -> Share:
    """Return what a hand has besides the tile that is shown."""
    shown = 0 if hand.lightest is None else hand.lightest.pips
    if hand.count is not None:
        hidden = _hidden(hand, most)
        return Share(hand.pips - shown, hidden, hidden, shown)
    return Share(hand.pips - shown, 1 - len(hand.known_tiles), _hidden(hand, most), shown)


def _too_many_together(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find hands whose pips no tiles make together, the heaviest or the lightest of the box."""
    counted = _counted(played)
    weights = sorted(tile.pips for tile in _free(box, played))
    for size in range(2, len(counted) + 1):
        for seats in combinations(counted, size):
            hands = [counted[seat] for seat in seats]
            shown = sum(hand.lightest.pips for hand in hands if hand.lightest is not None)
            fewest = sum(_hidden(hand, 1) for hand in hands)
            hidden = sum(_hidden(hand, most) for hand in hands)
            least_pips = shown + sum(weights[:fewest])
            most_pips = shown + sum(weights[max(0, len(weights) - hidden) :])
            pips = sum(hand.pips for hand in hands)
            if not least_pips <= pips <= most_pips:
                yield RuleError(
                    Code.IMPOSSIBLE_PIPS,
                    seats=seats,
                    pips=pips,
                    together_least=least_pips,
                    together_most=most_pips,
                )


def _hidden(hand: PipsHand, otherwise: int) -> int:
    """Return how many tiles of a hand are not shown; it has `otherwise` where no count is known."""
    count = otherwise if hand.count is None else hand.count
    return max(0, count - len(hand.known_tiles))


def _can_hold(hand: PipsHand, free: frozenset[Tile], most: int) -> bool:
    pips = hand.pips
    sizes = tuple(range(1, most + 1)) if hand.count is None else (hand.count,)
    if hand.lightest is not None:
        # The rest of the hand is made of tiles no lighter than the lightest.
        pips, sizes = pips - hand.lightest.pips, tuple(size - 1 for size in sizes)
        free = frozenset(tile for tile in free if tile.pips >= hand.lightest.pips)
    totals = possible_totals(free)
    return pips >= 0 and any(totals[size] >> pips & 1 for size in sizes if 0 <= size < len(totals))


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
