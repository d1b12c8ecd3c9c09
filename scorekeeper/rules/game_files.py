"""Read games: a TOML file each, which house rules may change; errors name the key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_keys import (
    Award,
    Best,
    BlockedRules,
    Boneyard,
    Charge,
    Ends,
    Entry,
    GoalTest,
    Rank,
    Reset,
    Sides,
    Tie,
)
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.round_entry import parse_tile
from scorekeeper.rules.tiles_and_hands import HIGHEST_ENDS, OtherBox, Tile, TileSet

# Ranks that compare single tiles of a hand, not its total.
BY_TILES = {Rank.LIGHTEST_TILE, Rank.LOWEST_END, Rank.NEXT_TILES, Rank.FEWEST_DOUBLES}
GAMES_FOLDER = Path(__file__).parent / "games"


@lru_cache
def load_game(game_id: str) -> Game:
    """Load a game by its id, the name of its file. Raise RuleError (unknown_game)."""
    if game_id not in game_ids():
        raise RuleError(Code.UNKNOWN_GAME, game=game_id, known=game_ids())
    return read_game(GAMES_FOLDER / f"{game_id}.toml")


def read_game(path: Path) -> Game:
    """Read the file of a game.

    Raise RuleError (unreadable_game) with the parser's message, or as `game_from` does.
    """
    try:
        definition = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RuleError(Code.UNREADABLE_GAME, file=path.name, problem=str(error)) from error
    return game_from(path.stem, definition)


def game_from(game_id: str, definition: Mapping[str, Any]) -> Game:
    """Build a game from a table with the keys of a game's file.

    Raise RuleError with the path of the key: unknown_key, missing_key, wrong_type, out_of_range,
    contradiction.
    """
    game = read_table(Game, definition)
    for contradiction in _contradictions(game):
        raise contradiction
    object.__setattr__(game, "id", game_id)
    object.__setattr__(game, "definition", definition)
    return game


def with_house_rules(game: Game, changes: Mapping[str, Any]) -> Game:
    """Return a game with some keys changed. Raise RuleError as `game_from` does."""
    if not changes:
        return game
    changes = merge(_deal_that_fits(game, changes), changes)
    return game_from(game.id, merge(game.definition, changes))


def with_box_for(game: Game, players: int) -> Game:
    """Return the game with a larger set, if this many players need one and the game allows it."""
    if (highest := game.larger_box_for(players)) is None:
        return game
    return with_house_rules(game, box_changes(game, highest) | {"tiles": {"highest": highest}})


def box_changes(game: Game, highest: object) -> dict[str, Any]:
    """Return what playing with another set changes: the deal and the goal.

    Empty if it is the game's own set, or one the game is not played with.
    """
    for box in game.boxes:
        if box.highest == highest:
            deal = {str(players): tiles for players, tiles in box.deal.items()}
            return {"deal": deal, "match": {"goal": box.goal or game.match.goal}}
    return {}


def _deal_that_fits(game: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deal from the set in `changes` for those who would not get enough tiles.

    House rules saved before a game allowed that many players have no deal for them.
    """
    tiles = changes.get("tiles")
    highest = tiles.get("highest") if isinstance(tiles, Mapping) else None
    box = next((each for each in game.boxes if each.highest == highest), OtherBox(0))
    size = len(TileSet(box.highest))
    deal = {n: hand for n, hand in box.deal.items() if n * game.deal.get(n, 0) > size}
    return {"deal": {str(players): hand for players, hand in deal.items()}}


