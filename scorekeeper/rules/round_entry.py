"""A round as it is entered: hands, events, plays and corrections."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.tiles_and_hands import AnyHand, Ending, NotEntered, Tile


class StartScore(StrEnum):
    """How many points somebody starts with who joins a match late."""

    ZERO = "zero"
    WORST = "worst"
    MEAN = "mean"


class Event(NamedTuple):
    """A claimed bonus by its name; `seat` is who claims it, if not the winner."""

    name: str
    seat: int | None = None


class Play(NamedTuple):
    """A tile and the seat that laid it, in games entered tile by tile."""

    seat: int
    tile: Tile


class Made(NamedTuple):
    """Points that a seat scored in play with one tile."""

    seat: int
    points: int


class Correction(NamedTuple):
    """Points that the players give to a side or take from it; the note says why."""

    side: int
    points: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One deal after it has ended: a hand for each seat, in order of play.

    `opener` and `blocker` are the seats that led and that blocked the round, `ends` the open ends
    of the line; None if they were not entered. `tally` has each seat's scores in play, one by one
    (or one sum, if only that is known), `order` the seats in the order in which they scored.
    `last_tile_scored`: the player who went out made their last score with the last tile. Games
    entered tile by tile have `plays` instead of hands. `boneyard` has the tiles in no hand. If only
    the winner and the points are known there are `points` instead, an item for each side: None for
    a side that is not named; a side named with 0 won a round that scores nothing
    (`points_by_side`).
    """

    hands: tuple[AnyHand, ...] = ()
    opener: int | None = None
    blocker: int | None = None
    ends: tuple[int, int] | None = None
    events: tuple[Event, ...] = ()
    tally: tuple[tuple[int, ...], ...] = ()
    order: tuple[int, ...] = ()
    last_tile_scored: bool | None = None
    plays: tuple[Play, ...] = ()
    points: tuple[int | None, ...] = ()
    corrections: tuple[Correction, ...] = ()
    boneyard: tuple[Tile, ...] | None = None

    @property
    def named_points(self) -> dict[int, int]:
        """The points of the sides that score; if none does, of those that are named."""
        named = {side: paid for side, paid in enumerate(self.points) if paid is not None}
        return {side: paid for side, paid in named.items() if paid} or named

    @property
    def made(self) -> tuple[Made, ...]:
        """The scores made in play, in order; seat by seat if that `is_unordered`."""
        left = [iter(points) for points in self.tally]
        seats = self.order if self.has_order else self._seats_that_scored
        return tuple(Made(seat, next(left[seat])) for seat in seats)

    @property
    def is_unordered(self) -> bool:
        """Whether the order of the scores in play is unknown."""
        return not self.has_order and len({*self._seats_that_scored}) > 1

    @property
    def has_order(self) -> bool:
        """Whether `order` has each seat as often as it scored."""
        return sorted(self.order) == self._seats_that_scored

    @property
    def _seats_that_scored(self) -> list[int]:
        return [seat for seat, points in enumerate(self.tally) for _score in points]


class Moment(NamedTuple):
    """The state of the match before a round.

    `number` is that of the round (from 1), `worth` how many times it counts, `more` what the winner
    scores on top, `put_out` are the seats that are out of the match. `totals` has the points of
    each side before the round, and `won` is how many rounds had a winner, if known. The sides
    `on_a_run` lose their points if another side wins. `claimed` are the bonuses of the whole match
    that are taken. If `goes_on`, the match does not end with this round, whatever it scores.
    """

    number: int = 1
    worth: int = 1
    put_out: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    won: int | None = None
    on_a_run: tuple[int, ...] = ()
    claimed: tuple[str, ...] = ()
    goes_on: bool = False
    more: int = 0


ALONE = Moment()


def empty_seats(played: Round, moment: Moment = ALONE) -> tuple[int, ...]:
    # Most hands have pips, and that is quicker to check.
    return tuple(
        [
            seat
            for seat, hand in enumerate(played.hands)
            if not hand.pips and hand.is_empty and seat not in moment.put_out
        ]
    )


def missing_seats(played: Round, moment: Moment = ALONE) -> tuple[int, ...]:
    """Return the seats whose hands are not entered."""
    return tuple(
        seat
        for seat, hand in enumerate(played.hands)
        if isinstance(hand, NotEntered) and seat not in moment.put_out
    )


def points_by_side(given: Iterable[int | None]) -> tuple[int | None, ...]:
    """Write points in one way: next to a side that scores, a side without points gets 0.

    >>> points_by_side([27, None]), points_by_side([None, 0])
    ((27, 0), (None, 0))
    """
    points = tuple(given)
    return tuple(each or 0 for each in points) if any(points) else points


def ending_with(empty: tuple[int, ...], played: Round) -> Ending | None:
    """Return how a round ended, as its hands tell; unknown if there are only points."""
    if played.points:
        return None
    if not played.hands:
        return Ending.PLAYED
    return Ending.WENT_OUT if empty else Ending.BLOCKED


# Tiles may be written `6-4`, `64` or `6|4`.
_WRITTEN = re.compile(r"([0-9]{1,2})\s*[-–|/:]\s*([0-9]{1,2})|([0-9])([0-9])")


def parse_tile(text: str) -> Tile:
    """Parse `6-4`, `64` or `6|4`; ends of two digits need the separator.

    Raise RuleError (unreadable_tile) for anything else.

    >>> parse_tile("6-4") == parse_tile("46") == parse_tile("4|6")
    True
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None:
        raise RuleError(Code.UNREADABLE_TILE, text=text)
    low, high = (int(end) for end in match.groups() if end is not None)
    return Tile(low, high)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Parse tiles separated by blanks, commas or semicolons.

    Raise RuleError (unreadable_tile).

    >>> [str(tile) for tile in parse_tiles("1-2 24, 3|5")]
    ['1-2', '2-4', '3-5']
    """
    return tuple(parse_tile(word) for word in re.split(r"[\s,;]+", text) if word)


def parse_lost_tiles(text: str) -> tuple[Tile, ...]:
    """Parse the lost tiles of a set. Raise RuleError, also if one is named twice."""
    tiles = parse_tiles(text)
    for tile in tiles:
        if tiles.count(tile) > 1:
            why = "there is only one %(tile)s"
            raise RuleError(Code.CONTRADICTION, key="tiles.lost", why=why, tile=tile)
    return tiles
