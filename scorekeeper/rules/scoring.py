"""Who won a round, what it pays, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import Award, Rank
from scorekeeper.rules.rounds import Ending, Hand, PipsHand, Round, faults
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat played its last tile, and its side wins."""

    seat: int


@dataclass(frozen=True, slots=True)
class Mark:
    """What one side showed when a key was compared: the weights in pips, and the tiles weighed."""

    side: int
    weights: tuple[int, ...]
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Compared:
    """The sides still in, compared by one key of the game's ranking; the lightest stayed in."""

    key: Rank
    marks: tuple[Mark, ...]
    stayed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """No key left one side alone: nobody wins, nobody scores."""

    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """One part of an award: a name of `Award`, how many times it counts, and of how many pips."""

    part: str
    times: int
    pips: int


@dataclass(frozen=True, slots=True)
class Awarded:
    """The arithmetic of an award; `points` is never below 0 whatever the terms add up to."""

    side: int
    terms: tuple[Term, ...]
    points: int


Reason = WentOut | Compared | Drawn | Awarded


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The outcome of a round.

    `pips` (left) and `points` (scored) have an entry a side; `winning_side` and `winning_seat` are
    None where the round was drawn. `reasons` say step by step how it came to this.
    """

    ending: Ending
    winning_side: int | None
    winning_seat: int | None
    pips: tuple[int, ...]
    points: tuple[int, ...]
    reasons: tuple[Reason, ...]


def score_round(setup: Setup, played: Round) -> RoundScore:
    """Score a round.

    Raise the first of `faults`, or RuleError (lightest_tile_needed, tiles_needed) where hands given
    only by their pips tie and the ranking looks at tiles.
    """
    for fault in faults(setup, played):
        raise fault
    if played.went_out is not None:
        steps: tuple[Reason, ...] = (WentOut(played.went_out),)
        award, seat = setup.game.out.winner, played.went_out
    else:
        compared, stayed = _rank(setup, played)
        if len(stayed) > 1:
            return _outcome(setup, played, None, (*compared, Drawn(stayed)), 0)
        steps = compared
        award, seat = setup.game.blocked.winner, _lighter_seat(setup.sides[stayed[0]], played)
    terms = tuple(_terms(award, seat, setup, played))
    points = max(0, sum(term.times * term.pips for term in terms))
    awarded = Awarded(setup.side_of(seat), terms, points)
    return _outcome(setup, played, seat, (*steps, awarded), points)


def _outcome(
    setup: Setup, played: Round, seat: int | None, reasons: tuple[Reason, ...], points: int
) -> RoundScore:
    winner = None if seat is None else setup.side_of(seat)
    sides = setup.sides
    return RoundScore(
        ending=played.ending,
        winning_side=winner,
        winning_seat=seat,
        pips=tuple(_pips(side, played) for side in sides),
        points=tuple(points if side == winner else 0 for side in range(len(sides))),
        reasons=reasons,
    )


def _rank(setup: Setup, played: Round) -> tuple[tuple[Compared, ...], tuple[int, ...]]:
    """Let the keys of the ranking decide, one after the other, until one side is alone."""
    stayed = tuple(range(len(setup.sides)))
    steps: list[Compared] = []
    for key in setup.game.blocked.rank:
        marks = tuple(_MARKS[key](setup, played, stayed))
        lightest = min(mark.weights for mark in marks)
        stayed = tuple(mark.side for mark in marks if mark.weights == lightest)
        steps.append(Compared(key, marks, stayed))
        if len(stayed) == 1:
            break
    return tuple(steps), stayed


def _side_total(setup: Setup, played: Round, sides: Iterable[int]) -> Iterator[Mark]:
    for side in sides:
        yield Mark(side, (_pips(setup.sides[side], played),))


def _seat_total(setup: Setup, played: Round, sides: Iterable[int]) -> Iterator[Mark]:
    for side in sides:
        yield Mark(side, (min(played.hands[seat].pips for seat in setup.sides[side]),))


def _lightest_tile(setup: Setup, played: Round, sides: Iterable[int]) -> Iterator[Mark]:
    hands = _hands_of(setup, played, sides)
    unknown = tuple(seat for seats in hands.values() for seat, h in seats if h.lightest is None)
    if unknown:
        raise RuleError(Code.LIGHTEST_TILE_NEEDED, seats=unknown)
    for side, seats in hands.items():
        tiles = (hand.lightest for _, hand in seats if hand.lightest is not None)
        tile = min(tiles, key=lambda tile: (tile.pips, tile))
        yield Mark(side, (tile.pips,), (tile,))


def _next_tiles(setup: Setup, played: Round, sides: Iterable[int]) -> Iterator[Mark]:
    hands = _hands_of(setup, played, sides)
    unknown = tuple(s for seats in hands.values() for s, h in seats if isinstance(h, PipsHand))
    if unknown:
        raise RuleError(Code.TILES_NEEDED, seats=unknown)
    for side, seats in hands.items():
        tiles = (tile for _, hand in seats for tile in hand.known_tiles)
        ascending = tuple(sorted(tiles, key=lambda tile: (tile.pips, tile)))
        yield Mark(side, tuple(tile.pips for tile in ascending), ascending)


_MARKS: dict[Rank, Callable[[Setup, Round, Iterable[int]], Iterator[Mark]]] = {
    Rank.SIDE_TOTAL: _side_total,
    Rank.SEAT_TOTAL: _seat_total,
    Rank.LIGHTEST_TILE: _lightest_tile,
    Rank.NEXT_TILES: _next_tiles,
}


def _hands_of(
    setup: Setup, played: Round, sides: Iterable[int]
) -> dict[int, list[tuple[int, Hand | PipsHand]]]:
    return {side: [(seat, played.hands[seat]) for seat in setup.sides[side]] for side in sides}


def _lighter_seat(seats: tuple[int, ...], played: Round) -> int:
    """Name the seat that won a blocked round for its side: lighter hand, then lighter tile."""

    def weight(seat: int) -> tuple[int, int]:
        hand = played.hands[seat]
        return hand.pips, hand.pips if hand.lightest is None else hand.lightest.pips

    return min(seats, key=weight)


def _terms(award: Award, seat: int, setup: Setup, played: Round) -> Iterator[Term]:
    own = played.hands[seat].pips
    side = setup.sides[setup.side_of(seat)]
    others = [hand.pips for other, hand in enumerate(played.hands) if other not in side]
    partner = _pips(side, played) - own
    parts = {
        "opponents": (award.opponents, sum(others)),
        "partner": (award.partner, partner),
        "own": (award.own, own),
        "excess": (award.excess, sum(pips - own for pips in others)),
        "flat": (1, award.flat),
    }
    for part, (times, pips) in parts.items():
        if times and (pips or part == "opponents"):
            yield Term(part, times, pips)


def _pips(seats: tuple[int, ...], played: Round) -> int:
    return sum(played.hands[seat].pips for seat in seats)
