"""What is refused: hands, counts, events and plays that are impossible in this setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Any

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import Entry, For
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import won_in_play
from scorekeeper.rules.round_entry import (
    ALONE,
    Moment,
    Round,
    empty_seats,
    ending_with,
    missing_seats,
)
from scorekeeper.rules.tiles_and_hands import (
    PIPS,
    AnyHand,
    Ending,
    Hand,
    PipsHand,
    Share,
    Tile,
    TileSet,
    can_hold,
    can_share,
)

_BLANK = Tile(0, 0)
# One number: an empty hand, or 0-0 alone.
_ZERO = PipsHand(0)


def faults(setup: Setup, played: Round, moment: Moment = ALONE) -> Iterator[RuleError]:
    """Find everything that makes a round impossible, each with its tiles and seats.

    Codes: wrong_number_of_hands, unknown_seat, no_such_end, unknown_event, event_twice,
    event_at_wrong_ending, seat_needed, events_exclude_each_other, put_out, missing_hand,
    tile_not_in_set, tile_twice, tile_in_two_hands, too_many_tiles, several_empty_hands,
    impossible_pips, totals_only, negative_total, plays_only, not_plays, play_after_end,
    hands_or_points, too_many_points, boneyard_count.
    """
    if _fits(setup, played, moment):
        return
    yield from _unknown_names(setup, played)
    empty, missing = empty_seats(played, moment), missing_seats(played, moment)
    out = setup.seats_out(played, moment)
    # It is not known how a round ended while nobody is out and a hand is missing.
    ending = ending_with(out, played) if out or not missing else None
    yield from _event_faults(setup, played, ending)
    if played.points:
        yield from _points_faults(setup, played, moment)
        return
    if setup.game.table.entry is Entry.PLAYS:
        yield from _play_faults(setup, played)
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
    by_totals = setup.game.table.entry is Entry.TOTALS
    yield from _total_faults(played) if by_totals else _hand_faults(setup, played)
    asleep = setup.sleeping(len(moment.put_out))
    if played.boneyard is not None and len(played.boneyard) not in asleep:
        yield RuleError(Code.BONEYARD_COUNT, count=len(played.boneyard), most=asleep[-1])
    if len(empty) > setup.most_out:
        yield RuleError(
            Code.SEVERAL_EMPTY_HANDS,
            seats=empty,
            pairs=setup.most_out > 1,
            totals=by_totals,
            counted=any(isinstance(played.hands[seat], PipsHand) for seat in empty)
            and not setup.game.weights.of_tile(_BLANK),
        )


def _fits(setup: Setup, played: Round, moment: Moment) -> bool:
    """Whether all hands are tiles that fit the set, without events, as in nearly every round.

    Such a round has no fault; any other may have some.
    """
    instead = played.plays or played.points or setup.game.table.entry is not Entry.TILES
    others = played.events or instead or played.boneyard is not None
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


def _points_faults(setup: Setup, played: Round, moment: Moment) -> Iterator[RuleError]:
    """Find what is wrong with the points of a round.

    Codes: hands_or_points, wrong_number_of_hands, put_out, negative_total, too_many_points.
    """
    if played.hands or played.plays:
        yield RuleError(Code.HANDS_OR_POINTS)
        return
    if len(played.points) != len(setup.sides):
        yield RuleError(Code.WRONG_NUMBER_OF_HANDS, expected=len(setup.sides))
        return
    game, points = setup.game, [paid or 0 for paid in played.points]
    for seats, paid in zip(setup.sides, points, strict=True):
        if paid and {*seats} <= {*moment.put_out}:
            yield RuleError(Code.PUT_OUT, seats=seats)
        elif paid < 0 and min(game.out.losers.own, *game.tally.steps, 0) == 0:
            yield RuleError(Code.NEGATIVE_TOTAL, seats=seats)
    most, paid = setup.most_paid, sum(points)
    if most is not None and paid > most:
        scored = next(seats for seats, each in zip(setup.sides, points, strict=True) if each)
        by_tiles = most != max(game.out.winner.flat, game.blocked.winner.flat)
        facts: dict[str, Any] = {"points": paid, "most": most, "by_tiles": by_tiles}
        yield RuleError(Code.TOO_MANY_POINTS, seats=scored, **facts)


def _play_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    """Find what is wrong with the plays of a round.

    Codes: plays_only, unknown_seat, play_after_end, tile_not_in_set, tile_twice, too_many_tiles.
    """
    if any(not hand.is_empty for hand in played.hands):
        yield RuleError(Code.PLAYS_ONLY)
    laid: Counter[Tile] = Counter()
    by_seat: Counter[int] = Counter()
    total, last, most = 0, max(setup.game.plays.marks), setup.dealt
    for play in played.plays:
        if not 0 <= play.seat < setup.players:
            yield RuleError(Code.UNKNOWN_SEAT, seat=play.seat)
            return
        if total >= last:
            yield RuleError(Code.PLAY_AFTER_END, tiles=(play.tile,), seats=(play.seat,), last=last)
        if play.tile not in setup.box:
            yield _not_in_box(setup, play.tile, (play.seat,))
        if laid[play.tile]:
            yield RuleError(Code.TILE_TWICE, tiles=(play.tile,), seats=(play.seat,), laid=True)
        laid[play.tile] += 1
        by_seat[play.seat] += 1
        total += play.tile.pips
    for seat, count in by_seat.items():
        if count > most:
            yield RuleError(Code.TOO_MANY_TILES, seats=(seat,), count=count, most=most, laid=True)


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
    names = dict.fromkeys(event.name for event in played.events)
    won = [claims[name] for name in names if name in claims]
    for one, other in combinations(won, 2):
        if not any(one.may_end_on(tile) and other.may_end_on(tile) for tile in setup.box):
            yield RuleError(Code.EVENTS_EXCLUDE_EACH_OTHER, event=one.name, other=other.name)


def _total_faults(played: Round) -> Iterator[RuleError]:
    for seat, hand in enumerate(played.hands):
        if hand.known_tiles:
            yield RuleError(Code.TOTALS_ONLY, tiles=hand.known_tiles, seats=(seat,))
    yield from _negative_totals(played)


def _negative_totals(played: Round) -> Iterator[RuleError]:
    if seats := _negative([hand.pips for hand in played.hands]):
        yield RuleError(Code.NEGATIVE_TOTAL, seats=seats)


def _negative(numbers: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, number in enumerate(numbers) if number < 0)


def _hand_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    tile_faults = [*_tile_faults(setup, played)]
    yield from tile_faults
    yield from _too_many_tiles(setup, played)
    if setup.game.weights != PIPS:
        # Where tiles do not count their pips, a total says nothing about the tiles.
        yield from _negative_totals(played)
        if setup.game.weights.of_tile(_BLANK):
            for seat in _blank_seats(played):
                yield _impossible(setup.most_in_hand, played, seat)
    elif not tile_faults and any(isinstance(hand, PipsHand) for hand in played.hands):
        yield from _count_faults(setup.box, setup.most_in_hand, played)


def _held(played: Round) -> list[tuple[tuple[int, ...], tuple[Tile, ...]]]:
    """List the tiles of each hand with its seat, and of the boneyard without one."""
    asleep = [] if played.boneyard is None else [((), played.boneyard)]
    return [*(((seat,), hand.known_tiles) for seat, hand in enumerate(played.hands)), *asleep]


def _about(code: Code, tile: Tile, *holders: tuple[int, ...], **facts: Any) -> RuleError:
    """Return the fault of a tile in some hands; the boneyard is a hand without a seat."""
    facts |= {"boneyard": True} if () in holders else {}
    return RuleError(code, tiles=(tile,), seats=(*chain.from_iterable(holders),), **facts)


def _not_in_box(setup: Setup, tile: Tile, holder: tuple[int, ...]) -> RuleError:
    tiles, removed = setup.game.tiles, tile in setup.box.removed
    facts = {"highest": tiles.highest, "removed": removed, "lost": tile in tiles.lost}
    return _about(Code.TILE_NOT_IN_SET, tile, holder, **facts)


def _tile_faults(setup: Setup, played: Round) -> Iterator[RuleError]:
    for holder, tiles in _held(played):
        outside = [tile for tile in dict.fromkeys(tiles) if tile not in setup.box]
        yield from (_not_in_box(setup, tile, holder) for tile in outside)
    holders: dict[Tile, list[tuple[int, ...]]] = {}
    for holder, tiles in _held(played):
        for tile, times in Counter(tiles).items():
            if times > 1:
                yield _about(Code.TILE_TWICE, tile, holder)
            holders.setdefault(tile, []).append(holder)
    for tile, several in holders.items():
        if len(several) > 1:
            yield _about(Code.TILE_IN_TWO_HANDS, tile, *several)


def _too_many_tiles(setup: Setup, played: Round) -> Iterator[RuleError]:
    most = setup.most_in_hand
    for seat, hand in enumerate(played.hands):
        tiles, count = hand.known_tiles, hand.count or 0
        if count > most:
            yield RuleError(Code.TOO_MANY_TILES, tiles=tiles, seats=(seat,), count=count, most=most)


def settle_zeros(
    setup: Setup, played: Round, moment: Moment, said_out: Iterable[int], *, all_said: bool = False
) -> Round:
    """Decide which hands that count 0 are empty and which are 0-0 alone.

    Those of the seats `said_out` are empty; with `all_said` the others are 0-0. Raise RuleError
    (out_needed) if both are possible. Where 0-0 does not count 0, a hand of 0-0 is entered as the
    tile.
    """
    if not any(isinstance(hand, PipsHand) for hand in played.hands):
        return played
    counts = setup.game.weights.of_tile(_BLANK)
    known = {*said_out, *moment.put_out}
    zeros = [seat for seat, hand in enumerate(played.hands) if hand == _ZERO and seat not in known]
    out = {*empty_seats(played, moment)} - {*zeros}
    may_be_out = not all_said and len(out) < setup.most_out
    by_totals = setup.game.table.entry is Entry.TOTALS
    is_free = _BLANK in _free(setup.box, played) and not any(map(_is_blank, played.hands))
    may_be_blank = is_free and not (by_totals or counts)
    if zeros and may_be_out and may_be_blank:
        raise RuleError(Code.OUT_NEEDED, seats=tuple(zeros), counted=True)
    hands = [Hand((_BLANK,)) if counts and _is_blank(hand) else hand for hand in played.hands]
    for seat in () if may_be_out else zeros:
        hands[seat] = PipsHand(0, 1)
    return replace(played, hands=tuple(hands))


def _is_blank(hand: AnyHand) -> bool:
    """Return whether a counted hand is 0-0 alone."""
    known = isinstance(hand, PipsHand) and not hand.is_empty
    return known and hand.pips == 0 and hand.count in (None, 1)


def _count_faults(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find what is impossible about counted hands of at most `most` tiles that count their pips.

    Codes: several_empty_hands, impossible_pips.
    """
    if len(blank := _blank_seats(played)) > 1:
        yield RuleError(Code.SEVERAL_EMPTY_HANDS, seats=blank, counted=True)
        return
    yield from (
        [*_impossible_alone(box, most, played)]
        or [*_impossible_total(box, played)]
        or [*_too_many_together(box, most, played)][:1]
        or [*_impossible_together(box, most, played)][:1]
    )


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
    """Return the tiles that are in no hand entered as tiles."""
    return box.as_set.difference(*(tiles for _holder, tiles in _held(played)))


