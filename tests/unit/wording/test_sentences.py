"""What is said of rounds, doubts, refusals and the rules of games, as tests/cases has it.

Numbers, counts, lists and times too; a language with made-up translations finds what has none.
"""

import re
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from scorekeeper import clock
from scorekeeper.i18n import LANGUAGES
from scorekeeper.pages.shared.dates_and_figures import (
    average,
    day_name,
    format_datetime,
    month_name,
    percent,
    time_ago,
    time_of_day,
)
from scorekeeper.rules import Code, Lead, RuleError, Tile, game_ids, load_game
from scorekeeper.rules.doubts import Doubt, Law
from scorekeeper.rules.game_files import game_from, read_game
from scorekeeper.rules.game_keys import Leader
from scorekeeper.scorebook.round_json import read_tile
from scorekeeper.wording import dates, formats, rule_labels
from scorekeeper.wording import rules_in_words as words_of_rules
from scorekeeper.wording.errors_and_doubts import brief_doubt, doubt_sentence, error_sentence
from scorekeeper.wording.formats import format_number, join_names, points, signed, tiles, times
from scorekeeper.wording.rules_in_words import house_rules_in_words, label_of, rules_in_words
from tests.catalogues import kept
from tests.support.cases import blocks, cases, compare, parted
from tests.unit.rules.example import BEA, table
from tests.unit.rules.lines import NAMES, standing_of
from tests.unit.wording.languages import answering, in_language
from tests.unit.wording.telling import OF_FILES, error_of, narrator, refused, said, said_of

# Nobody translates names, and what somebody typed.
NAME = re.compile("|".join([*NAMES, "miscounted last round"]))


# A catalogue has all that the program says, and is read sooner than the program.
@cache
def bracketed():
    # Of a language with two forms in every release of Babel.
    catalog, file = Catalog(locale="en", fuzzy=False), BytesIO()
    for each in kept("es", "messages"):
        texts = each.id if isinstance(each.id, tuple) else (str(each.id),)
        marked = tuple(re.sub(r"(%\(\w+\)[sd])", r"⟧\1⟦", f"⟦{text}⟧") for text in texts)
        if each.id:
            catalog.add(each.id, marked if len(marked) > 1 else marked[0], context=each.context)
    write_mo(file, catalog)
    file.seek(0)
    return GNUTranslations(file)


def in_brackets():
    """Enter a request in a language that puts brackets around its words, but not around facts."""
    return answering("es", bracketed())


def without_brackets(text):
    """Return what is outside of brackets: the facts, and words that were not translated."""
    return re.sub(r"⟦[^⟧]*⟧", "", text)


def described(told, *_said):
    """Write a round and all that is said of it, as the file has it."""
    *said, ending, points = said_of(told)
    return [told, *(f"  {sentence}" for sentence in (*said, f"[{ending}; {points}]"))]


def english(sentences):
    """Return the sentences with words, other than names, that were not translated."""
    return [
        text for text in sentences if re.search("[A-Za-z]", NAME.sub("", without_brackets(text)))
    ]


@pytest.mark.parametrize("lines", cases("sentences"))
def test_a_round_is_described_as_it_stands_there_and_every_word_can_be_translated(lines):
    compare(lines, described)
    with in_brackets():
        assert not english(text for told, *_said in blocks(lines) for text in said_of(told))


@pytest.mark.parametrize("law", Law)
def test_every_word_about_a_doubt_can_be_translated(law):
    found = [Doubt(law, numbers, (Tile(3, 5),), 5) for numbers in ((3, 5), ())]
    with in_brackets():
        sentences = [say(doubt) for doubt in found for say in (doubt_sentence, brief_doubt)]
    assert not english(sentences)
    # Across the table few words are read.
    assert len(brief_doubt(found[0]).split()) <= 8


@pytest.mark.parametrize("rule", Leader)
def test_every_word_about_what_comes_next_can_be_translated(rule):
    at_table = narrator(table("jamaican-cut-throat", 3))
    leads = (Lead(rule), Lead(rule, seat=BEA), Lead(rule, side=BEA))
    with in_brackets():
        sentences = [*map(at_table.lead, leads), at_table.deal(worth=2)]
    assert all(sentences)
    assert not english(sentences)


