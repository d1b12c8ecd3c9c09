"""Any round can be entered anew; one that puts somebody out earlier or later leads through others.

There four play French to 60. Ana has 20, 40, 55 and 65 after the first four rounds; the fifth is
played without her.
"""

import pytest

from scorekeeper.rules import Correction, PipsHand, Round, Setup, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import matches
from tests.web.visitor import CHECK, HEAVY, RECORD, Visitor, pips, tiles

PLAYED = ((20, 0, 10, 5), (20, 5, 0, 10), (15, 0, 10, 5), (10, 5, 0, 10), (0, 0, 9, 5))
# Ana would be out of the match after round 2, and in round 5 still in it.
EARLIER, LATER = pips("40", "5", "out", "10"), pips("4", "5", "out", "10")


@pytest.fixture
def played(visitor, table):
    """Return the table after Ana won 12 points, Bea 10, and Ana the match in round 4."""
    for hands in (("", "66"), ("55", ""), ("", HEAVY), ("", "66 65")):
        visitor.play(table, *hands)
    return visitor.open(table.address)


@pytest.fixture
def french(app):
    game = with_house_rules(load_game("french"), {"match": {"goal": 60}})
    return recorded(app, Setup.of(game, 4), *PLAYED)


def recorded(app, setup, *rounds):
    """Record rounds, or the pips of their hands; return the address of their table."""
    names = ("Ana", "Bea", "Ciro", "Dani")[: setup.players]
    with app.app_context():
        match_id = matches.open_match(setup, names, "opened")
        for number, each in enumerate(rounds, start=1):
            played = each if isinstance(each, Round) else Round(tuple(map(PipsHand, each)))
            matches.record_round(match_id, number, f"round {number}", played)
    return f"/matches/{match_id}"


def edit(visitor, table, number):
    return visitor.open(f"{table}/rounds/{number}/edit")


def scored(visitor, table):
    return [int(words.split()[0]) for words in visitor.open(table).texts("p", "score")]


def told(page):
    (notice,) = page.texts("div", "notice", "p")
    return notice


def test_what_was_entered_is_filled_in_and_a_mistake_is_corrected(visitor, played, unchanged):
    page = edit(visitor, played.address, 2)
    assert page.heading == "Edit round 2"
    assert tiles("5-5", "").items() <= page.form.items()
    assert "Bea went out and wins the round." in page.text
    assert "The score stays as it is." in page.text
    with unchanged():
        assert visitor.send(page, RECORD).status == 303
        impossible = visitor.send(page, tiles("66", "66") | RECORD)
    assert impossible.status == 422
    assert tiles("66", "66").items() <= impossible.form.items()
    changed = tiles("", "55") | {"hands-1-out": ""} | RECORD
    table = visitor.follow(visitor.send(impossible, changed))
    assert table.address == played.address
    assert table.texts("p", "news-text") == ["Round 2 edited"]
    assert table.texts("p", "facts") == ["Ana 104 → 114 Bea 10 → 0"]
    assert table.texts("p", "score") == ["114 points", "0 points"]
    assert "+10 points" in visitor.open(f"{table.address}/rounds/2").text


def test_the_page_says_before_what_a_change_would_do(visitor, played, unchanged):
    page, typed = edit(visitor, played.address, 3), tiles(HEAVY, "") | {"hands-0-out": ""}
    with unchanged():
        checked = visitor.send(page, typed | CHECK)
        preview = visitor.send(page, typed, to=f"{page.address}/preview")
        earlier = visitor.send(edit(visitor, played.address, 1), tiles("", HEAVY) | CHECK)
    for said in (checked, preview):
        assert said.texts("p", "say") == ["Bea went out and wins the round."]
        assert said.texts("p", "follows") == [
            "Ana 35 instead of 104, Bea 79 instead of 10.",
            "Round 4 would no longer end the match. Bea is ahead 79 to 35.",
        ]
    assert "Save changes" in checked.buttons
    assert "Round 3 would end the match: Ana would win 138 to 10." in earlier.text
    assert "Round 4 was recorded after that" in earlier.text


def test_of_several_corrections_those_that_are_not_shown_stay(app, visitor):
    corrections = (Correction(0, 5, "forgot"), Correction(1, 7))
    played = Round((PipsHand(0), PipsHand(9)), corrections=corrections)
    table = recorded(app, Setup.of(load_game("block"), 2), played)
    page, changed = edit(visitor, table, 1), {"hands-1-pips": "8"}
    (follows,) = visitor.send(page, changed | CHECK).texts("p", "follows")
    assert follows == "Ana 13 instead of 14."
    assert visitor.send(page, changed | RECORD).leads_to == table
    assert scored(visitor, table) == [13, 7]


def test_a_goal_that_a_later_round_does_not_fit_cannot_be_agreed_to(app, visitor, unchanged):
    # Whoever reaches 30 is out; Bea has 10 after round 1.
    rules = {"match": {"goal": 30, "eliminate": True}}
    setup = Setup.of(with_house_rules(load_game("hungarian"), rules), 3)
    table = recorded(app, setup, (0, 10, 4), (0, 5, 6))
    goal = visitor.open(f"{table}/edit").pressing("Change goal")
    with unchanged():
        asked = visitor.send(goal, {"goal": "9"})
        assert "Round 2 would no longer be possible: " in asked.text
        assert asked.buttons == []
        assert visitor.send(asked).status == 409


