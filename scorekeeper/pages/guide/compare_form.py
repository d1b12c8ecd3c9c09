"""The form of the comparison page: hands, as they stand in the address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from scorekeeper.pages.guide.examples import NAMES
from scorekeeper.pages.shared.fields import Problem, visible
from scorekeeper.rules import (
    Code,
    Hand,
    Round,
    RuleError,
    Setup,
    faults,
    game_ids,
    load_game,
    parse_tiles,
)
from scorekeeper.wording.errors import error_sentence

PLAYERS = (2, 3, 4)
LONGEST_HAND = 400

# The reference text's own tie: 17 against 17.
DEFAULT = {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"}

NO_PARTNERS = _l("Only four can play as partners: choose 4 players, or untick partners.")
NO_TILES = _l("Enter what is left in at least one hand.")
TOO_LONG = _l("Enter fewer tiles.")
NO_SUCH_NUMBER = _l("Select 2, 3 or 4 players.")


@dataclass(frozen=True, slots=True)
class Asked:
    """Hands to be scored: one a player, in order of play."""

    hands: tuple[Hand, ...]
    partners: bool

    def setup(self, game_id: str) -> Setup:
        """Set a game up for these hands. Raise RuleError where it cannot be."""
        return Setup(load_game(game_id), len(self.hands), self.partners)


@dataclass(frozen=True, slots=True)
class HandField:
    """A field for what is left in a hand, with what was typed."""

    id: str
    label: str
    value: str
    error: str


@dataclass(frozen=True, slots=True)
class CompareForm:
    """The form as it was sent; `asked` is None where `problems` say what is wrong with it."""

    players: int
    partners: bool
    hands: tuple[HandField, ...]
    problems: tuple[Problem, ...]
    asked: Asked | None

    @property
    def choices(self) -> tuple[int, ...]:
        """The numbers of players to choose from."""
        return PLAYERS

    @property
    def partners_error(self) -> str:
        return _about("partners", self.problems)

    @property
    def players_error(self) -> str:
        return _about(_id_of_players(PLAYERS[0]), self.problems)


def read_form(sent: Mapping[str, str]) -> CompareForm:
    """Read what was sent; the default where nothing was."""
    sent = sent or DEFAULT
    typed = [visible(sent.get(_id_of_hand(seat))) for seat in range(len(NAMES))]
    chosen, partners = visible(sent.get("players", "2")), bool(sent.get("partners"))
    players = int(chosen) if chosen in map(str, PLAYERS) else None
    problems: list[Problem] = []
    hands = tuple(_hand(seat, text, problems) for seat, text in enumerate(typed))
    if players is None:
        problems.append(Problem(_id_of_players(PLAYERS[0]), str(NO_SUCH_NUMBER)))
    else:
        unread = bool(problems)
        problems += _wrong_with(hands, players, partners, unread)
    problems.sort(key=lambda problem: _PLACES.index(problem.field_id))
    fields = tuple(
        HandField(_id_of_hand(seat), name, typed[seat], _about(_id_of_hand(seat), problems))
        for seat, name in enumerate(NAMES)
    )
    asked = None if problems or players is None else Asked(hands[:players], partners)
    return CompareForm(players or PLAYERS[0], partners, fields, tuple(problems), asked)


def _id_of_hand(seat: int) -> str:
    return f"hand-{seat + 1}"


def _id_of_players(number: int) -> str:
    return f"players-{number}"


def _about(field_id: str, problems: Sequence[Problem]) -> str:
    return next((each.message for each in problems if each.field_id == field_id), "")


def _hand(seat: int, typed: str, problems: list[Problem]) -> Hand:
    if len(typed) > LONGEST_HAND:
        problems.append(Problem(_id_of_hand(seat), str(TOO_LONG)))
        return Hand()
    try:
        return Hand(parse_tiles(typed))
    except RuleError as error:
        problems.append(Problem(_id_of_hand(seat), error_sentence(error.in_hand_of(seat), NAMES)))
        return Hand()


def _wrong_with(
    hands: Sequence[Hand], players: int, partners: bool, unread: bool
) -> Iterator[Problem]:
    """Find what no game could score; what only some games refuse, they say themselves."""
    for seat in range(players, len(hands)):
        if not hands[seat].is_empty:
            more = _(
                "Only %(players)s play: choose more players, or leave %(name)s empty.",
                players=players,
                name=NAMES[seat],
            )
            yield Problem(_id_of_hand(seat), more)
    if not unread and all(hand.is_empty for hand in hands):
        yield Problem(_id_of_hand(0), str(NO_TILES))
    # A tile exists once in every box, so the reference game may look for what is there twice.
    setup = Setup.of(load_game(game_ids()[0]), players)
    for fault in faults(setup, Round(tuple(hands[:players]))):
        if fault.code in (Code.TILE_TWICE, Code.TILE_IN_TWO_HANDS):
            yield Problem(_id_of_hand(fault.seats[0]), error_sentence(fault, NAMES))
    if partners and players != 4:
        yield Problem("partners", str(NO_PARTNERS))


_PLACES = (
    *(_id_of_hand(seat) for seat in range(len(NAMES))),
    _id_of_players(PLAYERS[0]),
    "partners",
)
