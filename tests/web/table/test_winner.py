"""The page of a match that is won, and the rematch."""

import pytest

from tests.web.conftest import Unchanged
from tests.web.visitor import HEAVY, Page, Visitor


@pytest.fixture
def won(visitor: Visitor, table: Page) -> Page:
    """Return the page that says that Ana won in three rounds."""
    visitor.play(table, "", HEAVY)
    visitor.play(table, "66", "")
    return visitor.follow(visitor.play(table, "", HEAVY))


def test_the_winner_the_score_and_the_last_round_are_told(won: Page) -> None:
    assert won.heading == "Ana wins!"
    assert "138 to 12 after 3 rounds" in won.text
    assert won.texts("p", "reason") == [
        "Ana went out and wins the round.",
        "Ana played the last tile.",
        "The other hand holds 69 pips: 69 points.",
    ]
    assert won.texts("ul", "totals", "b") == ["138", "12"]
    assert won.texts("li", "won", "b") == ["138"]


def test_partners_win_together(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", partners="y", goal="50")
    won = visitor.follow(visitor.play(table, "", "66 65 64 63 62", "00 01", "55"))
    assert won.heading == "Ana & Ciro win!"


def test_one_round_can_be_enough(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", other_goal="5")
    won = visitor.follow(visitor.play(table, "66", ""))
    assert won.heading == "Bea wins!"
    assert "12 to 0 after 1 round" in won.text


def test_a_match_that_goes_on_has_no_winner(visitor: Visitor, table: Page) -> None:
    assert visitor.open(f"{table.address}/winner").answer.location == table.address


def test_a_rematch_takes_one_tap_and_keeps_the_seats(visitor: Visitor, won: Page) -> None:
    assert won.buttons == ["Rematch"]
    again = visitor.follow(visitor.send(won))
    assert again.heading == "Block"
    assert again.sides == ["Ana", "Bea"]
    assert again.texts("p", "score") == ["0 points", "0 points"]
    assert "Enter round 1" in again.links


def test_a_rematch_keeps_partners_goal_and_game(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="mexican-partners", other_goal="61")
    won = visitor.follow(visitor.play(table, "", HEAVY, "00", "11"))
    again = visitor.follow(visitor.send(won))
    assert again.heading == "Mexican partners"
    assert again.sides == ["Ana & Ciro", "Bea & Dani"]
    assert "first to 61" in again.text


def test_asking_twice_for_a_rematch_gives_the_same_match(
    visitor: Visitor, won: Page, unchanged: Unchanged
) -> None:
    first = visitor.send(won)
    with unchanged():
        second = visitor.send(won)
        third = visitor.send(visitor.open(won.address))
    assert first.leads_to == second.leads_to == third.leads_to


def test_a_match_that_goes_on_has_no_rematch(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        answer = visitor.post(f"{table.address}/rematch", {})
    assert answer.leads_to == table.address
