"""A game, the players and partners it is set up for, and a round at their table."""

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

# What a game is called and where its rules are from is no rule.
NO_RULES = {"name", "summary", "source"}


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game; those that `game_files.py` reads are free of contradictions.

    `deal` maps numbers of players to the tiles each is dealt; its keys are the allowed numbers.
    `definition` is the table the game was read from: stored with a match, it gives the same game
    again even after the game's file has changed.
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
        """Return the tiles that this number of players uses."""
        lost = self.tiles.lost
        # Tiles are taken out so that the deal comes out even: a lost one is one of them.
        removed = self.tiles.removed.get(players, ())[len(lost) :]
        return TileSet(self.tiles.highest, (*lost, *removed))

    def larger_box_for(self, players: int) -> int | None:
        """Return the highest end of the box that so many need; None where its own will do."""
        if players in self.deal:
            return None
        return min((box.highest for box in self.boxes if players in box.deal), default=None)

    @property
    def claims(self) -> tuple[Bonus, ...]:
        """The bonuses that players claim; the others come by themselves."""
        return tuple(bonus for bonus in self.bonus if not (bonus.by_round or bonus.instead_of))

    def once_a_match(self, played: Round) -> tuple[str, ...]:
        """Return the claims of a round that nobody can have again once somebody has them."""
        once = {bonus.name for bonus in self.bonus if bonus.once_a_match}
        return tuple(event.name for event in played.events if event.name in once)

    @property
    def out_pays_the_same(self) -> bool:
        """Whether going out scores the same whatever the others hold, and no bonus asks for it."""
        award, same_ends = self.out.winner, any(bonus.same_ends for bonus in self.bonus)
        by_hands = award != Award(flat=award.flat) or self.out.losers != Charge()
        return not (by_hands or same_ends or self.out.play_on or self.table.entry is Entry.PLAYS)

    def points_for(self, pips: int) -> int:
        """Return what the pip part of an award pays, rounded."""
        return self.scale.points_for(self.rounding.rounded(pips))

    @property
    def charges(self) -> bool:
        """Whether others than the winner of a round score for what is left in their hands."""
        return self.out.losers != Charge() or self.blocked.losers != Charge()

    @property
    def pays_all(self) -> bool:
        """Whether every side may score in a round, not its winner alone."""
        return self.charges or bool(self.tally.steps) or self.table.entry is Entry.PLAYS

    @property
    def may_pair(self) -> bool:
        """Whether it can be played by partners."""
        return any(self.sides_for(players) is not Sides.SOLO for players in self.deal)

    def sides_for(self, players: int) -> Sides:
        """Return whether this number of players may, must or may not play as partners."""
        sides = self.table.sides
        if isinstance(sides, Mapping):
            return sides[players]
        return sides if players == 4 or sides is not Sides.EITHER else Sides.SOLO


@dataclass(frozen=True)
class Setup:
    """A game for `players`, as partners (seats 0 and 2 against 1 and 3) or each alone.

    At so many of the seats `away` nobody sits. Raise RuleError: players_not_allowed,
    partners_not_allowed, partners_required.
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
        """Set a game up; `partners` None means partners only where the game requires them.

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
        """Number of players who are dealt tiles."""
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
        """Most tiles a hand can hold: what was dealt, or more where players draw."""
        if self.game.table.boneyard is not Boneyard.DRAWN:
            return self.dealt
        return max(self.dealt, len(self.box) - self.dealt * (self.there - 1))

    @cached_property
    def most_out(self) -> int:
        """Most hands that may end empty: all where play goes on, one where it ends the round.

        Where partners go out together, one of the others may have gone out before them.
        """
        out = self.game.out
        together = out.whole_side and self.partners
        return self.there if out.play_on else self.there - 1 if together else 1

    def seats_out(self, played: Round, moment: Moment = ALONE) -> tuple[int, ...]:
        """Return the seats that went out; who waits for a partner has not."""
        empty = empty_seats(played, moment)
        if not (self.game.out.whole_side and self.partners):
            return empty
        return tuple([seat for seat in empty if {*self.sides[self.side_of(seat)]} <= {*empty}])

    def winner_by_points(self, played: Round, put_out: Collection[int]) -> int | None:
        """Return the side that won a round of points: the only one that scores, or that is named.

        Where what is left in a hand counts, it is the only one that has nothing. None where several
        may have won, and where points in play say nothing about it.
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
        """Return how many tiles can be left in the boneyard: all not dealt, or fewer once drawn.

        So many players are out of the match, and are dealt none.
        """
        most = max(0, len(self.box) - (self.there - absent) * self.dealt)
        drawn = self.game.table.boneyard is Boneyard.DRAWN
        return range(0 if drawn else most, most + 1)

    @property
    def most_paid(self) -> int | None:
        """The most points for all the tiles of the box; None where others are added to them."""
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
        """Whether the tiles that nobody held are entered too, as one more hand."""
        return self.game.table.strict and self.sleeping()[-1] > 0


def _most_times(award: Award) -> int:
    return max(0, award.opponents, award.partner, award.own, award.excess)


@dataclass(slots=True)
class Deal:
    """A round at its table, with what its hands count added up once.

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