@pytest.mark.parametrize("ended", [False, True])
def test_the_page_says_which_rounds_no_longer_fit_leads_through_them_and_saves_them_at_once(
    visitor, french, unchanged, *, ended
):
    if ended:
        visitor.send(visitor.open(f"{french}/end"))
    before = scored(visitor, french)
    with unchanged():
        page = edit(visitor, french, 2)
        asked = visitor.send(page, EARLIER | CHECK)
        assert asked.texts("p", "follows") == [
            "Ana would be out of the match after round 2.",
            "Rounds 3 and 4 no longer fit: check them next.",
        ]
        assert "Continue to round 3" in asked.buttons
        third = visitor.send(page, EARLIER | RECORD)
        assert (third.status, third.heading) == (200, "Edit round 3")
        assert told(third) == (
            "Round 2 is saved together with rounds 3 and 4, which no longer fit. Ana is "
            "already out of the match in this round: the hand 15 does not count."
        )
        assert {"hands-2-pips": "10", "hands-3-pips": "5"}.items() <= third.form.items()
        assert "hands-0-pips" not in third.fields
        assert third.links["Back"] == f"{french}/rounds/2/edit"
        assert visitor.send(third, CHECK).texts("p", "follows") == [
            "Round 4 no longer fits: check it next."
        ]
        fourth = visitor.send(third, RECORD)
        assert fourth.heading == "Edit round 4"
        assert told(fourth).startswith("Round 2 is saved together with round 4, which no longer")
    assert visitor.send(fourth, {"hands-1-pips": "6"} | RECORD).leads_to == french
    assert scored(visitor, french) == [60, 11, 29, 35]
    with unchanged():
        assert visitor.send(fourth, {"hands-1-pips": "6"} | RECORD).status == 303
    table = visitor.open(french)
    assert "Rounds 2 to 4 edited" in table.text
    visitor.tap(table, "Undo")
    assert scored(visitor, french) == before


@pytest.mark.parametrize(
    ("page", "typed", "answer", "left", "scores"),
    [
        ("4/edit", LATER, {"hands-0-pips": "3"} | RECORD, 5, [62, 10, 29, 35]),
        ("4/edit", LATER, {"action": "leave-out"}, 4, [59, 10, 20, 30]),
        ("1/remove", {}, {"hands-0-pips": "2"} | RECORD, 4, [47, 10, 19, 30]),
    ],
    ids=["a hand is entered", "the round is left out", "a round is removed"],
)
def test_who_is_out_later_has_a_hand_to_enter_unless_the_round_is_left_out(
    visitor, french, unchanged, page, typed, answer, left, scores
):
    with unchanged():
        form = visitor.open(f"{french}/rounds/{page}")
        asked = visitor.send(form, typed | CHECK) if typed else form
        assert "Ana would still be in the match in round 5." in asked.text
        assert "Round 5 no longer fits: check it next." in asked.text
        fifth = visitor.send(form, typed | (RECORD if typed else {}))
        assert (fifth.heading, "Leave this round out" in fifth.text) == ("Edit round 5", True)
        assert told(fifth).endswith(
            "Ana is still in the match in this round, but has no hand: enter it, or leave the round"
            " out."
        )
        missing = visitor.send(fifth, RECORD)
        assert missing.status == 422
        assert "Ana’s hand is not entered yet." in missing.text
    assert visitor.send(missing, answer).leads_to == french
    assert scored(visitor, french) == scores
    assert len(visitor.open(french).texts("ol", "rounds", "li")) == left


def test_who_went_out_cannot_have_once_out_of_the_match(visitor, french):
    typed = pips("15", "60", "10", "5") | {"hands-1-out": ""}
    fourth = visitor.send(edit(visitor, french, 3), typed | RECORD)
    assert told(fourth).endswith("in this round: the hand 5 does not count.")
    fifth = visitor.send(fourth, RECORD)
    assert told(fifth).endswith(
        "Bea is already out of the match in this round, so cannot have gone out."
    )


@pytest.mark.parametrize(
    ("number", "now"),
    [(2, "Ana 20, Bea 5, Ciro went out, Dani 7"), (3, "Ana 15, Bea went out, Ciro 10, Dani 7")],
)
def test_a_round_that_another_device_changed_meanwhile_is_asked_about(
    app, visitor, french, unchanged, number, now
):
    third = visitor.send(edit(visitor, french, 2), EARLIER | RECORD)
    other = Visitor(app)
    other.send(edit(other, french, number), {"hands-3-pips": "7"} | RECORD)
    with unchanged():
        late = visitor.send(third, {"hands-2-pips": "11"} | RECORD)
    assert late.status == 409
    assert f"Round {number} was changed while this page was open" in late.text
    assert f"It is now: {now}." in late.text
    assert late.form["hands-2-pips"] == "11"
    last = visitor.send(late, RECORD)
    assert last.heading == "Edit round 4"
    assert visitor.send(last, RECORD).status == 303
    assert scored(visitor, french)[2] == 30


def test_an_edit_that_puts_nobody_out_is_saved_at_once(visitor, french, unchanged):
    page = edit(visitor, french, 3)
    # What the page did not write itself is no part of the edit.
    for no_edit in ("x", "[1]", '[[3, "x", null]]', '[[0, "x", {}]]', '[[2, "x", {"hands": 1}]]'):
        with unchanged():
            assert visitor.send(page, {"earlier": no_edit} | RECORD).status == 303
    changed = pips("21", "5", "out", "10") | RECORD
    assert visitor.send(edit(visitor, french, 2), changed).status == 303
    assert scored(visitor, french)[0] == 66
