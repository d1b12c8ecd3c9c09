"""A game as data: one TOML file a game, house rules laid over it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.schema import Within, merge, read_table
from scorekeeper.rules.tiles import TileSet

GAMES_FOLDER = Path(__file__).parent / "games"


class Sides(StrEnum):
    SOLO = "solo"
    PAIRS = "pairs"
    EITHER = "either"


class Boneyard(StrEnum):
    NONE = "none"
    UNUSED = "unused"
    DRAWN = "drawn"


class Leader(StrEnum):
    HIGHEST_DOUBLE = "highest double"
    WINNER = "winner"
    WINNERS_SIDE = "winner's side"
    ALTERNATE = "alternate"
    PASSES_LEFT = "passes left"
    AGREED = "agreed"
    HEAVIEST_HAND = "heaviest hand"


class Rank(StrEnum):
    SIDE_TOTAL = "side total"
    SEAT_TOTAL = "seat total"
    LIGHTEST_TILE = "lightest tile"
    NEXT_TILES = "next tiles"


class Tie(StrEnum):
    VOID = "void"


class Ends(StrEnum):
    RACE = "race"


class GoalTest(StrEnum):
    REACH = "reach"
    EXCEED = "exceed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule comes from."""

    title: str
    url: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class TileRules:
    highest: int = 6


@dataclass(frozen=True, slots=True)
class TableRules:
    sides: Sides | Mapping[int, Sides] = Sides.SOLO
    boneyard: Boneyard = Boneyard.UNUSED


@dataclass(frozen=True, slots=True)
class LeadRules:
    first: Leader = Leader.HIGHEST_DOUBLE
    next: Leader = Leader.HIGHEST_DOUBLE


@dataclass(frozen=True, slots=True)
class Award:
    """What a round is worth: so many times each pip total, and a flat amount of points.

    `excess` counts, for every opponent, how much the opponent's hand outweighs one's own.
    """

    opponents: int = 0
    partner: int = 0
    own: int = 0
    excess: int = 0
    flat: int = 0


@dataclass(frozen=True, slots=True)
class OutRules:
    winner: Award


@dataclass(frozen=True, slots=True)
class BlockedRules:
    rank: tuple[Rank, ...]
    winner: Award
    tie: Tie = Tie.VOID


@dataclass(frozen=True, slots=True)
class MatchRules:
    ends: Ends = Ends.RACE
    goal: int = field(default=100, metadata={"within": Within(1)})
    test: GoalTest = GoalTest.REACH


@dataclass(frozen=True, slots=True)
class Game:
    """The rules of one game, complete and free of contradictions.

    `deal` gives the tiles a hand by number of players; its keys are the allowed numbers.
    `definition` is the table this game was read from: store it to have the same game again
    whatever its file says by then.
    """

    name: str
    summary: str
    source: tuple[Source, ...]
    deal: Mapping[int, int] = field(metadata={"within": Within(1)}, hash=False)
    out: OutRules
    blocked: BlockedRules
    tiles: TileRules = TileRules()
    table: TableRules = field(default=TableRules(), hash=False)
    lead: LeadRules = LeadRules()
    match: MatchRules = MatchRules()
    id: str = field(default="", init=False)
    definition: Mapping[str, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def read(cls, game_id: str, definition: Mapping[str, Any]) -> Game:
        """Make a game of a table with the keys of a game's file.

        Raise RuleError with the key's path: unknown_key, missing_key, wrong_type, out_of_range,
        contradiction.
        """
        game = read_table(cls, definition)
        for contradiction in _contradictions(game):
            raise contradiction
        object.__setattr__(game, "id", game_id)
        object.__setattr__(game, "definition", definition)
        return game

    def with_house_rules(self, changes: Mapping[str, Any]) -> Game:
        """Change some keys, for one match. Raise RuleError as `read` does."""
        return Game.read(self.id, merge(self.definition, changes)) if changes else self

    @property
    def box(self) -> TileSet:
        return TileSet(self.tiles.highest)

    def sides_for(self, players: int) -> Sides:
        """Say whether so many players may, must or may not play as partners."""
        sides = self.table.sides
        if isinstance(sides, Mapping):
            return sides[players]
        return sides if players == 4 or sides is not Sides.EITHER else Sides.SOLO


@lru_cache
def load_game(game_id: str) -> Game:
    """Read a game by its id, the stem of its file. Raise RuleError: unknown_game."""
    if game_id not in game_ids():
        raise RuleError(Code.UNKNOWN_GAME, game=game_id, known=game_ids())
    return read_game(GAMES_FOLDER / f"{game_id}.toml")


def read_game(path: Path) -> Game:
    """Read a game's file. Raise RuleError (unreadable_game) with the place that stopped it."""
    try:
        definition = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(Code.UNREADABLE_GAME, file=path.name, problem=str(error)) from error
    return Game.read(path.stem, definition)


@lru_cache
def game_ids() -> tuple[str, ...]:
    """Name the games there are, Block first: it is the reference game."""
    stems = sorted(path.stem for path in GAMES_FOLDER.glob("*.toml"))
    return tuple(sorted(stems, key=lambda stem: stem != "block"))


def _contradictions(game: Game) -> Iterator[RuleError]:
    def contradiction(key: str, why: str) -> RuleError:
        return RuleError(Code.CONTRADICTION, key=key, why=why)

    if not game.source:
        yield contradiction("source", "a game names where it comes from")
    if not game.deal:
        yield contradiction("deal", "no number of players is allowed")
    for players, tiles in game.deal.items():
        if players * tiles > len(game.box):
            yield contradiction(f"deal.{players}", f"{players * tiles} of {len(game.box)} tiles")
        if game.table.boneyard is Boneyard.NONE and players * tiles != len(game.box):
            yield contradiction(f"deal.{players}", "with no boneyard every tile is dealt")
    yield from _side_contradictions(game)
    if not game.blocked.rank or len(set(game.blocked.rank)) < len(game.blocked.rank):
        yield contradiction("blocked.rank", "each key stands once, and at least one")
    if game.out.winner == Award():
        yield contradiction("out.winner", "going out pays nothing")


def _side_contradictions(game: Game) -> Iterator[RuleError]:
    sides = game.table.sides
    if isinstance(sides, Mapping):
        if sides.keys() != game.deal.keys():
            yield RuleError(
                Code.CONTRADICTION, key="table.sides", why="not the numbers of players of deal"
            )
        paired = [players for players, side in sides.items() if side is not Sides.SOLO]
    else:
        paired = list(game.deal) if sides is Sides.PAIRS else []
    for players in paired:
        if players != 4:
            yield RuleError(
                Code.CONTRADICTION, key="table.sides", why="only four can play in pairs"
            )
