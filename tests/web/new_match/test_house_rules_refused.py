"""House rules that are refused: a sentence says why, and the form keeps what was entered."""

import pytest

from tests.unchanged import Unchanged
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


@pytest.mark.parametrize(
    ("field", "entered", "sentence"),
    [
        ("deal-2", "0", "Enter a number from 1 to 50."),
        ("deal-2", "51", "Enter a number from 1 to 50."),
        ("deal-2", "", "Enter a number from 1 to 50."),
        ("deal-2", "many", "Enter a whole number, such as 17."),
        ("weights-tile-0-0", "-1", "Enter a number from 0 to 100."),
        ("weights-tile-0-0", "9" * 5000, "Enter a whole number, such as 17."),
        ("bonus-0-points", "1001", "Enter a number from 0 to 1000."),
        ("bonus-0-points", "<b>", "Enter a whole number, such as 17."),
    ],
)
def test_a_number_out_of_range_is_refused(
    visitor: Visitor, refused: Refused, field: str, entered: str, sentence: str
) -> None:
    answer = refused(opened(visitor, TWO), {f"house-{field}": entered}, sentence)
    assert answer.links[sentence] == f"#house-{field}"


def test_a_choice_that_was_not_offered_is_refused(visitor: Visitor, refused: Refused) -> None:
    forged = {"house-blocked-winner-own": "twice"}
    page = refused(
        opened(visitor, TWO),
        forged,
        "Select one of these.",
        shows={"house-blocked-winner-own": "minus"},
    )
    assert page.links["Select one of these."] == "#house-blocked-winner-own"


def test_all_problems_are_shown_at_once(visitor: Visitor, refused: Refused) -> None:
    refused(
        opened(visitor, TWO),
        rules(deal_2="0", bonus_0_points="x") | {"other_goal": "0"},
        "Enter a goal from 1 to 10,000 points.",
        "Enter a number from 1 to 50.",
        "Enter a whole number, such as 17.",
    )


@pytest.mark.parametrize(
    ("game", "filled", "field", "why"),
    [
        ("block", {"house-deal-4": "8"}, "Tiles each, 4 players", "32 of 28 tiles"),
        ("block", {"house-deal-2": "15"}, "Tiles each, 2 players", "30 of 28 tiles"),
        ("italian", {"other_goal": "5"}, "The goal", "a single award pays 10 already"),
    ],
)
def test_what_contradicts_the_rest_is_refused(
    visitor: Visitor, refused: Refused, game: str, filled: dict[str, str], field: str, why: str
) -> None:
    page = opened(visitor, seated("Ana", "Bea", "Ciro") | {"game": game})
    sentence = f"“{field}” does not fit the other rules: {why}."
    answer = refused(page, filled, sentence)
    assert answer.links[sentence] == f"#{next(iter(filled))}"


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


@pytest.mark.parametrize("action", ["rules", "save"])
def test_nothing_is_opened_or_saved_without_a_csrf_token(
    visitor: Visitor, unchanged: Unchanged, action: str
) -> None:
    page = opened(visitor, TWO)
    changed = rules(deal_2="9") | {"save_as": "Sunday", "action": action, "csrf_token": ""}
    with unchanged():
        answer = visitor.send(page, changed)
    assert answer.status == 400
    assert (TWO | rules(deal_2="9") | {"save_as": "Sunday"}).items() <= answer.form.items()


def test_house_rules_need_a_game(visitor: Visitor, new_match: Page) -> None:
    answer = visitor.send(new_match, TWO | {"game": "chess"} | RULES)
    assert answer.status == 422
    assert answer.problems == ["Select one of these."]