@lru_cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games in alphabetical order, with Block, the reference game, first."""
    stems = sorted(path.stem for path in GAMES_FOLDER.glob("*.toml"))
    return tuple(sorted(stems, key=lambda stem: stem != "block"))


def _contradictions(game: Game) -> Iterator[RuleError]:
    yield from _deal_contradictions(game)
    yield from _box_contradictions(game)
    yield from _weight_contradictions(game)
    yield from _side_contradictions(game)
    yield from _award_contradictions(game)
    yield from _match_contradictions(game)


def _contradiction(key: str, why: str, **facts: Any) -> RuleError:
    # `why` keeps its facts as %(fact)s placeholders, because `wording` translates it.
    return RuleError(Code.CONTRADICTION, key=key, why=why, **facts)


def _deal_contradictions(game: Game) -> Iterator[RuleError]:
    if game.tiles.highest not in HIGHEST_ENDS:
        yield RuleError(Code.OUT_OF_RANGE, key="tiles.highest", allowed=HIGHEST_ENDS)
    if not game.source:
        yield _contradiction("source", "a game names where it comes from")
    if not game.deal:
        yield _contradiction("deal", "no number of players is allowed")
    absent = {f"tiles.removed.{players}": tiles for players, tiles in game.tiles.removed.items()}
    for key, tiles in (*absent.items(), ("tiles.lost", game.tiles.lost)):
        for tile in {*tiles} - TileSet(game.tiles.highest).as_set:
            yield _contradiction(key, "%(tile)s is not in the set", tile=tile)
        for tile in {tile for tile in tiles if tiles.count(tile) > 1}:
            yield _contradiction(key, "there is only one %(tile)s", tile=tile)
    for players in game.tiles.removed.keys() - game.deal.keys():
        yield _contradiction(f"tiles.removed.{players}", "there is no deal for that many players")
    if game.table.entry is Entry.TOTALS:
        # The pieces are not dominoes, so nobody knows how many there are.
        return
    for players, hand in game.deal.items():
        # If a tile is lost, somebody may be dealt one tile less.
        dealt, lost = players * hand, len(game.tiles.lost)
        box = len(game.box_for(players)) + lost
        if dealt > box:
            why = "%(dealt)s of %(box)s tiles"
            yield _contradiction(f"deal.{players}", why, dealt=dealt, box=box)
        if game.table.boneyard is Boneyard.NONE and not box - lost <= dealt <= box:
            yield _contradiction(f"deal.{players}", "with no boneyard every tile is dealt")


def _box_contradictions(game: Game) -> Iterator[RuleError]:
    for place, other in enumerate(game.boxes):
        if other.highest not in HIGHEST_ENDS:
            yield RuleError(Code.OUT_OF_RANGE, key=f"boxes[{place}].highest", allowed=HIGHEST_ENDS)
        box = len(TileSet(other.highest))
        for players, hand in other.deal.items():
            if players * hand > box:
                key, dealt = f"boxes[{place}].deal.{players}", players * hand
                yield _contradiction(key, "%(dealt)s of %(box)s tiles", dealt=dealt, box=box)


def _weight_contradictions(game: Game) -> Iterator[RuleError]:
    if game.weights.joker and game.table.entry is not Entry.TOTALS:
        yield _contradiction("weights.joker", "dominoes have no joker")
    for tile in game.weights.tile:
        if tile not in TileSet(game.tiles.highest):
            yield _contradiction(f"weights.tile.{tile}", "it is not in the set")


def _side_contradictions(game: Game) -> Iterator[RuleError]:
    sides = game.table.sides
    if isinstance(sides, Mapping):
        if sides.keys() != game.deal.keys():
            yield _contradiction(
                "table.sides", "the numbers of players differ from those of the deal"
            )
        paired = [players for players, side in sides.items() if side is not Sides.SOLO]
    else:
        paired = list(game.deal) if sides is Sides.PAIRS else []
    for players in paired:
        if players != 4:
            yield _contradiction("table.sides", "only four can play in pairs")


def _award_contradictions(game: Game) -> Iterator[RuleError]:
    yield from _blocked_contradictions(game)
    out, by_plays = game.out, game.table.entry is Entry.PLAYS
    if by_plays != bool(game.plays.marks and game.plays.points):
        yield _contradiction(
            "plays.marks", "scoring totals need a game whose tiles are entered as they are played"
        )
    if not by_plays and (out.winner, out.losers) == (Award(), Charge()):
        yield _contradiction("out.winner", "going out scores nothing")
    if out.play_on and out.winner != Award():
        yield _contradiction("out.play_on", "several may go out, and only one can score for it")
    names = [bonus.name for bonus in game.bonus]
    if len(set(names)) < len(names):
        yield _contradiction("bonus", "two bonuses have the same name")
    for place, bonus in enumerate(game.bonus):
        if [bonus.points != 0, bonus.times != 1, bool(bonus.by_round)].count(True) != 1:
            yield _contradiction(f"bonus[{place}]", "give one of points, times and by_round")


def _blocked_contradictions(game: Game) -> Iterator[RuleError]:
    blocked = game.blocked
    if len(set(blocked.rank)) < len(blocked.rank):
        yield _contradiction("blocked.rank", "each key may appear only once")
    if game.table.entry is Entry.TOTALS and BY_TILES & set(blocked.rank):
        yield _contradiction("blocked.rank", "totals say nothing about the tiles")
    for key in ("next_worth", "next_more"):
        usual = getattr(BlockedRules(()), key)
        if blocked.tie is Tie.EVERYONE and getattr(blocked, key) != usual:
            yield _contradiction(f"blocked.{key}", "no round is a draw")


def _match_contradictions(game: Game) -> Iterator[RuleError]:
    match = game.match
    if match.eliminate and match.ends is not Ends.LIMIT:
        yield _contradiction("match.eliminate", "only a limit puts players out")
    if match.reset is not Reset.NEVER and match.ends is not Ends.RACE:
        yield _contradiction("match.reset", "only a race to a goal can go back to 0")
    if match.at_once and match.ends is not Ends.RACE:
        yield _contradiction(
            "match.at_once", "only a race to a goal is won in the middle of a round"
        )
    if match.ends is Ends.LIMIT and match.best is not Best.LOW:
        yield _contradiction("match.best", "at a limit the lowest is best")
    if match.ends is Ends.RACE and match.best is not Best.HIGH:
        yield _contradiction("match.best", "in a race to a goal the highest is best")
    if match.test is GoalTest.EXACT and match.ends is not Ends.RACE:
        yield _contradiction("match.test", "only a race to a goal can ask for it exactly")
    elif match.test is GoalTest.UP_TO and match.ends is not Ends.RACE:
        yield _contradiction("match.test", "only in a race to a goal can points past it not count")
    elif match.ends is Ends.ROUNDS and match.test is not GoalTest.REACH:
        yield _contradiction("match.test", "a number of rounds is reached, not passed")
    smallest = min(_smallest_awards(game))
    if match.ends is Ends.RACE and match.goal < smallest:
        yield _contradiction(
            "match.goal", "a single win already scores %(smallest)s", smallest=smallest
        )


def _smallest_awards(game: Game) -> Iterator[int]:
    """Find the fewest points the winner of a round can score, by ending; 0 if it varies."""
    if game.table.entry is Entry.PLAYS:
        yield game.plays.points
        return
    for award in (game.out.winner, game.blocked.winner):
        takes_off = min(award.opponents, award.partner, award.own, award.excess) < 0
        yield 0 if takes_off else award.flat


T = TypeVar("T")
# The smallest and largest allowed number; field metadata has them as `within`.
Bounds = tuple[int, int]
# Game files are written by hand and house rules come over the network: a number outside these
# limits is a mistake.
ANY_NUMBER: Bounds = (-1000, 10_000)


def read_table(cls: type[T], data: object, path: str = "") -> T:
    """Build the dataclass `cls` from a table whose keys are its field names.

    Raise RuleError with the path of the key: unknown_key, missing_key, wrong_type, out_of_range.
    """
    table = _expect(data, dict, path, "a table")
    known = {field.name: field for field in fields(cast(Any, cls)) if field.init}
    for key in table:
        if key not in known:
            raise RuleError(Code.UNKNOWN_KEY, key=_join(path, str(key)), known=tuple(known))
    types = _hints(cast(Any, cls))
    values = {}
    for name, field in known.items():
        if name in table:
            bounds = field.metadata.get("within", ANY_NUMBER)
            values[name] = _read(types[name], table[name], _join(path, name), bounds)
        elif _is_required(field):
            raise RuleError(Code.MISSING_KEY, key=_join(path, name))
    return cls(**values)


def merge(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Merge changes into a table: nested tables key by key, other values are replaced.

    >>> merge({"match": {"goal": 100, "test": "reach"}}, {"match": {"goal": 150}})
    {'match': {'goal': 150, 'test': 'reach'}}
    """
    merged = dict(base)
    for key, value in changes.items():
        below = merged.get(key)
        both_tables = isinstance(below, Mapping) and isinstance(value, Mapping)
        merged[key] = merge(cast(Mapping[str, Any], below), value) if both_tables else value
    return merged


