"""Games: one TOML file each, on which house rules may be merged."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.keys import Award, Charge, Game
from scorekeeper.rules.options import (
    Best,
    Boneyard,
    Ends,
    Entry,
    GoalTest,
    Rank,
    Reset,
    Sides,
    Tie,
)
from scorekeeper.rules.schema import merge, read_table
from scorekeeper.rules.tiles import HIGHEST_ENDS, OtherBox, TileSet

# Ranks that compare the tiles of a hand rather than its total.
BY_TILES = {Rank.LIGHTEST_TILE, Rank.LOWEST_END, Rank.NEXT_TILES, Rank.FEWEST_DOUBLES}

GAMES_FOLDER = Path(__file__).parent / "games"


@lru_cache
def load_game(game_id: str) -> Game:
    """Load a game by its id, the stem of its file name. Raise RuleError (unknown_game)."""
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
    return game_from(
        game.id, merge(game.definition, merge(_deal_that_fits(game, changes), changes))
    )


def _deal_that_fits(game: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the deal of another box that `changes` name, for so many as its own is too much for.

    House rules that were saved before a game took so many players do not say what those are dealt.
    """
    tiles = changes.get("tiles")
    highest = tiles.get("highest") if isinstance(tiles, Mapping) else None
    box = next((each for each in game.boxes if each.highest == highest), OtherBox(0))
    size = len(TileSet(box.highest))
    deal = {n: hand for n, hand in box.deal.items() if n * game.deal.get(n, 0) > size}
    return {"deal": {str(players): hand for players, hand in deal.items()}}


@lru_cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, sorted, with Block, the reference game, first."""
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
    # `why` has its facts as %(fact)s placeholders, since `wording` translates it.
    return RuleError(Code.CONTRADICTION, key=key, why=why, **facts)


def _deal_contradictions(game: Game) -> Iterator[RuleError]:
    if game.tiles.highest not in HIGHEST_ENDS:
        yield RuleError(Code.OUT_OF_RANGE, key="tiles.highest", allowed=HIGHEST_ENDS)
    if not game.source:
        yield _contradiction("source", "a game names where it comes from")
    if not game.deal:
        yield _contradiction("deal", "no number of players is allowed")
    full_box = TileSet(game.tiles.highest)
    for players, tiles in game.tiles.removed.items():
        if players not in game.deal:
            yield _contradiction(f"tiles.removed.{players}", "so many players are not dealt to")
        for tile in tiles:
            if tile not in full_box:
                yield _contradiction(
                    f"tiles.removed.{players}", "%(tile)s is not in the box", tile=tile
                )
    if game.table.entry is Entry.TOTALS:
        # The pieces are not dominoes, so their number is unknown.
        return
    for players, hand in game.deal.items():
        box = len(game.box_for(players))
        if players * hand > box:
            yield _contradiction(
                f"deal.{players}", "%(dealt)s of %(box)s tiles", dealt=players * hand, box=box
            )
        if game.table.boneyard is Boneyard.NONE and players * hand != box:
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
            yield _contradiction(f"weights.tile.{tile}", "it is not in the box")


def _side_contradictions(game: Game) -> Iterator[RuleError]:
    sides = game.table.sides
    if isinstance(sides, Mapping):
        if sides.keys() != game.deal.keys():
            yield _contradiction("table.sides", "not the numbers of players of deal")
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
        yield _contradiction("plays.marks", "marks with points belong to games entered as plays")
    if not by_plays and (out.winner, out.losers) == (Award(), Charge()):
        yield _contradiction("out.winner", "going out pays nothing")
    if out.play_on and out.winner != Award():
        yield _contradiction("out.play_on", "several may go out, and only one can be paid")
    names = [bonus.name for bonus in game.bonus]
    if len(set(names)) < len(names):
        yield _contradiction("bonus", "two bonuses have the same name")
    for place, bonus in enumerate(game.bonus):
        if [bonus.points != 0, bonus.times != 1, bool(bonus.by_round)].count(True) != 1:
            yield _contradiction(f"bonus[{place}]", "one of points, times and by_round")


def _blocked_contradictions(game: Game) -> Iterator[RuleError]:
    blocked = game.blocked
    if len(set(blocked.rank)) < len(blocked.rank):
        yield _contradiction("blocked.rank", "each key stands once")
    if not blocked.rank and blocked.tie is not Tie.EVERYONE:
        yield _contradiction("blocked.rank", "nothing says who wins a blocked round")
    if game.table.entry is Entry.TOTALS and BY_TILES & set(blocked.rank):
        yield _contradiction("blocked.rank", "totals say nothing about the tiles")
    if blocked.next_worth > 1 and blocked.tie is Tie.EVERYONE:
        yield _contradiction("blocked.next_worth", "no round is drawn")


def _match_contradictions(game: Game) -> Iterator[RuleError]:
    match = game.match
    if match.eliminate and match.ends is not Ends.LIMIT:
        yield _contradiction("match.eliminate", "only a limit puts players out")
    if match.reset is not Reset.NEVER and match.ends is not Ends.RACE:
        yield _contradiction("match.reset", "only a race starts again")
    if match.at_once and match.ends is not Ends.RACE:
        yield _contradiction("match.at_once", "only a race is won in the middle of a round")
    if match.ends is Ends.LIMIT and match.best is not Best.LOW:
        yield _contradiction("match.best", "at a limit the lowest is best")
    if match.ends is Ends.RACE and match.best is not Best.HIGH:
        yield _contradiction("match.best", "in a race the highest is best")
    if match.test is GoalTest.EXACT and match.ends is not Ends.RACE:
        yield _contradiction("match.test", "only a race has to be met exactly")
    elif match.test is GoalTest.UP_TO and match.ends is not Ends.RACE:
        yield _contradiction("match.test", "only in a race points past the goal do not count")
    elif match.ends is Ends.ROUNDS and match.test is not GoalTest.REACH:
        yield _contradiction("match.test", "a number of rounds is reached, not exceeded")
    smallest = min(_smallest_awards(game))
    if match.ends is Ends.RACE and match.goal < smallest:
        yield _contradiction(
            "match.goal", "a single award pays %(smallest)s already", smallest=smallest
        )


def _smallest_awards(game: Game) -> Iterator[int]:
    """Find the least that the winner of a round scores, by how the round ends; 0 if it varies."""
    if game.table.entry is Entry.PLAYS:
        yield game.plays.points
        return
    for award in (game.out.winner, game.blocked.winner):
        takes_off = min(award.opponents, award.partner, award.own, award.excess) < 0
        yield 0 if takes_off else award.flat
