"""House rules, filled in on the form that starts a match."""

from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from scorekeeper.pages.new_match.house_rules import questions_for
from scorekeeper.pages.new_match.house_rules_form import HouseRulesForm
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import matches
from tests.unchanged import Unchanged
from tests.web.new_match.house_rules_form import (
    PLAIN,
    RULES,
    TIE,
    TWO,
    opened,
    rules,
    scores,
    started,
)
from tests.web.pagelint import text_of
from tests.web.visitor import Page, Visitor, seated

FOUR = ("Ana", "Bea", "Ciro", "Dani")
FIVE, PAIRS = seated(*FOUR, "Eva"), seated(*FOUR) | {"partners": "y"}
# 17 against 17, and the lightest tiles weigh the same: 1-2 and 0-3.
EVEN_TIE = ("12 33 44", "55 04 03")
BLOCKED_PAIRS, PAIR_OUT = ("12", "66", "14", "26"), ("", "66", "23", "35")


def test_opening_house_rules_keeps_the_form_and_starts_no_match(
    visitor: Visitor, new_match: Page, unchanged: Unchanged
) -> None:
    filled = seated("Ana", "", "Ciro") | {"game": "hoyle", "goal": "150", "other_goal": "x"}
    with unchanged():
        page = visitor.send(new_match, filled | {"partners": "y"} | RULES)
    assert page.status == 200
    assert page.problems == []
    assert (filled | {"partners": "y", "rules_of": "hoyle"}).items() <= page.form.items()
    assert page.texts("section", "house", "h2") == ["House rules for Hoyle"]


@pytest.mark.parametrize("game", game_ids())
def test_house_rules_show_the_values_of_the_game_and_change_nothing_unasked(
    visitor: Visitor, game: str
) -> None:
    page = opened(visitor, seated(*FOUR) | {"game": game})
    questions = questions_for(load_game(game))
    current = {
        "house-" + "-".join(map(str, keys)).replace("_", "-"): str(field.kwargs["default"])
        for keys, field in questions
    }
    assert {name: value for name, value in page.form.items() if "house-" in name} == current
    assert HouseRulesForm(load_game(game)).changes == {}


@pytest.mark.parametrize(
    ("game", "asked", "not_asked"),
    [
        ("block", "blocked-winner-partner", "plays-passing"),
        ("eight-minus-players", "blocked-winner-own", "blocked-winner-partner"),
        ("italian", "plays-passing", "blocked-rank"),
        ("mexican-partners", "blocked-rank", "deal-4"),
        ("mexican-train", "weights-tile-0-0", "match-test"),
        ("jamaican-partners", "blocked-next-worth", "rounding"),
        ("jamaican-cut-throat", "match-one-all-worth", "rounding"),
        ("brazil-to-six", "bonus-2-times", "match-one-all-worth"),
        ("all-fives", "rounding", "bonus-0-points"),
        ("french", "weights-tile-0-0", "blocked-winner-own"),
        ("triominos", "match-test", "deal-2"),
        ("block", "tiles-highest", "match-one-all-worth"),
        ("block", "blocked-rank", "match-one-all-worth"),
        ("hoyle", "blocked-rank", "tiles-highest"),
    ],
)
def test_only_what_applies_to_a_game_is_asked(
    visitor: Visitor, game: str, asked: str, not_asked: str
) -> None:
    page = opened(visitor, {"game": game})
    assert f"house-{asked}" in page.form
    assert f"house-{not_asked}" not in page.form


@pytest.mark.parametrize(("game", "seats"), [("block", 4), ("draw", 0), ("jamaican-partners", 4)])
def test_the_four_rules_that_people_ask_for_come_first_and_more_has_the_rest(
    visitor: Visitor, game: str, seats: int
) -> None:
    often = ["A tie when blocked goes to"]
    if game != "jamaican-partners":
        counts = (seats,) if seats else (2, 3, 4)
        often += ["The box", "Who cannot play", *(f"Tiles each, {n} players" for n in counts)]
    page = opened(visitor, seated(*FOUR[:seats]) | {"game": game})
    labels, more = page.texts("div", "rules", "label"), text_of(rest(page))
    assert labels[: len(often)] == often
    assert all((label in more) == (label not in often) for label in labels)
    assert "open" not in rest(page).attrib


def rest(page: Page) -> Element:
    """Return what has the rules that are seldom asked for."""
    (more,) = (each for each in page.all("details") if text_of(each).startswith("More "))
    return more


def test_a_refused_rule_among_the_rest_is_shown(visitor: Visitor) -> None:
    refused = visitor.send(opened(visitor), rules(weights_tile_0_0="x"))
    assert "open" in rest(refused).attrib