def _impossible_alone(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find counted hands that the tiles in no other hand cannot make."""
    free = _free(box, played)
    for seat, hand in _counted(played).items():
        if not can_hold(hand, free, most):
            yield _impossible(most, played, seat)


def _impossible(most: int, played: Round, seat: int) -> RuleError:
    hand = _counted(played)[seat]
    facts: dict[str, Any] = {"pips": hand.pips, "count": hand.count, "most": most}
    return RuleError(Code.IMPOSSIBLE_PIPS, tiles=hand.known_tiles, seats=(seat,), **facts)


def _impossible_total(box: TileSet, played: Round) -> Iterator[RuleError]:
    total = sum(hand.pips for hand in played.hands)
    if total > box.pips:
        everybody = tuple(range(len(played.hands)))
        yield RuleError(Code.IMPOSSIBLE_PIPS, seats=everybody, pips=total, box=box.pips)


def _impossible_together(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find the fewest counted hands that are possible one by one but not together."""
    free = [tile.pips for tile in _free(box, played)]
    shares = {seat: Share.of(hand, most) for seat, hand in _counted(played).items()}
    if can_share(free, shares.values()):
        return
    for size in range(2, len(shares) + 1):
        for seats in combinations(shares, size):
            if not can_share(free, (shares[seat] for seat in seats)):
                yield RuleError(Code.IMPOSSIBLE_PIPS, seats=seats, together=True)


def _too_many_together(box: TileSet, most: int, played: Round) -> Iterator[RuleError]:
    """Find hands whose pips no tiles add up to: the heaviest or the lightest of the set."""
    counted = _counted(played)
    weights = sorted(tile.pips for tile in _free(box, played))
    for size in range(2, len(counted) + 1):
        for seats in combinations(counted, size):
            hands = [counted[seat] for seat in seats]
            shown = sum(hand.lightest.pips for hand in hands if hand.lightest is not None)
            fewest = sum(hand.hidden(1) for hand in hands)
            hidden = sum(hand.hidden(most) for hand in hands)
            least = shown + sum(weights[:fewest])
            heaviest = shown + sum(weights[max(0, len(weights) - hidden) :])
            pips = sum(hand.pips for hand in hands)
            if not least <= pips <= heaviest:
                together: dict[str, Any] = {"together_least": least, "together_most": heaviest}
                yield RuleError(Code.IMPOSSIBLE_PIPS, seats=seats, pips=pips, **together)
