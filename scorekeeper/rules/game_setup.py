"""A game with its number of players and its partners, ready to be played."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.keys import Award, Game
from scorekeeper.rules.options import Boneyard, Ends, Sides
from scorekeeper.rules.rounds import ALONE, Moment, Round, empty_seats
from scorekeeper.rules.tiles import TileSet

# Up to this goal a match may be one of rounds won, beyond it is one of points.
MOST_WINS = 12


@dataclass(frozen=True)
class Setup:
    """A game for `players`, as partners (seats 0 and 2 against 1 and 3) or each alone.

    Raise RuleError: players_not_allowed, partners_not_allowed, partners_required.
    """

    game: Game
    players: int
    partners: bool

    def __post_init__(self) -> None:
        if self.players not in self.game.deal:
            raise RuleError(
                Code.PLAYERS_NOT_ALLOWED,
                game=self.game.name,
                players=self.players,
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
        return self.game.box_for(self.players)

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
        return self.game.deal[self.players]

    @cached_property
    def most_in_hand(self) -> int:
        """Most tiles a hand can hold: what was dealt, or more where players draw."""
        if self.game.table.boneyard is not Boneyard.DRAWN:
            return self.dealt
        return len(self.box) - self.dealt * (self.players - 1)

    @cached_property
    def most_out(self) -> int:
        """Most hands that may end empty: all where play goes on, one where it ends the round.

        Where partners go out together, one of the others may have gone out before them.
        """
        out = self.game.out
        together = out.whole_side and self.partners
        return self.players if out.play_on else self.players - 1 if together else 1

    def seats_out(self, played: Round, moment: Moment = ALONE) -> tuple[int, ...]:
        """Return the seats that went out; who waits for a partner has not."""
        empty = empty_seats(played, moment)
        if not (self.game.out.whole_side and self.partners):
            return empty
        return tuple([seat for seat in empty if {*self.sides[self.side_of(seat)]} <= {*empty}])

    @cached_property
    def every_tile_dealt(self) -> bool:
        return self.players * self.dealt == len(self.box)


def counts_wins(game: Game) -> bool:
    """Return whether a match is won by a few rounds rather than points, as six-love is."""
    award = game.out.winner
    return (
        game.match.ends is Ends.RACE
        and game.match.goal <= MOST_WINS
        and award == Award(flat=award.flat)
        and award.flat > 0
        and not game.tally.steps
    )
