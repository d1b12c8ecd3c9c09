"""The sentences about errors; most of them are in tests/cases/refusals.toml."""

import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper.rules import Code, RuleError, Setup, load_game, score_round
from scorekeeper.rules.games import game_from, read_game, with_house_rules
from scorekeeper.scorebook.round_json import tile_from_json
from scorekeeper.wording.errors import error_sentence
from tests.unit.rules.example import BEA
from tests.unit.rules.lines import NAMES, cases, example, standing_of
from tests.unit.wording.made_up_language import in_brackets, speaking, without_brackets

# Told by its table, or by its table and round.
TABLE = re.compile(r"([\w-]+)(?: (\d)(?: (as partners|alone))?)?(?: with (.*))?")


def refused(act, *given):
    with pytest.raises(RuleError) as caught:
        act(*given)
    return caught.value


def error_of(line):
    """Return why what a line tells is refused: it sets a table up, or scores a round."""
    return refused(score_round, *example(line)) if " : " in line else refused(set_up, line)


def set_up(line):
    found = TABLE.fullmatch(line)
    assert found, line
    name, players, partners, rules = found.groups()
    game = with_house_rules(load_game(name), tomllib.loads((rules or "").replace("; ", "\n")))
    Setup.of(game, int(players), partners == "as partners" if partners else None)


# What no line can say. What JSON alone can get wrong is in tests/cases/json.toml with what it asks.
OTHERS = {
    "There is no game “blok”. The games are: block, ": refused(load_game, "blok"),
    "test_errors.py cannot be read: ": refused(read_game, Path(__file__)),
    "name is missing.": refused(game_from, "none", {}),
    "“7x” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5.": refused(
        tile_from_json, "7x", BEA
    ),
    "This match is over: start a rematch to keep playing.": refused(
        standing_of, "block 2 with match.goal = 9 : - / 4-5 x2"
    ),
    "Ana sits twice: give every player a different name.": RuleError(
        Code.SAME_NAME_TWICE, name="Ana"
    ),
    "Bea has tiles left, so cannot have gone out: change one or the other.": RuleError(
        Code.OUT_WITH_TILES, seats=(BEA,)
    ),
    "Eva does not sit at this table.": RuleError(Code.UNKNOWN_SEAT, seat="Eva"),
}
REFUSALS = [line.split(" => ") for case in cases("refusals") for line in case.values[0]]


@pytest.mark.parametrize("lines", cases("refusals"))
def test_a_refusal_says_in_a_sentence_what_is_wrong(lines):
    for line, sentence in (each.split(" => ") for each in lines):
        assert error_sentence(error_of(line), NAMES) == sentence, line


@pytest.mark.parametrize("sentence", OTHERS)
def test_what_no_line_can_say_has_its_sentence_too(sentence):
    assert error_sentence(OTHERS[sentence], NAMES).startswith(sentence)


# What only a file can get wrong: the command line speaks English.
OF_FILES = {Code.UNREADABLE_GAME, Code.UNKNOWN_KEY, Code.MISSING_KEY, Code.WRONG_TYPE}


def test_every_refusal_has_its_sentence_and_every_word_of_it_can_be_translated():
    errors = [*OTHERS.values(), *(error_of(line) for line, _sentence in REFUSALS)]
    assert {error.code for error in errors} == set(Code)
    for error in errors:
        if error.code in OF_FILES:
            continue
        with in_brackets():
            left = without_brackets(error_sentence(error, NAMES))
        # Names, what was typed, and the values a key may have are nobody's to translate.
        facts = [*NAMES, error.key, *map(str, error.detail.values())]
        facts += [str(each) for key in ("known", "allowed") for each in error.detail.get(key, ())]
        for fact in sorted(filter(None, facts), key=len, reverse=True):
            left = left.replace(fact, "")
        assert not re.search("[A-Za-z]", left), error


@pytest.mark.parametrize(
    ("language", "phrases", "error", "sentence"),
    [
        # A hand is named with whatever goes before it.
        (
            "pt",
            {
                "in %(name)s’s hand": "na mão de %(name)s",
                "%(names)s and %(last)s": "%(names)s e %(last)s",
                "It is a tie. Enter the lightest tile %(where)s.": (
                    "Empate. Informe a pedra mais leve %(where)s."
                ),
            },
            RuleError(Code.LIGHTEST_TILE_NEEDED, seats=(0, 2)),
            "Empate. Informe a pedra mais leve na mão de Ana e na mão de Ciro.",
        ),
        # Why a rule contradicts another is said with its numbers.
        (
            "es",
            {
                "%(dealt)s of %(box)s tiles": "%(dealt)s de %(box)s fichas",
                "%(key)s does not fit the other rules: %(why)s.": "%(key)s no cuadra: %(why)s.",
            },
            error_of("block with deal.4 = 9"),
            "deal.4 no cuadra: 36 de 28 fichas.",
        ),
        # A bonus has a name of its own.
        (
            "hu",
            {
                "ended on a double": "duplával zárt",
                "%(event)s counts once a round: remove one.": "Egyszer számít: %(event)s.",
            },
            RuleError(Code.EVENT_TWICE, event="ended on a double"),
            "Egyszer számít: duplával zárt.",
        ),
    ],
)
def test_a_refusal_is_put_together_in_the_order_of_the_language(language, phrases, error, sentence):
    with speaking(language, phrases):
        assert error_sentence(error, NAMES) == sentence
