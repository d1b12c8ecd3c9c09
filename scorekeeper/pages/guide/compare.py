"""The comparison: the hands in the query of the address, scored under every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, RadioField, StringField
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, Length

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.pages.guide.examples import NAMES
from scorekeeper.pages.shared.fields import Problem, problems_of, refuse
from scorekeeper.pages.shared.hands import ShownHand
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.rules.impossible_entries import faults
from scorekeeper.rules.reasons import RoundScore, WentOut
from scorekeeper.rules.round_entry import Round, parse_tiles
from scorekeeper.rules.scoring import score_round
from scorekeeper.rules.tiles_and_hands import Hand
from scorekeeper.scorebook.people.similar_names import visible
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.formats import join_names, one_of, pips
from scorekeeper.wording.round_sentences import RoundNarrator

PLAYERS = ("2", "3", "4")
LONGEST_HAND = 400
HANDS = tuple(f"hand-{seat}" for seat in range(1, len(NAMES) + 1))

# The tie in the example of the reference rules: 17 against 17.
DEFAULT = {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"}

NO_PARTNERS = _l("Only four people can play as partners: choose 4 players, or untick Partners.")
NO_TILES = _l("Enter what is left in at least one hand.")
TOO_LONG = _l("Enter fewer tiles.")
NO_SUCH_NUMBER = _l("Choose 2, 3 or 4 players.")


class CompareForm(BaseForm):
    """Four hands, the number of players, and whether they are partners."""

    def __init__(self, query: MultiDict[str, str]) -> None:
        length = Length(max=LONGEST_HAND, message=TOO_LONG)
        hands = {
            name: StringField(player, filters=[visible], validators=[length])
            for name, player in zip(HANDS, NAMES, strict=True)
        }
        players = RadioField(
            choices=PLAYERS,
            default="2",
            filters=[visible],
            validate_choice=False,
            validators=[AnyOf(PLAYERS, NO_SUCH_NUMBER)],
        )
        super().__init__(hands | {"players": players, "partners": BooleanField()})
        self.process(query or MultiDict(DEFAULT))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the page."""
        return tuple(problems_of(self))

    def hands_to_compare(self) -> tuple[Hand, ...] | None:
        """Return the hand of each player; None if `problems` say what is wrong."""
        self.validate()
        hands = [self._hand(seat) for seat in range(len(NAMES))]
        if not self["players"].errors:
            self._check_together(hands, int(self["players"].data))
        if self.errors:
            return None
        return tuple(hands[: int(self["players"].data)])

    def _hand(self, seat: int) -> Hand:
        field = self[HANDS[seat]]
        try:
            return Hand() if field.errors else Hand(parse_tiles(field.data))
        except RuleError as error:
            refuse(field, error_sentence(error.in_hand_of(seat), NAMES))
            return Hand()

    def _check_together(self, hands: Sequence[Hand], players: int) -> None:
        """Refuse what no game can score; a game that refuses the hands says so itself."""
        if not self.errors and all(hand.is_empty for hand in hands):
            refuse(self[HANDS[0]], NO_TILES)
        for seat in range(players, len(hands)):
            if not hands[seat].is_empty:
                more = _(
                    "Only %(players)s play: choose more players, or leave %(name)s empty.",
                    players=players,
                    name=NAMES[seat],
                )
                refuse(self[HANDS[seat]], more)
        # No set has a tile twice, so any game can check that.
        setup = Setup.of(load_game(game_ids()[0]), players)
        for fault in faults(setup, Round(tuple(hands[:players]))):
            if fault.code in (Code.TILE_TWICE, Code.TILE_IN_TWO_HANDS):
                refuse(self[HANDS[fault.seats[0]]], error_sentence(fault, NAMES))
        if self["partners"].data and players != 4:
            refuse(self["partners"], NO_PARTNERS)


class Verdict(NamedTuple):
    """The score of the hands under one game, or why it cannot score them: `unfit`."""

    game: Game
    unfit: str = ""
    wins: str = ""
    score: RoundScore | None = None
    why: tuple[str, ...] = ()


def compare_games(hands: tuple[Hand, ...], *, partners: bool) -> list[Verdict]:
    """Score the same hands under every game that can score them."""
    return [_verdict(load_game(game_id), hands, partners=partners) for game_id in game_ids()]


def sides_of_hands(players: int, *, partners: bool) -> tuple[str, ...]:
    """Name the sides."""
    names = NAMES[:players]
    return (" & ".join(names[::2]), " & ".join(names[1::2])) if partners else names


def shown_hands(hands: tuple[Hand, ...], *, partners: bool) -> Iterator[ShownHand]:
    """Show the hands in the colours of their sides."""
    for seat, hand in enumerate(hands):
        side = seat % 2 if partners else seat
        note = _("went out") if hand.is_empty else pips(hand.pips)
        yield ShownHand(f"c{side + 1}", NAMES[seat], note, hand.tiles)


def _verdict(game: Game, hands: tuple[Hand, ...], *, partners: bool) -> Verdict:
    if game.table.entry is not Entry.TILES:
        return Verdict(game, str(_NOT_BY_HANDS[game.table.entry]))
    if len(hands) not in game.deal:
        return Verdict(game, _("for %(numbers)s players", numbers=one_of(game.deal)))
    try:
        setup = Setup(game, len(hands), partners)
        score = score_round(setup, Round(hands))
    except RuleError as error:
        return Verdict(game, _why_not(error))
    narrator = RoundNarrator(setup, NAMES[: setup.players])
    return Verdict(game, "", _winner(narrator, score), score, narrator.reasons(score))


def _winner(narrator: RoundNarrator, score: RoundScore) -> str:
    if score.winning_side is not None:
        return narrator.label(score.winning_side)
    if score.drawn:
        # For translators: who wins the round: nobody, it is drawn.
        return pgettext("round", "a draw")
    out = [NAMES[step.seat] for step in score.reasons if isinstance(step, WentOut)]
    if out:
        return ngettext("%(names)s went out", "%(names)s went out", len(out), names=join_names(out))
    # For translators: who wins the round: nobody, everybody adds what is left in the hand.
    return _("everybody adds their own hand")


def _why_not(error: RuleError) -> str:
    """Say in a few words why a game cannot score the hands."""
    phrase = _REFUSALS.get(error.code)
    return phrase(error) if phrase else error_sentence(error, NAMES)


def _not_in_the_box(error: RuleError) -> str:
    tiles, count = join_names(error.tiles), len(error.tiles)
    return ngettext(
        "%(tiles)s is not in the set", "%(tiles)s are not in the set", count, tiles=tiles
    )


def _too_many(error: RuleError) -> str:
    most = int(str(error.detail["most"]))
    return ngettext("a hand holds %(num)s tile at most", "a hand holds %(num)s tiles at most", most)


_NOT_BY_HANDS = {
    Entry.TOTALS: _l("not played with dominoes: only totals are entered"),
    Entry.PLAYS: _l("the tiles played count, not those left"),
}

_REFUSALS: dict[Code, Callable[[RuleError], str]] = {
    Code.PARTNERS_NOT_ALLOWED: lambda _e: _("each plays alone"),
    Code.PARTNERS_REQUIRED: lambda _e: _("played with partners"),
    Code.TILE_NOT_IN_SET: _not_in_the_box,
    Code.TOO_MANY_TILES: _too_many,
    Code.SEVERAL_EMPTY_HANDS: lambda _e: _("only one player can go out"),
    Code.OPENER_NEEDED: lambda _e: _("a tie: it depends on who played first"),
    Code.BLOCKER_NEEDED: lambda _e: _("it depends on who blocked"),
}
