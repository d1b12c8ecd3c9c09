"""The keys of a game that tables argue about, and how they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, is_dataclass
from functools import reduce
from typing import Any

from scorekeeper.rules import Game, Tile
from scorekeeper.rules.keys import Award, Boneyard, Ends, Entry, Layout, Rank, Sides, Tie

BLANK = Tile(0, 0)
BONUS = "bonus"


@dataclass(frozen=True, slots=True)
class Answer:
    """A value that a key can be given: its name in the form, its words, and the value."""

    name: str
    words: str
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
    for path, label, applies, answers in _CHOICES:
        if applies(game):
            steps = tuple(path.split("."))
            yield Asked(steps, label, _value_at(game, steps), answers(game))
    if _deals(game):
        for players, tiles in game.deal.items():
            yield Asked(("deal", str(players)), f"Tiles each, {players} players", tiles, (), 1, 50)
    if _weighs(game):
        weight = game.weights.of_tile(BLANK)
        steps = "weights", "tile", str(BLANK)
        yield Asked(steps, f"{BLANK} weighs", weight, (), 0, 100)
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
    name = bonus["name"][:1].upper() + bonus["name"][1:]
    if "times" in bonus:
        yield Asked((BONUS, place, "times"), f"{name}, times", bonus["times"], (), 1, 10)
    elif "by_round" in bonus:
        for turn, points in enumerate(bonus["by_round"]):
            label = f"{name}, round {turn + 1}"
            yield Asked((BONUS, place, "by_round", turn), label, points, (), 0, 1000)
    else:
        yield Asked((BONUS, place, "points"), f"{name}, points", bonus["points"], (), 0, 1000)


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
    ("drawn", "nobody: the round is drawn", ()),
    ("lightest", "lightest tile, else drawn", (Rank.LIGHTEST_TILE,)),
    (
        "next",
        "lightest tile, then the next",
        (Rank.LIGHTEST_TILE, Rank.NEXT_TILES),
    ),
    ("opener", "the side that led", (Rank.OPENERS_SIDE,)),
    ("not-blocker", "the side that did not close", (Rank.NOT_BLOCKERS_SIDE,)),
    ("doubles", "fewest doubles, else drawn", (Rank.FEWEST_DOUBLES,)),
)

_MINUS = Answer("minus", "are taken off", -1)
_IGNORED = Answer("ignored", "are ignored", 0)
_ADDED = Answer("added", "are added", 1)

_ROUNDINGS = (
    Answer("none", "not at all", {"to": 1, "mode": "nearest"}),
    Answer("nearest", "to the nearest 5", {"to": 5, "mode": "nearest"}),
    Answer("up", "up, to 5, 10, 15 …", {"to": 5, "mode": "up"}),
    Answer("down", "down, to 0, 5, 10 …", {"to": 5, "mode": "down"}),
)

# Where a key stands, what it is about, which games have it, and what can be chosen.
_CHOICES: tuple[
    tuple[str, str, Callable[[Game], bool], Callable[[Game], tuple[Answer, ...]]], ...
] = (
    (
        "match.test",
        "The goal must be",
        _races,
        _of(Answer("reach", "reached", "reach"), Answer("exceed", "exceeded", "exceed")),
    ),
    ("blocked.rank", "A tie when blocked goes to", _ranks, _ties),
    (
        "blocked.next_worth",
        "After a draw the next counts",
        _ranks,
        _of(Answer("once", "once", 1), Answer("double", "double", 2)),
    ),
    (
        "blocked.winner.own",
        "Blocked: the winner’s own pips",
        _pays_pips,
        _of(_MINUS, _IGNORED, _ADDED),
    ),
    (
        "blocked.winner.partner",
        "Blocked: the partner’s pips",
        lambda game: _pays_pips(game) and _pairs(game),
        _of(_IGNORED, _ADDED, _MINUS),
    ),
    (
        "out.winner.partner",
        "Going out: the partner’s pips",
        lambda game: _pays_pips(game) and _pairs(game),
        _of(_IGNORED, _ADDED, _MINUS),
    ),
    ("rounding", "Pips are rounded", _pays_pips, _of(*_ROUNDINGS)),
    (
        "plays.passing",
        "A mark scores when the table",
        lambda game: game.table.entry is Entry.PLAYS,
        _of(Answer("reaches", "reaches it", False), Answer("passes", "reaches or passes it", True)),
    ),
)

_BONUSES: tuple[dict[str, Any], ...] = (
    {"name": "capicúa", "points": 0, "ending": "went out", "same_ends": True},
    {"name": "chuchazo", "points": 0, "ending": "went out"},
    {"name": "paso corrido", "points": 0, "to": "claimer"},
)
