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
    """With how many points somebody joins a match that goes on."""

    ZERO = "zero"
    WORST = "worst"
    MEAN = "mean"


class Event(NamedTuple):
    """A claimed bonus by its name; `seat` is who claims it where it is not the winner's."""

    name: str
    seat: int | None = None


class Play(NamedTuple):
    """A tile and the seat that laid it, in games that count the table."""

    seat: int
    tile: Tile


class Made(NamedTuple):
    """Points that a seat scored in play, with one tile."""

    seat: int
    points: int


class Correction(NamedTuple):
    """Points that the players give to a side, or take from it; the note says why."""

    side: int
    points: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One deal after it has ended: a hand for each seat, in order of play.

    `opener` and `blocker` are the seats that led and that closed the line, `ends` the open ends of
    the line; None where they were not entered. `tally` has what each seat scored in play, score by
    score (one where only their sum is known), `order` the seats in the order in which they scored.
    `last_tile_scored`: whoever went out made the last of their scores with the last tile.
    Games entered as plays have `plays` instead of hands. `boneyard` has what nobody held. Where
    only the winner and the points are known there are `points` instead, an item for each side: None
    where it is not named, which says who won a round that pays nothing (`points_by_side`).
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
        """The points of the sides that score; where none does, of those that are named."""
        named = {side: paid for side, paid in enumerate(self.points) if paid is not None}
        return {side: paid for side, paid in named.items() if paid} or named

    @property
    def made(self) -> tuple[Made, ...]:
        """The scores made in play, in their order; seat by seat where that `is_unordered`."""
        left = [iter(points) for points in self.tally]
        seats = self.order if self.has_order else self._seats_that_scored
        return tuple(Made(seat, next(left[seat])) for seat in seats)

    @property
    def is_unordered(self) -> bool:
        """Whether it is not known in which order the scores in play were made."""
        return not self.has_order and len({*self._seats_that_scored}) > 1

    @property
    def has_order(self) -> bool:
        """Whether the `order` has each seat as often as it scored."""
        return sorted(self.order) == self._seats_that_scored

    @property
    def _seats_that_scored(self) -> list[int]:
        return [seat for seat, points in enumerate(self.tally) for _score in points]


class Moment(NamedTuple):
    """The state of the match a round is scored in.

    `number` is that of the round (from 1), `worth` how many times it counts, `more` what the winner
    scores besides, `put_out` are the seats that are out of the match. `totals` has the points of
    each side before the round, and `won` is how many rounds had a winner, where that is known. The
    sides `on_a_run` lose their points if another side wins. `claimed` are the bonuses of the whole
    match that somebody has. The match `goes_on` after this round, whatever it gives.
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
    """Return the seats that played their last tile."""
    # Most hands have pips, which is quicker to find out.
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
    """Write points in one way: beside a side that scores, one that is not named has 0.

    >>> points_by_side([27, None]), points_by_side([None, 0])
    ((27, 0), (None, 0))
    """
    points = tuple(given)
    return tuple(each or 0 for each in points) if any(points) else points


def ending_with(empty: tuple[int, ...], played: Round) -> Ending | None:
    """Return how a round ended; the entry does not say, the hands do, and points alone do not."""
    if played.points:
        return None
    if not played.hands:
        return Ending.PLAYED
    return Ending.WENT_OUT if empty else Ending.BLOCKED


# As tiles are written: `6-4`, `64` or `6|4`.
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
    """Parse the lost tiles of a set. Raise RuleError, also where one is named twice."""
    tiles = parse_tiles(text)
    for tile in tiles:
        if tiles.count(tile) > 1:
            why = "there is only one %(tile)s"
            raise RuleError(Code.CONTRADICTION, key="tiles.lost", why=why, tile=tile)
    return tiles