# What no line can say. The sentences of all but the first are in tests/cases/json.toml.
OTHERS = [
    refused(read_game, Path(__file__)),
    refused(load_game, "blok"),
    refused(game_from, "none", {}),
    refused(read_tile, "7x", BEA),
    refused(standing_of, "block 2 with match.goal = 9 : - / 4-5 x2"),
    RuleError(Code.SAME_NAME_TWICE, name="Ana"),
    RuleError(Code.OUT_WITH_TILES, seats=(BEA,)),
    RuleError(Code.OUT_NEEDED, seats=(BEA,), counted=True),
    RuleError(Code.UNKNOWN_SEAT, seat="Eva"),
    RuleError(Code.POINTS_NEEDED),
    RuleError(Code.POINTS_NEEDED, seats=(BEA,)),
    RuleError(Code.SITS_THERE, name="Eva"),
    RuleError(Code.PEOPLE_STAY),
    RuleError(Code.NO_SUCH_ROUND, rounds=[1, 2]),
]


def refusal(line):
    """Return a line with why what it tells is refused, in a sentence."""
    told, _sentence = parted(line)
    return f"{told} => {error_sentence(error_of(told), NAMES)}"


@pytest.mark.parametrize("lines", cases("refusals"))
def test_a_refusal_says_in_a_sentence_what_is_wrong(lines):
    compare(lines, refusal)


def test_every_refusal_has_its_sentence_and_every_word_of_it_can_be_translated():
    assert error_sentence(OTHERS[0], NAMES).startswith("test_sentences.py cannot be read: ")
    lines = [line for case in cases("refusals") for line in case.values[0]]
    errors = [*OTHERS, *(error_of(parted(line)[0]) for line in lines)]
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


@pytest.mark.parametrize("game_id", game_ids())
def test_every_key_of_every_game_has_words_and_a_label_in_the_language_of_the_page(game_id):
    game = load_game(game_id)
    words = rules_in_words(game)
    assert (
        words.keys() - {f"bonus.{bonus.name}" for bonus in game.bonus} == rule_labels.LABELS.keys()
    )
    for key, text in words.items():
        assert text
        assert text == text.strip()
        assert label_of(key)
    with in_brackets():
        for key, text in rules_in_words(game).items():
            assert not any(map(str.isalpha, without_brackets(text))), text
            assert without_brackets(label_of(key)) == ""


def test_every_value_of_a_key_has_words_of_its_own():
    written = [*vars(rule_labels).values(), *vars(words_of_rules).values()]
    tables = [each for each in written if isinstance(each, dict)]
    of_values = [each for each in tables if isinstance(next(iter(each)), StrEnum)]
    assert len(of_values) > 10
    # Of any last tile nothing is said.
    for words in (each for each in of_values if each is not rule_labels.LAST_TILES):
        assert words.keys() == {*next(iter(words)).__class__}
        assert len(set(words.values())) == len(words)


@pytest.mark.parametrize("lines", cases("words"))
def test_a_rule_is_said_as_it_stands_there(lines):
    compare(lines, rule_said)


def rule_said(line):
    """Return a line with what is said of its rule, which may be nothing."""
    told = line.partition(" =>")[0]
    return f"{told} => {said(told)}".rstrip()


def test_a_match_from_before_a_game_took_ten_has_no_house_rules():
    now = load_game("mexican-train")
    older = dict(now.definition) | {"deal": {"2": 15, "3": 15, "4": 15, "5": 12}}
    assert house_rules_in_words(now, game_from(now.id, older)) == ()
    older["deal"] = older["deal"] | {"5": 11}
    found = house_rules_in_words(now, game_from(now.id, older))
    assert found == ("deal: 2 to 4 players take 15 tiles each, 5 take 11",)


def test_a_bonus_that_a_table_made_up_keeps_its_name():
    with in_brackets():
        assert label_of("bonus.50 % más") == "50 % más"
        assert label_of("bonus.") == ""


@pytest.mark.parametrize("lines", cases("languages"))
def test_what_is_put_together_is_a_sentence_of_the_language(lines):
    compare(lines, said_in_language)


def said_in_language(line):
    """Return a line if its sentence is said, or one with all that are."""
    told, sentence = parted(line)
    language, what = told.split(" | ")
    with in_language(language):
        try:
            found = said_of(what) if " : " in what else said(what).split(" | ")
        except RuleError as error:
            found = [error_sentence(error, NAMES)]
    return line if sentence in found else f"{told} => {' | '.join(found)}"


# Without a time zone: in that of the machine.
AFTERNOON = datetime(2026, 11, 20, 14, 3)


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["Ana"], "Ana"), (["Ana", "Bea"], "Ana and Bea"), (["A", "B", "C"], "A, B and C")],
)
def test_names_are_joined_into_a_list(names, text):
    assert join_names(names) == text
    assert join_names([*names, "Inés"]).endswith("Inés")


