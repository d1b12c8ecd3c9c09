"""House rules, filled in on the form that starts a match."""

import pytest
from flask import Flask

from scorekeeper.pages.new_match.house_rules import questions_for
from scorekeeper.pages.new_match.house_rules_form import HouseRulesForm
from scorekeeper.rules import game_ids, load_game
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
# 17 against 17, and the lightest tiles weigh the same: 1-2 and 0-3.
EVEN_TIE = ("12 33 44", "55 04 03")


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
    current = {f"house-{each.name}": str(each.field_value) for each in questions}
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
    ],
)
def test_only_what_applies_to_a_game_is_asked(
    visitor: Visitor, game: str, asked: str, not_asked: str
) -> None:
    page = opened(visitor, {"game": game})
    assert f"house-{asked}" in page.form
    assert f"house-{not_asked}" not in page.form


@pytest.mark.parametrize(
    ("game", "seats", "often"),
    [
        (
            "block",
            4,
            [
                "A tie when blocked goes to",
                "The box",
                "Who cannot play",
                "Tiles each, 4 players",
            ],
        ),
        (
            "draw",
            0,
            [
                "A tie when blocked goes to",
                "The box",
                "Who cannot play",
                "Tiles each, 2 players",
                "Tiles each, 3 players",
                "Tiles each, 4 players",
            ],
        ),
        ("jamaican-partners", 4, ["A tie when blocked goes to"]),
    ],
)
def test_the_four_rules_that_people_ask_for_come_first_and_more_has_the_rest(
    visitor: Visitor, game: str, seats: int, often: list[str]
) -> None:
    page = opened(visitor, seated(*FOUR[:seats]) | {"game": game})
    labels = page.texts("div", "rules", "label")
    assert labels[: len(often)] == often
    (more,) = (text_of(each) for each in page.all("details") if text_of(each).startswith("More "))
    assert all((label in more) == (label not in often) for label in labels)


def test_a_refused_rule_among_the_rest_is_shown(visitor: Visitor) -> None:
    page = opened(visitor, TWO)
    refused = visitor.send(page, rules(weights_tile_0_0="x"))
    (more,) = (each for each in refused.all("details") if text_of(each).startswith("More "))
    assert "open" in more.attrib
    (folded,) = (each for each in page.all("details") if text_of(each).startswith("More "))
    assert "open" not in folded.attrib


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


@pytest.mark.parametrize(("own", "points"), [("minus", 0), ("ignored", 17), ("added", 34)], ids=str)
def test_the_winners_own_pips_count_as_agreed(visitor: Visitor, own: str, points: int) -> None:
    table = started(visitor, TWO, blocked_winner_own=own)
    assert scores(visitor, table, *TIE) == [points, 0]


@pytest.mark.parametrize(("partner", "points"), [("ignored", 20), ("added", 25), ("minus", 15)])
def test_the_partners_pips_count_as_agreed_when_blocked(
    visitor: Visitor, partner: str, points: int
) -> None:
    changed = {"blocked_winner_own": "ignored", "blocked_winner_partner": partner}
    table = started(visitor, seated(*FOUR) | {"partners": "y"}, **changed)
    # Of Ana and Ciro, the heavier hand is the partner's: 5 pips.
    assert scores(visitor, table, "12", "66", "14", "26") == [points, 0]


@pytest.mark.parametrize(("partner", "points"), [("ignored", 20), ("added", 25), ("minus", 15)])
def test_the_partners_pips_count_as_agreed_when_somebody_goes_out(
    visitor: Visitor, partner: str, points: int
) -> None:
    table = started(visitor, seated(*FOUR) | {"partners": "y"}, out_winner_partner=partner)
    assert scores(visitor, table, "", "66", "23", "35") == [points, 0]


@pytest.mark.parametrize(
    ("tie", "points"),
    [
        ("drawn", [0, 0]),
        ("lightest", [17, 0]),
        ("next", [17, 0]),
        ("doubles", [17, 0]),
    ],
)
def test_a_tie_goes_where_it_was_agreed(visitor: Visitor, tie: str, points: list[int]) -> None:
    table = started(visitor, TWO, blocked_rank=tie, blocked_winner_own="ignored")
    assert scores(visitor, table, *TIE) == points


@pytest.mark.parametrize(("tie", "points"), [("lightest", [0, 0]), ("next", [0, 17])])
def test_the_next_tiles_settle_what_the_lightest_does_not(
    visitor: Visitor, tie: str, points: list[int]
) -> None:
    table = started(visitor, TWO, blocked_rank=tie, blocked_winner_own="ignored")
    assert scores(visitor, table, *EVEN_TIE) == points


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


@pytest.mark.parametrize(
    ("mode", "points"), [("none", 8), ("nearest", 10), ("up", 10), ("down", 5)]
)
def test_pips_are_rounded_as_agreed(visitor: Visitor, mode: str, points: int) -> None:
    assert scores(visitor, started(visitor, TWO, rounding=mode), "", "44") == [points, 0]


