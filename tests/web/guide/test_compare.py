"""The comparison: the same hands under all games."""

from urllib.parse import parse_qs

import pytest

from scorekeeper.rules import game_ids
from tests.web.guide.reader import Reader, table, unfit

THE_TIE = "players=2&hand-1=1-2+2-4+3-5&hand-2=5-5+3-4"
TIED_LINE = "players=4&partners=y&hand-1=2-5&hand-2=0-0+5-5&hand-3=0-2+3-3&hand-4=0-5"
TIED_PAIRS = "players=4&partners=y&hand-1=2-6&hand-2=1-3+1-6&hand-3=2-5+3-5&hand-4=1-1+3-3"
FULL_HAND = "players=2&hand-1=0-0+0-1+0-2+0-3+0-4+0-5+0-6+1-1&hand-2=6-6"
NOT_A_TILE = "is not a tile: write tiles like 1-2, 24 or 3|5."
ONCE = "every tile exists once"
FOUR_PAIR = "Only four people can play as partners: choose 4 players, or untick partners."
TWO_PLAY = "Only 2 play: choose more players, or leave Ciro empty."
HOW_MANY = "Select 2, 3 or 4 players."


def test_the_reference_tie_is_won_by_the_lightest_tile_in_block_only(reader: Reader) -> None:
    page = reader.compare()
    assert (page.status, page.heading) == (200, "Compare the games")
    shown = table(page, "verdicts")
    assert shown["Block"] == [
        "Ana",
        "0",
        "0",
        "Ana and Bea tie with 17 pips each. 1-2 (3 pips) is lighter than 3-4 (7 pips)."
        " 17 (opponents) − 17 (own hand) = 0 points.",
    ]
    drawn = ("Draw", "Eight minus players", "Hoyle", "Jamaican draw", "All Fives")
    assert {shown[name][0] for name in drawn} == {"drawn"}
    assert shown["Hungarian"][:3] == ["everybody adds", "+17", "+17"]
    assert page.form == {"players": "2", "hand-1": "1-2 2-4 3-5", "hand-2": "5-5 3-4"} | {
        "hand-3": "",
        "hand-4": "",
    }


def test_the_default_is_what_the_form_would_send(reader: Reader) -> None:
    assert table(reader.compare(THE_TIE), "verdicts") == table(reader.compare(), "verdicts")


def test_every_game_is_either_scored_or_has_its_reason(reader: Reader) -> None:
    partners = "players=4&partners=yes&hand-1=1-6&hand-2=4-6+5-5&hand-3=4-4&hand-4=1-4"
    for query in (THE_TIE, partners, partners.replace("&partners=yes", "")):
        page = reader.compare(query)
        scored, refused = table(page, "verdicts"), unfit(page)
        assert len(scored) + len(refused) == len(game_ids())
        assert not scored.keys() & refused.keys()
        assert all(refused.values())


@pytest.mark.parametrize(
    ("query", "game", "reason"),
    [
        (THE_TIE, "Partnership", "for 4 players"),
        (THE_TIE, "Martinique", "for 3 players"),
        (THE_TIE, "Rummikub", "not played with dominoes: only totals are entered"),
        (THE_TIE, "Italian", "the tiles played count, not those left over"),
        ("players=4&hand-2=1-2&hand-3=3-4&hand-4=5-6", "Partnership", "played by partners"),
        (TIED_LINE, "French", "each plays alone"),
        (TIED_LINE, "Brazil to six", "it depends on who closed the line"),
        (TIED_PAIRS, "Dominican, patio", "a tie: it depends on who played first"),
        ("players=2&hand-1=9-9&hand-2=0-1", "Block", "9-9 is not in the box"),
        (FULL_HAND, "Block", "a hand holds 7 tiles at most"),
        ("players=3&hand-1=&hand-2=&hand-3=5-5", "Block", "only one player can go out"),
    ],
)
def test_a_game_that_cannot_score_the_hands_says_why(
    reader: Reader, query: str, game: str, reason: str
) -> None:
    assert unfit(reader.compare(query))[game] == reason


def test_several_players_may_go_out_where_the_others_play_on(reader: Reader) -> None:
    page = reader.compare("players=3&hand-1=&hand-2=&hand-3=5-5")
    assert table(page, "verdicts").keys() == {"Hungarian"}
    assert table(page, "verdicts")["Hungarian"][0] == "Ana and Bea went out"


def test_hands_that_no_game_can_score_have_a_reason_for_each_game(reader: Reader) -> None:
    page = reader.compare("players=2&hand-1=15-15&hand-2=0-1")
    assert page.status == 200
    assert table(page, "verdicts") == {}
    assert len(unfit(page)) == len(game_ids())


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
def test_a_refused_form_keeps_what_was_typed_and_says_what_is_wrong(
    reader: Reader, query: str, problems: list[str]
) -> None:
    page = reader.compare(query)
    assert page.status == 422
    assert page.problems == problems
    assert {*page.texts("p", "problem")} == {*problems}
    values = {name: values[0] for name, values in parse_qs(query).items()}
    typed = {name: text for name, text in values.items() if name.startswith("hand")}
    assert page.form.items() >= typed.items()
    assert table(page, "verdicts") == {}


def test_invisible_characters_are_ignored(reader: Reader) -> None:
    page = reader.compare("hand-1=1-2%00+2-4%0A3-5&hand-2=5-5+3-4&unknown=1")
    assert table(page, "verdicts")["Block"][0] == "Ana"
