"""Everybody watches: what is recorded on one device is on the others, without anybody's doing."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FAR, FOUR, turn, won
from tests.browser.scorer import PHONE, TABLET, UPRIGHT
from tests.web.round.test_drafts import enter
from tests.web.visitor import HEAVY

# What is recorded is to be seen within a second; the rest is for a busy machine.
AT_ONCE = 2000
# Where there is no stream it is asked for every two seconds.
SOON = 5000


def scores(watching):
    return watching.page.locator(".score")


def watched_table(watching, visitor):
    """Start a match, open its table on a device, and mark the page: it is to stay the same."""
    table = visitor.start("Ana", "Bea")
    watching.open(table.address)
    watching.page.evaluate("document.marked = true")
    return table


def never_reloaded(watching):
    return bool(watching.page.evaluate("document.marked === true"))


def test_a_round_recorded_on_one_device_is_on_the_table_of_another_at_once(scorer, phone, visitor):
    table = watched_table(phone, visitor)
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Bea", "6-6")
    # What is entered shows while it is tapped.
    line = phone.page.locator(".entering")
    expect(line).to_have_text("Bea: 1 tile …", timeout=AT_ONCE)
    scorer.hold("Ana", "")
    expect(line).to_have_text("Ana: no tiles · Bea: 1 tile …", timeout=AT_ONCE)
    expect(line).to_be_visible()
    # It changes with every tap, and nobody wants to hear that.
    expect(phone.page.get_by_role("status")).to_have_text("")
    # Whoever enters it knows.
    scorer.open(table.address)
    expect(scorer.page.locator(".entering")).to_have_text("Ana: no tiles · Bea: 1 tile …")
    expect(scorer.page.locator(".entering")).to_be_hidden()
    scorer.open(f"{table.address}/rounds/new")
    scorer.record()
    expect(scores(phone)).to_have_text(["12 points", "0 points"], timeout=AT_ONCE)
    expect(line).to_be_hidden(timeout=AT_ONCE)
    phone.sees("Enter round 2", "Ana went out")
    expect(phone.page.get_by_role("status")).to_have_text(
        "Round 1: Ana went out and wins the round. Ana 12, Bea 0."
    )
    expect(phone.control("Undo")).to_be_visible()
    assert never_reloaded(phone)


def test_without_a_stream_the_table_is_asked_for(app, scorer, visitor):
    app.config["STREAMS"] = 0
    table = watched_table(scorer, visitor)
    enter(visitor, table, "–", "6-6")
    expect(scorer.page.locator(".entering")).to_have_text("Bea: 1 tile …", timeout=SOON)
    visitor.play(table, "", "66")
    expect(scorer.page.locator(".entering")).to_be_hidden(timeout=SOON)
    expect(scores(scorer)).to_have_text(["12 points", "0 points"], timeout=SOON)
    assert never_reloaded(scorer)


def lose(scorer):
    """Lose the connection; return what says so."""
    # A stream that is open already outlives what the browser calls being offline.
    scorer.page.route("**/events*", lambda route: route.abort())
    scorer.page.reload()
    scorer.page.context.set_offline(True)
    return scorer.page.get_by_text(re.compile(r"^Not live: last seen \d\d:\d\d$"))


def test_a_lost_connection_is_said_and_made_up_for(scorer, visitor):
    table = visitor.start("Ana", "Bea")
    scorer.open(table.address)
    expect(lose(scorer)).to_be_visible()
    visitor.play(table, "", "66")
    scorer.page.context.set_offline(False)
    expect(scores(scorer)).to_have_text(["12 points", "0 points"], timeout=SOON)
    scorer.misses("Not live")


# What a pill lies on, of all that is shown and can be pressed.
UNDER = """pill => {
  const lies = (a, b) => a.left < b.right && b.left < a.right
    && a.top < b.bottom && b.top < a.bottom;
  const box = pill.getBoundingClientRect();
  return [...document.querySelectorAll(".btn, main a[href], .panel h2 a")]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => lies(box, each.getBoundingClientRect()))
    .map((each) => each.textContent.trim());
}"""


def covers(scorer, pill):
    """List what a pill lies on, on one screen or another."""
    found: list[str] = []
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        expect(pill).to_be_visible()
        found += [f"{screen['width']}: {each}" for each in pill.evaluate(UNDER)]
    return found


def test_what_is_said_in_passing_lies_on_nothing_that_is_to_be_pressed(scorer, visitor):
    table = visitor.start(*FOUR, partners="y", **FAR)
    for _ in range(3):
        visitor.play(table, "", "5-5 4-5", "4-4", "3-3")
    enter(visitor, table, "1-2", "6-6 5-6", "3-3", "0-0 0-1", number=4)
    pill = scorer.page.locator(".entering")
    for address in ("", "/rounds", "/wall"):
        scorer.open(f"{table.address}{address}")
        expect(pill).to_contain_text("Dani: 2 tiles")
        assert covers(scorer, pill) == [], address
        assert covers(scorer, lose(scorer)) == [], address
        scorer.page.context.set_offline(False)
        scorer.page.unroute_all()
    scorer.page.set_viewport_size(TABLET)
    turn(scorer, table.address)
    expect(scorer.page.locator("[data-seat='1'] .mark")).to_be_visible()
    # The panels say it.
    expect(pill).to_be_hidden()
    assert covers(scorer, lose(scorer)) == []


def test_a_wall_shows_the_evening_when_the_match_is_over_and_goes_on_to_the_next(scorer, visitor):
    won(visitor, "Ciro", "Dani")
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(f"{table.address}/wall")
    scorer.press_in_menu("The evening between matches")
    expect(scores(scorer)).to_have_text(["0 points", "0 points"])
    visitor.play(table, "", HEAVY)
    names = scorer.page.locator(".board tbody th")
    expect(names).to_have_text(["Ciro", "Ana", "Dani", "Bea"], timeout=2 * AT_ONCE)
    # How it ended is said and celebrated as on any wall.
    scorer.sees("Ana wins 69 to 0.")
    expect(scorer.page.locator("dialog.win")).to_be_visible()
    scorer.press("Close")
    # An undo brings the scores back.
    visitor.send(visitor.open(f"{table.address}/undo"))
    expect(scores(scorer)).to_have_text(["0 points", "0 points"])
    expect(scorer.page.locator("[data-counting='NaN']")).to_have_count(0)


@pytest.mark.usefixtures("own_context")
def test_a_wall_goes_on_to_the_rematch_by_itself(scorer, visitor):
    table = won(visitor)
    scorer.page.clock.install()
    scorer.open(f"{table.address}/wall/evening")
    expect(scorer.page.locator(".board tbody th")).to_have_text(["Ana", "Bea"])
    winner = visitor.open(f"{table.address}/winner")
    rematch = visitor.send(winner.pressing("Rematch")).leads_to
    scorer.page.clock.run_for(11_000)
    scorer.page.wait_for_url(f"**{rematch}/wall/evening")
    expect(scores(scorer)).to_have_text(["0 points", "0 points"])
