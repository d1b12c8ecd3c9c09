"""The rules of a game in words, key by key, and the differences between two games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.messages import LazyString, lazy_pgettext, pgettext
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.rules.game_files import BY_TILES
from scorekeeper.rules.game_keys import (
    Among,
    Best,
    Boneyard,
    Direction,
    Ends,
    Entry,
    GoalTest,
    Layout,
    Leader,
    Level,
    Mode,
    Rank,
    Reset,
    Tie,
)
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.tiles_and_hands import PIPS, DoubleWeight, OtherBox
from scorekeeper.wording.formats import (
    format_number,
    join_names,
    join_parts,
    minutes,
    translate_name,
)
from scorekeeper.wording.rule_labels import (
    LABELS,
    award_in_words,
    bonus_in_words,
    box_in_words,
    charge_in_words,
    deal_in_words,
    draws_in_words,
    goal_in_words,
    how_often,
    other_goals_in_words,
    plays_in_words,
    removed_in_words,
    scale_in_words,
    sides_in_words,
)

DIRECTIONS = {
    # For translators: which way the turns go around the table, seen from above.
    Direction.CLOCKWISE: _l("clockwise, to the left"),
    Direction.COUNTERCLOCKWISE: _l("counterclockwise, to the right"),
    Direction.AGREED: lazy_pgettext("direction", "as agreed"),
}

BONEYARDS = {
    Boneyard.NONE: _l("none, every tile is dealt"),
    # For translators: the boneyard (the tiles not dealt) is not used, or players draw from it.
    Boneyard.UNUSED: _l("not used, nobody draws"),
    Boneyard.DRAWN: _l("players draw from it"),
}

LAYOUTS = {Layout.LINE: _l("a line with two ends"), Layout.FREE: _l("not in one line")}

ENTRIES = {
    Entry.TILES: _l("the tiles left in each hand"),
    Entry.TOTALS: _l("the total of each hand"),
    Entry.PLAYS: _l("the tiles as they are played"),
}

LEADERS = {
    Leader.HIGHEST_DOUBLE: _l("the highest double"),
    Leader.WINNER: _l("the winner of the last round"),
    Leader.WINNERS_SIDE: _l("the side that won the last round"),
    Leader.ALTERNATE: _l("in turn"),
    Leader.PASSES_LEFT: _l("the next player round the table"),
    Leader.AGREED: _l("as agreed"),
    Leader.HEAVIEST_HAND: _l("the heaviest hand of the last round"),
    Leader.MOST_DEALT: _l("the player with the most pips, with any tile"),
    Leader.BY_LOT: _l("by lot"),
    Leader.DOUBLE_BLANK: _l("the player who holds 0-0"),
    Leader.DOUBLE_ONE: _l("the player who holds 1-1"),
    Leader.DOUBLE_OF_THE_ROUND: _l("the double of the round, from the highest down"),
    Leader.WINNER_WITH_A_DOUBLE: _l("the winner of the last round, with a double"),
    Leader.WINNER_ANY_DOUBLE: _l("the winner of the last round, with any double if they hold one"),
}

AMONG = {
    Among.ALL: lazy_pgettext("hands compared", "all"),
    Among.BLOCKER_AND_NEXT: _l("the player who blocked and the next player"),
}

RANKS = {
    # For translators: who wins a blocked round, or a tie in it: whoever holds the fewest pips …
    Rank.SIDE_TOTAL: _l("the lightest side"),
    Rank.SEAT_TOTAL: _l("the lightest single hand"),
    Rank.LIGHTEST_TILE: _l("the lightest tile"),
    # For translators: among equally light tiles, as 1-3 and 2-2, that with the lowest number.
    Rank.LOWEST_END: _l("the lowest end of the lightest tile"),
    Rank.NEXT_TILES: _l("the lightest tiles, one after the other"),
    Rank.FEWEST_DOUBLES: _l("the fewest doubles"),
    Rank.OPENERS_SIDE: _l("the side that played first"),
    Rank.BLOCKERS_SIDE: _l("the side that blocked"),
    Rank.NOT_BLOCKERS_SIDE: _l("the side that did not block"),
    Rank.BLOCKER: _l("the player who blocked"),
}

# Callers fill in %(number)s.
MODES = {
    # For translators: points are rounded to the nearest 5, up to the next 5, down to the last 5.
    Mode.NEAREST: _l("to the nearest %(number)s"),
    Mode.UP: _l("up to the next %(number)s"),
    Mode.DOWN: _l("down to the last %(number)s"),
}

ENDS = {
    Ends.RACE: _l("the first to reach the goal wins"),
    Ends.LIMIT: _l("reaching the goal loses"),
    Ends.ROUNDS: _l("ends after an agreed number of rounds"),
}

BEST = {Best.HIGH: _l("the most points"), Best.LOW: _l("the fewest points")}

# For translators: what a match is in which the best are level when the time is over.
LEVELS = {Level.ANOTHER_ROUND: _l("one round more"), Level.DRAWN: _l("a draw")}

RESETS = {
    Reset.NEVER: _l("never"),
    Reset.ALL_SCORED: _l("once everybody has scored"),
    Reset.OTHER_SIDE_WINS: _l("when the other side wins a round"),
}

# Paths of keys, each with the text of its value.
Texts = Iterator[tuple[str, str | LazyString]]

BONUS = "bonus."

# Keys that are not house rules, and keys that are only if the match has them: a match opened before
# its game had such a key is played the same way.
NO_HOUSE_RULES = ("boxes", "match.goals")
ONLY_WHERE_SAID = ("sides", "direction", "draws")


class Difference(NamedTuple):
    """A key that differs: its path, its label, and the text of each game's value."""

    key: str
    what: str
    base: str
    changed: str