def test_spanish_has_another_and_before_an_i():
    with in_language("es"):
        for last in ("Inés", "Hilda", "Íñigo", "Yvonne"):
            assert join_names(["Ana", last]) == f"Ana e {last}"
        for last in ("Bea", "Yago", "Hierro", "Iago", "Y", "5-6"):
            assert join_names(["Ana", last]) == f"Ana y {last}"


@pytest.mark.parametrize(
    "name",
    ["point", "pip", "tile", "double", "round", "match", "change", "win", "player", "minute"],
)
def test_one_is_singular(name):
    many = "matches" if name == "match" else f"{name}s"
    count = getattr(formats, many)
    assert (count(1), count(2)) == (f"1 {name}", f"2 {many}")


def test_points_have_their_sign_and_minus_one_is_singular():
    assert [signed(each) for each in (21, 0, -5)] == ["+21", "–", "−5"]
    assert [points(-1), points(-5), points(0)] == ["−1 point", "−5 points", "0 points"]


def test_every_language_counts_in_its_own_way():
    assert [times(2), times(3), times(4)] == ["double", "three times", "4 times"]
    # In French nothing is singular, and in Hungarian so is everything that is counted.
    with in_language("fr"):
        assert [tiles(0), tiles(2), times(4)] == ["0 domino", "2 dominos", "4 fois"]
    with in_language("hu"):
        assert [tiles(1), tiles(2), times(4)] == ["1 kő", "2 kő", "4×"]


@pytest.mark.parametrize(
    ("language", "grouped", "part", "written"),
    [
        ("en", "12,345", "9.8 = 42%", "20 Nov, 14:03; 09:05; 3 Sept 2025; May 2025"),
        ("es", "12.345", "9,8 = 42\xa0%", "20 nov, 14:03; 9:05; 3 sept 2025; Mayo de 2025"),
        ("fr", "12\u202f345", "9,8 = 42\xa0%", "20 nov., 14:03; 09:05; 3 sept. 2025; Mai 2025"),
        ("it", "12.345", "9,8 = 42%", "20 nov, 14:03; 09:05; 3 set 2025; Maggio 2025"),
        ("hu", "12\xa0345", "9,8 = 42%", "nov. 20. 14:03; 9:05; 2025. szept. 3.; 2025. május"),
        ("pt", "12.345", "9,8 = 42%", "20 de nov. 14:03; 09:05; 3 de set. de 2025; Maio de 2025"),
    ],
)
def test_figures_and_dates_are_written_as_the_language_does(language, grouped, part, written):
    morning, day, month = (datetime(2025, *each, tzinfo=UTC) for each in ((1, 1), (9, 3), (5, 9)))
    with in_language(language):
        assert [format_number(-5), format_number(9999)] == ["−5", "9999"]
        assert (format_number(12345), signed(12345)) == (grouped, f"+{grouped}")
        # A half goes to the even digit, of what is written and not of what a computer makes of it.
        assert f"{average(9.75)} = {percent(0.425)}" == part
        assert average(0.35) == average(0.4)
        moments = (
            format_datetime(AFTERNOON.astimezone(UTC)),
            time_of_day(morning.replace(hour=9, minute=5, tzinfo=None).astimezone(UTC)),
            *(day_name(day.replace(hour=12)), month_name(month)),
        )
        assert "; ".join(moments) == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_month_has_a_name_and_a_short_one(language):
    with in_language(language):
        assert [len({*names}) for names in (dates.months(), dates.short_months())] == [12, 12]


def test_numbers_of_any_length_and_dates_are_formatted_outside_a_request():
    assert format_number(-(10**30)) == "−1" + ",000" * 10
    assert format_datetime(AFTERNOON.astimezone(UTC)) == "20 Nov, 14:03"


def test_time_ago_counts_whole_units_in_the_language_of_the_page():
    pasts = (59, 60, 119, 3600, 86_399, 86_400, 700_000)
    texts = [time_ago(clock.now() - timedelta(seconds=past)) for past in pasts]
    assert texts[:4] == ["just now", "1 minute ago", "1 minute ago", "1 hour ago"]
    assert texts[4:] == ["23 hours ago", "1 day ago", "8 days ago"]
    with in_language("es"):
        assert time_ago(clock.now() - timedelta(hours=1)) == "hace 1 hora"
        assert time_ago(clock.now() - timedelta(hours=5)) == "hace 5 horas"
