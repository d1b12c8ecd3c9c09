"""What a round leaves behind: the hands, what was said of them, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.keys import Ending
from scorekeeper.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Hand:
    """The tiles a seat still holds; empty where it went out."""

    tiles: tuple[Tile, ...] = ()

    @property
    def pips(self) -> int:
        return sum(tile.pips for tile in self.tiles)

    @property
    def is_empty(self) -> bool:
        return not self.tiles

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        return self.tiles

    @property
    def lightest(self) -> Tile | None:
        return min(self.tiles, key=lambda tile: (tile.pips, tile), default=None)


@dataclass(frozen=True, slots=True)
class PipsHand:
    """A hand of which only the pips were counted; no pips and no count of tiles: it is empty.

    `count` (how many tiles) and `lightest` are known only where somebody said so.
    """

    pips: int
    count: int | None = None
    lightest: Tile | None = None

    @property
    def is_empty(self) -> bool:
        return self.pips == 0 and not self.count and self.lightest is None

    @property
    def known_tiles(self) -> tuple[Tile, ...]:
        return () if self.lightest is None else (self.lightest,)


@dataclass(frozen=True, slots=True)
class Event:
    """A bonus somebody claims, and who, where it is not the winner's."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A tile laid, in the order of play, by games that count the table."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Correction:
    """Points given to a side, or taken from it, by hand; the note says why."""

    side: int
    points: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One deal, once it has ended: a hand for each seat, in order of play.

    `opener` and `blocker` are the seats that led and that closed the line, where somebody said so.
    `ends` are the open ends of the line, where somebody looked.
    `tally` is what each seat made in play, in points. `plays` take the place of the hands in games
    entered so.
    """

    hands: tuple[Hand | PipsHand, ...] = ()
    opener: int | None = None
    blocker: int | None = None
    ends: tuple[int, int] | None = None
    events: tuple[Event, ...] = ()
    tally: tuple[int, ...] = ()
    plays: tuple[Play, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Moment:
    """Where in a match a round is played: its number, what it counts, and who is out already."""

    number: int = 1
    worth: int = 1
    put_out: tuple[int, ...] = ()


ALONE = Moment()


def empty_seats(played: Round, moment: Moment = ALONE) -> tuple[int, ...]:
    """Name the seats that played their last tile."""
    return tuple(
        seat
        for seat, hand in enumerate(played.hands)
        if hand.is_empty and seat not in moment.put_out
    )


def ending_of(played: Round, moment: Moment = ALONE) -> Ending:
    """Say how a round ended; it is never asked for."""
    if not played.hands:
        return Ending.PLAYED
    return Ending.WENT_OUT if empty_seats(played, moment) else Ending.BLOCKED
