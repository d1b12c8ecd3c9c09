"""The rules of a game in words, key by key, and the differences between two games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod
from types import MappingProxyType
from typing import NamedTuple

from scorekeeper.messages import LazyString, ngettext, pgettext
from scorekeeper.messages import gettext as _
from scorekeeper.rules.game_files import BY_TILES
from scorekeeper.rules.game_keys import (
    Bonus,
    Entry,
    For,
    GoalTest,
    MatchRules,
    PlayRules,
    Rank,
    Scale,
    Tie,
)
from scorekeeper.rules.game_setup import Game
from scorekeeper.rules.tiles_and_hands import PIPS, DoubleWeight, OtherBox
from scorekeeper.wording import rule_labels
from scorekeeper.wording.formats import (
    format_number,
    join_names,
    join_parts,
    minutes,
    translate_name,
)
from scorekeeper.wording.rule_labels import (
    award_in_words,
    box_in_words,
    charge_in_words,
    deal_in_words,
    draws_in_words,
    goal_in_words,
    how_often,
    removed_in_words,
    sides_in_words,
)

# Paths of keys, each with the text of its value.
Texts = Iterator[tuple[str, str | LazyString]]

BONUS = "bonus."

# Keys that are no house rules, and those that are none unless they are said: a match that was
# opened before its game had them is played alike.
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
    # In the same terms, or “side” in one and “hand” in the other would look like two rules.
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

    Each is a label and a value: tie: drawn, goal: more than 100. None are `NO_HOUSE_RULES`, nor
    that more players are dealt to now than when the match was opened.
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
    """Yield the keys of bonuses that stand for others, where those others multiply to the same."""
    times = {bonus.name: bonus.times for bonus in changed.bonus}
    for bonus in base.bonus:
        parts = [times.get(name, 1) for name in bonus.instead_of]
        if bonus.name not in times and prod(parts) == bonus.times > 1:
            yield BONUS + bonus.name


def label_of(key: str) -> str:
    """Return the label of a key: tie for `blocked.tie`."""
    if key.startswith(BONUS):
        return translate_name(key.removeprefix(BONUS))
    return str(rule_labels.LABELS[key])


def _paths(*games: Mapping[str, str]) -> list[str]:
    """List the keys of some games, each once, with all bonuses before `tally.steps`."""
    bonuses = dict.fromkeys(key for game in games for key in game if key.startswith(BONUS))
    paths = list(rule_labels.LABELS)
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
    yield "table.direction", rule_labels.DIRECTIONS[game.table.direction]
    yield "table.boneyard", rule_labels.BONEYARDS[game.table.boneyard]
    yield "table.draws", draws_in_words(game.table)
    yield "table.layout", rule_labels.LAYOUTS[game.table.layout]
    yield "table.entry", rule_labels.ENTRIES[game.table.entry]
    strict = _("entered too") if game.table.strict else _("not entered")
    yield "table.strict", strict
    yield "lead.first", rule_labels.LEADERS[game.lead.first]
    yield "lead.next", rule_labels.LEADERS[game.lead.next]


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
    """Say which tiles left over do not count their pips; "" where all do."""
    if game.weights == PIPS:
        return ""
    weights, words = game.weights, dict(_weights(game))
    said = []
    if any(count != tile.pips for tile, count in weights.tile.items()):
        said.append(words["weights.tile"])
    for name in ("blank_end", "double", "holding_a_double"):
        if getattr(weights, name) != getattr(PIPS, name):
            said.append(f"{rule_labels.LABELS[f'weights.{name}']} {words[f'weights.{name}']}")
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
    yield "blocked.among", rule_labels.AMONG[rules.among]
    yield "blocked.rank", first
    # For translators: a tie goes to “the lightest tile, else drawn”, of both partners’ hands.
    yield "blocked.tie", _("%(tie)s (in both partners’ hands)", tie=tie) if _of_all(game) else tie
    yield "blocked.next_worth", _("the next counts %(times)s", times=how_often(rules.next_worth))
    yield "blocked.next_more", _("%(number)s more", number=format_number(rules.next_more))
    yield "blocked.winner", award_in_words(game, rules.winner, pairs)
    yield "blocked.losers", charge_in_words(rules.losers)
    rounded = str(rule_labels.MODES[game.rounding.mode]) % {"number": game.rounding.to}
    yield "rounding", pgettext("rounding", "none") if game.rounding.to == 1 else rounded
    yield "scale", _scale(game.scale)


def _of_all(game: Game) -> bool:
    """Whether a tie of the lightest single hands is settled by both hands of a pair."""
    rules = game.blocked
    by_tiles = Rank.SEAT_TOTAL in rules.rank and not BY_TILES.isdisjoint(rules.rank)
    return by_tiles and game.may_pair and not rules.only_tied_hands


def _scale(scale: Scale) -> str:
    if scale == Scale():
        return _("a point each")
    if not (scale.least or scale.needs):
        # For translators: what pips pay: 1 point for every 5 of them.
        return _("%(points)s for every %(pips)s", points=scale.points, pips=scale.pips)
    # For translators: what pips pay: 1 for every 10, begun or full; 2 at least; less than 3, 0.
    return _(
        "%(points)s for every %(pips)s or part of them; %(least)s at least; less than %(needs)s, 0",
        points=scale.points,
        pips=scale.pips,
        least=scale.least,
        needs=scale.needs,
    )


def _tie(keys: list[str], tie: Tie) -> str:
    """Say what settles a tie, rank by rank, and what a tie is that stays."""
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
        yield BONUS + bonus.name, _bonus(bonus)
    rules = game.match
    steps = ", ".join(map(format_number, game.tally.steps))
    yield "tally.steps", steps or pgettext("points in play", "none")
    in_one = game.tally.out_in_one
    yield (
        "tally.out_in_one",
        _("counted together with going out") if in_one else _("counted on their own"),
    )
    yield "plays", _table_total(game.plays)
    yield "match.ends", rule_labels.ENDS[rules.ends]
    goal = goal_in_words(rules, rules.goal)
    # For translators: the points a match is played to: more than 100; 61 exactly.
    more, exactly = _("more than %(goal)s", goal=goal), _("%(goal)s exactly", goal=goal)
    # For translators: 200, and if somebody at 190 scores 25, 15 of them are past it.
    up_to = _("%(goal)s; points past it do not count", goal=goal)
    tests = {GoalTest.EXCEED: more, GoalTest.EXACT: exactly, GoalTest.UP_TO: up_to}
    yield "match.goal", tests.get(rules.test, goal)
    yield "match.minutes", minutes(rules.minutes) if rules.minutes else _("no clock")
    yield "match.level", rule_labels.LEVELS[rules.level]
    yield "match.at_once", _("wins at once") if rules.at_once else _("counts after the round")
    yield "match.goals", ", ".join(_other_goals(rules)) or pgettext("other goals", "none")
    first = _("%(least)s at least", least=format_number(rules.first_score))
    yield "match.first_score", first if rules.first_score else pgettext("first score", "any")
    yield "match.best", rule_labels.BEST[rules.best]
    yield "match.reset", rule_labels.RESETS[rules.reset]
    one_all = how_often(rules.one_all_worth)
    yield "match.one_all_worth", _("the next counts %(times)s", times=one_all)
    out = _("a player who reaches it is out") if rules.eliminate else _("the match ends")
    yield "match.eliminate", out


def _other_goals(rules: MatchRules) -> Iterator[str]:
    for goal in rules.goals:
        words = goal_in_words(rules, goal)
        # For translators: a match may also be played to 50, which is shorter than usual.
        yield _("%(goal)s for a short game", goal=words) if goal < rules.goal else words


def _table_total(plays: PlayRules) -> str:
    if not plays.marks:
        return _("not counted")
    points, marks = format_number(plays.points), join_names(plays.marks)
    if plays.passing:
        return _(
            "%(points)s for bringing the table to %(marks)s or past it", points=points, marks=marks
        )
    # For translators: 10 points for whoever brings the pips on the table to 30, 50, 70 and 100.
    return _("%(points)s for bringing the table to %(marks)s", points=points, marks=marks)


def _rank(game: Game, key: Rank, pairs: bool) -> str:
    """Say who wins by a rank; where nobody has a partner, a side is a hand."""
    if key in (Rank.SIDE_TOTAL, Rank.SEAT_TOTAL) and not game.may_pair:
        return _("the lightest side") if pairs else _("the lightest hand")
    return str(rule_labels.RANKS[key])


def _bonus(bonus: Bonus) -> str:
    if bonus.by_round:
        last = len(bonus.by_round)
        prizes = ", ".join(map(format_number, bonus.by_round))
        return ngettext(
            "%(points)s for the first round won",
            "%(points)s for the first %(num)s rounds won",
            last,
            points=prizes,
        )
    conditions = [str(rule_labels.ENDINGS[bonus.ending])] if bonus.ending else []
    if bonus.instead_of:
        both = join_names([translate_name(name) for name in bonus.instead_of])
        # For translators: a bonus that is paid where two others are claimed in one round.
        conditions.append(_("%(bonuses)s together", bonuses=both))
    if bonus.same_ends:
        # For translators: a bonus is paid where both ends of the line have the same number.
        conditions.append(_("both ends the same"))
    if bonus.last_tile in rule_labels.LAST_TILES:
        conditions.append(str(rule_labels.LAST_TILES[bonus.last_tile]))
    if bonus.once_a_match:
        conditions.append(_("once in a match"))
    return ", ".join([_paid(bonus), *conditions])


def _paid(bonus: Bonus) -> str:
    if bonus.times > 1:
        return _("the round counts %(times)s", times=how_often(bonus.times))
    points = format_number(bonus.points)
    if bonus.to is For.CLAIMER:
        return _("%(points)s for the player who claims it", points=points)
    return _("%(points)s for the winner", points=points)
