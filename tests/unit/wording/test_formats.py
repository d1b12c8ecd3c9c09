"""Numbers, counts and lists in the language of the page."""

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.wording import formats
from scorekeeper.wording.formats import join_names, number, points, signed, tiles, times
from tests.unit.wording.made_up_language import Phrases, speaking

AND = "%(names)s and %(last)s"
SPANISH: Phrases = {AND: "%(names)s y %(last)s", ("before an i", AND): "%(names)s e %(last)s"}


def test_points_are_shown_with_their_sign():
    assert [signed(points) for points in (21, 0, -5)] == ["+21", "–", "−5"]


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["Ana"], "Ana"), (["Ana", "Bea"], "Ana and Bea"), (["A", "B", "C"], "A, B and C")],
)
def test_names_are_joined_into_a_list(names, text):
    assert join_names(names) == text
    assert join_names([*names, "Inés"]).endswith("Inés")


@pytest.mark.parametrize(
    ("last", "text"),
    [
        ("Bea", "Ana y Bea"),
        ("Inés", "Ana e Inés"),
        ("Hilda", "Ana e Hilda"),
        ("Íñigo", "Ana e Íñigo"),
        ("Yvonne", "Ana e Yvonne"),
        ("Yago", "Ana y Yago"),
        ("Hierro", "Ana y Hierro"),
        ("Iago", "Ana y Iago"),
        ("Y", "Ana y Y"),
        ("5-6", "Ana y 5-6"),
    ],
)
def test_spanish_has_another_and_before_an_i(last, text):
    with speaking("es", SPANISH):
        assert join_names(["Ana", last]) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (formats.points, "1 point, 2 points"),
        (formats.pips, "1 pip, 2 pips"),
        (formats.tiles, "1 tile, 2 tiles"),
        (formats.doubles, "1 double, 2 doubles"),
        (formats.rounds, "1 round, 2 rounds"),
        (formats.matches, "1 match, 2 matches"),
        (formats.changes, "1 change, 2 changes"),
        (formats.wins, "1 win, 2 wins"),
        (formats.players, "1 player, 2 players"),
        (formats.minutes, "1 minute, 2 minutes"),
    ],
)
def test_one_is_singular(count, text):
    assert f"{count(1)}, {count(2)}" == text


def test_minus_one_point_is_singular():
    assert [points(-1), points(-5), points(0)] == ["−1 point", "−5 points", "0 points"]


def test_every_language_counts_in_its_own_way():
    # In French nothing is singular, and in Hungarian so is everything that is counted.
    with speaking("fr", {"%(number)s tile": ("%(number)s domino", "%(number)s dominos")}):
        assert [tiles(0), tiles(2)] == ["0 domino", "2 dominos"]
    with speaking("hu", {"%(number)s tile": ("%(number)s kő", "%(number)s kő")}):
        assert [tiles(1), tiles(2)] == ["1 kő", "2 kő"]


def test_a_round_counts_several_times():
    assert [times(2), times(3), times(4)] == ["double", "three times", "4 times"]
    with speaking("es", {"%(number)s times": "%(number)s veces"}):
        assert times(4) == "4 veces"


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_figures_are_not_grouped(language):
    with speaking(language):
        assert [number(-5), number(9999)] == ["−5", "9999"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "12,345"),
        ("es", "12.345"),
        ("pt", "12.345"),
        ("fr", "12\u202f345"),
        ("hu", "12\xa0345"),
    ],
)
def test_longer_numbers_are_grouped_as_the_language_does(language, text):
    with speaking(language):
        assert number(12345) == text
        assert signed(12345) == f"+{text}"


def test_numbers_of_any_length_are_formatted():
    assert number(-(10**30)) == "−1" + ",000" * 10
