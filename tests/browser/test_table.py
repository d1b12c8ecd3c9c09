"""The table by touch: nothing moves under a finger, sheets open and close, scores count up."""

import re

from playwright.sync_api import ViewportSize, expect

from tests.browser.measuring import places
from tests.browser.pages import FAR, FOUR, played, won
from tests.browser.scorer import PHONE, TABLET, UPRIGHT

SIZES = (TABLET, UPRIGHT, PHONE, ViewportSize(width=1280, height=800))


def places_on_screens(scorer):
    """Return where everything is, by the screen and what it is."""
    found: dict[tuple[int, str], list[int]] = {}
    for screen in scorer.on(*SIZES):
        found |= {(screen["width"], name): at for name, at in places(scorer.page).items()}
    return found


def test_nothing_moves_whatever_happened_last(scorer, visitor):
    scorer.open(visitor.start(*FOUR, **FAR).address)
    news = scorer.page.locator(".news")
    found = places_on_screens(scorer)
    before = {key: at for key, at in found.items() if key[1] != ".acts 0"}
    assert len(found) == len(before) + len(SIZES)
    opened: list[str] = []
    scorer.page.on("framenavigated", lambda frame: opened.append(frame.url.rpartition("/")[2]))
    scorer.play(1, Ana="", Bea="3-6 1-2", Ciro="4-5", Dani="5-6 2-4")
    expect(news).to_contain_text("Ana went out")
    # A round comes back to the table over one page.
    assert opened == ["new", "1"]
    recorded = places_on_screens(scorer)
    assert before.items() <= recorded.items()
    scorer.press("Undo")
    expect(news).to_contain_text("taken back")
    assert before.items() <= places_on_screens(scorer).items()
    scorer.press("Redo round 1")
    expect(news).to_contain_text("Ana went out")
    assert places_on_screens(scorer) == recorded


def test_an_undo_that_comes_late_says_so_until_it_is_read(scorer, visitor):
    table = played(visitor, 1)
    scorer.page.route("**/events*", lambda route: route.abort())
    scorer.open(table.address)
    stale = scorer.page.locator("[name=seen]").first.input_value()
    visitor.play(table, "", "66", "55", "44")
    scorer.page.evaluate(
        "seen => document.querySelectorAll('[name=seen]').forEach(each => each.value = seen)", stale
    )
    scorer.press("Undo")
    scorer.sees("Another device was faster: nothing was changed.", "Enter round 3")
    scorer.press("OK")
    expect(scorer.page.locator(".went-on")).to_be_hidden()


def test_why_shows_the_hands_and_stays_open_while_others_go_on(scorer, visitor):
    table = visitor.start(*FOUR, **FAR)
    visitor.play(table, "", "36 12", "45", "56 24")
    scorer.open(table.address)
    sheet = scorer.page.locator(".sheet")
    expect(sheet).to_be_hidden()
    scorer.unfold("Why?")
    expect(sheet).to_contain_text("12 + 9 + 17 = 38 ·")
    expect(sheet.locator(".tile")).to_have_count(5)
    visitor.play(table, "66", "", "55", "44")
    expect(sheet).to_contain_text("12 + 10 + 8 = 30 ·")
    expect(sheet).to_be_visible()
    scorer.press("Edit round 2")
    expect(scorer.heading).to_have_text(re.compile("round 2$"))


def test_the_focus_stays_with_its_round(scorer, visitor):
    for number in (9, 13):
        table = played(visitor, number)
        scorer.open(table.address)
        chip = scorer.page.get_by_role("link", name=re.compile(f"^Round {number - 5}:"))
        chip.focus()
        visitor.play(table, "", "66", "55", "44")
        newest = scorer.page.get_by_role("link", name=re.compile(f"^Round {number + 1}:"))
        expect(newest).to_be_attached()
        expect(chip).to_be_focused()


def is_open(sheet):
    expect(sheet).to_have_attribute("open", "")


def is_closed(sheet):
    expect(sheet).not_to_have_attribute("open", "")


def test_a_tap_beside_a_sheet_escape_and_another_sheet_close_it_and_a_tap_on_it_does_not(
    scorer, visitor
):
    table = won(visitor)
    for address, name in (("/wall", "menu"), ("/winner", "sharing"), ("", "why"), ("", "menu")):
        scorer.open(f"{table.address}{address}")
        sheet = scorer.page.locator(f"details.{name}")
        sheet.locator("summary").tap()
        is_open(sheet)
        sheet.locator("summary + *").dispatch_event("click")
        is_open(sheet)
        scorer.page.locator("h1").first.tap()
        is_closed(sheet)
        # Escape does, wherever the focus is.
        sheet.locator("summary").tap()
        is_open(sheet)
        scorer.page.locator("main").focus()
        scorer.page.keyboard.press("Escape")
        is_closed(sheet)
        expect(sheet.locator("summary")).to_be_focused()
    why, menu = (scorer.page.locator(f"details.{name}") for name in ("why", "menu"))
    for opened, other in ((why, menu), (menu, why)):
        opened.locator("summary").tap()
        is_open(opened)
        is_closed(other)
    menu.get_by_role("button", name="Turn to the players").tap()
    is_closed(menu)


# Keeps what is drawn of a score while it is counted, what is said of it then, and its width.
WATCH = """() => {
  const score = document.querySelector(".digits");
  document.counted = [];
  new MutationObserver(() => {
    const { width } = score.getBoundingClientRect();
    const { counting } = score.dataset;
    document.counted.push({ counting, said: score.firstChild.data, width });
  }).observe(score, { attributeFilter: ["data-counting"] });
}"""
ENDED = """() => document.counted.length && document.counted.at(-1).counting === undefined"""


def counted(scorer):
    """Wait until a score is counted, and return what was seen of it."""
    scorer.page.wait_for_function(ENDED)
    return list(scorer.page.evaluate("document.counted"))


def numbers(seen):
    """List what was drawn while it was counted."""
    return [int(each["counting"]) for each in seen if each["counting"]]


def test_scores_count_up_to_what_they_became_and_down_when_a_round_is_undone(scorer, visitor):
    for address in ("", "/wall"):
        table = visitor.start("Ana", "Bea")
        visitor.play(table, "", "66")
        scorer.open(f"{table.address}{address}")
        scorer.page.evaluate(WATCH)
        visitor.play(table, "", "66 55 44")
        seen = counted(scorer)
        drawn = numbers(seen)
        assert drawn[0] == 12, address
        assert drawn == sorted(drawn)
        assert len({*drawn}) > 2
        # Whoever listens hears the end of it, and nothing moves.
        assert {each["said"] for each in seen} == {"42"}
        assert len({each["width"] for each in seen}) == 1
        expect(scorer.page.locator(".score").first).to_have_text("42 points")
        expect(scorer.page.locator("[data-counting]")).to_have_count(0)
    scorer.page.evaluate(WATCH)
    visitor.send(visitor.open(f"{table.address}/undo"))
    drawn = numbers(counted(scorer))
    assert drawn[0] == 42
    assert drawn == sorted(drawn, reverse=True)
    # Nothing counts where less motion is wanted.
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.reload()
    scorer.page.evaluate(WATCH)
    visitor.play(table, "", "66")
    expect(scorer.page.locator(".score").first).to_have_text("24 points")
    assert scorer.page.evaluate("document.counted") == []
