"""A round is edited that puts somebody out earlier or later: later rounds are gone through with it.

Four play French to 60. Ana has 20, 40, 55 and 65 after the first four rounds; the fifth is played
without her.
"""

from dataclasses import replace

import pytest

from scorekeeper.rules import PipsHand, Round, Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.amending import Amendment
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.round_json import fingerprint
from tests.web.round.test_amend import amend, recorded
from tests.web.visitor import CHECK, RECORD, pips

PLAYED = ((20, 0, 10, 5), (20, 5, 0, 10), (15, 0, 10, 5), (10, 5, 0, 10), (0, 0, 9, 5))
LEAVE_OUT = {"action": "leave-out"}


@pytest.fixture
def french(app):
    """Return the address of the table."""
    game = with_house_rules(load_game("french"), {"match": {"goal": 60}})
    return recorded(app, Setup.of(game, 4), *(Round(tuple(map(PipsHand, each))) for each in PLAYED))


def scored(visitor, table):
    return visitor.open(table).texts("p", "score")


def told(page):
    (notice,) = page.texts("div", "notice", "p")
    return notice


def test_the_page_says_which_rounds_no_longer_fit_and_leads_through_them(
    visitor, french, unchanged
):
    with unchanged():
        page = amend(visitor, french, 2)
        typed = pips("40", "5", "out", "10")
        asked = visitor.send(page, typed | CHECK)
        assert asked.texts("p", "follows") == [
            "Ana would be out of the match after round 2.",
            "Rounds 3 and 4 no longer fit: you go through them next.",
        ]
        assert "Go on to round 3" in asked.buttons
        third = visitor.send(page, typed | RECORD)
        assert (third.status, third.heading) == (200, "Edit round 3")
        assert told(third) == (
            "Round 2 is saved together with rounds 3 and 4, which no longer fit."
            " Ana is already out of the match in this round: the hand 15 is left out."
        )
        assert {"hands-2-pips": "10", "hands-3-pips": "5"}.items() <= third.form.items()
        assert "hands-0-pips" not in third.fields
        assert third.links["Cancel"] == f"{french}/rounds/2/amend"
        assert visitor.send(third, CHECK).texts("p", "follows") == [
            "Round 4 no longer fits: you go through it next."
        ]
        fourth = visitor.send(third, RECORD)
        assert fourth.heading == "Edit round 4"
        assert told(fourth).startswith("Round 2 is saved together with round 4, which no longer")
    assert visitor.follow(visitor.send(fourth, {"hands-1-pips": "6"} | RECORD)).address == french
    assert scored(visitor, french) == ["60 points", "11 points", "29 points", "35 points"]


def test_all_is_saved_at_once_and_undone_at_once(visitor, french, unchanged):
    before = scored(visitor, french)
    page = visitor.send(amend(visitor, french, 2), pips("40", "5", "out", "10") | RECORD)
    fourth = visitor.send(page, RECORD)
    assert visitor.send(fourth, RECORD).status == 303
    with unchanged():
        assert visitor.send(fourth, RECORD).status == 303
    table = visitor.open(french)
    assert "Rounds 2 to 4 edited" in table.text
    visitor.tap(table, "Undo")
    assert scored(visitor, french) == before


def test_who_is_out_later_has_a_hand_to_enter_or_the_round_is_left_out(visitor, french, unchanged):
    with unchanged():
        page = amend(visitor, french, 4)
        typed = pips("4", "5", "out", "10")
        asked = visitor.send(page, typed | CHECK)
        assert asked.texts("p", "follows") == [
            "Ana would still be in the match in round 5.",
            "Round 5 no longer fits: you go through it next.",
        ]
        fifth = visitor.send(page, typed | RECORD)
        assert told(fifth).endswith(
            "Ana is still in the match in this round, but has no hand: enter it, or leave the round"
            " out."
        )
        missing = visitor.send(fifth, RECORD)
        assert missing.status == 422
        assert "Ana’s hand is not entered yet." in missing.text
    visitor.send(missing, {"hands-0-pips": "3"} | RECORD)
    assert scored(visitor, french) == ["62 points", "10 points", "29 points", "35 points"]


def test_a_round_that_no_longer_fits_may_be_left_out(visitor, french):
    fifth = visitor.send(amend(visitor, french, 4), pips("4", "5", "out", "10") | RECORD)
    assert "Leave this round out" in fifth.text
    table = visitor.follow(visitor.send(fifth, LEAVE_OUT))
    assert table.texts("p", "score") == ["59 points", "10 points", "20 points", "30 points"]
    assert table.texts("p", "what") == ["Rounds 4 to 5 edited"]
    assert visitor.open(f"{french}/rounds/5").status == 404


def test_to_remove_a_round_leads_through_the_later_ones_too(visitor, french, unchanged):
    with unchanged():
        asked = visitor.open(f"{french}/rounds/1/remove")
        assert asked.texts("p", "lead")[1:] == [
            "Ana would still be in the match in round 5.",
            "Round 5 no longer fits: you go through it next.",
        ]
        fifth = visitor.send(asked)
        assert fifth.heading == "Edit round 5"
    visitor.send(fifth, {"hands-0-pips": "2"} | RECORD)
    assert scored(visitor, french) == ["47 points", "10 points", "19 points", "30 points"]
    assert visitor.open(f"{french}/rounds/5").status == 404


def test_who_went_out_cannot_have_once_out_of_the_match(visitor, french):
    typed = pips("15", "60", "10", "5") | {"hands-1-out": ""}
    fourth = visitor.send(amend(visitor, french, 3), typed | RECORD)
    assert told(fourth).endswith("in this round: the hand 5 is left out.")
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
    third = visitor.send(amend(visitor, french, 2), pips("40", "5", "out", "10") | RECORD)
    with app.app_context():
        match = matches.find_match(int(french.rpartition("/")[2]))
        was = match.record.entries[number - 1].played
        changed = replace(was, hands=(*was.hands[:3], PipsHand(7)))
        amendment = Amendment(fingerprint(was), changed)
        history.amend_rounds(match.id, {number: amendment}, Submission("other", "Kitchen"))
    with unchanged():
        late = visitor.send(third, {"hands-2-pips": "11"} | RECORD)
    assert late.status == 409
    assert f"Round {number} was changed while this page was open" in late.text
    assert f"It is now: {now}." in late.text
    assert late.form["hands-2-pips"] == "11"
    last = visitor.send(late, RECORD)
    assert last.heading == "Edit round 4"
    assert visitor.send(last, RECORD).status == 303
    assert scored(visitor, french)[2] == "30 points"


@pytest.mark.parametrize(
    "earlier", ["x", "[1]", '[[3, "x", null]]', '[[0, "x", {}]]', '[[2, "x", {"hands": 1}]]']
)
def test_what_was_not_written_by_the_page_is_no_part_of_the_edit(
    visitor, french, unchanged, earlier
):
    with unchanged():
        page = amend(visitor, french, 3)
        assert visitor.send(page, {"earlier": earlier} | RECORD).status == 303


def test_an_edit_that_changes_nobody_who_is_out_is_saved_at_once(visitor, french):
    saved = visitor.send(amend(visitor, french, 2), pips("21", "5", "out", "10") | RECORD)
    assert saved.status == 303
    assert scored(visitor, french)[0] == "66 points"
