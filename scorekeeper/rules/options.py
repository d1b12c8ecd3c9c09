"""The values that a key of a game's file may have: names, where there are only a few, or bounds."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Sides(StrEnum):
    """Whether players play alone, in pairs, or as they choose."""

    SOLO = "solo"
    PAIRS = "pairs"
    EITHER = "either"


class Direction(StrEnum):
    """Which way the turns go around the table; `agreed` where no source says."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"
    AGREED = "agreed"


class Boneyard(StrEnum):
    """What happens to tiles that are not dealt: there are none, they stay unused, or are drawn."""

    NONE = "none"
    UNUSED = "unused"
    DRAWN = "drawn"


class Layout(StrEnum):
    """How tiles are laid: in one line with two ends, or otherwise."""

    LINE = "line"
    FREE = "free"


class Entry(StrEnum):
    """How a round is entered: tiles left (or their pips), totals, or every tile as it is played."""

    TILES = "tiles"
    TOTALS = "totals"
    PLAYS = "plays"


class Leader(StrEnum):
    """Who leads a round.

    The heaviest hand is that of the last round, the most pips are those just dealt. The winner with
    a double passes the lead on without one; who leads with any double leads with any tile then.
    """

    HIGHEST_DOUBLE = "highest double"
    WINNER = "winner"
    WINNERS_SIDE = "winner's side"
    ALTERNATE = "alternate"
    PASSES_LEFT = "passes left"
    AGREED = "agreed"
    HEAVIEST_HAND = "heaviest hand"
    MOST_DEALT = "most pips dealt"
    BY_LOT = "by lot"
    DOUBLE_BLANK = "double blank"
    DOUBLE_ONE = "double one"
    DOUBLE_OF_THE_ROUND = "double of the round"
    WINNER_WITH_A_DOUBLE = "winner with a double"
    WINNER_ANY_DOUBLE = "winner, any double"


class DoubleWeight(StrEnum):
    """Whether a double counts both its ends or one."""

    FULL = "full"
    HALF = "half"


class Among(StrEnum):
    """Whose hands are compared in a blocked round."""

    ALL = "all"
    BLOCKER_AND_NEXT = "blocker and next"


class Rank(StrEnum):
    """What is compared in a blocked round; the lowest value, or the side named, wins."""

    SIDE_TOTAL = "side total"
    SEAT_TOTAL = "seat total"
    LIGHTEST_TILE = "lightest tile"
    LOWEST_END = "lowest end"
    NEXT_TILES = "next tiles"
    FEWEST_DOUBLES = "fewest doubles"
    OPENERS_SIDE = "opener's side"
    BLOCKERS_SIDE = "blocker's side"
    NOT_BLOCKERS_SIDE = "not the blocker's side"
    BLOCKER = "blocker"


class Tie(StrEnum):
    """What a tie that no rank settles is: a drawn round, or one that everyone scores for."""

    VOID = "void"
    EVERYONE = "everyone"


class Mode(StrEnum):
    """How an award is rounded."""

    NEAREST = "nearest"
    UP = "up"
    DOWN = "down"


class For(StrEnum):
    """Who gets a bonus: the winner of the round, or the player who claims it."""

    WINNER = "winner"
    CLAIMER = "claimer"


class LastTile(StrEnum):
    """The tile that a bonus for going out is won with."""

    ANY = "any"
    DOUBLE = "double"
    NOT_DOUBLE = "not a double"
    DOUBLE_BLANK = "double blank"


class Ending(StrEnum):
    """How a round ended."""

    WENT_OUT = "went out"
    BLOCKED = "blocked"
    PLAYED = "played"


class Ends(StrEnum):
    """When a match ends: at the goal, at a limit that loses, or after some rounds."""

    RACE = "race"
    LIMIT = "limit"
    ROUNDS = "rounds"


class GoalTest(StrEnum):
    """Whether the goal must be reached, exceeded, or met exactly.

    What would pass an exact goal does not count at all; `up to` the goal what passes it does not.
    """

    REACH = "reach"
    EXCEED = "exceed"
    EXACT = "exact"
    UP_TO = "up to"


class Level(StrEnum):
    """What happens where the best are level as the time is over: a round more, or a draw."""

    ANOTHER_ROUND = "another round"
    DRAWN = "drawn"


class Best(StrEnum):
    """Whether the highest or the lowest total is best."""

    HIGH = "high"
    LOW = "low"


class Reset(StrEnum):
    """When all totals go back to 0."""

    NEVER = "never"
    ALL_SCORED = "all scored"
    OTHER_SIDE_WINS = "other side wins"


# Game files are written by hand and house rules come over the network: a number out of these bounds
# is a mistake.
LEAST, MOST = -1000, 10_000


class Within(NamedTuple):
    """Bounds of a number, both included; metadata of a field."""

    least: int = LEAST
    most: int = MOST