_PLAYERS = re.compile(r"0|[1-9][0-9]?")


# Resolving annotations is most of the cost of reading a game, and they never change.
@lru_cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _read(kind: Any, value: object, path: str, bounds: Bounds) -> object:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        # One value, or a table of values by number of players.
        single, by_players = get_args(kind)
        return _read(by_players if isinstance(value, dict) else single, value, path, bounds)
    if origin is tuple:
        items = _expect(value, list, path, "a list")
        element = get_args(kind)[0]
        return tuple(
            _read(element, item, f"{path}[{place}]", bounds) for place, item in enumerate(items)
        )
    if origin is Mapping:
        table = _expect(value, dict, path, "a table")
        key_kind, element = get_args(kind)
        return MappingProxyType(
            {
                _key(key_kind, key, path): _read(element, item, _join(path, str(key)), bounds)
                for key, item in table.items()
            }
        )
    if kind is Tile:
        return _tile(value, path)
    if is_dataclass(kind):
        return read_table(cast(type[Any], kind), value, path)
    if issubclass(kind, StrEnum):
        return _choice(kind, value, path)
    if kind is bool:
        return _yes_or_no(value, path)
    if kind is int:
        return _within(_expect(value, int, path, "a whole number"), path, bounds)
    return _expect(value, kind, path, "a text")