def rules_in_words(game: Game) -> Mapping[str, str]:
    """Return a short text for every key of a game, by the path of the key.

    Keys that people think of as one rule share a text: `match.goal` includes `match.test`, and
    `blocked.tie` the ranks after the first. A bonus has its name for a path: `bonus.capicúa`.
    """
    return _in_words(game, game.may_pair)


def differences(base: Game, changed: Game) -> tuple[Difference, ...]:
    """Return the keys whose values differ, in the order of a game's file."""
    if base == changed:
        return ()
    # Both in the same terms, as “side” in one and “hand” in the other would look like two rules.
    pairs = base.may_pair or changed.may_pair
    before, after = _in_words(base, pairs), _in_words(changed, pairs)
    none = pgettext("bonus", "none")
    return tuple(
        Difference(key, label_of(key), before.get(key, none), after.get(key, none))
        for key in _paths(before, after)
        if before.get(key) != after.get(key)
    )


def house_rules_in_words(base: Game, changed: Game, but: str = "") -> tuple[str, ...]:
    """Return a text for each house rule, without that of the key `but`.

    Each is a label and a value: tie: drawn, goal: more than 100. Left out are `NO_HOUSE_RULES`, and
    numbers of players added to the deal since the match was opened.
    """
    deals_alike = changed.deal.items() <= base.deal.items()
    none = [but, *NO_HOUSE_RULES, *(["deal"] if deals_alike else []), *_multiplied(base, changed)]
    said = changed.definition.get("table", {}), base.definition.get("table", {})
    for key in ONLY_WHERE_SAID:
        if key not in said[0] or said[0][key] == said[1].get(key):
            none.append(f"table.{key}")
    return tuple(
        # For translators: a rule, such as “tie: drawn”.
        _("%(what)s: %(words)s", what=each.what, words=each.changed)
        for each in differences(base, changed)
        if each.key not in none
    )


def _multiplied(base: Game, changed: Game) -> Iterator[str]:
    """Yield the keys of dropped bonuses that replaced others, if those multiply to the same."""
    times = {bonus.name: bonus.times for bonus in changed.bonus}
    for bonus in base.bonus:
        parts = [times.get(name, 1) for name in bonus.instead_of]
        if bonus.name not in times and prod(parts) == bonus.times > 1:
            yield BONUS + bonus.name


