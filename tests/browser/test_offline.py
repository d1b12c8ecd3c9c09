"""The network goes away, a page is closed, another device is faster: nothing entered is lost."""

import platform
import re

import pytest
from playwright.sync_api import expect

from scorekeeper.access.devices import guess_name
from tests.browser.scorer import SOON, Scorer
from tests.support.access import links, renew
from tests.support.outbox import KEPT, eventually, parts_kept, recorded

# Ciro goes out, and Ana and Bea hold 11 and 12 pips.
ENTERED = "Ana: 3-5 1-2; Bea: 6-6; Ciro: out"
# What a browser of this machine is called that gave itself no name.
THERE = guess_name({"Darwin": "Macintosh"}.get(platform.system(), platform.system()))


def open_anew(pad):
    """Close the page, and open it in another tab once the network is there."""
    context, address = pad.page.context, pad.page.url
    pad.page.close()
    context.set_offline(False)
    again = Scorer(context.new_page())
    again.open(address)
    return again


def test_a_page_closed_before_its_round_was_sent_sends_it_when_it_is_opened_again(pad, app):
    pad.walks(ENTERED)
    pad.page.context.set_offline(True)
    # Sending can be stopped, to go on entering.
    pad.walks(f"Record round | {KEPT}\n Do not send yet")
    pad.page.context.set_offline(False)
    pad.walks("Bea: 5-5 | Bea, 22 pips, 2 tiles")
    assert recorded(app) == 0
    pad.page.route("**/rounds/new", lambda route: route.fulfill(status=503, body="not now"))
    pad.walks("Record round | Not saved: the scorebook cannot be written just now.")
    again = open_anew(pad)
    expect(again.page).to_have_url(re.compile(r"/matches/\d+$"))
    again.reads_in_banner("Ciro went out", "+33")
    assert recorded(app) == 1


def test_a_round_whose_answer_was_lost_is_taken_as_recorded(pad, app, context):
    pad.walks(ENTERED)
    context.route("**/rounds/new", _lose_the_answer)
    pad.walks(f"Record round | {KEPT}")
    assert recorded(app) == 1
    context.unroute("**/rounds/new")
    again = open_anew(pad)
    again.sees("Round 1, which was kept here, is recorded.", "Round 2")
    again.page.reload()
    again.misses("kept here", "You started")
    assert recorded(app) == 1


def _lose_the_answer(route):
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort()
    else:
        route.continue_()


def test_a_round_that_is_refused_after_all_is_shown_with_everything_kept(pad, app):
    pad.hold("Ana", "3-5 1-2")
    pad.page.context.set_offline(True)
    pad.walks(f"""
        Bea: 6-6 | No connection: what you tapped is kept on this page.
        Bea went out; Ciro: out; Yes; Record round | {KEPT}
    """)
    pad.page.context.set_offline(False)
    pad.walks("| Please check this / Bea’s hand is not entered yet. / Ana, 11 pips, 2 tiles")
    assert recorded(app) == 0
    pad.hold("Bea", "6-6")
    pad.record()
    pad.reads_in_banner("Ciro went out", "+23")


@pytest.mark.parametrize("by", ["a new link", "the PIN"])
def test_a_round_of_a_device_that_may_not_record_any_more_waits_until_it_may(
    by, scorer, visitor, app, complaints
):
    app.config["ACCESS"] = "links" if by == "a new link" else "house"
    table = visitor.start("Ana", "Bea", "Ciro")
    scorer.open(links(visitor, table)["score"] if by == "a new link" else table.address)
    scorer.open(f"{table.address}/rounds/new")
    scorer.walks(ENTERED)
    eventually(scorer, app, "hands-0", "hands-1", "hands-2")
    for refused in ("/rounds/new", "/draft", "/preview"):
        complaints.forgive(refused, 403)
    if by == "a new link":
        renew(visitor, table, "score")
    else:
        app.config["PIN"] = "1234"
    scorer.walks("""
        Record round | Not saved: ask for a new link and open it here, or enter the PIN.
        | Your round is kept and sent again by itself. / Ana, 11 pips, 2 tiles
    """)
    if by == "a new link":
        scorer.open(links(visitor, table)["score"])
        scorer.open(f"{table.address}/rounds/new")
    else:
        scorer.page.reload()
        scorer.page.get_by_label("PIN").fill("1234")
        scorer.page.keyboard.press("Enter")
    scorer.reads_in_banner("Ciro went out", "+23")
    assert recorded(app) == 1