def _expect(value: object, kind: type[T], path: str, name: str) -> T:
    # A Python bool is also an int, but `points = true` in a game file is a mistake.
    if not isinstance(value, kind) or isinstance(value, bool):
        raise RuleError(Code.WRONG_TYPE, key=path, expected=name)
    return value


def _within(number: int, path: str, bounds: Bounds) -> int:
    least, most = bounds
    if not least <= number <= most:
        raise RuleError(Code.OUT_OF_RANGE, key=path, least=least, most=most)
    return number


def _choice(kind: type[StrEnum], value: object, path: str) -> StrEnum:
    if value not in tuple(kind):
        raise RuleError(Code.OUT_OF_RANGE, key=path, allowed=tuple(map(str, kind)))
    return kind(cast(str, value))


def _yes_or_no(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise RuleError(Code.WRONG_TYPE, key=path, expected="true or false")
    return value


def _tile(value: object, path: str) -> Tile:
    try:
        return parse_tile(_expect(value, str, path, "a tile"))
    except RuleError as error:
        raise RuleError(Code.WRONG_TYPE, key=path, expected="a tile such as 6-4") from error


def _key(kind: Any, key: object, path: str) -> object:
    return _tile(key, _join(path, str(key))) if kind is Tile else _players(key, path)


def _players(key: object, path: str) -> int:
    # "04" beside "4" would be two keys for the same number.
    if not (isinstance(key, str) and _PLAYERS.fullmatch(key)):
        raise RuleError(Code.WRONG_TYPE, key=_join(path, str(key)), expected="a number of players")
    return _within(int(key), _join(path, key), (2, 99))


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
