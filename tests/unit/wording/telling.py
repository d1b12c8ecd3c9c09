"""Rounds, refusals and rules that lines of tests/cases tell, in the language of a request."""

import pytest

from scorekeeper.rules import Code, RuleError, load_game, score_round
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.wording.round_sentences import RoundNarrator
from scorekeeper.wording.rules_in_words import differences, house_rules_in_words, rules_in_words
from tests.unit.rules.lines import NAMES, example, set_up, with_rules

# What only a file can get wrong: the command line speaks English.
OF_FILES = {Code.UNREADABLE_GAME, Code.UNKNOWN_KEY, Code.MISSING_KEY, Code.WRONG_TYPE}


def narrator(setup, names=NAMES):
    return RoundNarrator(setup, names[: setup.players])


def said_of(told, names=NAMES):
    """Say all there is about a round: the headline, the reasons, how it ended and the points."""
    setup, played, moment = example(told)
    at_table, score = narrator(setup, names), score_round(setup, played, moment)
    last = at_table.ending(score), at_table.points(score)
    return [at_table.headline(score), *at_table.reasons(score), *last]


def refused(act, *given):
    with pytest.raises(RuleError) as caught:
        act(*given)
    return caught.value


def error_of(line):
    """Return why what a line tells is refused: it sets a table up, or scores a round."""
    return refused(score_round, *example(line)) if " : " in line else refused(set_up, line)


def said(told):
    """Say a key of a game, what it has otherwise than another, or what house rules change."""
    if " beside " in told:
        game, other = map(load_game, told.split(" beside "))
        found = differences(other, game)
        return " | ".join(f"{each.key}: {each.changed}, instead of {each.base}" for each in found)
    if " : " in told:
        game, key = told.split(" : ")
        return rules_in_words(load_game(game))[key]
    first, changed = with_rules(told)
    game = load_game(first)
    return " | ".join(house_rules_in_words(game, with_house_rules(game, changed)))
