"""A game, its players and partners, and a round they play."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import (
    Award,
    BlockedRules,
    Boneyard,
    Bonus,
    Charge,
    Entry,
    LeadRules,
    MatchRules,
    OutRules,
    PlayRules,
    Rounding,
    Scale,
    Sides,
    Source,
    TableRules,
    Tally,
)
from scorekeeper.rules.round_entry import ALONE, Moment, Round, empty_seats
from scorekeeper.rules.tiles_and_hands import (
    PIPS,
    Hand,
    OtherBox,
    TileRules,
    TileSet,
    WeightRules,
)

# The name and source of a game are not rules.
NO_RULES = {"name", "summary", "source"}


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game. `game_files.py` checks that they do not contradict each other.

    `deal` maps each allowed number of players to the tiles each is dealt. `definition` is the table
    the game was read from: it is stored with a match, so that the match keeps its rules when the
    game's file changes.
    """

    name: str
    summary: str
    source: tuple[Source, ...]
    deal: Mapping[int, int] = field(metadata={"within": (1, 10_000)}, hash=False)
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
        """Return the set of tiles for this number of players."""
        lost = self.tiles.lost
        # Tiles are taken out so that the deal comes out even; a lost tile counts as one of them.
        removed = self.tiles.removed.get(players, ())[len(lost) :]
        return TileSet(self.tiles.highest, (*lost, *removed))

    def larger_box_for(self, players: int) -> int | None:
        """Return the larger set this many players need, or None if the game's own is enough."""
        if players in self.deal:
            return None
        return min((box.highest for box in self.boxes if players in box.deal), default=None)

    @property
    def claims(self) -> tuple[Bonus, ...]:
        """The bonuses that players claim; the others are given automatically."""
        return tuple(bonus for bonus in self.bonus if not (bonus.by_round or bonus.instead_of))

    def claimed_once(self, played: Round) -> tuple[str, ...]:
        """Return the bonuses claimed in a round that can be won only once a match."""
        once = {bonus.name for bonus in self.bonus if bonus.once_a_match}
        return tuple(event.name for event in played.events if event.name in once)

    @property
    def out_pays_the_same(self) -> bool:
        """Whether going out scores the same whatever others hold, and no bonus depends on it."""
        award, same_ends = self.out.winner, any(bonus.same_ends for bonus in self.bonus)
        by_hands = award != Award(flat=award.flat) or self.out.losers != Charge()
        return not (by_hands or same_ends or self.out.play_on or self.table.entry is Entry.PLAYS)

    def points_for(self, pips: int) -> int:
        """Return the points for the pip part of an award, rounded."""
        return self.scale.points_for(self.rounding.rounded(pips))

    @property
    def charges(self) -> bool:
        """Whether others than the winner score for what is left in their hands."""
        return self.out.losers != Charge() or self.blocked.losers != Charge()

    @property
    def pays_all(self) -> bool:
        """Whether every side may score in a round, not only the winner."""
        return self.charges or bool(self.tally.steps) or self.table.entry is Entry.PLAYS

    @property
    def may_pair(self) -> bool:
        """Whether it can be played by partners."""
        return any(self.sides_for(players) is not Sides.SOLO for players in self.deal)

    def sides_for(self, players: int) -> Sides:
        """Return whether this number of players may, must or cannot play as partners."""
        sides = self.table.sides
        if isinstance(sides, Mapping):
            return sides[players]
        return sides if players == 4 or sides is not Sides.EITHER else Sides.SOLO


