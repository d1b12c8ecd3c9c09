"""Doubts about an entry, and those that ask for no line: turns, points in play, and claims."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from math import gcd

from scorekeeper.rules.rounds import Moment, Round, claims_among
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile


class Law(StrEnum):
    """A law that the tiles left over can break."""

    TWO_ENDS = "two_ends"
    CONNECTED = "connected"
    BLOCKED_ENDS = "blocked_ends"
    ABSENT_NUMBER = "absent_number"
    EVEN_PIPS = "even_pips"
    ENOUGH_LAID = "enough_laid"
    CONFIRMED_ENDS = "confirmed_ends"
    END_IN_HAND = "end_in_hand"
    CAPICUA = "capicua"
    LAST_TILE = "last_tile"
    NOTHING_LAID = "nothing_laid"
    IN_TURN = "in_turn"
    TALLY_STEPS = "tally_steps"
    ONCE_A_MATCH = "once_a_match"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A law that the entry breaks, with the numbers and tiles it is about, and the bonus claimed.

    A doubt never refuses an entry: a round may really have been misplayed.
    """

    law: Law
    numbers: tuple[int, ...] = ()
    tiles: tuple[Tile, ...] = ()
    count: int = 0
    event: str = ""

    @property
    def fingerprint(self) -> str:
        """The law, and a hash: the same doubt about other tiles or pips has another one."""
        return f"{self.law}:{sha256(repr(self).encode()).hexdigest()[:8]}"


def turn_doubts(setup: Setup, played: Round) -> Iterator[Doubt]:
    """Find three tiles in a row by one player while another still had tiles to lay."""
    laid = Counter[int]()
    for place, play in enumerate(played.plays):
        row = played.plays[max(0, place - 2) : place + 1]
        waiting = any(
            laid[seat] < setup.dealt for seat in range(setup.players) if seat != play.seat
        )
        if len(row) == 3 and {each.seat for each in row} == {play.seat} and waiting:
            yield Doubt(Law.IN_TURN, tiles=tuple(each.tile for each in row))
        laid[play.seat] += 1


def tally_doubts(setup: Setup, played: Round) -> Iterator[Doubt]:
    """Find points in play that no sum of the game's steps makes."""
    unit = gcd(*setup.game.tally.steps)
    odd = tuple(score.points for score in played.made if unit and score.points % unit)
    if odd:
        yield Doubt(Law.TALLY_STEPS, odd, count=unit)


def match_doubts(setup: Setup, played: Round, moment: Moment) -> Iterator[Doubt]:
    """Find bonuses of the whole match that somebody has already, or that two claim."""
    had = [*moment.claimed, *claims_among(played, setup.game.once_a_match)]
    for name in dict.fromkeys(had[len(moment.claimed) :]):
        if had.count(name) > 1:
            yield Doubt(Law.ONCE_A_MATCH, event=name)
