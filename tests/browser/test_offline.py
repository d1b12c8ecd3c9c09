"""The network goes away and comes back, the page is closed, the program stops: nothing is lost."""

import re

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.live import Complaints, Switch
from tests.browser.scorer import Scorer
from tests.unchanged import rows
from tests.web.visitor import Visitor

KEPT = "No connection: your round is kept and will be sent by itself."


@pytest.fixture
def home(request: pytest.FixtureRequest, home: str) -> str:
    """Return where the scorebook is served: at an address of its own if a test stops it."""
    if "switch" not in request.fixturenames:
        return home
    switch: Switch = request.getfixturevalue("switch")
    return switch.url


@pytest.fixture
def pad(scorer: Scorer, visitor: Visitor) -> Scorer:
    """Return somebody who enters the first round of Ana, Bea and Ciro, five tiles dealt."""
    scorer.open(f"{visitor.start('Ana', 'Bea', 'Ciro').address}/rounds/new")
    return scorer


def recorded(app: Flask) -> int:
    return len(rows(app)["rounds"])


def parts_kept(app: Flask) -> set[object]:
    return {row[2] for row in rows(app)["drafts"]}


def eventually(page: Page, app: Flask, *parts: str) -> None:
    """Wait until the server has parts of a draft."""
    for _ in range(200):
        if {*parts} <= parts_kept(app):
            return
        page.wait_for_timeout(50)
    raise AssertionError(parts_kept(app))


def enter(pad: Scorer) -> None:
    """Let Ciro go out, and Ana and Bea hold 11 and 12 pips."""
    for name, tiles in {"Ana": "3-5 1-2", "Bea": "6-6", "Ciro": ""}.items():
        pad.hold(name, tiles)


def test_a_round_recorded_without_a_network_is_sent_once_it_is_back(
    pad: Scorer, app: Flask
) -> None:
    pad.hold("Ana", "3-5 1-2")
    pad.page.context.set_offline(True)
    pad.hold("Bea", "6-6")
    expect(pad.live).to_have_text("No connection: what you tapped is kept on this page.")
    pad.hold("Ciro", "")
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    expect(pad.control("Stop sending")).to_be_visible()
    assert recorded(app) == 0

    pad.page.context.set_offline(False)
    expect(pad.page).to_have_url(re.compile(r"/matches/\d+$"))
    pad.reads_in_banner("Ciro went out", "+23")
    assert recorded(app) == 1


def test_a_page_closed_before_its_round_was_sent_sends_it_when_it_is_opened_again(
    pad: Scorer, app: Flask, switch: Switch
) -> None:
    enter(pad)
    switch.off()
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    address, context = pad.page.url, pad.page.context
    pad.page.close()

    switch.on()
    again = Scorer(context.new_page())
    again.open(address)
    expect(again.page).to_have_url(re.compile(r"/matches/\d+$"))
    again.reads_in_banner("Ciro went out", "+23")
    assert recorded(app) == 1


def test_a_round_whose_answer_was_lost_is_taken_as_recorded(
    pad: Scorer, app: Flask, context: BrowserContext
) -> None:
    enter(pad)
    context.route("**/rounds/new", _lose_the_answer)
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    assert recorded(app) == 1
    address = pad.page.url
    pad.page.close()

    context.unroute("**/rounds/new")
    again = Scorer(context.new_page())
    again.open(address)
    again.sees("Round 1, which was kept here, is recorded.")
    expect(again.heading).to_have_text("Round 2")
    again.page.reload()
    again.misses("kept here", "You had begun")
    assert recorded(app) == 1


def _lose_the_answer(route: Route) -> None:
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.continue_()


def test_sending_can_be_stopped_to_go_on_entering(pad: Scorer, app: Flask) -> None:
    enter(pad)
    pad.page.context.set_offline(True)
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    pad.press("Stop sending")
    pad.seat("Bea").tap()
    pad.tap("5-5")
    expect(pad.seat("Bea")).to_have_accessible_name("Bea, 22 pips, 2 tiles")
    pad.page.context.set_offline(False)
    pad.page.wait_for_timeout(1500)
    assert recorded(app) == 0
    pad.record()
    pad.reads_in_banner("Ciro went out", "+33")
    assert recorded(app) == 1


def test_a_round_that_is_refused_after_all_is_shown_with_everything_kept(
    pad: Scorer, app: Flask
) -> None:
    pad.hold("Ana", "3-5 1-2")
    pad.page.context.set_offline(True)
    pad.hold("Bea", "6-6")
    pad.press("Bea went out")
    pad.hold("Ciro", "")
    pad.press("Record round")
    expect(pad.live).to_have_text(KEPT)
    pad.page.context.set_offline(False)
    pad.sees("Please check this", "Bea’s hand is not entered yet.")
    expect(pad.seat("Ana")).to_have_accessible_name("Ana, 11 pips, 2 tiles")
    assert recorded(app) == 0
    pad.hold("Bea", "6-6")
    pad.record()
    pad.reads_in_banner("Ciro went out", "+23")


