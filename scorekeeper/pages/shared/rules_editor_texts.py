"""The texts of the editor of house rules for each key: its group, its name, a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.messages import LazyString, lazy_pgettext
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.rules.game_keys import (
    Among,
    Best,
    Boneyard,
    Direction,
    Ends,
    Entry,
    For,
    GoalTest,
    LastTile,
    Layout,
    Leader,
    Level,
    Mode,
    Rank,
    Reset,
    Sides,
    Tie,
)
from scorekeeper.rules.tiles_and_hands import DoubleWeight, Ending
from scorekeeper.wording import rule_labels, rules_in_words

# In the order of a round as it is played.
GROUPS = {
    "deal": _l("Tiles and deal"),
    "lead": _l("Who plays first"),
    "out": lazy_pgettext("rules", "Going out"),
    "blocked": lazy_pgettext("rules", "Blocked"),
    "count": _l("What tiles count"),
    "bonus": lazy_pgettext("rules", "Bonuses"),
    "match": _l("The match"),
    "table": _l("At the table"),
}


class RuleText(NamedTuple):
    """A rule in the editor: its group, its name, and a sentence."""

    group: str
    label: LazyString
    sentence: LazyString


_PLAYERS = _l("By the number of players; leave it empty where that many do not play.")
_PART = _l("How much of it the winner scores.")
_OTHERS = _l("How much of it each of the others scores.")
_FLAT = _l("Points on top of the pips, or instead of them.")
_SCALED = _l("Where pips are turned into points, as in 1 point for every 5 pips.")

# Keyed by the paths of keys; those of a bonus are `bonus.`.
RULE_TEXTS = {
    "tiles.highest": RuleText("deal", _l("The set"), _l("The highest double of the set.")),
    "deal": RuleText("deal", _l("Tiles each"), _PLAYERS),
    "tiles.removed": RuleText("deal", _l("Taken out"), _l("Tiles set aside before the deal.")),
    "tiles.lost": RuleText(
        "deal",
        _l("Lost tiles"),
        _l("Tiles missing from your set: the deal and the checks allow for it."),
    ),
    "table.boneyard": RuleText(
        "deal", _l("The boneyard"), _l("What happens to the tiles that are not dealt.")
    ),
    "table.draws": RuleText(
        "deal", _l("Tiles drawn per turn"), _l("At most this many; 0: until one fits.")
    ),
    "lead.first": RuleText("lead", _l("The first round"), _l("Who plays the first tile.")),
    "lead.next": RuleText(
        "lead", _l("The rounds after it"), _l("Who plays the first tile after that.")
    ),
    "out.winner.opponents": RuleText("out", _l("Going out: the opponents’ pips"), _PART),
    "out.winner.partner": RuleText("out", _l("Going out: the partner’s pips"), _PART),
    "out.winner.excess": RuleText(
        "out", _l("Going out: what each opponent holds above the winner’s hand"), _PART
    ),
    "out.winner.flat": RuleText("out", _l("Going out: a flat bonus"), _FLAT),
    "out.losers.own": RuleText("out", _l("Going out: the others’ own pips"), _OTHERS),
    "out.losers.excess": RuleText(
        "out", _l("Going out: what the others hold above the winner’s hand"), _OTHERS
    ),
    "out.play_on": RuleText(
        "out",
        _l("The others play on"),
        _l("Several may go out in a round, and nobody scores for it."),
    ),
    "out.whole_side": RuleText(
        "out", _l("Partners go out together"), _l("Play goes on until both have no tiles left.")
    ),
    "blocked.rank": RuleText(
        "blocked", _l("A blocked round goes to"), _l("What is compared first.")
    ),
    "blocked.rank.then": RuleText(
        "blocked", _l("A tie in a blocked round goes to"), _l("What is compared next.")
    ),
    "blocked.only_tied_hands": RuleText(
        "blocked",
        _l("A tie compares the tied hands only"),
        _l("Otherwise both hands of a pair."),
    ),
    "blocked.among": RuleText("blocked", _l("Hands compared"), _l("All, or those of two players.")),
    "blocked.tie": RuleText(
        "blocked", _l("A tie that nothing breaks"), _l("A draw, or everybody scores.")
    ),
    "blocked.winner.opponents": RuleText("blocked", _l("Blocked: the opponents’ pips"), _PART),
    "blocked.winner.partner": RuleText("blocked", _l("Blocked: the partner’s pips"), _PART),
    "blocked.winner.own": RuleText("blocked", _l("Blocked: the winner’s own pips"), _PART),
    "blocked.winner.excess": RuleText(
        "blocked", _l("Blocked: what each opponent holds above the winner’s hand"), _PART
    ),
    "blocked.winner.flat": RuleText("blocked", _l("Blocked: a flat bonus"), _FLAT),
    "blocked.losers.own": RuleText("blocked", _l("Blocked: the others’ own pips"), _OTHERS),
    "blocked.losers.excess": RuleText(
        "blocked", _l("Blocked: what the others hold above the winner’s hand"), _OTHERS
    ),
    "blocked.next_worth": RuleText(
        "blocked",
        _l("After a draw the next round counts"),
        _l("How many times, for its winner."),
    ),
    "blocked.next_more": RuleText(
        "blocked",
        _l("A draw adds to the next round"),
        _l("This many points more, for each draw in a row."),
    ),
    "weights.tile": RuleText(
        "count",
        _l("Single tiles"),
        _l("What a tile left in a hand counts, such as the double blank."),
    ),
    "weights.blank_end": RuleText("count", _l("Each blank end"), _l("25 in some houses.")),
    "weights.double": RuleText("count", _l("Doubles"), _l("In full, or half.")),
    "weights.holding_a_double": RuleText(
        "count", _l("A hand with a double counts"), _l("How many times.")
    ),
    "weights.joker": RuleText("count", _l("A joker"), _l("What it counts when left in a hand.")),
    "rounding.to": RuleText("count", _l("Round to"), _l("5 or 10 in some houses; 1: not at all.")),
    "rounding.mode": RuleText("count", _l("Pips are rounded"), _l("Up, down, or to the nearest.")),
    "scale.points": RuleText("count", _l("Points"), _SCALED),
    "scale.pips": RuleText("count", _l("for this many pips"), _SCALED),
    "scale.least": RuleText("count", _l("At least"), _l("The least that a win scores.")),
    "scale.needs": RuleText("count", _l("Pips needed"), _l("Fewer pips score nothing.")),
    "bonus": RuleText(
        "bonus",
        lazy_pgettext("rules", "Bonuses"),
        _l("25 points, ×2 for a round that counts double, or 100 75 50 for the first wins."),
    ),
    "tally.steps": RuleText("bonus", _l("Points in play"), _l("The amounts that get a button.")),
    "tally.out_in_one": RuleText(
        "bonus", _l("The last tile and going out count as one score"), _l("Otherwise two.")
    ),
    "plays.marks": RuleText("bonus", _l("The table scores at"), _l("The totals that score.")),
    "plays.points": RuleText(
        "bonus",
        _l("Each of these totals scores"),
        _l("Points for the player who brings the table there."),
    ),
    "plays.passing": RuleText(
        "bonus", _l("A total may be passed"), _l("Otherwise it must be reached exactly.")
    ),
    "match.ends": RuleText(
        "match", _l("The match ends"), _l("By points, or after a number of rounds.")
    ),
    "match.goal": RuleText("match", _l("Goal"), _l("Points, or rounds.")),
    "match.test": RuleText(
        "match", _l("The goal must be"), _l("Reached, passed, or reached exactly.")
    ),
    "match.best": RuleText("match", _l("Who wins"), _l("The most points, or the fewest.")),
    "match.at_once": RuleText(
        "match", _l("Reaching the goal in play"), _l("In the middle of a round, or after it.")
    ),
    "match.first_score": RuleText(
        "match", _l("The first score"), _l("Fewer points do not count while a side has 0.")
    ),
    "match.eliminate": RuleText(
        "match", _l("A player at the goal is out"), _l("The others play on; the last one wins.")
    ),
    "match.reset": RuleText("match", _l("Back to 0"), _l("When everybody starts again.")),
    "match.one_all_worth": RuleText(
        "match", _l("At one win each the next round counts"), _l("How many times.")
    ),
    "match.minutes": RuleText(
        "match", _l("Minutes"), _l("The round in play is the last; 0: no clock.")
    ),
    "match.level": RuleText(
        "match", _l("Level when time runs out"), _l("One more round, or a draw.")
    ),
    "table.sides": RuleText("table", _l("Four play"), _l("In pairs, singles, or as they choose.")),
    "table.direction": RuleText("table", _l("Play goes"), _l("Which way around the table.")),
    "table.layout": RuleText("table", _l("The line"), _l("A line with two ends can be checked.")),
    "table.entry": RuleText(
        "table", _l("Rounds are entered by"), _l("What is counted at the end.")
    ),
    "table.strict": RuleText(
        "table",
        _l("Strict referee"),
        _l("The boneyard is entered too, like another hand: nearly every wrong tile is noticed."),
    ),
}

# The conditions of a bonus, besides its name and its points.
OF_A_BONUS = {
    "to": _l("For"),
    "ending": _l("Only where the round"),
    "same_ends": _l("Both ends of the line have the same number"),
    "last_tile": _l("Won with"),
    "once_a_match": _l("Once in a match"),
    # For translators: a bonus that stands for others that are claimed in one round.
    "instead_of": _l("Instead of these together"),
}

# Words for values that only the editor names, by the kind of the key.
VALUES: dict[type, Mapping[Any, LazyString]] = {
    Tie: {Tie.VOID: _l("nobody scores"), Tie.EVERYONE: _l("everybody scores")},
    GoalTest: {
        GoalTest.REACH: _l("reached"),
        GoalTest.EXCEED: _l("passed"),
        GoalTest.EXACT: _l("reached exactly"),
        # For translators: reached; points past it do not count.
        GoalTest.UP_TO: _l("reached; points past it do not count"),
    },
    DoubleWeight: {
        DoubleWeight.FULL: _l("count in full"),
        DoubleWeight.HALF: _l("count half"),
    },
    # For translators: who gets a bonus.
    For: {For.WINNER: _l("the winner of the round"), For.CLAIMER: _l("the player who claims it")},
    LastTile: {LastTile.ANY: _l("any tile"), **rule_labels.LAST_TILES},
    Sides: rule_labels.SIDES,
    Direction: rules_in_words.DIRECTIONS,
    Boneyard: rules_in_words.BONEYARDS,
    Layout: rules_in_words.LAYOUTS,
    Entry: rules_in_words.ENTRIES,
    Leader: rules_in_words.LEADERS,
    Among: rules_in_words.AMONG,
    Ends: rules_in_words.ENDS,
    Best: rules_in_words.BEST,
    Level: rules_in_words.LEVELS,
    Reset: rules_in_words.RESETS,
    Ending: rule_labels.ENDINGS,
    Mode: {
        # For translators: pips are rounded to the nearest 5, up to the next 5, down to the last 5.
        Mode.NEAREST: lazy_pgettext("rounding", "to the nearest"),
        Mode.UP: lazy_pgettext("rounding", "up"),
        Mode.DOWN: lazy_pgettext("rounding", "down"),
    },
}

# For translators: answers to “Going out: the partner’s pips”.
PARTS = {-1: _l("are subtracted"), 0: _l("are ignored"), 1: _l("are added")}

# For translators: answers to “A tie in a blocked round goes to”.
TIES: dict[tuple[Rank, ...], LazyString] = {
    (): _l("nobody: the round is a draw"),
    (Rank.LIGHTEST_TILE,): _l("lightest tile, else a draw"),
    (Rank.LIGHTEST_TILE, Rank.NEXT_TILES): _l("lightest tile, then the next"),
    (Rank.LIGHTEST_TILE, Rank.LOWEST_END): _l("lightest tile, then the lowest end"),
    (Rank.OPENERS_SIDE,): _l("the side that played first"),
    (Rank.BLOCKERS_SIDE,): _l("the side that blocked"),
    (Rank.NOT_BLOCKERS_SIDE,): _l("the side that did not block"),
    (Rank.FEWEST_DOUBLES,): _l("fewest doubles, else a draw"),
}
