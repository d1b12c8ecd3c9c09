"""The keys of a game file: a class for each section, and the allowed values.

Keys of the tile set and of what hands count are in `tiles_and_hands.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.rules.tiles_and_hands import Ending, Tile


class Sides(StrEnum):
    """Whether players play alone, in pairs, or either."""

    SOLO = "solo"
    PAIRS = "pairs"
    EITHER = "either"


class Direction(StrEnum):
    """Which way turns go around the table; `agreed` if no source says."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"
    AGREED = "agreed"


class Boneyard(StrEnum):
    """What happens to tiles not dealt: there are none, they stay unused, or players draw them."""

    NONE = "none"
    UNUSED = "unused"
    DRAWN = "drawn"


class Layout(StrEnum):
    """How tiles are laid: in one line with two ends, or otherwise."""

    LINE = "line"
    FREE = "free"


class Entry(StrEnum):
    """How a round is entered: tiles left (or their pips), totals, or each tile as it is played."""

    TILES = "tiles"
    TOTALS = "totals"
    PLAYS = "plays"


class Leader(StrEnum):
    """Who plays first in a round.

    The heaviest hand is that of the last round, the most pips those just dealt. With `winner with a
    double` a winner without one passes the lead on; with `winner, any double` any tile will do.
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
    """What happens to a tie that no rank breaks: the round is drawn, or everyone scores."""

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
    """Which last tile a bonus for going out needs."""

    ANY = "any"
    DOUBLE = "double"
    NOT_DOUBLE = "not a double"
    DOUBLE_BLANK = "double blank"


class Ends(StrEnum):
    """When a match ends: at the goal, at a limit that loses, or after some rounds."""

    RACE = "race"
    LIMIT = "limit"
    ROUNDS = "rounds"


class GoalTest(StrEnum):
    """Whether the goal must be reached, passed, or met exactly.

    With `exact`, a score that would pass the goal does not count at all; with `up to`, only the
    points past the goal do not count.
    """

    REACH = "reach"
    EXCEED = "exceed"
    EXACT = "exact"
    UP_TO = "up to"


class Level(StrEnum):
    """What happens if the best are level when time is up: one more round, or a draw."""

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


@dataclass(frozen=True, slots=True)
class Source:
    """A book or page: its title, the relevant section, and its address if it has one."""

    title: str
    url: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """What the winner scores: a multiple of each pip total, plus a fixed number of points.

    `excess` multiplies how much each opponent's hand outweighs the winner's own.
    """

    opponents: int = 0
    partner: int = 0
    own: int = 0
    excess: int = 0
    flat: int = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """What the others score: a multiple of their own hand, or of its excess over the winner's."""

    own: int = 0
    excess: int = 0