def test_the_server_says_no_for_a_while(
    pad: Scorer, app: Flask, context: BrowserContext, complaints: Complaints
) -> None:
    enter(pad)
    complaints.forgive("/rounds/new", 503)
    context.route("**/rounds/new", lambda route: route.fulfill(status=503, body="not now"))
    pad.press("Record round")
    expect(pad.live).to_contain_text("Not saved: the scorebook cannot be written just now.")
    context.unroute("**/rounds/new")
    expect(pad.page).to_have_url(re.compile(r"/matches/\d+$"))
    assert recorded(app) == 1


def test_what_was_tapped_without_a_network_is_there_after_a_crash(
    pad: Scorer, context: BrowserContext, app: Flask
) -> None:
    pad.hold("Ana", "3-5 1-2")
    eventually(pad.page, app, "hands-0")
    context.set_offline(True)
    pad.hold("Bea", "6-6")
    address = pad.page.url
    pad.page.close()
    context.set_offline(False)
    again = Scorer(context.new_page())
    again.open(address)
    expect(again.seat("Ana")).to_have_accessible_name("Ana, 11 pips, 2 tiles")
    expect(again.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile")
    eventually(again.page, app, "hands-0", "hands-1")


def test_a_dead_tablet_is_taken_over_by_another(pad: Scorer, app: Flask, visitor: Visitor) -> None:
    pad.hold("Ana", "3-5 1-2")
    pad.hold("Bea", "")
    eventually(pad.page, app, "hands-0", "hands-1")
    page = visitor.open("/matches/1/rounds/new")
    assert page.form["hands-0-tiles"] == "3-5 1-2"
    assert page.form["hands-1-out"] == "y"
    (begun,) = page.texts("div", "notice")
    assert begun.startswith("Begun just now on ")


def test_the_last_tap_before_going_back_reaches_the_server(pad: Scorer, app: Flask) -> None:
    pad.hold("Ana", "3-5")
    pad.press("Cancel")
    expect(pad.control("Enter round 1")).to_be_visible()
    eventually(pad.page, app, "hands-0")


def test_starting_afresh_can_be_taken_back(pad: Scorer, app: Flask) -> None:
    pad.hold("Ana", "3-5 1-2")
    eventually(pad.page, app, "hands-0")
    pad.page.reload()
    pad.sees("Begun just now")
    pad.press("Start over")
    expect(pad.seat("Ana")).to_have_accessible_name("Ana, not entered yet")
    pad.misses("Begun just now")
    pad.press("Undo")
    expect(pad.seat("Ana")).to_have_accessible_name("Ana, 11 pips, 2 tiles")


@pytest.mark.parametrize("answer", ["Use what you entered", "Discard"])
def test_a_draft_whose_round_was_recorded_elsewhere_is_offered(
    pad: Scorer, visitor: Visitor, app: Flask, answer: str
) -> None:
    pad.hold("Ana", "3-5 1-2")
    eventually(pad.page, app, "hands-0")
    address = pad.page.url
    pad.open("/")
    visitor.play(visitor.open("/matches/1"), "", "66", "55")
    pad.open(address)
    expect(pad.heading).to_have_text("Round 2")
    pad.sees("You had begun round 1 here just now; it has been recorded since.")
    expect(pad.seat("Ana")).to_have_accessible_name("Ana, not entered yet")
    pad.press(answer)
    used = answer == "Use what you entered"
    hand = "Ana, 11 pips, 2 tiles" if used else "Ana, not entered yet"
    expect(pad.seat("Ana")).to_have_accessible_name(hand)
    pad.page.reload()
    expect(pad.seat("Ana")).to_have_accessible_name(hand)
    pad.misses("You had begun round 1")


def test_a_half_amended_round_outlives_the_page_and_can_begin_again(
    scorer: Scorer, visitor: Visitor, app: Flask
) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    scorer.open(f"{table.address}/rounds/1/amend")
    scorer.hold("Bea", "5-5")
    eventually(scorer.page, app, "hands-1")
    scorer.page.reload()
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 22 pips, 2 tiles")
    scorer.press("Start over")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 12 pips, 1 tile")
    assert parts_kept(app) == set()


def test_an_amended_round_is_sent_once_the_network_is_back(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    scorer.open(f"{table.address}/rounds/1/amend")
    scorer.page.context.set_offline(True)
    scorer.hold("Bea", "5-5")
    scorer.page.locator("#send").tap()
    expect(scorer.live).to_have_text(KEPT)
    scorer.page.context.set_offline(False)
    expect(scorer.page).to_have_url(re.compile(r"/matches/\d+$"))
    expect(scorer.banner).to_contain_text("Round 1 edited")
    expect(scorer.banner.locator(".facts .fact")).to_have_text(["Ana 12 → 22"])
