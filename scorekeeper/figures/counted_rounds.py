"""What a match came to on each seat, from its rounds: the rows that statistics add up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.figures.match_results import WHOLE, Figure, Result, Sums, kind_of
from scorekeeper.rules.game_keys import Best, Entry, Rank
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.reasons import Compared, RoundScore
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import AnyHand, Ending, Hand, NotEntered, Tile

DOUBLE_SIX = Tile(6, 6)
# A longer time without a recorded round was a break.
LONGEST_ROUND = timedelta(hours=1)
# What breaks a tie in a blocked round.
_BY_TILE = {Rank.LIGHTEST_TILE, Rank.LOWEST_END, Rank.NEXT_TILES}


class PlayedPart(NamedTuple):
    """Rounds of a match that the same people played: from `first` on, without the seats `away`."""

    first: int = 1
    away: tuple[int, ...] = ()


class CountedRound(NamedTuple):
    """A round that counts, as the rules scored it, and the standing after it."""

    played: Round
    score: RoundScore
    standing: Standing
    recorded_at: datetime


def results_of(
    match_id: int,
    setup: Setup,
    players: Sequence[int],
    rounds: Sequence[CountedRound],
    opened_at: datetime,
    parts: Sequence[PlayedPart] = (PlayedPart(),),
    *,
    only_result: bool = False,
) -> tuple[Result, ...]:
    """Return the rows of a match, in the order of its seats; `players` has an id for each.

    Rows of the last part come first. While a match goes on, its rounds count but the match does
    not; once over, the match counts for those who sit there at its end. With `only_result` the
    match counts, but not the round that was recorded for it.
    """
    over = bool(rounds) and rounds[-1].standing.over
    places = _places(setup, rounds) if over else (0,) * len(setup.sides)
    moments, kind = [opened_at, *(each.recorded_at for each in rounds)], kind_of(setup)
    ends = [*(part.first - 1 for part in parts[1:]), len(rounds)]
    found = []
    for number in range(len(parts)):
        # The last part has number 0.
        part, end = parts[number - 1], ends[number - 1]
        within = range(part.first - 1, min(end, len(rounds)))
        to_end = over and within.stop == len(rounds) and bool(within)
        counted = range(0) if only_result else within
        sums = [*_sums_of_part(setup, rounds, moments, part, counted, to_end=to_end)]
        whole = max(range(setup.players), key=lambda seat: sums[seat].rounds)
        for seat, player in enumerate(players[number * setup.players :][: setup.players]):
            # The last part has a row for everybody, so that a match can be found by its players.
            if number and not sums[seat].rounds:
                continue
            side = setup.side_of(seat)
            place = places[side] if sums[seat].matches else 0
            row = (player,), match_id, moments[-1], kind, side, place, sums[seat]
            found.append(Result(*row, seat=seat, part=number, whole=seat == whole))
    return tuple(found)


def _sums_of_part(
    setup: Setup,
    rounds: Sequence[CountedRound],
    moments: Sequence[datetime],
    part: PlayedPart,
    within: range,
    *,
    to_end: bool,
) -> Iterator[Sums]:
    """Count for each seat the rounds `within` a part, and the match if it goes `to_end`."""
    gaps = [after - before for before, after in pairwise(moments[within.start : within.stop + 1])]
    # Rounds recorded one after another, without breaks.
    known = [gap for gap in gaps if timedelta() < gap <= LONGEST_ROUND]
    changes = [_lead_changes(rounds[:end]) for end in (within.start, within.stop)]
    of_all = Sums(
        matches=int(to_end),
        luck=WHOLE // (len(setup.sides) - len(part.away)) if to_end else 0,
        seconds=round(sum(gap.total_seconds() for gap in known)),
        timed=len(known),
        lead_changes=changes[1] - changes[0],
    )
    winner = rounds[-1].standing.winner if to_end else None
    for seat in range(setup.players):
        if seat in part.away:
            yield Sums()
            continue
        won = int(to_end and setup.side_of(seat) == winner)
        yield of_all._replace(won=won, **_sums_of_seat(setup, rounds, seat, within))


def _lead_changes(rounds: Sequence[CountedRound]) -> int:
    """Count how often another side took the lead; rounds that leave the best level do not count."""
    ahead = [each.standing.leaders for each in rounds if len(each.standing.leaders) == 1]
    return sum(before != after for before, after in pairwise(ahead))


def _sums_of_seat(
    setup: Setup, rounds: Sequence[CountedRound], seat: int, within: range
) -> dict[str, int]:
    """Count the rounds of a side until it was out of the match, and the hands of a seat."""
    side = setup.side_of(seat)
    own = [rounds[at] for at in within if not at or side not in rounds[at - 1].standing.put_out]
    made = [each.score.points[side] for each in own]
    ways = [way_of(each.score) for each in own if each.score.winning_side in (side, None)]
    # Hands of tiles, as far as they are known.
    dominoes = own if setup.game.table.entry is Entry.TILES else []
    left = [each.played.hands[seat] for each in dominoes if each.played.hands]
    hands = [hand for hand in left if not isinstance(hand, NotEntered)]
    caught = [held for hand in hands if (held := _caught(setup, hand)) is not None]
    return {
        "rounds": len(own),
        "made": sum(made),
        "given": sum(sum(each.score.points) for each in own) - sum(made),
        "biggest": max((0, *made)),
        "pips": sum(hand.pips for hand in hands),
        "hands": len(hands),
        "caught": sum(caught),
        "seen": len(caught),
    } | {way.value: ways.count(way) for way in {*ways} if way}


def way_of(score: RoundScore) -> Figure | None:
    """Return how a round was won: by going out, by a block, there by the lightest tile; or drawn.

    With only points that is unknown. None is a round that nobody wins by the rules of its game.
    """
    if score.winning_side is None:
        return None if score.drawn is None else Figure.DRAWN
    if score.ending is None:
        return Figure.BY_POINTS
    if score.ending is Ending.WENT_OUT:
        return Figure.OUT
    compared = [step.key for step in score.reasons if isinstance(step, Compared)]
    return Figure.TILE if compared and compared[-1] in _BY_TILE else Figure.BLOCK


def _caught(setup: Setup, hand: AnyHand) -> bool | None:
    """Return whether a hand was left with the double six; None if unknown.

    In larger sets the double six is a tile like any other.
    """
    if setup.game.tiles.highest != DOUBLE_SIX.high:
        return None
    if hand.is_empty:
        return False
    return DOUBLE_SIX in hand.tiles if isinstance(hand, Hand) else None


def _places(setup: Setup, rounds: Sequence[CountedRound]) -> tuple[int, ...]:
    """Return where each side finished; a side put out of the match later is ahead."""
    best, last = 1 if setup.game.match.best is Best.HIGH else -1, rounds[-1].standing
    marks = [
        (
            side not in last.away,
            sum(side not in each.standing.put_out for each in rounds),
            best * total,
        )
        for side, total in enumerate(last.totals)
    ]
    return tuple(1 + sum(other > mark for other in marks) for mark in marks)
