"""Any round can be entered anew: the page is filled with what was recorded."""

import pytest

from scorekeeper.rules import Correction, PipsHand, Round, Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import matches
from tests.web.visitor import CHECK, HEAVY, RECORD, tiles


@pytest.fixture
def played(visitor, table):
    """Return the table after Ana won 12 points, Bea 10, and Ana the match in round 4."""
    for hands in (("", "66"), ("55", ""), ("", HEAVY), ("", "66 65")):
        visitor.play(table, *hands)
    return visitor.open(table.address)


def recorded(app, setup, *rounds):
    """Record rounds; return the address of their table."""
    names = ("Ana", "Bea", "Ciro", "Dani")[: setup.players]
    with app.app_context():
        match_id = matches.open_match(setup, names, "opened")
        for number, played in enumerate(rounds, start=1):
            matches.record_round(match_id, number, f"round {number}", played)
    return f"/matches/{match_id}"


def amend(visitor, table, number):
    return visitor.open(f"{table}/rounds/{number}/amend")


def test_the_page_is_filled_with_what_was_entered_and_saved_so_changes_nothing(
    visitor, played, unchanged
):
    page = amend(visitor, played.address, 2)
    assert page.heading == "Edit round 2"
    assert tiles("5-5", "").items() <= page.form.items()
    assert "Bea went out and wins the round." in page.text
    assert "The score stays as it is." in page.text
    with unchanged():
        assert visitor.send(page, RECORD).status == 303


def test_a_mistake_is_mended_and_everything_after_it_recomputed(visitor, played):
    changed = tiles("", "55") | {"hands-1-out": ""} | RECORD
    table = visitor.follow(visitor.send(amend(visitor, played.address, 2), changed))
    assert table.address == played.address
    assert table.texts("p", "what") == ["Round 2 edited"]
    assert table.texts("p", "facts") == ["Ana 104 → 114 Bea 10 → 0"]
    assert table.texts("p", "score") == ["114 points", "0 points"]
    assert "+10 points" in visitor.open(f"{table.address}/rounds/2").text


def test_the_page_says_before_what_a_change_would_do(visitor, played, unchanged):
    page, typed = amend(visitor, played.address, 3), tiles(HEAVY, "") | {"hands-0-out": ""}
    with unchanged():
        checked = visitor.send(page, typed | CHECK)
        preview = visitor.send(page, typed, to=f"{page.address}/preview")
        earlier = visitor.send(amend(visitor, played.address, 1), tiles("", HEAVY) | CHECK)
    for said in (checked, preview):
        assert said.texts("p", "say") == ["Bea went out and wins the round."]
        assert said.texts("p", "follows") == [
            "Ana 35 instead of 104, Bea 79 instead of 10.",
            "Round 4 would no longer end the match. Bea is ahead 79 to 35.",
        ]
    assert "Save changes" in checked.buttons
    assert "Round 3 would end the match: Ana would win 138 to 10." in earlier.text
    assert "Round 4 was recorded after that" in earlier.text


def test_an_impossible_change_is_refused_and_stays_typed(visitor, played, unchanged):
    with unchanged():
        page = visitor.send(amend(visitor, played.address, 2), tiles("66", "66") | RECORD)
    assert page.status == 422
    assert tiles("66", "66").items() <= page.form.items()


def test_of_several_corrections_those_that_are_not_shown_stay(app, visitor):
    corrections = (Correction(0, 5, "forgot"), Correction(1, 7))
    played = Round((PipsHand(0), PipsHand(9)), corrections=corrections)
    table = recorded(app, Setup.of(load_game("block"), 2), played)
    page = visitor.open(f"{table}/rounds/1/amend")
    changed = {"hands-1-pips": "8"}
    (follows,) = visitor.send(page, changed | CHECK).texts("p", "follows")
    assert follows == "Ana 13 instead of 14."
    after = visitor.follow(visitor.send(page, changed | RECORD))
    assert after.texts("p", "score") == ["13 points", "7 points"]


def test_a_goal_that_a_later_round_does_not_fit_cannot_be_agreed_to(app, visitor, unchanged):
    # Whoever reaches 30 is out; Bea has 10 after round 1.
    rules = {"match": {"goal": 30, "eliminate": True}}
    setup = Setup.of(with_house_rules(load_game("hungarian"), rules), 3)
    played = (
        Round((PipsHand(0), PipsHand(bea), PipsHand(ciro))) for bea, ciro in ((10, 4), (5, 6))
    )
    goal = visitor.open(f"{recorded(app, setup, *played)}/mend").pressing("Change the goal")
    with unchanged():
        asked = visitor.send(goal, {"goal": "9"})
        assert "Round 2 would no longer be possible: " in asked.text
        assert asked.buttons == []
        assert visitor.send(asked).status == 409