@pytest.mark.parametrize(
    ("game", "changed", "at_once"),
    [
        ("all-fives", {"match_at_once": "once"}, True),
        # Two who got there in one round would be level for ever.
        ("all-fives", {"match_test": "exact"}, True),
        ("all-fives", {"match_test": "exceed"}, False),
        ("block", {"match_test": "exact"}, False),
        ("italian", {"match_at_once": "round"}, False),
    ],
)
def test_reaching_the_goal_in_play_counts_as_agreed(
    visitor: Visitor, app: Flask, game: str, changed: dict[str, str], at_once: bool
) -> None:
    started(visitor, seated("Ana", "Bea", "Ciro") | {"game": game}, **changed)
    with app.app_context():
        assert matches.find_match(1).setup.game.match.at_once == at_once


@pytest.mark.parametrize(
    ("filled", "agreed", "hands", "points"),
    [
        (TWO, "blocked_winner_own=minus", TIE, [0, 0]),
        (TWO, "blocked_winner_own=ignored", TIE, [17, 0]),
        (TWO, "blocked_winner_own=added", TIE, [34, 0]),
        # Of Ana and Ciro, the heavier hand is the partner's: 5 pips.
        (
            PAIRS,
            "blocked_winner_own=ignored blocked_winner_partner=ignored",
            BLOCKED_PAIRS,
            [20, 0],
        ),
        (PAIRS, "blocked_winner_own=ignored blocked_winner_partner=added", BLOCKED_PAIRS, [25, 0]),
        (PAIRS, "blocked_winner_own=ignored blocked_winner_partner=minus", BLOCKED_PAIRS, [15, 0]),
        (PAIRS, "out_winner_partner=ignored", PAIR_OUT, [20, 0]),
        (PAIRS, "out_winner_partner=added", PAIR_OUT, [25, 0]),
        (PAIRS, "out_winner_partner=minus", PAIR_OUT, [15, 0]),
        (TWO, "blocked_rank=drawn blocked_winner_own=ignored", TIE, [0, 0]),
        (TWO, "blocked_rank=lightest blocked_winner_own=ignored", TIE, [17, 0]),
        (TWO, "blocked_rank=next blocked_winner_own=ignored", TIE, [17, 0]),
        (TWO, "blocked_rank=doubles blocked_winner_own=ignored", TIE, [17, 0]),
        (TWO, "blocked_rank=lightest blocked_winner_own=ignored", EVEN_TIE, [0, 0]),
        (TWO, "blocked_rank=next blocked_winner_own=ignored", EVEN_TIE, [0, 17]),
        (TWO, "rounding=none", ("", "44"), [8, 0]),
        (TWO, "rounding=nearest", ("", "44"), [10, 0]),
        (TWO, "rounding=up", ("", "44"), [10, 0]),
        (TWO, "rounding=down", ("", "44"), [5, 0]),
        (TWO | {"game": "all-threes"}, "rounding=down", ("", "44"), [6, 0]),
        (TWO, "weights_tile_0_0=50", ("", "00 11"), [52, 0]),
        (FIVE, "tiles_highest=9", ("", "9-9", "0-1", "2-3", "4-5"), [33, 0, 0, 0, 0]),
        # More tiles than were dealt.
        (TWO, "table_boneyard=drawn", ("", "00 01 02 03 04 05 06 11"), [23, 0]),
    ],
)
def test_a_round_is_worth_what_was_agreed(
    visitor: Visitor, filled: dict[str, str], agreed: str, hands: tuple[str, ...], points: list[int]
) -> None:
    table = started(visitor, filled, **dict(rule.split("=") for rule in agreed.split()))
    assert scores(visitor, table, *hands) == points


@pytest.mark.parametrize(("tie", "field"), [("opener", "opener"), ("not-blocker", "blocker")])
def test_a_tie_that_somebody_settles_asks_who(visitor: Visitor, tie: str, field: str) -> None:
    table = started(visitor, TWO, blocked_rank=tie, blocked_winner_own="ignored")
    asked = visitor.play(table, *TIE)
    assert asked.status == 422
    assert field in asked.fields


def test_after_a_draw_the_next_round_counts_double(visitor: Visitor) -> None:
    table = started(visitor, TWO, blocked_rank="drawn", blocked_next_worth="double")
    assert scores(visitor, table, *TIE) == [0, 0]
    assert scores(visitor, table, "", "66") == [24, 0]


@pytest.mark.parametrize(("test", "over"), [("reach", True), ("exceed", False)])
def test_a_goal_is_reached_or_exceeded(visitor: Visitor, test: str, over: bool) -> None:
    table = started(visitor, TWO | {"other_goal": "12"}, match_test=test)
    visitor.play(table, "", "66")
    assert ("Ana wins" in visitor.open(table.address).text) is over


TRAIN = {"game": "mexican-train"}