@dataclass(frozen=True)
class Setup:
    """A game for `players`, as partners (seats 0 and 2 against 1 and 3) or each alone.

    `away` is the number of empty seats. Raise RuleError: players_not_allowed, partners_not_allowed,
    partners_required.
    """

    game: Game
    players: int
    partners: bool
    away: int = 0

    def __post_init__(self) -> None:
        for number in (self.players, self.there):
            if number not in self.game.deal:
                raise RuleError(
                    Code.PLAYERS_NOT_ALLOWED,
                    game=self.game.name,
                    players=number,
                    allowed=tuple(self.game.deal),
                )
        allowed = self.game.sides_for(self.players)
        if self.partners and allowed is Sides.SOLO:
            raise RuleError(Code.PARTNERS_NOT_ALLOWED, players=self.players)
        if not self.partners and allowed is Sides.PAIRS:
            raise RuleError(Code.PARTNERS_REQUIRED, players=self.players)

    @classmethod
    def of(cls, game: Game, players: int, partners: bool | None = None) -> Setup:
        """Set a game up; with `partners` None, as partners only if the game requires them.

        Raise RuleError as the class does.
        """
        if partners is None:
            partners = players in game.deal and game.sides_for(players) is Sides.PAIRS
        return cls(game, players, partners)

    @cached_property
    def box(self) -> TileSet:
        """The tiles that are played with."""
        return self.game.box_for(self.there)

    @property
    def there(self) -> int:
        """The number of players who are dealt tiles."""
        return self.players - self.away

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, in order of play."""
        if self.partners:
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(self.players))

    def side_of(self, seat: int) -> int:
        return seat % len(self.sides)

    @cached_property
    def dealt(self) -> int:
        """Number of tiles each player is dealt."""
        return self.game.deal[self.there]

    @cached_property
    def most_in_hand(self) -> int:
        """The most tiles a hand can hold: as dealt, or more if players draw."""
        if self.game.table.boneyard is not Boneyard.DRAWN:
            return self.dealt
        return max(self.dealt, len(self.box) - self.dealt * (self.there - 1))

    @cached_property
    def most_out(self) -> int:
        """The most hands that may end empty: all if play goes on, one if going out ends the round.

        Where partners go out together, an opponent may have gone out before them.
        """
        out = self.game.out
        together = out.whole_side and self.partners
        return self.there if out.play_on else self.there - 1 if together else 1

    def seats_out(self, played: Round, moment: Moment = ALONE) -> tuple[int, ...]:
        """Return the seats that went out; a player waiting for a partner does not count yet."""
        empty = empty_seats(played, moment)
        if not (self.game.out.whole_side and self.partners):
            return empty
        return tuple([seat for seat in empty if {*self.sides[self.side_of(seat)]} <= {*empty}])

    def winner_by_points(self, played: Round, put_out: Collection[int]) -> int | None:
        """Return the side that won a round of points: the only one that scores or is named.

        If what is left in a hand counts, it is the only side without points. None if several may
        have won, and if points in play do not tell.
        """
        won = [*played.named_points]
        if self.game.tally.steps or self.game.table.entry is Entry.PLAYS:
            return None
        if self.game.out.losers.own > 0 and any(played.points):
            sides = enumerate(zip(self.sides, played.points, strict=True))
            won = [side for side, (seats, paid) in sides if not (paid or {*seats} <= {*put_out})]
        return won[0] if len(won) == 1 else None

    @cached_property
    def every_tile_dealt(self) -> bool:
        return self.there * self.dealt >= len(self.box)

    def sleeping(self, absent: int = 0) -> range:
        """Return how many tiles can stay in the boneyard: all not dealt, or fewer once drawn.

        `absent` players are out of the match and are dealt none.
        """
        most = max(0, len(self.box) - (self.there - absent) * self.dealt)
        drawn = self.game.table.boneyard is Boneyard.DRAWN
        return range(0 if drawn else most, most + 1)

    @property
    def most_paid(self) -> int | None:
        """The most points for all tiles of the set; None if other points are added."""
        game = self.game
        if game.tally.steps or game.table.entry is not Entry.TILES:
            return None
        whole = game.weights.of_hand(Hand(self.box.tiles))
        awards = (game.out.winner, game.blocked.winner)
        charges = (game.out.losers, game.blocked.losers)
        return max(
            *(game.points_for(_most_times(each) * whole) + each.flat for each in awards),
            *(max(each.own, each.excess) * whole for each in charges),
        )

    @property
    def asks_for_boneyard(self) -> bool:
        """Whether the tiles in the boneyard are entered too, as one more hand."""
        return self.game.table.strict and self.sleeping()[-1] > 0


def _most_times(award: Award) -> int:
    return max(0, award.opponents, award.partner, award.own, award.excess)


@dataclass(slots=True)
class Deal:
    """A round, its setup, and what its hands count, added up once.

    `out` are the seats that played their last tile. `weights` has an item for each hand, `by_side`
    for each side.
    """

    setup: Setup
    played: Round
    moment: Moment
    out: tuple[int, ...]
    weights: tuple[int, ...]
    by_side: tuple[int, ...]

    @classmethod
    def of(cls, setup: Setup, played: Round, moment: Moment) -> Deal:
        out = setup.seats_out(played, moment)
        game, hands, sides = setup.game, played.hands, setup.sides
        if game.weights is PIPS:
            weights = tuple([hand.pips for hand in hands])
        else:
            weights = tuple([game.weights.of_hand(hand) for hand in hands])
        by_side = weights or (0,) * len(sides)
        if weights and setup.partners:
            by_side = tuple(sum([weights[seat] for seat in seats]) for seats in sides)
        return cls(setup, played, moment, out, weights, by_side)
