"""Matches that are refused: a sentence says why, and the form keeps what was entered."""

from unicodedata import normalize

import pytest

from tests.web.visitor import TEN, seated

TWO = seated("Ana", "Bea")
TOO_FEW = "Enter the names of at least two players."
TOO_LONG = "Enter a name of at most 40 letters."
NO_NUMBER = "Enter a whole number, such as 17."
NO_GOAL = "Enter a goal from 1 to 10,000 points."
NO_CHOICE = "Select one of these."


@pytest.fixture(scope="module")
def app(shared_app):
    """Return one application for all tests: no match is started."""
    return shared_app


@pytest.mark.parametrize(
    "names",
    [
        *([], ["Ana"], ["", "", "", "Dani"]),
        # An invisible name is an empty one.
        *(["Ana", hidden] for hidden in ("\u200d", "\u200c\u200d", "\u202e", "\x00", " \t")),
    ],
)
def test_one_alone_cannot_play(refused, new_match, names):
    shows = {"names-1": ""} if names[:1] == ["Ana"] else {}
    page = refused(new_match, seated(*names), TOO_FEW, shows=shows)
    assert page.links[TOO_FEW] == ("#names-1" if names[:1] == ["Ana"] else "#names-0")


BLANK = "This name cannot be seen: enter one with letters."


@pytest.mark.parametrize(
    "blank",
    [
        *("\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u17b4", "\ufe0f", "\u0301"),
        "\u2800 \u034f",
    ],
)
def test_a_name_that_shows_nothing_is_refused_and_kept(refused, new_match, blank):
    page = refused(new_match, seated("Ana", "Bea", blank), BLANK)
    assert page.links[BLANK] == "#names-2"


@pytest.mark.parametrize(
    ("name", "again"),
    [
        *(("Ana", again) for again in ("Ana", "ana", "ANA", " Ana ")),
        # Written with other signs.
        ("José", "Jose\u0301"),
        *(("Ana", again) for again in ("A\u200dna", "Ana\u3164", "An\u034fa", "\uff21na")),
        *(("Ana", again) for again in ("A\ufe0fna", "ana\u2800", "A\u200cNA")),
        # Cyrillic and Greek letters, which a reader would point out as mistakes, by their numbers.
        *(("Ana", again) for again in ("\u0410na", "An\u0430", "\u0391n\u03b1")),
        ("Hector", "\u041dect\u043er"),
        ("Nico", "\u039d\u0456c\u03bf"),
        ("Zo\u00eb", "Zo\u0451"),
        ("\u0412\u0435\u0440\u0430", "Bepa"),
        ("\u039a\u03ac\u03c1\u03bf\u03c2", "\u041a\u00e1po\u03c2"),
    ],
)
def test_a_name_that_looks_like_another_is_refused_and_kept(refused, new_match, name, again):
    shown = normalize("NFC", again.strip())
    sentence = f"{shown} sits here twice: add a second word to one, such as “{shown} B”."
    page = refused(new_match, seated(name, "Bea", again), sentence, shows={"names-2": shown})
    assert page.links[sentence] == "#names-2"


def test_all_problems_are_shown_at_once(refused, new_match):
    filled = seated("A" * 41, "B" * 300) | {"other_goal": "0"}
    refused(new_match, filled, TOO_LONG, TOO_LONG, NO_GOAL)


FOR = "{} players. {} a player or choose another game."
NO_PARTNERS = "With {} players everybody plays alone in this game: untick partners."
NO_POINTS = "{} does not count points: choose its usual goal, or enter a number."


@pytest.mark.parametrize(
    ("players", "field", "entered", "game", "sentence"),
    [
        *((2, "other_goal", goal, "block", NO_GOAL) for goal in ("0", "-5", "10001", "1000000000")),
        *((2, "other_goal", goal, "block", NO_NUMBER) for goal in ("ten", "1.5", "1e3", "<b>")),
        (2, "other_goal", "9" * 5000, "block", NO_NUMBER),
        (4, "other_goal", "0", "jamaican-partners", NO_GOAL),
        (
            *(3, "other_goal", "9", "italian"),
            "“The goal” does not fit the other rules: a single award pays 10 already.",
        ),
        *((2, "game", game, "", NO_CHOICE) for game in ("chess", "../block", "")),
        *((2, "goal", goal, "block", NO_CHOICE) for goal in ("77", "much")),
        (
            *(3, "game", "hoyle", "hoyle"),
            "Hoyle is for 2 or 4 players. Add or remove a player, or choose another game.",
        ),
        (10, "game", "block", "", f"Block is for {FOR.format('2 to 4', 'Remove')}"),
        (2, "game", "mexican-partners", "", f"Mexican partners is for {FOR.format(4, 'Add')}"),
        (6, "game", "italian", "", f"Italian is for {FOR.format('3 to 5', 'Remove')}"),
        (2, "partners", "y", "block", NO_PARTNERS.format(2)),
        (3, "partners", "y", "block", NO_PARTNERS.format(3)),
        (2, "partners", "y", "hoyle", NO_PARTNERS.format(2)),
        (4, "partners", "y", "eight-minus-players", NO_PARTNERS.format(4)),
        (2, "goal", "100", "jamaican-partners", NO_POINTS.format("Jamaican partners")),
        (2, "goal", "100", "martinique", NO_POINTS.format("Martinique")),
        (2, "goal", "100", "mexican-train", NO_POINTS.format("Mexican Train")),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(
    refused, new_match, players, field, entered, game, sentence
):
    filled = seated(*TEN[:players]) | {"game": game, field: entered}
    # A choice that was never offered is not shown.
    shows = {field: None} if sentence == NO_CHOICE else {}
    page = refused(new_match, filled, sentence, shows=shows)
    assert page.links[sentence] == f"#{field}"


@pytest.mark.parametrize("name", ["names-²", "names-" + "9" * 5000, "names-99", "names--1"])
def test_an_unknown_seat_is_ignored(visitor, new_match, name):
    started = visitor.post(new_match.target, {**new_match.form, **TWO, name: "Ciro"})
    assert visitor.follow(started).sides == ["Ana", "Bea"]
