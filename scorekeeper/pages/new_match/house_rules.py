"""The keys of a game that tables argue about, and how they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, is_dataclass
from functools import reduce
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from scorekeeper.rules import Game, Tile
from scorekeeper.rules.keys import Award, Boneyard, Ends, Entry, Layout, Rank, Sides, Tie
from scorekeeper.wording.labels import bonus_name

BLANK = Tile(0, 0)
BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class Answer:
    """A value that a key can be given: its name in the form, its words, and the value."""

    name: str
    words: LazyString
    value: object


@dataclass(frozen=True, slots=True)
class Asked:
    """A key of a game that is asked for; a number where there are no answers to choose from.

    `steps` are its path, `now` is what the game says, as a game's file would.
    """

    steps: tuple[str | int, ...]
    label: str
    now: object
    answers: tuple[Answer, ...] = ()
    least: int = 0
    most: int = 0

    @property
    def name(self) -> str:
        """The name of its field: blocked-winner-own."""
        return "-".join(map(str, self.steps)).replace("_", "-")

    @property
    def path(self) -> str:
        """The key as a refusal names it: blocked.winner.own."""
        return ".".join(map(str, self.steps))

    @property
    def shown(self) -> object:
        """What the game says, as the field has it."""
        if not self.answers:
            return self.now
        return next(answer.name for answer in self.answers if answer.value == self.now)

    def value(self, entered: object) -> object:
        """Return what the field has as a value of the key."""
        if not self.answers:
            return entered
        return next(answer.value for answer in self.answers if answer.name == entered)


def asked_of(game: Game) -> Iterator[Asked]:
    """Find what can be asked about a game: only what applies to it."""
    for path, about, applies, answers in _CHOICES:
        if applies(game):
            steps = tuple(path.split("."))
            yield Asked(steps, str(about), _value_at(game, steps), answers(game))
    if _deals(game):
        for players, tiles in game.deal.items():
            label = _("Tiles each, %(players)s players", players=players)
            yield Asked(("deal", str(players)), label, tiles, (), 1, 50)
    if _weighs(game):
        weight = game.weights.of_tile(BLANK)
        steps = "weights", "tile", str(BLANK)
        # For translators: how many points the double blank counts.
        yield Asked(steps, _("%(tile)s weighs", tile=BLANK), weight, (), 0, 100)
    for place, bonus in enumerate(bonuses_of(game)):
        yield from _worths(place, bonus)


def bonuses_of(game: Game) -> list[dict[str, Any]]:
    """List the bonuses of a game as its file does, and with 0 points those it could have."""
    own: list[dict[str, Any]] = deepcopy(game.definition.get(BONUS, []))
    usual = {bonus["name"] for bonus in _BONUSES}
    if not (_pays_pips(game) and game.table.layout is Layout.LINE):
        return own
    if not {bonus["name"] for bonus in own} <= usual:
        return own
    return own + [deepcopy(bonus) for bonus in _BONUSES if bonus["name"] not in _names(own)]


def counts_points(game: Game) -> bool:
    """Say whether the goal is points; in other games it is rounds, played or won."""
    won = game.out.winner
    wins = won.flat > 0 and won == Award(flat=won.flat)
    return game.match.ends is not Ends.ROUNDS and not wins


def is_played(bonus: dict[str, Any]) -> bool:
    """Say whether a bonus is worth anything."""
    return bool(bonus.get("points") or bonus.get("times", 1) > 1 or any(bonus.get("by_round", ())))


def _names(bonuses: list[dict[str, Any]]) -> set[str]:
    return {bonus["name"] for bonus in bonuses}


def _worths(place: int, bonus: dict[str, Any]) -> Iterator[Asked]:
    """Ask for what a bonus is worth: points, times, or points by the number of the round."""
    name = bonus_name(bonus["name"])
    if "times" in bonus:
        # For translators: how many times the round counts for a bonus.
        label = _("%(bonus)s, times", bonus=name)
        yield Asked((BONUS, place, "times"), label, bonus["times"], (), 1, 10)
    elif "by_round" in bonus:
        for turn, points in enumerate(bonus["by_round"]):
            label = _("%(bonus)s, round %(number)s", bonus=name, number=turn + 1)
            yield Asked((BONUS, place, "by_round", turn), label, points, (), 0, 1000)
    else:
        label = _("%(bonus)s, points", bonus=name)
        yield Asked((BONUS, place, "points"), label, bonus["points"], (), 0, 1000)


def _value_at(game: Game, steps: tuple[str, ...]) -> object:
    value: object = reduce(getattr, steps, game)
    if isinstance(value, tuple):
        return list(value)
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def _races(game: Game) -> bool:
    return game.match.ends is not Ends.ROUNDS


def _ranks(game: Game) -> bool:
    by_tiles = game.table.entry is Entry.TILES
    return by_tiles and bool(game.blocked.rank) and game.blocked.tie is Tie.VOID


def _pays_pips(game: Game) -> bool:
    pays = game.out.winner.opponents and game.blocked.winner.opponents
    return game.table.entry is Entry.TILES and bool(pays)


def _pairs(game: Game) -> bool:
    return any(game.sides_for(players) is not Sides.SOLO for players in game.deal)


def _weighs(game: Game) -> bool:
    charges = game.out.losers.own and game.table.entry is Entry.TILES
    return _pays_pips(game) or bool(charges)


def _deals(game: Game) -> bool:
    every_tile = game.table.boneyard is Boneyard.NONE
    return not every_tile and game.table.entry is not Entry.TOTALS


def _ties(game: Game) -> tuple[Answer, ...]:
    """Say what can settle a tie at what the game ranks first."""
    first = game.blocked.rank[0]
    return tuple(Answer(name, words, [first, *then]) for name, words, then in _TIES)


def _of(*answers: Answer) -> Callable[[Game], tuple[Answer, ...]]:
    return lambda _game: answers


_TIES = (
    # For translators: answers to “A tie when blocked goes to”.
    ("drawn", _l("nobody: the round is drawn"), ()),
    ("lightest", _l("lightest tile, else drawn"), (Rank.LIGHTEST_TILE,)),
    (
        "next",
        _l("lightest tile, then the next"),
        (Rank.LIGHTEST_TILE, Rank.NEXT_TILES),
    ),
    ("opener", _l("the side that led"), (Rank.OPENERS_SIDE,)),
    ("not-blocker", _l("the side that did not close"), (Rank.NOT_BLOCKERS_SIDE,)),
    ("doubles", _l("fewest doubles, else drawn"), (Rank.FEWEST_DOUBLES,)),
)

# For translators: answers to “Blocked: the partner’s pips”.
_MINUS = Answer("minus", _l("are taken off"), -1)
_IGNORED = Answer("ignored", _l("are ignored"), 0)
_ADDED = Answer("added", _l("are added"), 1)

_ROUNDINGS = (
    # For translators: answers to “Pips are rounded”.
    Answer("none", _l("not at all"), {"to": 1, "mode": "nearest"}),
    Answer("nearest", _l("to the nearest 5"), {"to": 5, "mode": "nearest"}),
    Answer("up", _l("up, to 5, 10, 15 …"), {"to": 5, "mode": "up"}),
    Answer("down", _l("down, to 0, 5, 10 …"), {"to": 5, "mode": "down"}),
)

# Where a key stands, what it is about, which games have it, and what can be chosen.
_CHOICES: tuple[
    tuple[str, LazyString, Callable[[Game], bool], Callable[[Game], tuple[Answer, ...]]], ...
] = (
    (
        "match.test",
        _l("The goal must be"),
        _races,
        _of(Answer("reach", _l("reached"), "reach"), Answer("exceed", _l("exceeded"), "exceed")),
    ),
    ("blocked.rank", _l("A tie when blocked goes to"), _ranks, _ties),
    (
        "blocked.next_worth",
        _l("After a draw the next counts"),
        _ranks,
        _of(Answer("once", _l("once"), 1), Answer("double", _l("double"), 2)),
    ),
    (
        "blocked.winner.own",
        _l("Blocked: the winner’s own pips"),
        _pays_pips,
        _of(_MINUS, _IGNORED, _ADDED),
    ),
    (
        "blocked.winner.partner",
        _l("Blocked: the partner’s pips"),
        lambda game: _pays_pips(game) and _pairs(game),
        _of(_IGNORED, _ADDED, _MINUS),
    ),
    (
        "out.winner.partner",
        _l("Going out: the partner’s pips"),
        lambda game: _pays_pips(game) and _pairs(game),
        _of(_IGNORED, _ADDED, _MINUS),
    ),
    ("rounding", _l("Pips are rounded"), _pays_pips, _of(*_ROUNDINGS)),
    (
        "plays.passing",
        _l("A mark scores when the table"),
        lambda game: game.table.entry is Entry.PLAYS,
        _of(
            Answer("reaches", _l("reaches it"), False),
            Answer("passes", _l("reaches or passes it"), True),
        ),
    ),
)

_BONUSES: tuple[dict[str, Any], ...] = (
    {"name": "capicúa", "points": 0, "ending": "went out", "same_ends": True},
    {"name": "chuchazo", "points": 0, "ending": "went out"},
    {"name": "paso corrido", "points": 0, "to": "claimer"},
)
