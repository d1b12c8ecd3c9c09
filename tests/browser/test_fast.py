"""A round is entered in few taps, with few requests, on pages that weigh little."""

import gzip

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.pages import FAR, FIVE_EACH, FOUR, played

MOST_TAPS = 18
MOST_REQUESTS = 8
# Milliseconds between the taps of somebody quick, and what is a rest.
QUICK, REST = 149, 150
# What two devices see of each other they see within five seconds.
SOON = 5000
# Counts what is tapped from when the page is opened.
COUNT = """addEventListener("click", () => {
  sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


@pytest.fixture
def address(visitor):
    """Return the table of four, five tiles dealt, whom no round takes to the goal."""
    return visitor.start(*FOUR, **FAR).address


def test_four_hands_with_fifteen_tiles_take_at_most_eighteen_taps(scorer, address):
    scorer.page.add_init_script(COUNT)
    scorer.open(address)
    scorer.press("Enter round 1")
    for name, hand in zip(FOUR, FIVE_EACH, strict=True):
        expect(scorer.line).to_have_text(f"Tap the tiles left in {name}’s hand")
        scorer.press("Bea went out") if name == "Bea" else scorer.tap(hand)
    scorer.record()
    # The table is back.
    scorer.reads_in_banner("Bea went out", "+102")
    expect(scorer.control("Enter round 2")).to_be_visible()
    assert int(scorer.page.evaluate("sessionStorage.taps")) <= MOST_TAPS


@pytest.fixture
def sent(page):
    """Return what a page asks the server for, except for pages and files; it grows."""
    sent: list[Request] = []
    page.on("request", lambda each: sent.append(each) if each.resource_type == "fetch" else None)
    return sent


@pytest.fixture
def pad(scorer, address):
    """Return somebody who enters a round, and for whom time goes by as the test says."""
    scorer.page.clock.install(time=0)
    scorer.open(f"{address}/rounds/new")
    expect(scorer.line).to_have_text("Tap the tiles left in Ana’s hand")
    # The page asks for what others entered: a tap before the answer has a request of its own.
    with scorer.page.expect_response("**/draft"):
        scorer.page.clock.pause_at(60_000)
    return scorer


@pytest.mark.usefixtures("own_context")
def test_fifteen_quick_taps_send_at_most_eight_requests(pad, phone, address, sent):
    phone.open(f"{address}/rounds/new")
    sent.clear()
    for tile in " ".join(FIVE_EACH[:3]).split():
        pad.tile(tile).dispatch_event("click")
        pad.page.clock.run_for(QUICK)
    pad.page.clock.run_for(REST)
    expect(pad.live).to_contain_text("Dani’s hand is still to come.")
    assert len(sent) <= MOST_REQUESTS
    for name, pips in {"Ana": 50, "Bea": 40, "Ciro": 30}.items():
        words = f"{name}, {pips} pips, 5 tiles"
        expect(phone.seat(name)).to_have_accessible_name(words, timeout=SOON)


@pytest.mark.usefixtures("own_context")
def test_a_tap_after_a_rest_is_sent_at_once_and_kept_with_the_same_request(pad, sent):
    for number, tile in enumerate(("6-6", "5-6"), 1):
        pad.page.clock.run_for(REST)
        sent.clear()
        pad.tile(tile).dispatch_event("click")
        pad.page.clock.run_for(1)
        expect(pad.live).to_contain_text("The hands of Bea, Ciro and Dani are still to come.")
        (only,) = sent
        answer = only.response()
        assert answer is not None
        assert answer.json()["draft"]["parts"]["hands-0"]["revision"] == number


@pytest.mark.usefixtures("own_context")
def test_what_is_tapped_while_an_answer_is_awaited_is_sent_after_it(pad, sent):
    held: list[Route] = []
    pad.page.route(
        "**/rounds/preview", lambda route: route.continue_() if held else held.append(route)
    )
    sent.clear()
    for tile in ("6-6", "5-6", "4-6"):
        pad.tile(tile).dispatch_event("click")
        pad.page.clock.run_for(REST)
    assert len(sent) == 1
    with pad.page.expect_request("**/rounds/preview") as later:
        held[0].continue_()
    assert "6-6+5-6+4-6" in (later.value.post_data or "")
    expect(pad.live).to_contain_text("are still to come")


MOST_BYTES = {"": 30_000, "/rounds/new": 45_000}


@pytest.mark.parametrize("address", MOST_BYTES, ids=["table", "record"])
def test_a_page_of_a_match_weighs_little(scorer, visitor, address):
    asked = {}
    scorer.page.on("request", lambda each: asked.update({each.url: each.resource_type}))
    scorer.open(f"{played(visitor, 12).address}{address}")
    assert {"document", "stylesheet", "script"} <= {*asked.values()}
    # A stream has no end.
    ends = [url for url, kind in asked.items() if kind != "eventsource"]
    # As something compresses them on their way.
    bodies = [gzip.compress(scorer.page.request.get(url).body(), 6) for url in ends]
    assert sum(map(len, bodies)) <= MOST_BYTES[address]