NO_AWARD, NO_CHARGE = Award(), Charge()


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the pip part of an award is rounded, before fixed points and bonuses are added."""

    to: int = field(default=1, metadata={"within": (1, 100)})
    mode: Mode = Mode.NEAREST

    def rounded(self, pips: int) -> int:
        """Round pips; `nearest` rounds halves up.

        >>> Rounding(5).rounded(12), Rounding(5).rounded(13), Rounding(5, Mode.UP).rounded(11)
        (10, 15, 15)
        """
        if self.mode is Mode.UP:
            return -(-pips // self.to) * self.to
        if self.mode is Mode.DOWN:
            return pips // self.to * self.to
        return (2 * pips + self.to) // (2 * self.to) * self.to


@dataclass(frozen=True, slots=True)
class Scale:
    """How many points pips are worth: `points` for every `pips`, started ones too.

    The result is at least `least`; fewer pips than `needs` score nothing.
    """

    pips: int = field(default=1, metadata={"within": (1, 100)})
    points: int = field(default=1, metadata={"within": (1, 100)})
    least: int = field(default=0, metadata={"within": (0, 100)})
    needs: int = field(default=0, metadata={"within": (0, 100)})

    def points_for(self, pips: int) -> int:
        """Return the points that some pips are worth.

        >>> [Scale(10, 1, least=2, needs=3).points_for(pips) for pips in (2, 3, 20, 21)]
        [0, 2, 2, 3]
        """
        if self == Scale():
            return pips
        return max(self.least, -(-pips // self.pips) * self.points) if pips >= self.needs else 0


@dataclass(frozen=True, slots=True)
class Tally:
    """Points scored while the round is played; `steps` are the amounts that have a button.

    With `out_in_one` points scored with the last tile and points for going out are one score.
    """

    steps: tuple[int, ...] = ()
    out_in_one: bool = False


@dataclass(frozen=True, slots=True)
class PlayRules:
    """Games entered tile by tile: bringing the table total to one of `marks` scores `points`.

    A mark must be met exactly; with `passing`, passing it also scores.
    """

    marks: tuple[int, ...] = ()
    points: int = 0
    passing: bool = False


@dataclass(frozen=True, slots=True)
class TableRules:
    """Sides (one value, or one for each number of players), boneyard, layout and kind of entry.

    At most `draws` tiles are drawn a turn (0: until one fits); `most_players` is how many can play
    elsewhere. With a `strict` referee the tiles in the boneyard are entered too.
    """

    sides: Sides | Mapping[int, Sides] = Sides.SOLO
    direction: Direction = Direction.AGREED
    most_players: int = field(default=0, metadata={"within": (0, 99)})
    boneyard: Boneyard = Boneyard.UNUSED
    draws: int = field(default=0, metadata={"within": (0, 99)})
    layout: Layout = Layout.LINE
    entry: Entry = Entry.TILES
    strict: bool = False


@dataclass(frozen=True, slots=True)
class LeadRules:
    """Who leads the first round, and each later round."""

    first: Leader = Leader.HIGHEST_DOUBLE
    next: Leader = Leader.HIGHEST_DOUBLE


@dataclass(frozen=True, slots=True)
class OutRules:
    """What going out scores; if the others `play_on`, several hands may end empty.

    With `whole_side`, partners play on until both are out.
    """

    winner: Award = NO_AWARD
    losers: Charge = NO_CHARGE
    play_on: bool = False
    whole_side: bool = False


@dataclass(frozen=True, slots=True)
class BlockedRules:
    """Who wins a blocked round, and what the winner scores.

    `rank` is applied in order until one side is left. After the lightest single hand the other keys
    look at both hands of a pair, or at `only_tied_hands`: then single players are compared, and the
    winner's side wins. `next_worth` is how many times the round after a drawn one counts, and
    `next_more` what each drawn round adds to it. Without a `rank` every blocked round is a tie.
    """

    rank: tuple[Rank, ...]
    winner: Award = NO_AWARD
    losers: Charge = NO_CHARGE
    among: Among = Among.ALL
    only_tied_hands: bool = False
    tie: Tie = Tie.VOID
    next_worth: int = field(default=1, metadata={"within": (1, 10)})
    next_more: int = field(default=0, metadata={"within": (0, 1000)})


@dataclass(frozen=True, slots=True)
class Bonus:
    """An event that scores extra points, or that makes the award count several times.

    `by_round` bonuses are not claimed: whoever wins the nth round that has a winner gets item n
    (from 1). A bonus with `instead_of` is not claimed either: it replaces those bonuses if all are
    claimed together. `ending` is the only ending that allows the bonus; `same_ends` means that both
    ends of the line show the same number, `last_tile` what the winner's last tile must be. A
    `once_a_match` bonus can be won only once.
    """

    name: str
    points: int = 0
    times: int = field(default=1, metadata={"within": (1, 10)})
    by_round: tuple[int, ...] = ()
    instead_of: tuple[str, ...] = ()
    to: For = For.WINNER
    ending: Ending | None = None
    same_ends: bool = False
    last_tile: LastTile = LastTile.ANY
    once_a_match: bool = False

    def may_end_on(self, tile: Tile) -> bool:
        """Return whether a player who goes out with this tile can have the bonus."""
        return {
            LastTile.ANY: True,
            LastTile.DOUBLE: tile.is_double,
            LastTile.NOT_DOUBLE: not tile.is_double,
            LastTile.DOUBLE_BLANK: tile == Tile(0, 0),
        }[self.last_tile]


LEAST_GOAL, MOST_GOAL = 1, 10_000


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends and who won it; with `ends = "rounds"` the goal counts rounds.

    `goals` are other common goals. A side without points scores nothing below `first_score`. With
    `at_once` the match is won in the middle of a round, by the score that reaches the goal; if
    several sides are level at an exact goal, they then score normally. After a `reset` at one win
    each, the next round counts `one_all_worth` times.

    After `minutes` (0: no clock) the round in play is the last, and whoever is ahead then wins;
    `level` says what happens if the best are level.
    """

    ends: Ends = Ends.RACE
    goal: int = field(default=100, metadata={"within": (LEAST_GOAL, MOST_GOAL)})
    test: GoalTest = GoalTest.REACH
    at_once: bool = False
    best: Best = Best.HIGH
    reset: Reset = Reset.NEVER
    one_all_worth: int = field(default=1, metadata={"within": (1, 10)})
    eliminate: bool = False
    first_score: int = field(default=0, metadata={"within": (0, 1000)})
    minutes: int = field(default=0, metadata={"within": (0, 180)})
    level: Level = Level.ANOTHER_ROUND
    goals: tuple[int, ...] = field(default=(), metadata={"within": (LEAST_GOAL, MOST_GOAL)})

    @property
    def target(self) -> int:
        """The fewest points that end a match: the goal, or one more if it must be passed."""
        return self.goal + 1 if self.test is GoalTest.EXCEED else self.goal

    def worth_after_reset(self, totals: Iterable[int]) -> int:
        """Return how many times a round counts after these totals went back to 0."""
        return self.one_all_worth if max(totals, default=0) == 1 else 1
