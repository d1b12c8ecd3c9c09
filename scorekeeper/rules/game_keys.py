"""The keys of a game's file, a class for each section; `Game` has all of them.

`tiles.py` has those of the box, `options.py` the values of some.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from scorekeeper.rules.options import (
    Among,
    Best,
    Boneyard,
    Direction,
    DoubleWeight,
    Ending,
    Ends,
    Entry,
    For,
    GoalTest,
    LastTile,
    Layout,
    Leader,
    Level,
    Mode,
    Rank,
    Reset,
    Sides,
    Tie,
    Within,
)
from scorekeeper.rules.tiles import OtherBox, Tile, TileRules, TileSet


@dataclass(frozen=True, slots=True)
class Source:
    """A book or a page: its title, the part of it that is meant, and its address if it has one."""

    title: str
    url: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """What the winner scores: a multiple of each pip total, and a flat number of points.

    `excess` multiplies, for every opponent, how much the opponent's hand outweighs the own hand.
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
class Tally:
    """Points scored while the round is played; `steps` are the amounts that have a button.

    With `out_in_one` those made with the last tile and those for going out are one score.
    """

    steps: tuple[int, ...] = ()
    out_in_one: bool = False


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The table total of games entered as plays: bringing it to one of `marks` scores `points`.

    A mark must be met exactly; with `passing` it may also be passed.
    """

    marks: tuple[int, ...] = ()
    points: int = 0
    passing: bool = False


@dataclass(frozen=True, slots=True)
class TableRules:
    """Sides (one value, or one for each number of players), boneyard, layout and kind of entry.

    At most `draws` tiles are drawn a turn (0: until one fits); elsewhere `most_players` can play.
    """

    sides: Sides | Mapping[int, Sides] = Sides.SOLO
    direction: Direction = Direction.AGREED
    most_players: int = field(default=0, metadata={"within": Within(0, 99)})
    boneyard: Boneyard = Boneyard.UNUSED
    draws: int = field(default=0, metadata={"within": Within(0, 99)})
    layout: Layout = Layout.LINE
    entry: Entry = Entry.TILES


@dataclass(frozen=True, slots=True)
class LeadRules:
    """Who leads the first round, and each round after it."""

    first: Leader = Leader.HIGHEST_DOUBLE
    next: Leader = Leader.HIGHEST_DOUBLE


@dataclass(frozen=True, slots=True)
class WeightRules:
    """What a tile left in a hand counts, in points, where that is not its pips.

    `tile` has single tiles, `blank_end` is for each blank half, a `half` double counts one of its
    ends; a hand with a double counts `holding_a_double` times. `joker` is for games of totals.
    """

    tile: Mapping[Tile, int] = field(default_factory=lambda: MappingProxyType({}))
    blank_end: int = field(default=0, metadata={"within": Within(0, 100)})
    double: DoubleWeight = DoubleWeight.FULL
    holding_a_double: int = field(default=1, metadata={"within": Within(1, 10)})
    joker: int = field(default=0, metadata={"within": Within(0, 100)})

    def of_tile(self, tile: Tile) -> int:
        """Return what one tile counts, in points."""
        if tile in self.tile:
            return self.tile[tile]
        blanks = self.blank_end * ((tile.low == 0) + (tile.high == 0))
        halved = tile.is_double and self.double is DoubleWeight.HALF
        return blanks + (tile.low if halved else tile.pips)


# Tiles count their pips, as in most games.
PIPS = WeightRules()


@dataclass(frozen=True, slots=True)
class OutRules:
    """What going out pays; where the others `play_on`, several hands may end empty.

    A `whole_side` goes out together: with partners, play goes on until both have.
    """

    winner: Award = NO_AWARD
    losers: Charge = NO_CHARGE
    play_on: bool = False
    whole_side: bool = False


@dataclass(frozen=True, slots=True)
class BlockedRules:
    """Who wins a blocked round, and what it pays.

    `rank` is applied in order until one side is left. After the lightest single hand the other keys
    look at both hands of a pair, or at `only_tied_hands`: then players are compared, and the side
    of the winner wins. `next_worth` is how many times the round after a drawn one counts.
    """

    rank: tuple[Rank, ...]
    winner: Award = NO_AWARD
    losers: Charge = NO_CHARGE
    among: Among = Among.ALL
    only_tied_hands: bool = False
    tie: Tie = Tie.VOID
    next_worth: int = field(default=1, metadata={"within": Within(1, 10)})


@dataclass(frozen=True, slots=True)
class Rounding:
    """How the pip part of an award is rounded, before flat amounts and bonuses are added."""

    to: int = field(default=1, metadata={"within": Within(1, 100)})
    mode: Mode = Mode.NEAREST

    def of(self, points: int) -> int:
        """Round points; a tie of `nearest` goes up.

        >>> Rounding(5).of(12), Rounding(5).of(13), Rounding(5, Mode.UP).of(11)
        (10, 15, 15)
        """
        if self.to == 1:
            return points
        if self.mode is Mode.UP:
            return -(-points // self.to) * self.to
        if self.mode is Mode.DOWN:
            return points // self.to * self.to
        return (2 * points + self.to) // (2 * self.to) * self.to


@dataclass(frozen=True, slots=True)
class Scale:
    """What the pip part of an award pays: `points` for every `pips`, begun ones too.

    Together they pay `least` at least, fewer pips than `needs` nothing.
    """

    pips: int = field(default=1, metadata={"within": Within(1, 100)})
    points: int = field(default=1, metadata={"within": Within(1, 100)})
    least: int = field(default=0, metadata={"within": Within(0, 100)})
    needs: int = field(default=0, metadata={"within": Within(0, 100)})

    def of(self, pips: int) -> int:
        """Return what pips pay, in points.

        >>> [Scale(10, 1, least=2, needs=3).of(pips) for pips in (2, 3, 20, 21)]
        [0, 2, 2, 3]
        """
        if (self.pips, self.points, self.least, self.needs) == (1, 1, 0, 0):
            return pips
        return max(self.least, -(-pips // self.pips) * self.points) if pips >= self.needs else 0


@dataclass(frozen=True, slots=True)
class Bonus:
    """An event worth extra points, or one that makes the award count several times.

    `by_round` is not claimed: who wins the nth round that is won gets its item n (from 1). Nor is
    one that stands for others: claimed together, those of `instead_of` pay what it pays.
    `ending` is the only ending of a round it is possible with; `same_ends` means that both ends of
    the line have the same number, `last_tile` what the winner's last tile has to be. One that is
    `once_a_match` nobody can have again.
    """

    name: str
    points: int = 0
    times: int = field(default=1, metadata={"within": Within(1, 10)})
    by_round: tuple[int, ...] = ()
    instead_of: tuple[str, ...] = ()
    to: For = For.WINNER
    ending: Ending | None = None
    same_ends: bool = False
    last_tile: LastTile = LastTile.ANY
    once_a_match: bool = False

    def may_end_on(self, tile: Tile) -> bool:
        """Return whether a player who goes out with a tile can have the bonus."""
        return {
            LastTile.ANY: True,
            LastTile.DOUBLE: tile.is_double,
            LastTile.NOT_DOUBLE: not tile.is_double,
            LastTile.DOUBLE_BLANK: tile == Tile(0, 0),
        }[self.last_tile]


@dataclass(frozen=True, slots=True)
class MatchRules:
    """When a match ends and who has won it; with `ends = "rounds"` the goal counts rounds.

    `goals` are others in use. A side without points scores nothing that is below `first_score`.
    With `at_once` the match is won in the middle of a round, by the score that reaches the goal;
    sides that are level at a goal to be met exactly then score what there is. After a `reset` at
    one win each, the next round counts `one_all_worth` times.

    After `minutes` (0: no clock) the hand in play is the last, and who is ahead then wins; `level`
    says what a match is in which the best are level.
    """

    ends: Ends = Ends.RACE
    goal: int = field(default=100, metadata={"within": Within(1)})
    test: GoalTest = GoalTest.REACH
    at_once: bool = False
    best: Best = Best.HIGH
    reset: Reset = Reset.NEVER
    one_all_worth: int = field(default=1, metadata={"within": Within(1, 10)})
    eliminate: bool = False
    first_score: int = field(default=0, metadata={"within": Within(0, 1000)})
    minutes: int = field(default=0, metadata={"within": Within(0, 180)})
    level: Level = Level.ANOTHER_ROUND
    goals: tuple[int, ...] = field(default=(), metadata={"within": Within(1)})

    def worth_after_reset(self, totals: Iterable[int]) -> int:
        """Return how many times the round counts after one that brought these totals back to 0."""
        return self.one_all_worth if max(totals, default=0) == 1 else 1


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game; those that `games.py` reads are free of contradictions.

    `deal` maps numbers of players to the tiles each is dealt; its keys are the allowed numbers.
    `definition` is the table the game was read from: stored with a match, it gives the same game
    again even after the game's file has changed.
    """

    name: str
    summary: str
    source: tuple[Source, ...]
    deal: Mapping[int, int] = field(metadata={"within": Within(1)}, hash=False)
    out: OutRules
    blocked: BlockedRules
    tiles: TileRules = field(default=TileRules(), hash=False)
    boxes: tuple[OtherBox, ...] = field(default=(), hash=False)
    table: TableRules = field(default=TableRules(), hash=False)
    lead: LeadRules = field(default=LeadRules())
    weights: WeightRules = field(default=PIPS, hash=False)
    rounding: Rounding = field(default=Rounding())
    scale: Scale = field(default=Scale())
    bonus: tuple[Bonus, ...] = ()
    tally: Tally = field(default=Tally())
    plays: PlayRules = field(default=PlayRules())
    match: MatchRules = field(default=MatchRules())
    id: str = field(default="", init=False)
    definition: Mapping[str, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def box_for(self, players: int) -> TileSet:
        """Return the tiles that this number of players uses."""
        return TileSet(self.tiles.highest, self.tiles.removed.get(players, ()))

    @property
    def claims(self) -> tuple[Bonus, ...]:
        """The bonuses that players claim; the others come by themselves."""
        return tuple(bonus for bonus in self.bonus if not (bonus.by_round or bonus.instead_of))

    @property
    def once_a_match(self) -> tuple[str, ...]:
        """The names of the bonuses that nobody can have again once somebody has them."""
        return tuple(bonus.name for bonus in self.bonus if bonus.once_a_match)

    @property
    def out_pays_the_same(self) -> bool:
        """Whether going out scores the same whatever the others hold, and no bonus asks for it."""
        award, same_ends = self.out.winner, any(bonus.same_ends for bonus in self.bonus)
        by_hands = award != Award(flat=award.flat) or self.out.losers != Charge()
        return not (by_hands or same_ends or self.out.play_on or self.table.entry is Entry.PLAYS)

    def sides_for(self, players: int) -> Sides:
        """Return whether this number of players may, must or may not play as partners."""
        sides = self.table.sides
        if isinstance(sides, Mapping):
            return sides[players]
        return sides if players == 4 or sides is not Sides.EITHER else Sides.SOLO
