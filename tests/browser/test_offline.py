"""The network goes away and comes back, the page is closed, the program stops: nothing is lost."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.scorer import Scorer
from tests.unchanged import rows

KEPT = "No connection: your round is kept and will be sent by itself."


def recorded(app):
    return len(rows(app)["rounds"])


def parts_kept(app):
    return {row[2] for row in rows(app)["drafts"]}


def eventually(scorer, app, *parts):
    """Wait until the server has parts of a draft."""
    scorer.until(lambda: {*parts} <= parts_kept(app), f"that {parts} are kept")


def enter(pad):
    """Let Ciro go out, and Ana and Bea hold 11 and 12 pips."""
    for name, tiles in {"Ana": "3-5 1-2", "Bea": "6-6", "Ciro": ""}.items():
        pad.hold(name, tiles)


def open_anew(pad):
    """Open the same page in another tab."""
    again = Scorer(pad.page.context.new_page())
    again.open(pad.page.url)
    return again


def test_a_page_closed_before_its_round_was_sent_sends_it_when_it_is_opened_again(pad, app, switch):
    enter(pad)
    switch.off()
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    assert recorded(app) == 0
    pad.page.close()

    switch.on()
    again = open_anew(pad)
    expect(again.page).to_have_url(re.compile(r"/matches/\d+$"))
    again.reads_in_banner("Ciro went out", "+23")
    assert recorded(app) == 1


def test_a_round_whose_answer_was_lost_is_taken_as_recorded(pad, app, context):
    enter(pad)
    context.route("**/rounds/new", _lose_the_answer)
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    assert recorded(app) == 1
    pad.page.close()

    context.unroute("**/rounds/new")
    again = open_anew(pad)
    again.sees("Round 1, which was kept here, is recorded.")
    expect(again.heading).to_have_text("Round 2")
    again.page.reload()
    again.misses("kept here", "You had begun")
    assert recorded(app) == 1


def _lose_the_answer(route):
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.continue_()


def test_sending_can_be_stopped_to_go_on_entering(pad, app):
    enter(pad)
    pad.page.context.set_offline(True)
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    pad.press("Stop sending")
    pad.seat("Bea").tap()
    pad.tap("5-5")
    pad.holds("Bea, 22 pips, 2 tiles")
    pad.page.context.set_offline(False)
    pad.page.wait_for_timeout(1500)
    assert recorded(app) == 0
    pad.record()
    pad.reads_in_banner("Ciro went out", "+33")
    assert recorded(app) == 1


def test_a_round_that_is_refused_after_all_is_shown_with_everything_kept(pad, app):
    pad.hold("Ana", "3-5 1-2")
    pad.page.context.set_offline(True)
    pad.hold("Bea", "6-6")
    expect(pad.live).to_have_text("No connection: what you tapped is kept on this page.")
    pad.press("Bea went out")
    pad.hold("Ciro", "")
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    pad.page.context.set_offline(False)
    pad.sees("Please check this", "Bea’s hand is not entered yet.")
    pad.holds("Ana, 11 pips, 2 tiles")
    assert recorded(app) == 0
    pad.hold("Bea", "6-6")
    pad.record()
    pad.reads_in_banner("Ciro went out", "+23")


def test_the_server_says_no_for_a_while(pad, app, context):
    enter(pad)
    context.route("**/rounds/new", lambda route: route.fulfill(status=503, body="not now"))
    pad.press("Record round")
    expect(pad.live).to_contain_text("Not saved: the scorebook cannot be written just now.")
    context.unroute("**/rounds/new")
    expect(pad.page).to_have_url(re.compile(r"/matches/\d+$"))
    assert recorded(app) == 1


def test_what_was_tapped_without_a_network_is_there_after_a_crash(pad, context, app):
    pad.hold("Ana", "3-5 1-2")
    eventually(pad, app, "hands-0")
    context.set_offline(True)
    pad.hold("Bea", "6-6")
    pad.page.close()
    context.set_offline(False)
    again = open_anew(pad)
    again.holds("Ana, 11 pips, 2 tiles", "Bea, 12 pips, 1 tile")
    eventually(again, app, "hands-0", "hands-1")


def test_a_dead_tablet_is_taken_over_by_another(pad, app, visitor):
    pad.hold("Ana", "3-5 1-2")
    pad.hold("Bea", "")
    # The last tap before going back reaches the server too.
    pad.press("Cancel")
    expect(pad.control("Enter round 1")).to_be_visible()
    eventually(pad, app, "hands-0", "hands-1")
    page = visitor.open("/matches/1/rounds/new")
    assert page.form["hands-0-tiles"] == "3-5 1-2"
    assert page.form["hands-1-out"] == "y"
    (begun,) = page.texts("div", "notice")
    assert begun.startswith("Begun just now on ")


def test_starting_afresh_can_be_taken_back(pad, app):
    pad.hold("Ana", "3-5 1-2")
    eventually(pad, app, "hands-0")
    pad.page.reload()
    pad.sees("Begun just now")
    pad.press("Start over")
    pad.holds("Ana, not entered yet")
    pad.misses("Begun just now")
    pad.press("Undo")
    pad.holds("Ana, 11 pips, 2 tiles")


@pytest.mark.parametrize(
    ("answer", "hand"),
    [
        ("Use what you entered", "Ana, 11 pips, 2 tiles"),
        ("Discard", "Ana, not entered yet"),
    ],
)
def test_a_draft_whose_round_was_recorded_elsewhere_is_offered(pad, visitor, app, answer, hand):
    pad.hold("Ana", "3-5 1-2")
    eventually(pad, app, "hands-0")
    address = pad.page.url
    pad.open("/")
    visitor.play(visitor.open("/matches/1"), "", "66", "55")
    pad.open(address)
    expect(pad.heading).to_have_text("Round 2")
    pad.sees("You had begun round 1 here just now; it has been recorded since.")
    pad.holds("Ana, not entered yet")
    pad.press(answer)
    pad.holds(hand)
    pad.page.reload()
    pad.holds(hand)
    pad.misses("You had begun round 1")


def test_a_half_amended_round_outlives_the_page_and_is_sent_once_the_network_is_back(
    scorer, visitor, app
):
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    scorer.open(f"{table.address}/rounds/1/amend")
    scorer.hold("Bea", "5-5")
    eventually(scorer, app, "hands-1")
    scorer.page.reload()
    scorer.holds("Bea, 22 pips, 2 tiles")
    scorer.press("Start over")
    scorer.holds("Bea, 12 pips, 1 tile")
    assert parts_kept(app) == set()
    scorer.page.context.set_offline(True)
    scorer.hold("Bea", "5-5")
    scorer.sends.tap()
    expect(scorer.live).to_have_text(KEPT)
    scorer.page.context.set_offline(False)
    expect(scorer.page).to_have_url(re.compile(r"/matches/\d+$"))
    expect(scorer.banner).to_contain_text("Round 1 edited")
    expect(scorer.banner.locator(".facts .fact")).to_have_text(["Ana 12 → 22"])
