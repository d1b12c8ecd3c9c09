"""The sentences about errors; most of them are in tests/cases/refusals.toml."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.interchange import replay
from scorekeeper.rules import Code, RuleError, Setup, load_game, score_round
from scorekeeper.rules.games import game_from, read_game, with_house_rules
from scorekeeper.scorebook.round_json import tile_from_json
from scorekeeper.wording.errors import error_sentence
from tests.unit.rules.example import BEA
from tests.unit.rules.lines import NAMES, cases, example, standing_of
from tests.unit.wording.made_up_language import in_brackets, speaking, without_brackets

Refused = Callable[[], object]

# Told by its table, or by its table and round.
TABLE = re.compile(r"([\w-]+)(?: (\d)(?: (as partners|alone))?)?(?: with (.*))?")


def request(**changes):
    """Score a request, and raise the error that caused its refusal."""
    whole = {"game": "block", "seats": ["Ana", "Bea"], "hands": {"Ana": 0, "Bea": 9}}

    def ask():
        with pytest.raises(replay.InvalidRequest) as refused:
            replay.score(whole | changes)
        assert isinstance(refused.value.__cause__, RuleError)
        raise refused.value.__cause__

    return ask


OTHERS: list[tuple[Refused, str]] = [
    (lambda: load_game("blok"), "There is no game “blok”. The games are: block, "),
    (lambda: read_game(Path(__file__)), "test_errors.py cannot be read: "),
    (lambda: game_from("none", {}), "name is missing."),
    (request(seats=["Ana", "Ana"]), "Ana sits twice: give every player a different name."),
    (
        lambda: tile_from_json("7x", BEA),
        "“7x” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5.",
    ),
    (
        request(hands={"Ana": 0, "Bea": ["1-2"]}, out="Bea"),
        "Bea has tiles left, so cannot have gone out: change one or the other.",
    ),
    (request(opener="Eva"), "Eva does not sit at this table."),
    (
        lambda: standing_of("block 2 with match.goal = 9 : - / 4-5 x2"),
        "This match is over: start a rematch to keep playing.",
    ),
]


def refused(act):
    with pytest.raises(RuleError) as caught:
        act()
    return caught.value


def told(line):
    """Return what a line of the file does: it sets a table up, or scores a round."""
    if " : " in line:
        return lambda: score_round(*example(line))
    return lambda: set_up(line)


def set_up(line):
    found = TABLE.fullmatch(line)
    assert found, line
    name, players, partners, rules = found.groups()
    game = with_house_rules(load_game(name), tomllib.loads((rules or "").replace("; ", "\n")))
    Setup.of(game, int(players), partners == "as partners" if partners else None)


REFUSALS = [line.split(" => ") for case in cases("refusals") for line in case.values[0]]
ALL = [*OTHERS, *((told(line), sentence) for line, sentence in REFUSALS)]


@pytest.mark.parametrize("lines", cases("refusals"))
def test_a_refusal_says_in_a_sentence_what_is_wrong(lines):
    for line, sentence in (each.split(" => ") for each in lines):
        assert error_sentence(refused(told(line)), NAMES) == sentence, line


@pytest.mark.parametrize(("act", "sentence"), OTHERS, ids=[sentence for _act, sentence in OTHERS])
def test_what_no_line_can_say_has_its_sentence_too(act, sentence):
    assert error_sentence(refused(act), NAMES).startswith(sentence)


def test_every_refusal_has_its_sentence():
    assert {refused(act).code for act, _sentence in ALL} == set(Code)


# What only a file can get wrong: the command line speaks English.
OF_FILES = {Code.UNREADABLE_GAME, Code.UNKNOWN_KEY, Code.MISSING_KEY, Code.WRONG_TYPE}


def test_every_word_of_a_refusal_can_be_translated():
    errors = [(refused(act), sentence) for act, sentence in ALL]
    with in_brackets():
        said = [without_brackets(error_sentence(error, NAMES)) for error, _sentence in errors]
    for (error, sentence), left in zip(errors, said, strict=True):
        if error.code in OF_FILES:
            continue
        # Names, and what was typed, are nobody's to translate.
        facts = [*NAMES, error.key, *map(str, error.detail.values()), *known(error)]
        for fact in sorted(filter(None, facts), key=len, reverse=True):
            left = left.replace(fact, "")
        assert not re.search("[A-Za-z]", left), sentence


def known(error):
    """Return the names of games, and the values a key may have, that an error lists."""
    return [str(each) for key in ("known", "allowed") for each in error.detail.get(key, ())]


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
            refused(told("block with deal.4 = 9")),
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
