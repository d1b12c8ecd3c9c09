"""House rules, filled in on the form that starts a match; those that cannot be are refused."""

import tomllib
from pathlib import Path

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.pages.new_match.house_rules import HouseRulesForm
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.games import with_house_rules
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
from tests.web.visitor import seated

FOUR = ("Ana", "Bea", "Ciro", "Dani")
CASES = Path(__file__).parents[2] / "cases/house_rules.toml"
AGREED = tomllib.loads(CASES.read_text())["agreed"]


def filled_in(game, **changed):
    """Return the house rules of a game, sent with some answers changed."""
    unasked = {field.name: str(field.data) for field in HouseRulesForm(load_game(game))}
    asked = {f"house-{name}": answer for name, answer in changed.items()}
    assert asked.keys() <= unasked.keys()
    form = HouseRulesForm(load_game(game), MultiDict(unasked | asked))
    assert form.validate(), form.errors
    return form


@pytest.mark.parametrize("agreed", AGREED, ids=lambda each: f"{each['game']} {each['filled']}")
def test_what_is_agreed_changes_the_game_and_nothing_else(agreed):
    form = filled_in(agreed["game"], **agreed["filled"])
    assert form.changes == agreed["changes"]
    with_house_rules(load_game(agreed["game"]), form.changes)


@pytest.mark.parametrize("game", game_ids())
def test_house_rules_that_are_not_changed_change_nothing(game):
    assert filled_in(game).changes == {}


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
        ("hoyle", "blocked-rank", "tiles-highest"),
    ],
)
def test_only_what_applies_to_a_game_is_asked(game, asked, not_asked):
    form = HouseRulesForm(load_game(game))
    assert asked in form
    assert not_asked not in form


@pytest.mark.parametrize(("game", "seats"), [("block", 4), ("draw", 0), ("jamaican-partners", 4)])
def test_the_four_rules_that_people_ask_for_come_first_and_more_has_the_rest(game, seats):
    first = ["A tie when blocked goes to"]
    if game != "jamaican-partners":
        counts = (seats,) if seats else (2, 3, 4)
        first += ["The box", "Who cannot play", *(f"Tiles each, {n} players" for n in counts)]
    form = HouseRulesForm(load_game(game))
    often, rest = form.parts(seats)
    assert [field.label.text for field in often] == first
    assert {*often, *rest} == {*form}
    assert not {*often} & {*rest}


def rest(page):
    """Return what has the rules that are seldom asked for."""
    (more,) = (each for each in page.all("details") if text_of(each).startswith("More "))
    return more


def test_a_refused_rule_among_the_rest_is_shown(visitor):
    page = opened(visitor)
    assert "open" not in rest(page).attrib
    assert "open" in rest(visitor.send(page, rules(weights_tile_0_0="x"))).attrib


def test_opening_house_rules_keeps_the_form_and_starts_no_match(visitor, new_match, unchanged):
    filled = seated("Ana", "", "Ciro") | {"game": "hoyle", "goal": "150", "other_goal": "x"}
    with unchanged():
        page = visitor.send(new_match, filled | {"partners": "y"} | RULES)
    assert (page.status, page.problems) == (200, [])
    assert (filled | {"partners": "y", "rules_of": "hoyle"}).items() <= page.form.items()


def test_a_match_is_played_as_was_agreed_and_the_next_one_is_not(visitor):
    table = started(visitor, TWO, blocked_winner_own="added", deal_2="9")
    assert "Deal 9 tiles each." in table.text
    assert scores(visitor, table, *TIE) == [34, 0]
    assert scores(visitor, visitor.start("Ana", "Bea"), *TIE) == [0, 0]


def test_a_button_drops_the_house_rules(visitor):
    page = visitor.send(opened(visitor), rules(blocked_winner_own="added") | PLAIN)
    assert page.all("section", "house") == []
    assert TWO.items() <= page.form.items()
    assert scores(visitor, visitor.follow(visitor.send(page)), *TIE) == [0, 0]


def test_opening_house_rules_again_keeps_what_was_changed_but_of_another_game(visitor):
    page, changed = opened(visitor), rules(blocked_winner_own="ignored", deal_2="x")
    assert changed.items() <= visitor.send(page, changed | RULES).form.items()
    other = visitor.send(page, changed | {"game": "hoyle"} | RULES)
    assert other.form["rules_of"] == "hoyle"
    assert other.form["house-blocked-winner-own"] == "added"


RANGE, NO_NUMBER = "Enter a number from {} to {}.", "Enter a whole number, such as 17."
NO_FIT = "“{}” does not fit the other rules: {}."


@pytest.mark.parametrize(
    ("game", "field", "entered", "sentence"),
    [
        *(("block", "house-deal-2", number, RANGE.format(1, 50)) for number in ("0", "51", "")),
        ("block", "house-deal-2", "many", NO_NUMBER),
        ("block", "house-weights-tile-0-0", "-1", RANGE.format(0, 100)),
        ("block", "house-weights-tile-0-0", "9" * 5000, NO_NUMBER),
        ("block", "house-bonus-0-points", "1001", RANGE.format(0, 1000)),
        ("block", "house-bonus-0-points", "<b>", NO_NUMBER),
        ("block", "house-blocked-winner-own", "twice", "Select one of these."),
        ("block", "house-deal-4", "8", NO_FIT.format("Tiles each, 4 players", "32 of 28 tiles")),
        ("block", "house-deal-2", "15", NO_FIT.format("Tiles each, 2 players", "30 of 28 tiles")),
        ("italian", "other_goal", "5", NO_FIT.format("The goal", "a single award pays 10 already")),
        (
            *("block", "game", "hoyle"),
            "The house rules below are those of Block: choose it again,"
            " or open the house rules of Hoyle.",
        ),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(
    visitor, refused, game, field, entered, sentence
):
    page = opened(visitor, seated("Ana", "Bea", "Ciro") | {"game": game})
    # A choice that was never offered is shown as it was.
    shows = {field: page.form[field]} if entered == "twice" else {}
    assert refused(page, {field: entered}, sentence, shows=shows).links[sentence] == f"#{field}"


def test_contradictions_are_refused_one_after_the_other_and_all_else_at_once(visitor, refused):
    page, sentence = opened(visitor, TWO), NO_FIT.format("Tiles each, {} players", "{} of 28 tiles")
    entered = rules(deal_2="0", bonus_0_points="x") | {"other_goal": "0"}
    no_goal = "Enter a goal from 1 to 10,000 points."
    refused(page, entered, no_goal, "Enter a number from 1 to 50.", NO_NUMBER)
    answer = refused(page, rules(deal_3="10", deal_4="9"), sentence.format(3, 30))
    answer = refused(answer, rules(deal_3="9"), sentence.format(4, 36))
    assert visitor.send(answer, rules(deal_4="7")).status == 303


@pytest.mark.parametrize("forged", ["chess", "set-1", "<b>", "\x00"])
def test_house_rules_of_an_unknown_game_are_refused(visitor, new_match, refused, forged):
    sentence = "These house rules were for a game that is gone: open those of Block, or do without."
    answer = refused(new_match, TWO | {"rules_of": forged}, sentence, shows={"rules_of": ""})
    assert visitor.send(visitor.send(answer, RULES)).status == 303


def test_house_rules_need_a_game(visitor, new_match):
    answer = visitor.send(new_match, TWO | {"game": "chess"} | RULES)
    assert (answer.status, answer.problems) == (422, ["Select one of these."])
