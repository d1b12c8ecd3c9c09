"""The comparison: the same hands under all games."""

from urllib.parse import parse_qs

import pytest

from scorekeeper.rules import game_ids
from tests.web.guide.reader import table, unfit

THE_TIE = "players=2&hand-1=1-2+2-4+3-5&hand-2=5-5+3-4"
TIED_PAIRS = "players=4&partners=y&hand-1=2-6&hand-2=1-3+1-6&hand-3=2-5+3-5&hand-4=1-1+3-3"
NOT_A_TILE = "is not a tile: write tiles like 1-2, 24 or 3|5."
PAIRS = "players=4&partners=yes&hand-1=1-6&hand-2=4-6+5-5&hand-3=4-4&hand-4=1-4"
IN_NO_BOX = "players=2&hand-1=15-15&hand-2=0-1"
ONCE = "every tile exists once"
FOUR_PAIR = "Only four people can play as partners: choose 4 players, or untick partners."
TWO_PLAY = "Only 2 play: choose more players, or leave Ciro empty."
HOW_MANY = "Select 2, 3 or 4 players."


def test_the_page_compares_the_reference_tie_as_the_form_would_send_it(visitor):
    page = visitor.open("/games/compare")
    default = {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"}
    assert (page.status, page.form) == (200, default | {"hand-3": "", "hand-4": ""})
    assert table(page, "verdicts") == table(visitor.open(f"/games/compare?{THE_TIE}"), "verdicts")


@pytest.mark.parametrize("query", [THE_TIE, PAIRS, PAIRS.replace("&partners=yes", ""), IN_NO_BOX])
def test_every_game_is_either_scored_or_has_its_reason(visitor, query):
    page = visitor.open(f"/games/compare?{query}")
    scored, refused = table(page, "verdicts"), unfit(page)
    assert len(scored) + len(refused) == len(game_ids())
    assert not scored.keys() & refused.keys()
    assert all(refused.values())
    assert bool(scored) is (query != IN_NO_BOX)


@pytest.mark.parametrize(
    ("query", "game", "reason"),
    [
        (THE_TIE, "Partnership", "for 4 players"),
        (THE_TIE, "Martinique", "for 3 players"),
        ("players=4&hand-2=1-2&hand-3=3-4&hand-4=5-6", "Partnership", "played by partners"),
        (TIED_PAIRS, "Dominican, patio", "a tie: it depends on who played first"),
        ("players=2&hand-1=9-9&hand-2=0-1", "Block", "9-9 is not in the box"),
    ],
)
def test_a_game_that_cannot_score_the_hands_says_why(visitor, query, game, reason):
    assert unfit(visitor.open(f"/games/compare?{query}"))[game] == reason


@pytest.mark.parametrize(
    ("query", "problems"),
    [
        ("hand-1=7x&hand-2=1-2", [f"“7x” in Ana’s hand {NOT_A_TILE}"]),
        (
            "hand-1=1-2&hand-2=3-4+2-1",
            [f"1-2 is in Ana’s hand and in Bea’s hand at once: {ONCE}, so remove it from one."],
        ),
        ("hand-1=1-2+1-2&hand-2=", [f"1-2 is twice in Ana’s hand: {ONCE}."]),
        ("hand-1=&hand-2=", ["Enter what is left in at least one hand."]),
        ("hand-1=1-2&hand-2=&hand-3=4-4", [TWO_PLAY]),
        ("players=3&partners=yes&hand-1=1-2", [FOUR_PAIR]),
        ("players=5&hand-1=1-2", [HOW_MANY]),
        ("players=²&hand-1=1-2", [HOW_MANY]),
        ("players=2&hand-1=" + "1" * 401, ["Enter fewer tiles."]),
        (
            "hand-1=%3Cb%3E&hand-2=1-2+1-2&hand-3=4-4&partners=y",
            [
                f"“<b>” in Ana’s hand {NOT_A_TILE}",
                f"1-2 is twice in Bea’s hand: {ONCE}.",
                *(TWO_PLAY, FOUR_PAIR),
            ],
        ),
    ],
)
def test_a_refused_form_keeps_what_was_typed_and_says_what_is_wrong(visitor, query, problems):
    page = visitor.open(f"/games/compare?{query}")
    assert page.status == 422
    assert page.problems == problems
    assert {*page.texts("p", "problem")} == {*problems}
    values = {name: values[0] for name, values in parse_qs(query).items()}
    typed = {name: text for name, text in values.items() if name.startswith("hand")}
    assert page.form.items() >= typed.items()
    assert table(page, "verdicts") == {}


def test_invisible_characters_are_ignored(visitor):
    page = visitor.open("/games/compare?hand-1=1-2%00+2-4%0A3-5&hand-2=5-5+3-4&unknown=1")
    assert table(page, "verdicts")["Block"][0] == "Ana"