def label_of(key: str) -> str:
    """Return the label of a key: tie for `blocked.tie`."""
    if key.startswith(BONUS):
        return translate_name(key.removeprefix(BONUS))
    return str(LABELS[key])


def _paths(*games: Mapping[str, str]) -> list[str]:
    """List the keys of some games, each once, with all bonuses before `tally.steps`."""
    bonuses = dict.fromkeys(key for game in games for key in game if key.startswith(BONUS))
    paths = list(LABELS)
    place = paths.index("tally.steps")
    return [*paths[:place], *bonuses, *paths[place:]]


def _in_words(game: Game, pairs: bool) -> Mapping[str, str]:
    parts = (_table(game), _weights(game), _out(game, pairs), _blocked(game, pairs), _match(game))
    return MappingProxyType({key: str(words) for part in parts for key, words in part})


def _table(game: Game) -> Texts:
    totals = game.table.entry is Entry.TOTALS
    box = OtherBox(game.tiles.highest)
    yield "tiles.highest", _("its own tiles") if totals else box_in_words(game, box)
    others = [box_in_words(game, each) for each in game.boxes]
    yield "boxes", join_parts(others) or pgettext("other boxes", "none")
    yield "tiles.removed", removed_in_words(game.tiles.removed)
    lost = join_names(game.tiles.lost)
    yield "tiles.lost", lost or pgettext("tiles that are lost", "none")
    yield "deal", deal_in_words(game.deal)
    yield "table.sides", sides_in_words(game)
    yield "table.direction", DIRECTIONS[game.table.direction]
    yield "table.boneyard", BONEYARDS[game.table.boneyard]
    yield "table.draws", draws_in_words(game.table)
    yield "table.layout", LAYOUTS[game.table.layout]
    yield "table.entry", ENTRIES[game.table.entry]
    strict = _("entered too") if game.table.strict else _("not entered")
    yield "table.strict", strict
    yield "lead.first", LEADERS[game.lead.first]
    yield "lead.next", LEADERS[game.lead.next]


def _weights(game: Game) -> Texts:
    weights = game.weights
    tiles = [
        _("%(tile)s counts %(points)s", tile=tile, points=format_number(weight))
        for tile, weight in weights.tile.items()
    ]
    yield "weights.tile", join_names(tiles) or _("each counts its pips")
    yield "weights.blank_end", _("count %(points)s", points=format_number(weights.blank_end))
    half = weights.double is DoubleWeight.HALF
    yield "weights.double", _("count half") if half else _("count in full")
    times = how_often(weights.holding_a_double)
    # For translators: a hand with a double counts once, double or three times.
    yield "weights.holding_a_double", _("counts %(times)s", times=times)
    joker = _("counts %(points)s", points=format_number(weights.joker))
    yield "weights.joker", joker if weights.joker else pgettext("joker", "none")


def counts_otherwise(game: Game) -> str:
    """Say which tiles do not count their pips; "" if all do."""
    if game.weights == PIPS:
        return ""
    weights, words = game.weights, dict(_weights(game))
    said = []
    if any(count != tile.pips for tile, count in weights.tile.items()):
        said.append(words["weights.tile"])
    for name in ("blank_end", "double", "holding_a_double"):
        if getattr(weights, name) != getattr(PIPS, name):
            said.append(f"{LABELS[f'weights.{name}']} {words[f'weights.{name}']}")
    # For translators: %(otherwise)s is “0-0 counts 50”.
    return (
        _("%(otherwise)s, all other tiles their pips", otherwise=join_names(said)) if said else ""
    )


def _out(game: Game, pairs: bool) -> Texts:
    yield "out.winner", award_in_words(game, game.out.winner, pairs)
    yield "out.losers", charge_in_words(game.out.losers)
    yield "out.play_on", _("the others play on") if game.out.play_on else _("the round ends")
    yield "out.whole_side", _("both of them") if game.out.whole_side else _("one of them")


