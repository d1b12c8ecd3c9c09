"""Numbers, counts, lists and times in the language of the page; times in the zone of the server."""

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.figures import clock
from scorekeeper.wording import formats
from scorekeeper.wording.dates import format_datetime, time_ago
from scorekeeper.wording.formats import join_names, number, points, signed, tiles, times
from tests.unit.wording.made_up_language import in_language

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
    ("language", "grouped", "date"),
    [
        ("en", "12,345", "20 Nov, 14:03"),
        ("es", "12.345", "20 nov, 14:03"),
        ("fr", "12\u202f345", "20 nov., 14:03"),
        ("it", "12.345", "20 nov, 14:03"),
        ("hu", "12\xa0345", "nov. 20. 14:03"),
        ("pt", "12.345", "20 de nov. 14:03"),
    ],
)
def test_long_numbers_are_grouped_and_dates_formatted_as_the_language_does(language, grouped, date):
    with in_language(language):
        assert [number(-5), number(9999)] == ["−5", "9999"]
        assert (number(12345), signed(12345)) == (grouped, f"+{grouped}")
        assert format_datetime(AFTERNOON.astimezone(UTC)) == date


def test_numbers_of_any_length_and_dates_are_formatted_outside_a_request():
    assert number(-(10**30)) == "−1" + ",000" * 10
    assert format_datetime(AFTERNOON.astimezone(UTC)) == "20 Nov, 14:03"


def test_time_ago_counts_whole_units_in_the_language_of_the_page():
    pasts = (59, 60, 119, 3600, 86_399, 86_400, 700_000)
    texts = [time_ago(clock.now() - timedelta(seconds=past)) for past in pasts]
    assert texts[:4] == ["just now", "1 minute ago", "1 minute ago", "1 hour ago"]
    assert texts[4:] == ["23 hours ago", "1 day ago", "8 days ago"]
    with in_language("es"):
        assert time_ago(clock.now() - timedelta(hours=1)) == "hace 1 hora"
        assert time_ago(clock.now() - timedelta(hours=5)) == "hace 5 horas"
