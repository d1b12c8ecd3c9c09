"""Everybody watches: what is recorded on one device is on the others, without anybody's doing."""

import re

from flask import Flask
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.pages import FOUR, played
from tests.browser.scorer import TABLET, Scorer
from tests.web.round.test_drafts import draft
from tests.web.share.share_links import links, renew
from tests.web.visitor import TEN, Page, Visitor

# What is recorded is to be seen within a second; the rest is for a busy machine.
AT_ONCE = 2000
# Where there is no stream it is asked for every two seconds.
SOON = 5000
WALL = ViewportSize(width=1920, height=1080)
# How high digits are, by who plays, in widths of the screen.
LEAST_DIGITS = {("Ana", "Bea"): 0.2, FOUR[:3]: 0.14, FOUR: 0.12, TEN[:5]: 0.12, TEN: 0.08}
WALL_SIZES = """() => {
  const root = document.documentElement;
  const fits = (digits) => {
    const inner = digits.getBoundingClientRect();
    const { left, right, bottom } = digits.closest(".side").getBoundingClientRect();
    return inner.left >= left && inner.right <= right && inner.bottom <= bottom + 1;
  };
  const all = [...document.querySelectorAll(".digits")];
  return {
    scrolls: root.scrollHeight > innerHeight || root.scrollWidth > innerWidth,
    digits: Math.min(...all.map((each) => parseFloat(getComputedStyle(each).fontSize))),
    outside: all.filter((each) => !fits(each)).map((each) => each.textContent),
  };
}"""


def scores(watching: Scorer) -> Locator:
    return watching.page.locator(".score")


def watched_table(watching: Scorer, visitor: Visitor) -> Page:
    """Start a match, open its table on a device, and mark the page: it is to stay the same."""
    table = visitor.start("Ana", "Bea")
    watching.open(table.address)
    watching.page.evaluate("document.marked = true")
    return table


def never_reloaded(watching: Scorer) -> bool:
    return bool(watching.page.evaluate("document.marked === true"))


def test_a_round_recorded_on_one_device_is_on_the_table_of_another_at_once(
    scorer: Scorer, phone: Scorer, visitor: Visitor
) -> None:
    table = watched_table(phone, visitor)
    scorer.open(table.address)
    scorer.play(1, Ana="", Bea="6-6")
    expect(scores(phone)).to_have_text(["12 points", "0 points"], timeout=AT_ONCE)
    phone.sees("Enter round 2", "Ana went out")
    expect(phone.page.get_by_role("status")).to_have_text(
        "Round 1: Ana went out and wins the round. Ana 12, Bea 0."
    )
    expect(phone.control("Undo")).to_be_visible()
    assert never_reloaded(phone)


def test_what_is_entered_on_one_device_shows_on_the_others_while_it_is_tapped(
    scorer: Scorer, phone: Scorer, visitor: Visitor
) -> None:
    table = watched_table(phone, visitor)
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Bea", "6-6 1-2")
    line = phone.page.locator(".entering")
    expect(line).to_have_text("Bea: 2 tiles …", timeout=AT_ONCE)
    scorer.hold("Ana", "")
    expect(line).to_have_text("Ana: no tiles · Bea: 2 tiles …", timeout=AT_ONCE)
    expect(line).to_be_visible()
    # It changes with every tap, and nobody wants to hear that.
    expect(phone.page.get_by_role("status")).to_have_text("")
    # Whoever enters it knows.
    scorer.open(table.address)
    expect(scorer.page.locator(".entering")).to_have_text("Ana: no tiles · Bea: 2 tiles …")
    expect(scorer.page.locator(".entering")).to_be_hidden()
    scorer.open(f"{table.address}/rounds/new")
    scorer.record()
    expect(line).to_be_hidden(timeout=AT_ONCE)
    assert never_reloaded(phone)


def test_the_focus_stays_with_its_round(scorer: Scorer, visitor: Visitor) -> None:
    for number in (9, 13):
        table = played(visitor, number)
        scorer.open(table.address)
        chip = scorer.page.get_by_role("link", name=re.compile(f"^Round {number - 5}:"))
        chip.focus()
        visitor.play(table, "", "66", "55", "44")
        newest = scorer.page.get_by_role("link", name=re.compile(f"^Round {number + 1}:"))
        expect(newest).to_be_attached()
        expect(chip).to_be_focused()


def test_without_a_stream_the_table_is_asked_for(
    app: Flask, scorer: Scorer, visitor: Visitor
) -> None:
    app.config["STREAMS"] = 0
    table = watched_table(scorer, visitor)
    draft(visitor, table, 1, "hands-1", hands_1_tiles="6-6")
    expect(scorer.page.locator(".entering")).to_have_text("Bea: 1 tile …", timeout=SOON)
    visitor.play(table, "", "66")
    expect(scorer.page.locator(".entering")).to_be_hidden(timeout=SOON)
    expect(scores(scorer)).to_have_text(["12 points", "0 points"], timeout=SOON)
    assert never_reloaded(scorer)


def test_a_lost_connection_is_said_and_made_up_for(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea")
    scorer.open(table.address)
    # A stream that is open already outlives what the browser calls being offline.
    scorer.page.route("**/events*", lambda route: route.abort())
    scorer.page.reload()
    scorer.page.context.set_offline(True)
    expect(scorer.page.get_by_text(re.compile(r"^Not live: last seen \d\d:\d\d$"))).to_be_visible()
    visitor.play(table, "", "66")
    scorer.page.context.set_offline(False)
    expect(scores(scorer)).to_have_text(["12 points", "0 points"], timeout=SOON)
    scorer.misses("Not live")


def test_whoever_may_watch_no_longer_is_told_so(
    app: Flask, scorer: Scorer, visitor: Visitor
) -> None:
    app.config["ACCESS"] = "links"
    table = visitor.start("Ana", "Bea")
    scorer.open(links(visitor, table)["watch"])
    expect(scores(scorer)).to_have_count(2)
    renew(visitor, table, "watch")
    scorer.sees("Not your match")


def test_a_wall_shows_all_of_it_at_once_in_digits_as_large_as_fit(
    scorer: Scorer, visitor: Visitor
) -> None:
    for names, least in LEAST_DIGITS.items():
        table = visitor.start(*names, game="chicken-foot")
        lighter = ("4-4", "3-3", "2-2", "1-1", "0-1", "0-2", "0-3", "0-4")
        visitor.play(table, "", *("9-9 8-9 7-9 6-9 5-9", *lighter)[: len(names) - 1])
        scorer.open(f"{table.address}/wall")
        scorer.sees("Round 1: Ana went out")
        for screen in scorer.on(WALL, TABLET):
            sizes = scorer.page.evaluate(WALL_SIZES)
            assert sizes["scrolls"] is False, (names, sizes)
            assert sizes["digits"] >= least * screen["width"], (names, sizes)
            assert sizes["outside"] == [], names
