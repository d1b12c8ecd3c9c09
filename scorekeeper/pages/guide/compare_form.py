"""The form of the comparison page, read from the query of its address."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, RadioField, StringField
from wtforms.form import BaseForm
from wtforms.validators import AnyOf, Length

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.guide.examples import NAMES
from scorekeeper.pages.shared.fields import Problem, problems_of, refuse
from scorekeeper.rules.checking import faults
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.rounds import Hand, Round, parse_tiles
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.people.looks import visible
from scorekeeper.wording.errors import error_sentence

PLAYERS = ("2", "3", "4")
LONGEST_HAND = 400
HANDS = tuple(f"hand-{seat}" for seat in range(1, len(NAMES) + 1))

# The tie that the reference rules explain: 17 against 17.
DEFAULT = {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"}

NO_PARTNERS = _l("Only four people can play as partners: choose 4 players, or untick partners.")
NO_TILES = _l("Enter what is left in at least one hand.")
TOO_LONG = _l("Enter fewer tiles.")
NO_SUCH_NUMBER = _l("Select 2, 3 or 4 players.")


class ComparedHands(NamedTuple):
    """The hands to score, one for each player in order of play."""

    hands: tuple[Hand, ...]
    partners: bool

    def setup(self, game_id: str) -> Setup:
        """Set a game up for these hands. Raise RuleError as `Setup` does."""
        return Setup(load_game(game_id), len(self.hands), self.partners)


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

    def hands_to_compare(self) -> ComparedHands | None:
        """Validate the form; return None where `problems` say what is wrong."""
        self.validate()
        hands = [self._hand(seat) for seat in range(len(NAMES))]
        if not self["players"].errors:
            self._check_together(hands, int(self["players"].data))
        if self.errors:
            return None
        return ComparedHands(tuple(hands[: int(self["players"].data)]), self["partners"].data)

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
        # No box has a tile twice, so any game can look for those.
        setup = Setup.of(load_game(game_ids()[0]), players)
        for fault in faults(setup, Round(tuple(hands[:players]))):
            if fault.code in (Code.TILE_TWICE, Code.TILE_IN_TWO_HANDS):
                refuse(self[HANDS[fault.seats[0]]], error_sentence(fault, NAMES))
        if self["partners"].data and players != 4:
            refuse(self["partners"], NO_PARTNERS)
