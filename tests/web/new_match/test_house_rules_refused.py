"""House rules that are refused: a sentence says why, and the form keeps what was entered."""

import pytest

from tests.web.conftest import Refused
from tests.web.new_match.house_rules_form import RULES, TIE, TWO, opened, rules, scores
from tests.web.visitor import Page, Visitor, seated


def test_house_rules_are_never_applied_to_another_game(visitor: Visitor, refused: Refused) -> None:
    page = opened(visitor, TWO)
    changed = rules(blocked_winner_own="added") | {"game": "hoyle"}
    sentence = (
        "The house rules below are those of Block: choose it again,"
        " or open the house rules of Hoyle."
    )
    answer = refused(page, changed, sentence)
    assert answer.links[sentence] == "#game"
    back = visitor.send(answer, {"game": "block"})
    assert scores(visitor, visitor.follow(back), *TIE) == [34, 0]


RANGE, NO_NUMBER = "Enter a number from {} to {}.", "Enter a whole number, such as 17."
NO_FIT = "“{}” does not fit the other rules: {}."


@pytest.mark.parametrize(
    ("game", "field", "entered", "sentence"),
    [
        ("block", "house-deal-2", "0", RANGE.format(1, 50)),
        ("block", "house-deal-2", "51", RANGE.format(1, 50)),
        ("block", "house-deal-2", "", RANGE.format(1, 50)),
        ("block", "house-deal-2", "many", NO_NUMBER),
        ("block", "house-weights-tile-0-0", "-1", RANGE.format(0, 100)),
        ("block", "house-weights-tile-0-0", "9" * 5000, NO_NUMBER),
        ("block", "house-bonus-0-points", "1001", RANGE.format(0, 1000)),
        ("block", "house-bonus-0-points", "<b>", NO_NUMBER),
        ("block", "house-blocked-winner-own", "twice", "Select one of these."),
        ("block", "house-deal-4", "8", NO_FIT.format("Tiles each, 4 players", "32 of 28 tiles")),
        ("block", "house-deal-2", "15", NO_FIT.format("Tiles each, 2 players", "30 of 28 tiles")),
        ("italian", "other_goal", "5", NO_FIT.format("The goal", "a single award pays 10 already")),
    ],
)
def test_what_cannot_be_is_refused_where_it_stands(
    visitor: Visitor, refused: Refused, game: str, field: str, entered: str, sentence: str
) -> None:
    page = opened(visitor, seated("Ana", "Bea", "Ciro") | {"game": game})
    # A choice that was never offered is shown as it was.
    shows = {field: page.form[field]} if entered == "twice" else {}
    assert refused(page, {field: entered}, sentence, shows=shows).links[sentence] == f"#{field}"


def test_all_problems_are_shown_at_once(visitor: Visitor, refused: Refused) -> None:
    refused(
        opened(visitor, TWO),
        rules(deal_2="0", bonus_0_points="x") | {"other_goal": "0"},
        "Enter a goal from 1 to 10,000 points.",
        "Enter a number from 1 to 50.",
        "Enter a whole number, such as 17.",
    )


def test_two_contradictions_are_refused_one_after_the_other(
    visitor: Visitor, refused: Refused
) -> None:
    page = opened(visitor, TWO)
    sentence = "“Tiles each, 3 players” does not fit the other rules: 30 of 28 tiles."
    answer = refused(page, rules(deal_3="10", deal_4="9"), sentence)
    again = "“Tiles each, 4 players” does not fit the other rules: 36 of 28 tiles."
    answer = refused(answer, rules(deal_3="9"), again)
    assert visitor.send(answer, rules(deal_4="7")).status == 303


@pytest.mark.parametrize("forged", ["chess", "set-1", "<b>", "\x00"])
def test_house_rules_of_an_unknown_game_are_refused(
    visitor: Visitor, new_match: Page, refused: Refused, forged: str
) -> None:
    sentence = "These house rules were for a game that is gone: open those of Block, or do without."
    answer = refused(new_match, TWO | {"rules_of": forged}, sentence, shows={"rules_of": ""})
    assert visitor.send(visitor.send(answer, RULES)).status == 303


def test_house_rules_need_a_game(visitor: Visitor, new_match: Page) -> None:
    answer = visitor.send(new_match, TWO | {"game": "chess"} | RULES)
    assert answer.status == 422
    assert answer.problems == ["Select one of these."]
