"""What a match came to, round by round: facts, from which every figure is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.figures.kinds import Kind, Measure
from scorekeeper.rules.options import Best, Ending, Entry, Rank
from scorekeeper.rules.reasons import Compared, RoundScore
from scorekeeper.rules.rounds import AnyHand, Hand, NotEntered, Round
from scorekeeper.rules.setup import Setup, counts_wins
from scorekeeper.rules.tiles import Tile

DOUBLE_SIX = Tile(6, 6)
# Who has not recorded a round for longer has had a break.
LONGEST_ROUND = timedelta(hours=1)
# What settles a blocked round once the hands count the same.
_BY_TILE = {Rank.LIGHTEST_TILE, Rank.LOWEST_END, Rank.NEXT_TILES}


class How(StrEnum):
    """How a round was won: by going out, by a block, or there by the lightest tile; or drawn.

    NOBODY is a round that nobody wins by the rules of its game.
    """

    OUT = "out"
    BLOCK = "block"
    TILE = "tile"
    DRAWN = "drawn"
    NOBODY = "nobody"


class CountedRound(NamedTuple):
    """A round that counts, as the rules scored it, and the match after it.

    `totals` has the points of each side, `leaders` the sides with the best total, `put_out` those
    that a limit has put out of the match.
    """

    played: Round
    score: RoundScore
    totals: tuple[int, ...]
    leaders: tuple[int, ...]
    put_out: tuple[int, ...]
    recorded_at: datetime


class RoundFacts(NamedTuple):
    """A round: the side that won it and how, and the points of each side.

    By seat there are `pips` (what was left) and `caught` (whether that had the double six in it),
    None where it is not known. `leader` is the side ahead after the round, None where some are
    level. The sides in `absent` were out of the match before it.
    """

    number: int
    won_by: int | None
    how: How
    points: tuple[int, ...]
    pips: tuple[int | None, ...]
    caught: tuple[bool | None, ...]
    leader: int | None
    absent: tuple[int, ...]
    recorded_at: datetime


class MatchFacts(NamedTuple):
    """A match: who sat where, how it ended, and its rounds.

    `players` has an id for each seat, or None where it is not known who sat there. `sides` has the
    seats of each side, and `places` where each finished, 1 for the winner; () and no `ended_at`
    while the match goes on.
    """

    match_id: int
    kind: Kind
    players: tuple[int | None, ...]
    sides: tuple[tuple[int, ...], ...]
    opened_at: datetime
    ended_at: datetime | None
    places: tuple[int, ...]
    rounds: tuple[RoundFacts, ...]

    @property
    def lead_changes(self) -> int:
        """How often another side came ahead; rounds after which some are level do not count."""
        ahead = [each.leader for each in self.rounds if each.leader is not None]
        return sum(before != after for before, after in pairwise(ahead))

    @property
    def round_times(self) -> tuple[timedelta, ...]:
        """How long the rounds took that were recorded one after the other, without breaks."""
        moments = (self.opened_at, *(each.recorded_at for each in self.rounds))
        gaps = (after - before for before, after in pairwise(moments))
        return tuple(gap for gap in gaps if timedelta() < gap <= LONGEST_ROUND)


def facts_of(
    match_id: int,
    setup: Setup,
    players: Sequence[int | None],
    rounds: Sequence[CountedRound],
    opened_at: datetime,
    *,
    over: bool,
) -> MatchFacts:
    """Return what a match came to, from its rounds that count; `players` has an id a seat.

    Whoever has two seats is nobody we know: people do not play against themselves.
    """
    times = Counter(players)
    return MatchFacts(
        match_id=match_id,
        kind=kind_of(setup),
        players=tuple(player if times[player] == 1 else None for player in players),
        sides=setup.sides,
        opened_at=opened_at,
        ended_at=rounds[-1].recorded_at if over else None,
        places=_places(setup, rounds) if over else (),
        rounds=tuple(_rounds(setup, rounds)),
    )


def kind_of(setup: Setup) -> Kind:
    """Return the kind of a match."""
    return Kind(setup.game.id, setup.partners, _measure(setup))


def _measure(setup: Setup) -> Measure:
    if counts_wins(setup.game):
        return Measure.WINS
    return Measure.FEWEST if setup.game.match.best is Best.LOW else Measure.POINTS


def _rounds(setup: Setup, rounds: Sequence[CountedRound]) -> Iterator[RoundFacts]:
    absent: tuple[int, ...] = ()
    for number, counted in enumerate(rounds, start=1):
        yield _round_facts(setup, number, counted, absent)
        absent = counted.put_out


def _round_facts(
    setup: Setup, number: int, counted: CountedRound, absent: tuple[int, ...]
) -> RoundFacts:
    hands = _hands(setup, counted.played, absent)
    return RoundFacts(
        number=number,
        won_by=counted.score.winning_side,
        how=_how(counted.score),
        points=counted.score.points,
        pips=tuple(None if isinstance(hand, NotEntered) else hand.pips for hand in hands),
        caught=tuple(_caught(setup, hand) for hand in hands),
        leader=counted.leaders[0] if len(counted.leaders) == 1 else None,
        absent=absent,
        recorded_at=counted.recorded_at,
    )


def _hands(setup: Setup, played: Round, absent: tuple[int, ...]) -> Sequence[AnyHand]:
    """Return the hands of dominoes that were left, not entered where nobody held one."""
    if setup.game.table.entry is not Entry.TILES:
        return [NotEntered()] * setup.players
    if not absent:
        return played.hands
    return [
        NotEntered() if setup.side_of(seat) in absent else hand
        for seat, hand in enumerate(played.hands)
    ]


def _how(score: RoundScore) -> How:
    if score.winning_side is None:
        return How.NOBODY if score.drawn is None else How.DRAWN
    if score.ending is Ending.WENT_OUT:
        return How.OUT
    compared = [step.key for step in score.reasons if isinstance(step, Compared)]
    return How.TILE if compared and compared[-1] in _BY_TILE else How.BLOCK


def _caught(setup: Setup, hand: AnyHand) -> bool | None:
    """Return whether a hand was left with the double six; None where that is not known.

    In larger boxes it is a tile like others.
    """
    if setup.game.tiles.highest != DOUBLE_SIX.high:
        return None
    if hand.is_empty:
        return False
    return DOUBLE_SIX in hand.tiles if isinstance(hand, Hand) else None


def _places(setup: Setup, rounds: Sequence[CountedRound]) -> tuple[int, ...]:
    """Return where each side finished; whoever was put out of the match later is ahead."""
    best = 1 if setup.game.match.best is Best.HIGH else -1
    marks = [
        (sum(side not in each.put_out for each in rounds), best * total)
        for side, total in enumerate(rounds[-1].totals)
    ]
    return tuple(1 + sum(other > mark for other in marks) for mark in marks)
