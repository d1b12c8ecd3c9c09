"""Rounds to try: fixed hands that fit a game, a question, and the answer by its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.hands import ShownHand
from scorekeeper.rules.game_keys import Best, Boneyard, Entry, Rank, Sides, Tie
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.rules.reasons import Hit, RoundScore
from scorekeeper.rules.round_entry import Play, Round, parse_tile, parse_tiles
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.tiles_and_hands import Ending, Hand, PipsHand
from scorekeeper.wording.formats import format_number, pips
from scorekeeper.wording.round_sentences import RoundNarrator

NAMES = ("Ana", "Bea", "Ciro", "Dani")


# A hand to tap, or nobody's, and whether it is the right answer.
Answer = tuple[ShownHand, bool]


@dataclass(frozen=True)
class Example:
    """A round that shows how a game is scored."""

    name: str
    setup: Setup
    played: Round

    @cached_property
    def score(self) -> RoundScore:
        return score_round(self.setup, self.played)

    @cached_property
    def narrator(self) -> RoundNarrator:
        return RoundNarrator(self.setup, NAMES[: self.setup.players])

    @cached_property
    def title(self) -> str:
        """What kind of round it is, and who are partners."""
        prizes = any(bonus.by_round for bonus in self.setup.game.bonus)
        first = [_("Round %(number)s", number=1)] if prizes else []
        sides = [self.narrator.label(0), self.narrator.label(1)] if self.setup.partners else []
        return " · ".join([self.name, *first, *([" – ".join(sides)] if sides else [])])

    @property
    def question(self) -> str:
        """What to tap."""
        if self.played.plays:
            return _("Who scores first?")
        return _("Who adds the most points?") if self._low else _("Who wins this round?")

    @property
    def answers(self) -> Iterator[Answer]:
        """What can be tapped: each hand or tile laid, and nobody if the round is blocked."""
        if self.played.plays:
            first = next(step.tile for step in self.score.reasons if isinstance(step, Hit))
            for play, laid in zip(self.played.plays, _plays(self.setup, self.played), strict=True):
                yield laid, play.tile == first
            return
        points = self.score.points
        winner = points.index(max(points)) if self._low else self.score.winning_side
        for seat, hand in enumerate(_hands(self.setup, self.played)):
            yield hand, self.setup.side_of(seat) == winner
        if not self._low and self.score.ending is Ending.BLOCKED:
            # For translators: who wins the round: nobody.
            yield ShownHand("", _("Nobody"), "", ()), winner is None

    @cached_property
    def compare_query(self) -> dict[str, Any]:
        """The query that opens the comparison with these hands; {} if it cannot show them."""
        if self.setup.game.table.entry is not Entry.TILES:
            return {}
        hands = {
            f"hand-{seat}": " ".join(map(str, hand.known_tiles))
            for seat, hand in enumerate(self.played.hands, start=1)
        }
        partners = {"partners": "yes"} if self.setup.partners else {}
        return {"players": self.setup.players, **hands, **partners}

    @property
    def _low(self) -> bool:
        return self.setup.game.match.best is Best.LOW


def examples(game: Game) -> Iterator[Example]:
    """Yield rounds that are possible in a game: few players first, then partners."""
    match game.table.entry:
        case Entry.PLAYS:
            yield Example(_("The table total"), Setup.of(game, min(game.deal)), _PLAYED)
            return
        case Entry.TOTALS:
            setup = Setup.of(game, 3 if 3 in game.deal else min(game.deal))
            yield from _of_totals(setup)
            return
    # If all tiles are dealt, only the hands of four leave a line that can be laid.
    fewest = 4 if game.table.boneyard is Boneyard.NONE and 4 in game.deal else min(game.deal)
    setup = Setup.of(game, fewest)
    yield Example(_("A blocked round"), setup, _round_leaving(setup, _BLOCKED[fewest]))
    yield Example(_("Going out"), setup, _round_leaving(setup, _OUT[fewest]))
    if game.blocked.tie is not Tie.EVERYONE:
        yield Example(_("A tie"), setup, _round_leaving(setup, _tied(setup)))
    if fewest != 4 and 4 in game.deal and game.sides_for(4) is not Sides.SOLO:
        pairs = Setup(game, 4, partners=True)
        out = _OUT_TOGETHER if game.out.whole_side else _OUT[4]
        yield Example(_("A blocked round"), pairs, _round_leaving(pairs, _BLOCKED[4]))
        yield Example(_("Going out"), pairs, _round_leaving(pairs, out))


def _of_totals(setup: Setup) -> Iterator[Example]:
    for title, totals in (
        (_("A blocked round"), (8, 22, 15)),
        (_("Going out"), (0, 24, 31)),
        (_("A tie"), (8, 22, 8)),
    ):
        yield Example(title, setup, Round(tuple(map(PipsHand, totals[: setup.players]))))


def _round_leaving(setup: Setup, left: tuple[str, ...]) -> Round:
    hands = [parse_tiles(hand) for hand in left]
    # Add the tiles that this game counts differently, so that the example shows them.
    hands[-1] += tuple(setup.game.weights.tile) if hands[-1] else ()
    return Round(tuple(map(Hand, hands)), opener=0, blocker=2 if setup.players == 4 else 0)


def _tied(setup: Setup) -> tuple[str, ...]:
    if setup.players < 4:
        return _TIED[setup.players]
    by_side = setup.partners and setup.game.blocked.rank[0] is Rank.SIDE_TOTAL
    return _TIED_SIDES if by_side else _TIED[4]


def _hands(setup: Setup, played: Round) -> Iterator[ShownHand]:
    for seat, hand in enumerate(played.hands):
        weight = setup.game.weights.of_hand(hand)
        note = _("went out") if hand.is_empty else pips(hand.pips)
        if weight != hand.pips:
            # For translators: what is left in a hand, and what it counts: 4 pips, counts 50.
            note = _("%(pips)s, counts %(weight)s", pips=note, weight=format_number(weight))
        yield ShownHand(f"c{setup.side_of(seat) + 1}", NAMES[seat], note, hand.known_tiles)


def _plays(setup: Setup, played: Round) -> Iterator[ShownHand]:
    total = 0
    for play in played.plays:
        total += play.tile.pips
        colour = f"c{setup.side_of(play.seat) + 1}"
        # For translators: the pips of all tiles on the table.
        note = _("the table: %(total)s", total=total)
        yield ShownHand(colour, NAMES[play.seat], note, (play.tile,))


# Hands by number of players; those of four can occur with the whole double six dealt.
_OUT = {
    2: ("", "3-4 5-5"),
    3: ("2-2", "", "1-1 1-4 4-4"),
    4: ("1-3 4-4", "2-4", "", "1-4"),
}
_OUT_TOGETHER = ("", "2-4", "", "1-4")
_BLOCKED = {
    2: ("1-2 2-4", "3-4 5-5"),
    3: ("0-5", "2-2", "0-2"),
    4: ("1-6", "4-6 5-5", "4-4", "1-4"),
}
_TIED = {
    2: ("1-2 2-4 3-5", "3-4 5-5"),
    3: ("0-5", "2-2", "0-4"),
    4: ("2-6", "1-3 1-6", "2-5 3-5", "1-1 3-3"),
}
_TIED_SIDES = ("2-5", "0-0 5-5", "0-2 3-3", "0-5")

_PLAYED = Round(
    plays=tuple(
        Play(turn % 3, parse_tile(tile))
        for turn, tile in enumerate(("6-6", "5-6", "3-4", "4-6", "5-5"))
    )
)
