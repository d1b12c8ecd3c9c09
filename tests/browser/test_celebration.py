"""A win is celebrated on every page that is open, at once and in the same way."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import STICKING_OUT, touched_after, unmet
from tests.browser.pages import FOUR, turn
from tests.browser.scorer import AT_ONCE, SCREENS, SOON, touch
from tests.web.visitor import HEAVY

FALLING = """() => document.getAnimations().filter(
  (each) => each.playState === "running" && each.effect.target.matches(".confetti i")).length > 0"""
MOVING = "document.getAnimations().some((each) => each.playState === 'running')"


@pytest.fixture
def browser_context_args(browser_context_args):
    """Let no confetti fall but where that is what is looked at: it takes most of the time."""
    return {**browser_context_args, "reduced_motion": "reduce"}


def celebration(scorer):
    return scorer.page.get_by_role("dialog", name="Ana wins!")


def settles(scorer, within=AT_ONCE):
    """Wait until the celebration can be touched."""
    expect(celebration(scorer)).to_be_visible(timeout=within)
    expect(celebration(scorer)).to_have_css("pointer-events", "auto")


def test_a_win_is_celebrated_on_every_open_page_and_nothing_is_lost(scorer, visitor):
    scorer.page.emulate_media(reduced_motion="no-preference")
    for address in ("", "/wall", "/rounds", "/rounds/new"):
        table = visitor.start(*FOUR, goal="50")
        scorer.open(f"{table.address}{address}")
        if address == "/rounds/new":
            scorer.hold("Ana", "1-2")
        scorer.page.evaluate("document.marked = true")
        visitor.play(table, "", "66 65 64 63 62", "55", "44")
        settles(scorer, SOON if address == "/rounds/new" else AT_ONCE)
        assert scorer.page.evaluate(FALLING)
        expect(celebration(scorer).locator(".trophy:visible")).to_have_text("68")
        assert scorer.page.evaluate("document.marked")
    for screen in scorer.on(*SCREENS):
        settles(scorer)
        assert unmet(celebration(scorer).locator("button"), "reached") == [], screen
        assert scorer.page.evaluate(STICKING_OUT) == []
    scorer.press("Close")
    expect(celebration(scorer)).to_be_hidden()
    scorer.walks("| Ana, 3 pips, 1 tile / Round 1 was recorded on")
    scorer.open(f"{table.address}/winner")
    assert scorer.page.evaluate(MOVING)


def test_it_is_read_from_both_sides_of_a_turned_table_and_keeps_still_where_that_is_wanted(
    scorer, visitor
):
    table = visitor.start("Ana", "Bea", goal="50")
    turn(scorer, table.address)
    visitor.play(table, "", HEAVY)
    settles(scorer)
    # Confetti lies from the beginning where less motion is wanted.
    assert not scorer.page.evaluate(FALLING)
    assert scorer.page.locator(".confetti i:visible").count() > 20
    across = celebration(scorer).locator(".turned-headline")
    expect(across).to_be_visible()
    expect(across).to_have_css("rotate", "180deg")
    assert unmet(scorer.control("Rematch"), "reached") == []
    scorer.press("Close")
    expect(celebration(scorer)).to_be_hidden()
    expect(scorer.page.locator(".table-mode")).to_be_visible()
    # The middle says it too, and nobody enters a hand.
    middle = scorer.page.locator(".middle:visible")
    expect(middle).to_contain_text("Ana wins the match")
    expect(scorer.page.get_by_role("link", name="Ana: enter the hand")).to_have_count(0)
    middle.get_by_role("link", name="See result").tap()
    expect(scorer.page).to_have_url(re.compile("/winner$"))
    assert not scorer.page.evaluate(MOVING)


def test_it_is_told_once_goes_with_an_undone_win_and_closed_it_does_not_come_back(scorer, visitor):
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", "66")
    scorer.open(table.address)
    summary = scorer.page.locator(".why summary")
    summary.focus()
    visitor.play(table, "", HEAVY)
    expect(celebration(scorer)).to_be_focused()
    expect(celebration(scorer)).to_have_accessible_description(re.compile("round 2"))
    # The line that is read aloud says nothing beside it.
    status = scorer.page.locator(".top [role=status]")
    expect(status).to_have_text("")
    scorer.page.keyboard.press("Escape")
    expect(celebration(scorer)).to_be_hidden()
    expect(summary).to_be_focused()
    # It goes with an undone win, and is a win again, of whoever it is by now, when it is redone.
    for _ in range(2):
        visitor.send(visitor.open(f"{table.address}/undo"))
        expect(status).to_have_text("Ana 12, Bea 0.")
        expect(celebration(scorer)).to_be_hidden(timeout=AT_ONCE)
        visitor.send(visitor.open(f"{table.address}/redo"))
        expect(celebration(scorer)).to_be_visible()
    rename(visitor, table, "names-0", "Eva")
    evas = scorer.page.get_by_role("dialog", name="Eva wins!")
    expect(evas).to_be_visible()
    expect(scorer.page.locator("dialog")).to_have_count(1)
    # A finger on its way to something else touches nothing; a tap beside it closes it.
    assert [touched_after(evas, after) for after in (100, 499)] == [False, True]
    touch(scorer.page, 500, 740)
    expect(evas).to_be_hidden(timeout=AT_ONCE)
    # Neither another change nor a reload brings it back.
    rename(visitor, table, "names-1", "Dani")
    scorer.sees("Bea is now “Dani”.")
    expect(evas).to_be_hidden()
    scorer.page.reload()
    scorer.sees("Dani")
    expect(scorer.page.locator("dialog")).to_have_count(0)


def rename(visitor, table, seat, name):
    names = visitor.open(f"{table.address}/edit").pressing("Save names")
    visitor.send(visitor.send(names, {seat: name}))


def test_whoever_records_too_late_is_shown_the_win(scorer, visitor):
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Ana", "1-2")
    # The page hears of nothing, and tells nothing.
    scorer.page.route(re.compile("/(draft|preview)$"), lambda route: route.abort())
    scorer.hold("Bea", "")
    visitor.play(table, "", HEAVY)
    scorer.press("Record round")
    settles(scorer, SOON)
    scorer.sees("This match has already been won, so your round was not recorded.")
    expect(scorer.page.locator("[name=hands-0-tiles]")).to_have_value("1-2")
    scorer.press("Rematch")
    scorer.sees("Enter round 1")
    expect(scorer.page).not_to_have_url(re.compile(f"{table.address}($|/)"))
