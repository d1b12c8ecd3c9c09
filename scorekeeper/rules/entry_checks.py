"""Checks of a round: hands, events and plays that are impossible at this table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from scorekeeper.rules.counted_hands import blank_faults, count_faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Entry, For
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import won_in_play
from scorekeeper.rules.round_entry import (
    ALONE,
    AnyHand,
    Ending,
    Hand,
    Moment,
    PipsHand,
    Round,
    empty_seats,
    ending_with,
    missing_seats,
)
from scorekeeper.rules.tiles import Tile
from scorekeeper.rules.weights_and_rounding import PIPS


def faults(setup: Setup, played: Round, moment: Moment = ALONE) -> Iterator[RuleError]:
    """Find everything that makes a round impossible at this table, each with tiles and seats.

    Codes: wrong_number_of_hands, unknown_seat, no_such_end, unknown_event, event_twice,
    event_at_wrong_ending, seat_needed, events_exclude_each_other, put_out, missing_hand,
    tile_not_in_set, tile_twice, tile_in_two_hands, too_many_tiles, several_empty_hands,
    impossible_pips, totals_only, negative_total, plays_only, not_plays, play_after_end.
    """
    if _fits(setup, played, moment):
        return
    yield from _unknown_names(setup, played)
    empty, missing = empty_seats(played, moment), missing_seats(played, moment)
    out = setup.seats_out(played, moment)
    # How a round ended is not known while nobody is out and a hand is not entered.
    ending = ending_with(out, played) if out or not missing else None
    yield from _event_faults(setup, played, ending)
    if setup.game.table.entry is Entry.PLAYS:
        yield from play_faults(setup, played)
        return
    if played.plays:
        yield RuleError(Code.NOT_PLAYS)
    if len(played.hands) != setup.players:
        yield RuleError(Code.WRONG_NUMBER_OF_HANDS, expected=setup.players)
        return
    for seat in moment.put_out:
        if not played.hands[seat].is_empty:
            yield RuleError(Code.PUT_OUT, seats=(seat,))
    known = (out and setup.game.out_pays_the_same) or won_in_play(setup, played, moment)
    if missing and not known:
        yield RuleError(Code.MISSING_HAND, seats=missing)
    yield from _total_faults(played) if _entered_as_totals(setup) else _hand_faults(setup, played)
    if len(empty) > setup.most_out:
        yield RuleError(
            Code.SEVERAL_EMPTY_HANDS,
            seats=empty,
            pairs=setup.most_out > 1,
            totals=_entered_as_totals(setup),
            counted=any(isinstance(played.hands[seat], PipsHand) for seat in empty)
            and not setup.game.weights.of_tile(Tile(0, 0)),
        )


def _fits(setup: Setup, played: Round, moment: Moment) -> bool:
    """Whether a round has hands of tiles that fit the box, and no events, as nearly every one has.

    Such a round has no fault; of any other, this says nothing.
    """
    others = played.events or played.plays or setup.game.table.entry is not Entry.TILES
    if moment.put_out or others or [*_unknown_names(setup, played)]:
        return False
    hands = [hand.tiles for hand in played.hands if isinstance(hand, Hand)]
    sizes, tiles = [*map(len, hands)], frozenset(chain.from_iterable(hands))
    return (
        len(hands) == len(played.hands) == setup.players
        and max(sizes) <= setup.most_in_hand
        and sizes.count(0) <= setup.most_out
        and len(tiles) == sum(sizes)
        and tiles <= setup.box.as_set
    )


def play_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    """Find what is wrong with the plays of a round.

    Codes: plays_only, unknown_seat, play_after_end, tile_not_in_set, tile_twice, too_many_tiles.
    """
    if any(not hand.is_empty for hand in played.hands):
        yield RuleError(Code.PLAYS_ONLY)
    laid: Counter[Tile] = Counter()
    by_seat: Counter[int] = Counter()
    total, last = 0, max(setup.game.plays.marks)
    for play in played.plays:
        if not 0 <= play.seat < setup.players:
            yield RuleError(Code.UNKNOWN_SEAT, seat=play.seat)
            return
        if total >= last:
            yield RuleError(Code.PLAY_AFTER_END, tiles=(play.tile,), seats=(play.seat,), last=last)
        if play.tile not in setup.box:
            yield _not_in_box(setup, play.tile, play.seat)
        if laid[play.tile]:
            yield RuleError(Code.TILE_TWICE, tiles=(play.tile,), seats=(play.seat,), laid=True)
        laid[play.tile] += 1
        by_seat[play.seat] += 1
        total += play.tile.pips
    for seat, count in by_seat.items():
        if count > setup.dealt:
            most = setup.dealt
            yield RuleError(Code.TOO_MANY_TILES, seats=(seat,), count=count, most=most, laid=True)


def _entered_as_totals(setup: Setup) -> bool:
    return setup.game.table.entry is Entry.TOTALS


def _unknown_names(setup: Setup, played: Round) -> Iterator[RuleError]:
    claimers = (event.seat for event in played.events)
    for seat in (played.opener, played.blocker, *claimers, *played.order):
        if seat is not None and not 0 <= seat < setup.players:
            yield RuleError(Code.UNKNOWN_SEAT, seat=seat)
    for end in played.ends or ():
        if not 0 <= end <= setup.game.tiles.highest:
            yield RuleError(Code.NO_SUCH_END, end=end)
    yield from _tally_faults(setup, played.tally)
    for correction in played.corrections:
        if not 0 <= correction.side < len(setup.sides):
            yield RuleError(Code.UNKNOWN_SEAT, seat=correction.side)


def _tally_faults(setup: Setup, tally: tuple[tuple[int, ...], ...]) -> Iterator[RuleError]:
    game, lowest = setup.game, [min(points, default=0) for points in tally]
    if len(tally) > setup.players:
        yield RuleError(Code.WRONG_NUMBER_OF_HANDS, expected=setup.players)
    elif any(tally) and not game.tally.steps and game.table.entry is not Entry.PLAYS:
        yield RuleError(Code.UNKNOWN_EVENT, event="points in play", game=game.name)
    elif _negative(lowest) and min(game.tally.steps, default=0) >= 0:
        yield RuleError(Code.NEGATIVE_TOTAL, seats=_negative(lowest))


def _event_faults(setup: Setup, played: Round, ending: Ending | None) -> Iterator[RuleError]:
    if not played.events:
        return
    claims = {bonus.name: bonus for bonus in setup.game.claims}
    for name, times in Counter(event.name for event in played.events).items():
        if name not in claims:
            yield RuleError(Code.UNKNOWN_EVENT, event=name, game=setup.game.name)
        elif ending and claims[name].ending not in (None, ending):
            yield RuleError(Code.EVENT_AT_WRONG_ENDING, event=name, ending=claims[name].ending)
        elif claims[name].to is For.WINNER and times > 1:
            yield RuleError(Code.EVENT_TWICE, event=name)
    for event in played.events:
        claim = claims.get(event.name)
        if claim and claim.to is For.CLAIMER and event.seat is None:
            yield RuleError(Code.SEAT_NEEDED, event=event.name)
    won = [
        claims[name]
        for name in dict.fromkeys(event.name for event in played.events)
        if name in claims
    ]
    for one, other in combinations(won, 2):
        if not any(one.may_end_on(tile) and other.may_end_on(tile) for tile in setup.box):
            yield RuleError(Code.EVENTS_EXCLUDE_EACH_OTHER, event=one.name, other=other.name)


def _total_faults(played: Round) -> Iterator[RuleError]:
    for seat, hand in enumerate(played.hands):
        if hand.known_tiles:
            yield RuleError(Code.TOTALS_ONLY, tiles=hand.known_tiles, seats=(seat,))
    yield from _negative_totals(played)


def _negative_totals(played: Round) -> Iterator[RuleError]:
    seats = _negative([hand.pips for hand in played.hands])
    if seats:
        yield RuleError(Code.NEGATIVE_TOTAL, seats=seats)


def _negative(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, number in enumerate(numbers) if number < 0)


def _hand_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    tile_faults = [*_box_faults(setup, played), *_repeated_tiles(played)]
    yield from tile_faults
    yield from _too_many_tiles(setup, played)
    if setup.game.weights != PIPS:
        # Where tiles do not count their pips, a total says nothing about the tiles.
        yield from _negative_totals(played)
        if setup.game.weights.of_tile(Tile(0, 0)):
            yield from blank_faults(setup.most_in_hand, played)
    elif not tile_faults and any(isinstance(hand, PipsHand) for hand in played.hands):
        yield from count_faults(setup.box, setup.most_in_hand, played)


def _not_in_box(setup: Setup, tile: Tile, seat: int) -> RuleError:
    highest = setup.game.tiles.highest
    removed = tile in setup.box.removed
    return RuleError(
        Code.TILE_NOT_IN_SET, tiles=(tile,), seats=(seat,), highest=highest, removed=removed
    )


def _box_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    for seat, hand in enumerate(played.hands):
        for tile in dict.fromkeys(hand.known_tiles):
            if tile not in setup.box:
                yield _not_in_box(setup, tile, seat)


def _repeated_tiles(played: Round) -> Iterator[RuleError]:
    holders: dict[Tile, list[int]] = {}
    for seat, hand in enumerate(played.hands):
        for tile, times in Counter(hand.known_tiles).items():
            if times > 1:
                yield RuleError(Code.TILE_TWICE, tiles=(tile,), seats=(seat,))
            holders.setdefault(tile, []).append(seat)
    for tile, seats in holders.items():
        if len(seats) > 1:
            yield RuleError(Code.TILE_IN_TWO_HANDS, tiles=(tile,), seats=tuple(seats))


def _too_many_tiles(setup: Setup, played: Round) -> Iterator[RuleError]:
    most = setup.most_in_hand
    for seat, hand in enumerate(played.hands):
        count = _count(hand) or 0
        if count > most:
            tiles = hand.known_tiles
            yield RuleError(Code.TOO_MANY_TILES, tiles=tiles, seats=(seat,), count=count, most=most)


def _count(hand: AnyHand) -> int | None:
    """Return how many tiles a hand has; None where that was not entered."""
    if isinstance(hand, Hand):
        return len(hand.tiles)
    return hand.count if isinstance(hand, PipsHand) else None