def test_a_game_in_threes_rounds_to_threes(visitor: Visitor) -> None:
    assert "to the nearest 3" in opened(visitor, {"game": "all-threes"}).text
    table = started(visitor, TWO | {"game": "all-threes"}, rounding="down")
    assert scores(visitor, table, "", "44") == [6, 0]


def test_the_double_blank_weighs_what_was_agreed(visitor: Visitor) -> None:
    table = started(visitor, TWO, weights_tile_0_0="50")
    assert scores(visitor, table, "", "00 11") == [52, 0]


@pytest.mark.parametrize(("test", "over"), [("reach", True), ("exceed", False)])
def test_a_goal_is_reached_or_exceeded(visitor: Visitor, test: str, over: bool) -> None:
    table = started(visitor, TWO | {"other_goal": "12"}, match_test=test)
    visitor.play(table, "", "66")
    assert ("Ana wins" in visitor.open(table.address).text) is over


def test_the_deal_is_as_agreed(visitor: Visitor) -> None:
    table = started(visitor, TWO, deal_2="9")
    assert "Deal 9 tiles each." in table.text


def test_another_box_brings_its_deal_and_its_goal(visitor: Visitor) -> None:
    train = started(visitor, TWO | {"game": "mexican-train"}, tiles_highest="9")
    assert "Deal 12 tiles each." in train.text
    assert "round 1 of 10" in train.text
    assert "9-9 starts; if nobody holds it, draw." in train.text
    assert "box: up to 9-9" in train.text
    # What was changed besides stays as it was changed.
    changed = {"tiles_highest": "9", "deal_2": "14"}
    train = started(visitor, TWO | {"game": "mexican-train", "other_goal": "7"}, **changed)
    assert "Deal 14 tiles each." in train.text
    assert "round 1 of 7" in train.text


def test_five_play_block_with_a_larger_box(visitor: Visitor) -> None:
    five = seated(*FOUR, "Eva")
    table = started(visitor, five, tiles_highest="9")
    assert "Deal 7 tiles each." in table.text
    assert scores(visitor, table, "", "9-9", "0-1", "2-3", "4-5") == [33, 0, 0, 0, 0]


@pytest.mark.parametrize("box", ["6", "9", "12"])
def test_the_boxes_of_a_game_are_those_of_its_sources(visitor: Visitor, box: str) -> None:
    page = opened(visitor, TWO)
    assert f'value="{box}"' in page.answer.text
    assert "house-tiles-highest" not in opened(visitor, TWO | {"game": "hoyle"}).form


def test_a_house_may_draw_where_the_game_passes(visitor: Visitor) -> None:
    table = started(visitor, TWO, table_boneyard="drawn")
    assert "boneyard: drawn from" in table.text
    # More tiles than were dealt.
    assert scores(visitor, table, "", "00 01 02 03 04 05 06 11") == [23, 0]


def test_prizes_are_named_by_the_rounds_won(visitor: Visitor) -> None:
    page = opened(visitor, seated(*FOUR) | {"game": "puerto-rico-500"})
    for label in ("Premio, first win", "Premio, second win", "Premio, fourth win"):
        assert label.lower() in page.text.lower()


def test_a_number_of_rounds_is_the_goal_of_games_that_count_them(visitor: Visitor) -> None:
    table = started(visitor, TWO | {"game": "mexican-train", "other_goal": "7"})
    assert "round 1 of 7" in table.text


def test_a_rematch_keeps_the_house_rules(visitor: Visitor) -> None:
    table = started(visitor, TWO | {"other_goal": "12"}, weights_tile_0_0="50")
    won = visitor.follow(visitor.play(table, "", "66"))
    again = visitor.follow(visitor.send(won))
    assert scores(visitor, again, "", "00") == [50, 0]
    assert again.address != table.address


def test_house_rules_are_for_one_match(visitor: Visitor) -> None:
    started(visitor, TWO, blocked_winner_own="added")
    assert scores(visitor, visitor.start("Ana", "Bea"), *TIE) == [0, 0]


def test_a_button_drops_the_house_rules(visitor: Visitor) -> None:
    page = visitor.send(opened(visitor, TWO), rules(blocked_winner_own="added") | PLAIN)
    assert page.all("section", "house") == []
    assert TWO.items() <= page.form.items()
    assert scores(visitor, visitor.follow(visitor.send(page)), *TIE) == [0, 0]


def test_opening_house_rules_again_keeps_what_was_changed(visitor: Visitor) -> None:
    changed = rules(blocked_winner_own="added", deal_2="x")
    again = visitor.send(opened(visitor, TWO), changed | RULES)
    assert changed.items() <= again.form.items()


def test_opening_the_house_rules_of_another_game_replaces_them(visitor: Visitor) -> None:
    page = visitor.send(opened(visitor, TWO), {"game": "hoyle"} | RULES)
    assert page.form["rules_of"] == "hoyle"
    assert page.form["house-blocked-winner-own"] == "added"