def test_what_was_tapped_is_there_after_a_crash_and_on_another_device(pad, app, visitor):
    pad.hold("Ana", "3-5 1-2")
    eventually(pad, app, "hands-0")
    pad.page.context.set_offline(True)
    pad.walks("Bea: out | Bea, went out")
    again = open_anew(pad)
    # The last tap before going back reaches the server too.
    again.walks("""
        | Ana, 11 pips, 2 tiles / Bea, went out
        Ciro: 6-6; Table | Continue round 1
    """)
    eventually(again, app, "hands-0", "hands-1", "hands-2")
    page = visitor.open("/matches/1/rounds/new")
    entered = [page.form[f"hands-{place}"] for place in ("0-tiles", "1-out", "2-tiles")]
    assert entered == ["3-5 1-2", "y", "6-6"]
    (begun,) = page.texts("div", "notice")
    assert begun.startswith("Started just now on ")
    again.page.locator(".go").tap()
    again.walks("""
        | Started just now
        More; Start over | Ana, not entered yet / not Started just now
        Undo | Ana, 11 pips, 2 tiles
    """)


@pytest.mark.parametrize("answer", ["Use what you entered", "Discard"])
def test_a_draft_whose_round_was_recorded_elsewhere_is_offered(pad, visitor, app, answer):
    pad.hold("Ana", "3-5 1-2")
    eventually(pad, app, "hands-0")
    address = pad.page.url
    pad.open("/")
    visitor.play(visitor.open("/matches/1"), "", "66", "55")
    pad.open(address)
    hand = "Ana, not entered yet" if answer == "Discard" else "Ana, 11 pips, 2 tiles"
    pad.walks(f"""
        | Round 2 / You started round 1 here just now; it has been recorded since.
        | Ana, not entered yet
        {answer} | {hand}
    """)
    pad.page.reload()
    pad.walks(f"| {hand} / not You started round 1")


def test_a_half_edited_round_outlives_the_page_and_the_network(scorer, visitor, app):
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "6-6")
    scorer.open(f"{table.address}/rounds/1/edit")
    scorer.hold("Bea", "5-5")
    eventually(scorer, app, "hands-1")
    scorer.page.reload()
    scorer.walks("| Bea, 22 pips, 2 tiles\n More; Start over | Bea, 12 pips, 1 tile")
    assert parts_kept(app) == set()
    scorer.page.context.set_offline(True)
    scorer.walks(f"Bea: 5-5 | No connection\n Save changes | {KEPT}")
    scorer.page.context.set_offline(False)
    scorer.sees("Round 1 edited", "Ana 12 → 22")


def test_each_device_sees_what_is_entered_and_recorded_on_the_other(pad, phone):
    phone.open(pad.page.url)
    pad.hold("Ana", "3-5 1-2")
    phone.hold("Bea", "6-6")
    pad.holds("Bea, 12 pips, 1 tile", timeout=SOON)
    expect(pad.line).to_have_text(f"Bea’s hand was entered on {THERE}.")
    phone.look_again()
    phone.holds("Ana, 11 pips, 2 tiles")
    # Each goes on where it was, and takes back nothing that the other entered.
    pad.walks("""
        0-1 | Ana, 12 pips, 3 tiles
        Undo | Ana, 11 pips, 2 tiles / Bea, 12 pips, 1 tile
        Undo | Ana, 8 pips, 1 tile / Bea, 12 pips, 1 tile
    """)
    # A field that somebody types in keeps its words and its caret.
    phone.press_in_menu("Type them in")
    field = phone.page.get_by_label("Bea: Tiles left")
    field.press("End")
    field.press_sequentially(" 1")
    pad.hold("Ciro", "")
    phone.look_again()
    expect(phone.page.get_by_label("Ciro: went out")).to_be_checked()
    expect(field).to_be_focused()
    field.press_sequentially("-2")
    expect(field).to_have_value("6-6 1-2")
    pad.look_again()
    pad.holds("Bea, 15 pips, 2 tiles", timeout=SOON)
    expect(pad.live).to_contain_text("Ciro went out and wins the round.", timeout=SOON)
    pad.record()
    phone.look_again()
    expect(phone.page.locator("#notices:visible")).to_contain_text(
        f"Round 1 was recorded on {THERE}: Ciro went out and wins the round."
    )
    phone.walks("See round 1 | +23 points")
