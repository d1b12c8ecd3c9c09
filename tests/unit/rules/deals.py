"""What deals leave: by chance, or after legal play on a line, so that its real ends are known."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from scorekeeper.rules import Hand, Round, Setup, Tile, load_game, score_round
from scorekeeper.rules.doubts import doubts
from scorekeeper.rules.game_keys import Boneyard, Sides

# The games in which one side wins a round and takes all it pays.
GAMES = ("block", "hoyle", "eight-minus-players", "mexican-partners")
# Hypothesis draws the seed alone: a permutation of 91 tiles takes it longer than all the scoring.
seeds = st.integers(0, 2**32).map(Random)


def tables(games):
    """Set games up for all numbers of players, each alone and as partners."""
    return [
        Setup(game, players, partners)
        for game in map(load_game, games)
        for players in game.deal
        for partners in (False, True)
        if game.sides_for(players) in (Sides.EITHER, Sides.PAIRS if partners else Sides.SOLO)
    ]


def label(setup):
    return f"{setup.game.id} {setup.players}{' partners' if setup.partners else ''}"


TABLES = tables(GAMES)


def left(setup, random, put_out=()):
    """Leave some tiles of each hand of a deal, none of one perhaps, and say who led and blocked."""
    seats = range(setup.players)
    # Tiles of Rummikub are not those of its box, and more.
    dealt = min(len(setup.box), setup.players * setup.dealt)
    box = random.sample(setup.box.tiles, dealt)
    empty = {random.choice([None, *seats]), *put_out}
    sizes = [0 if seat in empty else random.randint(1, setup.dealt) for seat in seats]
    hands = [Hand(tuple(box[seat :: setup.players][: sizes[seat]])) for seat in seats]
    return Round(tuple(hands), opener=random.choice(seats), blocker=random.choice(seats))


def rounds(setup):
    """Draw hands that a real deal can leave: some tiles of each, or none of one."""
    return seeds.map(lambda random: left(setup, random))


def recorded(standing, played):
    return standing.after(played, score_round(standing.setup, played, standing.moment))


class Played(NamedTuple):
    """What a round left, and the ends its line really had.

    It was a `capicua` where the last tile of a hand would have fitted both ends, two numbers.
    """

    round: Round
    ends: tuple[int, int]
    capicua: bool


class Play:
    """A round in play. Whoever can play lays any tile that fits, at either end.

    `shedding` lays the heavier of two such tiles, and doubles rather than others, as people do.
    """

    def __init__(self, setup, random, *, shedding=False):
        box = list(setup.box)
        random.shuffle(box)
        self.setup, self.random, self.shedding = setup, random, shedding
        dealt = range(setup.dealt)
        # Where a tile is lost, the last one gets one less.
        self.hands = [[box.pop() for _ in dealt if box] for _ in range(setup.players)]
        # What nobody holds, less what is drawn.
        self.asleep = box
        self.boneyard = box if setup.game.table.boneyard is Boneyard.DRAWN else []
        self.ends: tuple[int, int] | None = None
        self.fitted_both = False

    def until_it_ends(self):
        seat, passes = self.random.randrange(self.setup.players), 0
        while passes < self.setup.players:
            passes = 0 if self.turn(seat) else passes + 1
            if self.is_out(seat) and not self.setup.game.out.play_on:
                break
            seat = (seat + 1) % self.setup.players
        assert self.ends is not None
        hands = tuple(Hand(tuple(hand)) for hand in self.hands)
        low, high = sorted(self.ends)
        return Played(Round(hands), (low, high), self.fitted_both and not all(self.hands))

    def is_out(self, seat):
        """Say whether a seat has no tiles left, and nor has its partner where both go out."""
        setup = self.setup
        together = setup.sides[setup.side_of(seat)] if setup.game.out.whole_side else (seat,)
        return not any(self.hands[each] for each in together)

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
        fitting = [tile for tile in self.hands[seat] if not self.ends or {*self.ends} & {*tile}]
        if not fitting:
            return False
        some = self.random.sample(fitting, min(2 if self.shedding else 1, len(fitting)))
        tile = max(some, key=lambda tile: tile.pips + 6 * tile.is_double)
        self.hands[seat].remove(tile)
        if self.ends is None:
            self.ends = (tile.low, tile.high)
            return True
        left, right = self.ends
        at_left, at_right = left in tile, right in tile
        self.fitted_both = left != right and at_left and at_right
        if at_left and (not at_right or self.random.random() < 0.5):
            self.ends = (tile.pips - left, right)
        else:
            self.ends = (left, tile.pips - right)
        return True


def play(setup, random, *, shedding=False):
    return Play(setup, random, shedding=shedding).until_it_ends()


def misread(setup, played, random, *, half=False):
    """Put a tile that no hand holds in the place of one that was left, or one with the same half.

    One that a hand holds would be in two hands, which is refused and no work of the referee.
    """
    hands = [list(hand.known_tiles) for hand in played.round.hands]
    places = [(seat, place) for seat, hand in enumerate(hands) for place in range(len(hand))]
    seat, place = random.choice(places)
    others: set[Tile] = setup.box.as_set - {tile for hand in hands for tile in hand}
    if half:
        others = {tile for tile in others if {*tile} & {*hands[seat][place]}}
    hands[seat][place] = random.choice(sorted(others))
    return Round(tuple(Hand(tuple(hand)) for hand in hands))


class Rate(NamedTuple):
    """How large a part of misread rounds is noticed without and with the real ends."""

    unasked: float
    with_ends: float


def caught(setup, rounds, seed, *, blocked=False, shedding=False, half=False):
    """Misread a tile of each round, of blocked ones only if asked, and count what is noticed."""
    random, unasked, with_ends, seen = Random(seed), 0, 0, 0
    while seen < rounds:
        played = play(setup, random, shedding=shedding)
        left = [hand.is_empty for hand in played.round.hands]
        if all(left) or (blocked and any(left)):
            continue
        seen += 1
        wrong = misread(setup, played, random, half=half)
        unasked += bool(doubts(setup, wrong))
        with_ends += bool(doubts(setup, replace(wrong, ends=played.ends)))
    return Rate(unasked / rounds, with_ends / rounds)
