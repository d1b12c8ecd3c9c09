"""An evening of twelve at three tables, from names to the shared picture; a match by the clock."""

import re

from playwright.sync_api import expect

from tests.browser.scorer import Scorer
from tests.web.club.test_evening import TWELVE

AT_ONCE = 2000


def test_twelve_play_an_evening_at_three_tables_by_touch(scorer, phone, context, visitor):
    scorer.open("/")
    scorer.press_in_menu("Club evenings")
    scorer.page.get_by_label("Name").fill("Friday")
    scorer.page.get_by_label("Goal").fill("30")
    scorer.page.get_by_label("Rounds", exact=True).fill("1")
    scorer.press("Start the evening")
    scorer.page.get_by_label("Names").fill("\n".join(TWELVE))
    scorer.press("They are here")
    scorer.press("Draw round 1")
    names, people = (scorer.page.locator(f".swap .board {kind}") for kind in ("label", "input"))
    first, last = names.first.inner_text(), names.last.inner_text()
    people.first.tap()
    people.last.tap()
    expect(names.first).to_have_text(last)
    expect(names.last).to_have_text(first)
    scorer.press("Open the tables")
    address = scorer.page.url.partition("#")[0]
    wall = Scorer(context.new_page())
    wall.open(f"{address}/wall")
    wall.sees("3 tables are still played.")
    scorer.open(f"{address}/codes")
    shown = [each.input_value() for each in scorer.page.locator(".address").all()]
    codes = [each[each.index("/club/") :] for each in shown if "/tables/" in each]
    table, *others = codes
    # Each table has a device of its own.
    phone.open(table)
    expect(phone.heading).to_have_text("Block, partners")
    players = " & ".join(phone.page.locator(".side h2").all_inner_texts()).split(" & ")
    phone.press("Enter round 1")
    for name, tiles in zip(players, ("", "6-6 5-6", "5-5 4-5", "4-4 3-4"), strict=True):
        phone.hold(name, tiles)
    phone.record()
    phone.sees("Next round")
    for left, other in zip(("2 tables", "1 table"), others, strict=True):
        expect(wall.page.locator("h2").first).to_contain_text(left, timeout=AT_ONCE)
        match = visitor.follow(visitor.open(other))
        visitor.play(match, "", "66 56", "55 45", "44 34")
    expect(wall.page.locator("h2").first).to_contain_text("All tables", timeout=AT_ONCE)
    phone.open(table)
    phone.sees("the next match opens here by itself")
    scorer.open(address)
    scorer.sees("All tables are finished.", "Standings")
    scorer.page.locator(".standings summary").first.tap()
    scorer.sees("Round 1: Won")
    scorer.page.locator(".sharing summary").tap()
    with scorer.page.expect_download() as saved:
        scorer.press("Picture")
    assert saved.value.suggested_filename == "evening.png"


def test_the_clock_of_a_match_counts_down_is_paused_and_says_when_the_hand_is_the_last(
    scorer, phone, visitor
):
    table = visitor.start("Ana", "Bea", minutes="5").address
    scorer.open(table)
    phone.open(f"{table}/wall")
    here, there = (each.page.locator(".meta .timer") for each in (scorer, phone))
    expect(here).to_have_text(re.compile("^4:"))
    expect(there).to_have_text(re.compile("^4:"))
    scorer.press_in_menu("Pause the clock")
    expect(there).to_have_text("5:00 paused")
    scorer.press_in_menu("+5 minutes")
    expect(there).to_have_text("10:00 paused")
    scorer.press("Undo")
    expect(there).to_have_text("5:00 paused")
    scorer.press("Undo the change of the clock")
    expect(here).to_have_text(re.compile("^4:..$"))
    # What the server says counts, whatever the device takes it for.
    answer = {"left": 0, "paused": False}
    scorer.page.route("**/timer", lambda route: route.fulfill(json=answer))
    scorer.open(table)
    expect(here).to_have_text("Last hand: it counts, and then whoever is ahead wins.")
