"""The keys of a game's file, section by section, under the names they have there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from scorekeeper.rules.schema import Within
from scorekeeper.rules.tiles import Tile


class Sides(StrEnum):
    SOLO = "solo"
    PAIRS = "pairs"
    EITHER = "either"


class Boneyard(StrEnum):
    NONE = "none"
    UNUSED = "unused"
    DRAWN = "drawn"


class Layout(StrEnum):
    LINE = "line"
    FREE = "free"


class Entry(StrEnum):
    """How a round is entered: tiles (or their pips), totals, or the tiles as they are laid."""

    TILES = "tiles"
    TOTALS = "totals"
    PLAYS = "plays"


class Leader(StrEnum):
    HIGHEST_DOUBLE = "highest double"
    WINNER = "winner"
    WINNERS_SIDE = "winner's side"
    ALTERNATE = "alternate"
    PASSES_LEFT = "passes left"
    AGREED = "agreed"
    HEAVIEST_HAND = "heaviest hand"


class DoubleWeight(StrEnum):
    FULL = "full"
    HALF = "half"


class Among(StrEnum):
    """Whose hands are compared in a blocked round."""

    ALL = "all"
    BLOCKER_AND_NEXT = "blocker and next"


class Rank(StrEnum):
    SIDE_TOTAL = "side total"
    SEAT_TOTAL = "seat total"
    LIGHTEST_TILE = "lightest tile"
    NEXT_TILES = "next tiles"
    FEWEST_DOUBLES = "fewest doubles"
    OPENERS_SIDE = "opener's side"
    BLOCKERS_SIDE = "blocker's side"
    NOT_BLOCKERS_SIDE = "not the blocker's side"
    BLOCKER = "blocker"


class Tie(StrEnum):
    VOID = "void"
    EVERYONE = "everyone"


class Mode(StrEnum):
    NEAREST = "nearest"
    UP = "up"
    DOWN = "down"


class For(StrEnum):
    """Whom a bonus goes to: the round's winner, or whoever claims it."""

    WINNER = "winner"
    CLAIMER = "claimer"


class Ending(StrEnum):
    """How a round ended."""

    WENT_OUT = "went out"
    BLOCKED = "blocked"
    PLAYED = "played"


class Ends(StrEnum):
    RACE = "race"
    LIMIT = "limit"
    ROUNDS = "rounds"


class GoalTest(StrEnum):
    REACH = "reach"
    EXCEED = "exceed"


class Best(StrEnum):
    HIGH = "high"
    LOW = "low"


class Reset(StrEnum):
    """When everybody is back at 0."""

    NEVER = "never"
    ALL_SCORED = "all scored"
    OTHER_SIDE_WINS = "other side wins"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule comes from."""

    title: str
    url: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class TileRules:
    """The box; `removed` tiles are taken out of it, by number of players."""

    highest: int = 6
    removed: Mapping[int, tuple[Tile, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class TableRules:
    sides: Sides | Mapping[int, Sides] = Sides.SOLO
    boneyard: Boneyard = Boneyard.UNUSED
    layout: Layout = Layout.LINE
    entry: Entry = Entry.TILES


@dataclass(frozen=True, slots=True)
class LeadRules:
    first: Leader = Leader.HIGHEST_DOUBLE
    next: Leader = Leader.HIGHEST_DOUBLE


@dataclass(frozen=True, slots=True)
class WeightRules:
    """What a tile left over weighs where that is not its pips.

    `tile` names single tiles, `blank_end` is what each blank half weighs, a `half` double weighs
    one of its ends; a hand that holds a double counts `holding_a_double` times. `joker` is what a
    game of totals counts for one.
    """

    tile: Mapping[Tile, int] = field(default_factory=lambda: MappingProxyType({}))
    blank_end: int = field(default=0, metadata={"within": Within(0, 100)})
    double: DoubleWeight = DoubleWeight.FULL
    holding_a_double: int = field(default=1, metadata={"within": Within(1, 10)})
    joker: int = field(default=0, metadata={"within": Within(0, 100)})

    def of_tile(self, tile: Tile) -> int:
        """Weigh one tile, in points."""
        if tile in self.tile:
            return self.tile[tile]
        blanks = self.blank_end * ((tile.low == 0) + (tile.high == 0))
        halved = tile.is_double and self.double is DoubleWeight.HALF
        return blanks + (tile.low if halved else tile.pips)


@dataclass(frozen=True, slots=True)
class Award:
    """What the winner scores: so many times each pip total, and a flat amount of points.

    `excess` counts, for every opponent, how much the opponent's hand outweighs one's own.
    """

    opponents: int = 0
    partner: int = 0
    own: int = 0
    excess: int = 0
    flat: int = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """What the others score: so many times the own hand, or what it outweighs the winner's by."""

    own: int = 0
    excess: int = 0


@dataclass(frozen=True, slots=True)
class OutRules:
    """A seat played its last tile; where others `play_on`, several hands may end empty."""

    winner: Award = Award()
    losers: Charge = Charge()
    play_on: bool = False


@dataclass(frozen=True, slots=True)
class BlockedRules:
    rank: tuple[Rank, ...]
    winner: Award = Award()
    losers: Charge = Charge()
    among: Among = Among.ALL
    tie: Tie = Tie.VOID
    next_worth: int = field(default=1, metadata={"within": Within(1, 10)})


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the pip part of an award is rounded, before flat amounts and bonuses."""

    to: int = field(default=1, metadata={"within": Within(1, 100)})
    mode: Mode = Mode.NEAREST

    def of(self, points: int) -> int:
        """Round points.

        >>> Rounding(5).of(12), Rounding(5).of(13), Rounding(5, Mode.UP).of(11)
        (10, 15, 15)
        """
        if self.mode is Mode.UP:
            return -(-points // self.to) * self.to
        if self.mode is Mode.DOWN:
            return points // self.to * self.to
        return (2 * points + self.to) // (2 * self.to) * self.to


@dataclass(frozen=True, slots=True)
class Bonus:
    """An event worth points more, or making the award count several times.

    `by_round` needs no claim: the winner of round n gets its entry n. `ending` says that only
    rounds that end so can bring it, `same_ends` that it claims one number at both ends of the line.
    """

    name: str
    points: int = 0
    times: int = field(default=1, metadata={"within": Within(1, 10)})
    by_round: tuple[int, ...] = ()
    to: For = For.WINNER
    ending: Ending | None = None
    same_ends: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """Points made while the round is played; `steps` are the buttons for them."""

    steps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The table total of games entered as plays: bringing it to one of `marks` scores `points`.

    A mark must be met; where `passing` counts it may also be passed.
    """

    marks: tuple[int, ...] = ()
    points: int = 0
    passing: bool = False


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends and who has won it; with `ends = "rounds"` the goal counts rounds."""

    ends: Ends = Ends.RACE
    goal: int = field(default=100, metadata={"within": Within(1)})
    test: GoalTest = GoalTest.REACH
    best: Best = Best.HIGH
    reset: Reset = Reset.NEVER
    eliminate: bool = False