def _blocked(game: Game, pairs: bool) -> Texts:
    rules = game.blocked
    first, *then = [_rank(game, key, pairs) for key in rules.rank] or [_("nobody")]
    tie = _tie(then, rules.tie)
    yield "blocked.among", AMONG[rules.among]
    yield "blocked.rank", first
    # For translators: a tie goes to “the lightest tile, else drawn”, of both partners’ hands.
    yield "blocked.tie", _("%(tie)s (in both partners’ hands)", tie=tie) if _of_all(game) else tie
    yield "blocked.next_worth", _("the next counts %(times)s", times=how_often(rules.next_worth))
    yield "blocked.next_more", _("%(number)s more", number=format_number(rules.next_more))
    yield "blocked.winner", award_in_words(game, rules.winner, pairs)
    yield "blocked.losers", charge_in_words(rules.losers)
    rounded = str(MODES[game.rounding.mode]) % {"number": game.rounding.to}
    yield "rounding", pgettext("rounding", "none") if game.rounding.to == 1 else rounded
    yield "scale", scale_in_words(game.scale)


def _of_all(game: Game) -> bool:
    """Whether a tie of the lightest single hands is settled by both hands of a pair."""
    rules = game.blocked
    by_tiles = Rank.SEAT_TOTAL in rules.rank and not BY_TILES.isdisjoint(rules.rank)
    return by_tiles and game.may_pair and not rules.only_tied_hands


def _tie(keys: list[str], tie: Tie) -> str:
    """Say what breaks a tie, rank by rank, and what happens if none does."""
    drawn = tie is Tie.VOID
    if not keys:
        return pgettext("tie", "a draw") if drawn else _("nobody wins")
    text, *more = keys
    for key in more:
        # For translators: a tie goes to the lightest tile, then to the fewest doubles.
        text = _("%(key)s, then %(next)s", key=text, next=key)
    if drawn:
        # For translators: a tie goes to the lightest tile; is that one a tie, too, it is drawn.
        return _("%(keys)s, else a draw", keys=text)
    return _("%(keys)s, else nobody wins", keys=text)


def _match(game: Game) -> Texts:
    for bonus in game.bonus:
        yield BONUS + bonus.name, bonus_in_words(bonus)
    rules = game.match
    steps = ", ".join(map(format_number, game.tally.steps))
    yield "tally.steps", steps or pgettext("points in play", "none")
    in_one = game.tally.out_in_one
    yield (
        "tally.out_in_one",
        _("counted together with going out") if in_one else _("counted on their own"),
    )
    yield "plays", plays_in_words(game.plays)
    yield "match.ends", ENDS[rules.ends]
    goal = goal_in_words(rules, rules.goal)
    # For translators: the points a match is played to: more than 100; 61 exactly.
    more, exactly = _("more than %(goal)s", goal=goal), _("%(goal)s exactly", goal=goal)
    # For translators: 200, and if somebody at 190 scores 25, 15 of them are past it.
    up_to = _("%(goal)s; points past it do not count", goal=goal)
    tests = {GoalTest.EXCEED: more, GoalTest.EXACT: exactly, GoalTest.UP_TO: up_to}
    yield "match.goal", tests.get(rules.test, goal)
    yield "match.minutes", minutes(rules.minutes) if rules.minutes else _("no clock")
    yield "match.level", LEVELS[rules.level]
    yield "match.at_once", _("wins at once") if rules.at_once else _("counts after the round")
    yield "match.goals", ", ".join(other_goals_in_words(rules)) or pgettext("other goals", "none")
    first = _("%(least)s at least", least=format_number(rules.first_score))
    yield "match.first_score", first if rules.first_score else pgettext("first score", "any")
    yield "match.best", BEST[rules.best]
    yield "match.reset", RESETS[rules.reset]
    one_all = how_often(rules.one_all_worth)
    yield "match.one_all_worth", _("the next counts %(times)s", times=one_all)
    out = _("a player who reaches it is out") if rules.eliminate else _("the match ends")
    yield "match.eliminate", out


def _rank(game: Game, key: Rank, pairs: bool) -> str:
    """Say who wins by a rank; without partners, a side is a hand."""
    if key in (Rank.SIDE_TOTAL, Rank.SEAT_TOTAL) and not game.may_pair:
        return _("the lightest side") if pairs else _("the lightest hand")
    return str(RANKS[key])