@pytest.mark.parametrize(
    ("filled", "agreed", "said"),
    [
        ({}, {"deal_2": "9"}, ["Deal 9 tiles each."]),
        ({}, {"table_boneyard": "drawn"}, ["boneyard: drawn from"]),
        (seated("Ana", "Bea", "Ciro", "Dani", "Eva"), {"tiles_highest": "9"}, ["Deal 7 tiles"]),
        (
            TRAIN,
            {"tiles_highest": "9"},
            ["Deal 12 tiles", "round 1 of 10", "9-9 starts; if nobody holds it", "box: up to 9-9"],
        ),
        # What was changed besides stays as it was changed.
        (
            TRAIN | {"other_goal": "7"},
            {"tiles_highest": "9", "deal_2": "14"},
            ["Deal 14 tiles each.", "round 1 of 7"],
        ),
    ],
)
def test_the_table_says_what_was_agreed(
    visitor: Visitor, filled: dict[str, str], agreed: dict[str, str], said: list[str]
) -> None:
    table = started(visitor, TWO | filled, **agreed)
    assert [each for each in said if each not in table.text] == []


@pytest.mark.parametrize(
    ("game", "said"),
    [
        *(("block", f'value="{box}"') for box in (6, 9, 12)),
        ("all-threes", "to the nearest 3"),
        *(("puerto-rico-500", f"premio, {nth} win") for nth in ("first", "second", "fourth")),
    ],
)
def test_a_game_offers_what_its_sources_have(visitor: Visitor, game: str, said: str) -> None:
    assert said in opened(visitor, seated(*FOUR) | {"game": game}).answer.text.replace(
        "Prem", "prem"
    )


def test_house_rules_are_for_one_match(visitor: Visitor) -> None:
    started(visitor, TWO, blocked_winner_own="added")
    assert scores(visitor, visitor.start("Ana", "Bea"), *TIE) == [0, 0]


def test_a_button_drops_the_house_rules(visitor: Visitor) -> None:
    page = visitor.send(opened(visitor), rules(blocked_winner_own="added") | PLAIN)
    assert page.all("section", "house") == []
    assert TWO.items() <= page.form.items()
    assert scores(visitor, visitor.follow(visitor.send(page)), *TIE) == [0, 0]


def test_opening_house_rules_again_keeps_what_was_changed_but_of_another_game(
    visitor: Visitor,
) -> None:
    page, changed = opened(visitor), rules(blocked_winner_own="ignored", deal_2="x")
    assert changed.items() <= visitor.send(page, changed | RULES).form.items()
    other = visitor.send(page, changed | {"game": "hoyle"} | RULES)
    assert other.form["rules_of"] == "hoyle"
    assert other.form["house-blocked-winner-own"] == "added"


def test_a_bonus_is_claimed_where_it_was_agreed_and_one_of_0_is_not_played(
    visitor: Visitor,
) -> None:
    assert "Capicúa" in visitor.open_round(started(visitor, TWO, bonus_0_points="25")).text
    assert "Capicúa" not in visitor.open_round(visitor.start("Ana", "Bea")).text
    patio = seated(*FOUR) | {"game": "dominican-patio"}
    page = visitor.open_round(started(visitor, patio, bonus_0_points="0", bonus_1_points="30")).text
    assert "Capicúa" not in page
    assert "Chuchazo" in page


CAPICU = {"name": "capicú", "points": 100, "ending": "went out", "same_ends": True}
LA_E_LO = {"name": "lá-e-lô", "ending": "went out", "same_ends": True}
CARROCA = {"name": "carroça", "times": 2, "ending": "went out", "last_tile": "double"}
CRUZADA = {"name": "cruzada", "times": 4, "instead_of": ["carroça", "lá-e-lô"]}


@pytest.mark.parametrize(
    ("game", "filled", "bonuses"),
    [
        (
            "puerto-rico-500",
            {"bonus-0-by-round-1": 80, "bonus-2-points": 0},
            [
                {"name": "premio", "by_round": [100, 80, 50, 25]},
                CAPICU | {"last_tile": "not a double"},
            ],
        ),
        ("brazil-to-six", {"bonus-0-times": 1, "bonus-1-times": 4}, [LA_E_LO | {"times": 4}]),
        ("brazil-to-six", {"bonus-2-times": 4}, [CARROCA, LA_E_LO | {"times": 3}, CRUZADA]),
        ("dominican-patio", {f"bonus-{number}-points": 0 for number in range(3)}, []),
        (
            "block",
            {"bonus-2-points": 30},
            [{"name": "paso corrido", "points": 30, "to": "claimer"}],
        ),
    ],
)
def test_bonuses_are_worth_what_was_agreed(
    game: str, filled: dict[str, int], bonuses: list[dict[str, object]]
) -> None:
    form = HouseRulesForm(load_game(game))
    for name, worth in filled.items():
        form[name].data = worth
    assert form.changes == {"bonus": bonuses}
    assert len(with_house_rules(load_game(game), form.changes).bonus) == len(bonuses)
