"""Who wins a blocked round: sides are compared by one key after the other until one is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.options import Among, Rank
from scorekeeper.rules.reasons import Compared, Mark
from scorekeeper.rules.rounds import Hand, Moment, Round
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile
from scorekeeper.rules.weighing import weigh

# The seats whose hands are compared, by their side.
Seats = Mapping[int, tuple[int, ...]]


def rank_sides(setup: Setup, played: Round, moment: Moment) -> tuple[tuple[Compared, ...], Seats]:
    """Compare the sides key by key; return the steps, and the sides left with their seats compared.

    Raise RuleError where a key needs more facts: lightest_tile_needed, tiles_needed,
    opener_needed, blocker_needed.
    """
    hands = _seats_compared(setup, played, moment)
    steps: list[Compared] = []
    for key in setup.game.blocked.rank:
        marks = tuple(_of_seats(_MARKS[key](setup, played, hands), hands, setup))
        lightest = min(mark.weights for mark in marks)
        hands = {mark.side: hands[mark.side] for mark in marks if mark.weights == lightest}
        steps.append(Compared(key, marks, tuple(hands)))
        if len(hands) == 1:
            break
    return tuple(steps), hands


def _of_seats(marks: Iterator[Mark], hands: Seats, setup: Setup) -> Iterator[Mark]:
    """Say in each mark whose hand it is, where only one of a side's hands is compared."""
    for mark in marks:
        alone = len(hands[mark.side]) < len(setup.sides[mark.side])
        yield replace(mark, seat=hands[mark.side][0]) if alone else mark


def _seats_compared(setup: Setup, played: Round, moment: Moment) -> Seats:
    """Return the seats whose hands are compared, by side."""
    if setup.game.blocked.among is Among.ALL:
        return {
            side: seats
            for side, seats in enumerate(setup.sides)
            if not set(seats) <= set(moment.put_out)
        }
    blocker = _blocker(played)
    after = ((blocker + step) % setup.players for step in range(1, setup.players))
    next_ = next(seat for seat in after if seat not in moment.put_out)
    return {setup.side_of(seat): (seat,) for seat in sorted((blocker, next_), key=setup.side_of)}


def _side_total(setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    for side, seats in hands.items():
        yield Mark(side, (sum(weigh(setup.game, played.hands[seat]) for seat in seats),))


def _seat_total(setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    for side, seats in hands.items():
        weights = {seat: weigh(setup.game, played.hands[seat]) for seat in seats}
        seat = min(seats, key=weights.__getitem__)
        hand = played.hands[seat]
        tiles = hand.tiles if isinstance(hand, Hand) else ()
        yield Mark(side, (weights[seat],), tiles, seat)


def _lightest_tile(_setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    compared = [seat for seats in hands.values() for seat in seats]
    unknown = tuple(seat for seat in compared if played.hands[seat].lightest is None)
    if unknown:
        raise RuleError(Code.LIGHTEST_TILE_NEEDED, seats=unknown)
    for side, seats in hands.items():
        tiles = [tile for seat in seats if (tile := played.hands[seat].lightest) is not None]
        tile = min(tiles, key=lambda tile: (tile.pips, tile))
        yield Mark(side, (tile.pips,), (tile,))


def _lowest_end(_setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    for mark in _lightest_tile(_setup, played, hands):
        yield Mark(mark.side, (mark.tiles[0].low,), mark.tiles)


def _next_tiles(_setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    for side, tiles in _tiles_of(played, hands):
        ascending = tuple(sorted(tiles, key=lambda tile: (tile.pips, tile)))
        yield Mark(side, tuple(tile.pips for tile in ascending), ascending)


def _fewest_doubles(_setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    for side, tiles in _tiles_of(played, hands):
        doubles = tuple(tile for tile in tiles if tile.is_double)
        yield Mark(side, (len(doubles),), doubles)


def _openers_side(setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    if played.opener is None:
        raise RuleError(Code.OPENER_NEEDED)
    return _marks_for(setup.side_of(played.opener), hands)


def _blockers_side(setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    return _marks_for(setup.side_of(_blocker(played)), hands)


def _not_blockers_side(setup: Setup, played: Round, hands: Seats) -> Iterator[Mark]:
    blocked = setup.side_of(_blocker(played))
    return (Mark(side, (1 if side == blocked else 0,)) for side in hands)


_MARKS: dict[Rank, Callable[[Setup, Round, Seats], Iterator[Mark]]] = {
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


def _marks_for(side: int, hands: Seats) -> Iterator[Mark]:
    return (Mark(each, (0 if each == side else 1,)) for each in hands)


def _blocker(played: Round) -> int:
    if played.blocker is None:
        raise RuleError(Code.BLOCKER_NEEDED)
    return played.blocker


def _tiles_of(played: Round, hands: Seats) -> Iterator[tuple[int, tuple[Tile, ...]]]:
    compared = [seat for seats in hands.values() for seat in seats]
    unknown = tuple(seat for seat in compared if not isinstance(played.hands[seat], Hand))
    if unknown:
        raise RuleError(Code.TILES_NEEDED, seats=unknown)
    for side, seats in hands.items():
        yield side, tuple(tile for seat in seats for tile in played.hands[seat].known_tiles)
