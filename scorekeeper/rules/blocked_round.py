"""Who wins a blocked round: sides are compared by one key after another until one is left.

A tie that no key breaks is drawn, or everyone scores.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Among, Rank, Tie
from scorekeeper.rules.game_setup import Deal
from scorekeeper.rules.reasons import Compared, Drawn, Mark
from scorekeeper.rules.tiles_and_hands import Hand, Tile, lightest_first

# The seats whose hands are compared, grouped by side.
Hands = Sequence[tuple[int, ...]]

# The value of each item by a key; the lowest wins.
Weights = Sequence[tuple[int, ...]]


@dataclass(slots=True)
class Ranking:
    """How the sides were compared key by key, and which hands are `left`.

    `steps` has the keys, each with the hands compared and their values.
    """

    deal: Deal
    steps: list[tuple[Rank, Hands, Weights]]
    left: Hands

    @property
    def sides(self) -> tuple[int, ...]:
        """The sides still tied."""
        return _sides(self.deal, self.left)

    @property
    def drawn(self) -> Drawn | None:
        """The sides of a tie that the game calls a draw."""
        blocked = self.deal.setup.game.blocked
        drawn = len(self.sides) > 1 and blocked.tie is Tie.VOID
        return Drawn(self.sides, blocked.next_worth, blocked.next_more) if drawn else None

    @property
    def winning_seat(self) -> int | None:
        """The seat that won for the only side left: its lighter hand, or its lighter tile."""
        if len(self.sides) > 1:
            return None
        seats = [seat for seats in self.left for seat in seats]
        return seats[0] if len(seats) == 1 else min(seats, key=self._weight)

    def _weight(self, seat: int) -> tuple[int, int]:
        hand = self.deal.played.hands[seat]
        lightest = hand.pips if hand.lightest is None else hand.lightest.pips
        return self.deal.weights[seat], lightest

    def compared(self) -> tuple[Compared, ...]:
        """The comparison in steps, with the tiles that decided."""
        after = (*(hands for _key, hands, _weights in self.steps), self.left)[1:]
        return tuple(
            Compared(key, _marks(self.deal, key, hands, weights), _sides(self.deal, stayed))
            for (key, hands, weights), stayed in zip(self.steps, after, strict=False)
        )


def rank_sides(deal: Deal) -> Ranking:
    """Compare the sides key by key, until one is left or there are no more keys.

    Raise RuleError if a key needs more facts: lightest_tile_needed, tiles_needed, opener_needed,
    blocker_needed.
    """
    blocked, hands = deal.setup.game.blocked, _seats_compared(deal)
    steps: list[tuple[Rank, Hands, Weights]] = []
    for key in blocked.rank:
        if key is Rank.SEAT_TOTAL and blocked.only_tied_hands:
            hands = [(seat,) for seats in hands for seat in seats]
        weights = _WEIGHTS[key](deal, hands)
        steps.append((key, hands, weights))
        lowest = min(weights)
        if weights.count(lowest) < len(weights):
            hands = [
                seats for seats, weight in zip(hands, weights, strict=True) if weight == lowest
            ]
        if len(hands) == 1 or len(_sides(deal, hands)) == 1:
            break
    return Ranking(deal, steps, hands)


def _sides(deal: Deal, hands: Hands) -> tuple[int, ...]:
    return tuple(dict.fromkeys(map(deal.setup.side_of, _firsts(hands))))


def _seats_compared(deal: Deal) -> Hands:
    """Return the seats whose hands are compared, an item for each side."""
    setup, put_out = deal.setup, deal.moment.put_out
    if setup.game.blocked.among is Among.ALL:
        if not put_out:
            return setup.sides
        return [seats for seats in setup.sides if not set(seats) <= set(put_out)]
    blocker = _blocker(deal)
    after = ((blocker + step) % setup.players for step in range(1, setup.players))
    next_ = next(seat for seat in after if seat not in put_out)
    return [(seat,) for seat in sorted((blocker, next_), key=setup.side_of)]


def _side_total(deal: Deal, hands: Hands) -> Weights:
    if deal.setup.game.blocked.among is Among.ALL:
        return [(deal.by_side[side],) for side in map(deal.setup.side_of, _firsts(hands))]
    return [(deal.weights[seat],) for seat in _firsts(hands)]


def _seat_total(deal: Deal, hands: Hands) -> Weights:
    return _lowest(deal.weights, hands)


def _lightest_tile(deal: Deal, hands: Hands) -> Weights:
    tiles = [hand.lightest for hand in deal.played.hands]
    _need(Code.LIGHTEST_TILE_NEEDED, hands, tiles)
    return _lowest([tile.pips if tile else 0 for tile in tiles], hands)


def _lowest(weights: Sequence[int], hands: Hands) -> Weights:
    return [(min([weights[seat] for seat in seats]),) for seats in hands]


def _lowest_end(deal: Deal, hands: Hands) -> Weights:
    _lightest_tile(deal, hands)
    return [(_lightest(deal, seats).low,) for seats in hands]


def _next_tiles(deal: Deal, hands: Hands) -> Weights:
    _need_tiles(deal, hands)
    return [tuple(tile.pips for tile in _ascending(deal, seats)) for seats in hands]


def _fewest_doubles(deal: Deal, hands: Hands) -> Weights:
    _need_tiles(deal, hands)
    return [(len(_doubles(deal, seats)),) for seats in hands]


def _openers_side(deal: Deal, hands: Hands) -> Weights:
    if deal.played.opener is None:
        raise RuleError(Code.OPENER_NEEDED)
    return _one_ahead(deal, deal.played.opener, hands)


def _blockers_side(deal: Deal, hands: Hands) -> Weights:
    return _one_ahead(deal, _blocker(deal), hands)


def _not_blockers_side(deal: Deal, hands: Hands) -> Weights:
    return [(1 - ahead,) for (ahead,) in _blockers_side(deal, hands)]


_WEIGHTS: dict[Rank, Callable[[Deal, Hands], Weights]] = {
    Rank.SIDE_TOTAL: _side_total,
    Rank.SEAT_TOTAL: _seat_total,
    Rank.LIGHTEST_TILE: _lightest_tile,
    Rank.LOWEST_END: _lowest_end,
    Rank.NEXT_TILES: _next_tiles,
    Rank.FEWEST_DOUBLES: _fewest_doubles,
    Rank.OPENERS_SIDE: _openers_side,
    Rank.BLOCKERS_SIDE: _blockers_side,
    Rank.NOT_BLOCKERS_SIDE: _not_blockers_side,
    Rank.BLOCKER: _blockers_side,
}


def _one_ahead(deal: Deal, seat: int, hands: Hands) -> Weights:
    side, side_of = deal.setup.side_of(seat), deal.setup.side_of
    return [(0 if side_of(first) == side else 1,) for first in _firsts(hands)]


def _firsts(hands: Hands) -> list[int]:
    """Return the first seat of each item."""
    return [seats[0] for seats in hands]


def _blocker(deal: Deal) -> int:
    if deal.played.blocker is None:
        raise RuleError(Code.BLOCKER_NEEDED)
    return deal.played.blocker


def _need_tiles(deal: Deal, hands: Hands) -> None:
    tiles = [hand.tiles if isinstance(hand, Hand) else None for hand in deal.played.hands]
    _need(Code.TILES_NEEDED, hands, tiles)


def _need(code: Code, hands: Hands, facts: Sequence[object]) -> None:
    """Raise RuleError if a compared hand lacks a fact."""
    if None in facts:
        compared = [seat for seats in hands for seat in seats]
        if unknown := tuple(seat for seat in compared if facts[seat] is None):
            raise RuleError(code, seats=unknown)


def _marks(deal: Deal, key: Rank, hands: Hands, weights: Weights) -> tuple[Mark, ...]:
    """Return the value of each side for a key; of several hands, the best."""
    best: dict[int, tuple[int, ...]] = {}
    for seat, weight in zip(_firsts(hands), weights, strict=True):
        side = deal.setup.side_of(seat)
        best[side] = min(weight, best.get(side, weight))
    marks = [
        Mark(side, weight, *_tiles_and_seat(deal, key, side, seats))
        for seats, weight in zip(hands, weights, strict=True)
        if weight == best[side := deal.setup.side_of(seats[0])]
    ]
    return tuple(dict.fromkeys(marks))


def _tiles_and_seat(
    deal: Deal, key: Rank, side: int, seats: tuple[int, ...]
) -> tuple[tuple[Tile, ...], int | None]:
    """Return the tiles of a mark, and whose hand it is if it is one of several."""
    if key is Rank.SEAT_TOTAL:
        seats = (min(seats, key=deal.weights.__getitem__),)
    two_hands = deal.setup.game.blocked.among is not Among.ALL and key is not Rank.OPENERS_SIDE
    by_hand = key not in _OF_THE_SIDE or two_hands
    one_of_several = key is Rank.SEAT_TOTAL or len(seats) < len(deal.setup.sides[side])
    tiles = _TILES[key](deal, seats) if key in _TILES else ()
    return tiles, seats[0] if one_of_several and by_hand else None


def _tiles(deal: Deal, seats: tuple[int, ...]) -> tuple[Tile, ...]:
    """Return the tiles in some hands, if they were entered as tiles."""
    hands = [deal.played.hands[seat] for seat in seats]
    return tuple(tile for hand in hands if isinstance(hand, Hand) for tile in hand.tiles)


def _lightest(deal: Deal, seats: tuple[int, ...]) -> Tile:
    tiles = filter(None, [deal.played.hands[seat].lightest for seat in seats])
    return next(tiles) if len(seats) == 1 else min(tiles, key=lightest_first)


def _ascending(deal: Deal, seats: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(_tiles(deal, seats), key=lightest_first))


def _doubles(deal: Deal, seats: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(tile for tile in _tiles(deal, seats) if tile.is_double)


def _only_the_lightest(deal: Deal, seats: tuple[int, ...]) -> tuple[Tile, ...]:
    return (_lightest(deal, seats),)


# Keys that look at both partners, even if only one hand is compared.
_OF_THE_SIDE = {
    Rank.SIDE_TOTAL,
    Rank.OPENERS_SIDE,
    Rank.BLOCKERS_SIDE,
    Rank.NOT_BLOCKERS_SIDE,
    Rank.BLOCKER,
}

# The tiles that a key looks at.
_TILES: dict[Rank, Callable[[Deal, tuple[int, ...]], tuple[Tile, ...]]] = {
    Rank.SEAT_TOTAL: _tiles,
    Rank.LIGHTEST_TILE: _only_the_lightest,
    Rank.LOWEST_END: _only_the_lightest,
    Rank.NEXT_TILES: _ascending,
    Rank.FEWEST_DOUBLES: _doubles,
}
