"""A simulator of legal random play on a line, so that the real ends are known."""

from dataclasses import dataclass, replace
from random import Random

from scorekeeper.rules import Hand, Round, Setup, Tile, game_ids, load_game
from scorekeeper.rules.options import Boneyard, Entry, Layout, Sides
from scorekeeper.rules.referee import doubts


@dataclass(frozen=True, slots=True)
class Played:
    """What a round left, the ends its line really had, and the tiles laid, in their order.

    It was a `capicua` where the last tile of a hand would have fitted both ends, two numbers.
    """

    round: Round
    ends: tuple[int, int]
    laid: tuple[Tile, ...]
    capicua: bool


def tables():
    """Set up every game that is played on a line, for every number of players."""
    return [
        Setup(game, players, partners)
        for game in map(load_game, game_ids())
        if game.table.layout is Layout.LINE and game.table.entry is Entry.TILES
        for players in game.deal
        for partners in [game.sides_for(players) is Sides.PAIRS]
    ]


class Play:
    """A round in play. Whoever can play lays any tile that fits, at either end.

    `shedding` lays the heavier of two such tiles, and doubles rather than others, as people do.
    """

    def __init__(self, setup, random, *, shedding=False):
        box = list(setup.box)
        random.shuffle(box)
        self.setup, self.random, self.shedding = setup, random, shedding
        self.hands = [[box.pop() for _ in range(setup.dealt)] for _ in range(setup.players)]
        self.boneyard = box if setup.game.table.boneyard is Boneyard.DRAWN else []
        self.laid: list[Tile] = []
        self.ends: tuple[int, int] | None = None
        self.fitted_both = False

    def until_it_ends(self):
        seat, passes = self.random.randrange(self.setup.players), 0
        while passes < self.setup.players:
            passes = 0 if self.turn(seat) else passes + 1
            if not self.hands[seat] and not self.setup.game.out.play_on:
                break
            seat = (seat + 1) % self.setup.players
        assert self.ends is not None
        hands = tuple(Hand(tuple(hand)) for hand in self.hands)
        went_out = any(not hand for hand in self.hands)
        low, high = sorted(self.ends)
        capicua = went_out and self.fitted_both
        return Played(Round(hands), (low, high), tuple(self.laid), capicua)

    def turn(self, seat):
        """Lay a tile, or several where play goes on after going out; say whether any was laid."""
        laid = self.lay(seat)
        while not laid and self.boneyard:
            self.hands[seat].append(self.boneyard.pop())
            laid = self.lay(seat)
        if self.setup.game.out.play_on:
            while laid and self.random.random() < 0.7 and self.lay(seat):
                pass
        return laid

    def lay(self, seat):
        fitting = [tile for tile in self.hands[seat] if self.fits(tile)]
        if not fitting:
            return False
        some = self.random.sample(fitting, min(2 if self.shedding else 1, len(fitting)))
        tile = max(some, key=weight_to_shed)
        self.hands[seat].remove(tile)
        self.laid.append(tile)
        if self.ends is None:
            self.ends = (tile.low, tile.high)
            return True
        left, right = self.ends
        at_left, at_right = left in (tile.low, tile.high), right in (tile.low, tile.high)
        self.fitted_both = left != right and at_left and at_right
        if at_left and (not at_right or self.random.random() < 0.5):
            self.ends = (tile.low + tile.high - left, right)
        else:
            self.ends = (left, tile.low + tile.high - right)
        return True

    def fits(self, tile):
        return self.ends is None or tile.low in self.ends or tile.high in self.ends


def weight_to_shed(tile):
    return tile.pips + 6 * tile.is_double


def play(setup, random, *, shedding=False):
    return Play(setup, random, shedding=shedding).until_it_ends()


def misread(setup, played, random):
    """Put a tile that no hand holds in the place of one that was left.

    One that a hand holds would be in two hands, which is refused and no work of the referee.
    """
    hands = [list(hand.known_tiles) for hand in played.round.hands]
    places = [(seat, place) for seat, hand in enumerate(hands) for place in range(len(hand))]
    seat, place = random.choice(places)
    others = setup.box.as_set - {tile for hand in hands for tile in hand}
    hands[seat][place] = random.choice(sorted(others))
    return Round(tuple(Hand(tuple(hand)) for hand in hands))


@dataclass(frozen=True, slots=True)
class Rate:
    """How many misread rounds there were, and were noticed without and with the real ends."""

    rounds: int
    unasked: float
    with_ends: float


def caught(setup, rounds, seed, *, blocked=False, shedding=False):
    """Misread a tile of each round, of blocked ones only if asked, and count what is noticed."""
    random, unasked, with_ends, seen = Random(seed), 0, 0, 0
    while seen < rounds:
        played = play(setup, random, shedding=shedding)
        left = [hand.is_empty for hand in played.round.hands]
        if all(left) or (blocked and any(left)):
            continue
        seen += 1
        wrong = misread(setup, played, random)
        unasked += bool(doubts(setup, wrong))
        with_ends += bool(doubts(setup, replace(wrong, ends=played.ends)))
    return Rate(rounds, unasked / rounds, with_ends / rounds)
