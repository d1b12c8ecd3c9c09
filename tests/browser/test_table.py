"""The table by touch: nothing moves under a finger, and what others record is there at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import WIDE, places, unmet
from tests.browser.pages import FAR, FOUR, played, turn, won
from tests.browser.scorer import AT_ONCE, PHONE, TABLET, UPRIGHT
from tests.support.drafts import enter
from tests.web.visitor import HEAVY

SIZES = (TABLET, UPRIGHT, PHONE, WIDE)
# Where there is no stream it is asked for every two seconds.
ASKS_MS = 2500
# Keeps what is drawn of a score while it is counted, what is said of it then, and its width.
WATCH = """() => {
  const score = document.querySelector(".digits");
  document.counted = [];
  new MutationObserver(() => document.counted.push(
    [score.dataset.counting ?? "", score.firstChild.data, score.getBoundingClientRect().width]
  )).observe(score, { attributeFilter: ["data-counting"] });
}"""
ENDED = "() => document.counted.length && document.counted.at(-1)[0] === ''"


def scores(watching):
    return watching.page.locator(".score:visible")


def places_on_screens(scorer):
    """Return where everything is, by the screen and what it is."""
    return {
        (screen["width"], name): at
        for screen in scorer.on(*SIZES)
        for name, at in places(scorer.page).items()
    }


def test_a_match_is_ended_early_for_everybody_and_goes_on_if_that_is_undone(scorer, phone, visitor):
    table = visitor.start("Ana", "Bea")
    for device in (scorer, phone):
        device.open(table.address)
    scorer.play(1, Ana="", Bea="1-2")
    enter(visitor, table, "6-6", number=2)
    scorer.open(table.address)
    scorer.press_in_menu("End now…")
    scorer.walks("""
        | Round 2 is only partly entered and does not count. / Ana would win 3 to 0.
        Keep playing | Continue round 2
    """)
    scorer.press_in_menu("End now…")
    # Tapped twice it is ended once.
    scorer.control("End match").dblclick()
    scorer.sees("Ended early: Ana is ahead 3 to 0.", "See result")
    phone.sees("Ana wins!", "Ended early: 3 to 0")
    phone.walks("Close; Undo | Redo the early end")
    scorer.walks("| Continue round 2 / not See result")


def test_nothing_moves_whatever_happened_last(scorer, visitor):
    scorer.open(visitor.start(*FOUR, **FAR).address)
    found = places_on_screens(scorer)
    before = {key: at for key, at in found.items() if key[1] != ".buttons 0"}
    assert len(found) == len(before) + len(SIZES)
    scorer.play(1, Ana="", Bea="1-2", Ciro="4-5", Dani="5-6")
    scorer.sees("Ana went out")
    recorded = places_on_screens(scorer)
    assert {k: (v, recorded.get(k)) for k, v in before.items() if recorded.get(k) != v} == {}
    scorer.walks("Undo | undone")
    assert before.items() <= places_on_screens(scorer).items()
    scorer.walks("Redo round 1 | Ana went out")
    assert places_on_screens(scorer) == recorded
    # A button of a page that is out of date undoes nothing, and says so until that is read.
    scorer.page.evaluate("document.querySelector('.buttons [name=seen]').value = 0")
    scorer.walks("""
        Undo | Another device was faster: nothing was changed. / Enter round 2
        OK | not Another device was faster
    """)


def test_what_is_open_or_has_the_focus_stays_so_while_others_go_on(scorer, visitor):
    sheet = scorer.page.locator(".sheet")
    for number in (9, 13):
        table = played(visitor, number)
        scorer.open(table.address)
        expect(sheet).to_be_hidden()
        scorer.unfold("Why?")
        expect(sheet.locator(".tile").filter(visible=True)).to_have_count(15)
        chip = scorer.page.get_by_role("link", name=re.compile(rf"^Round {number - 5} \S"))
        chip.focus()
        visitor.play(table, "66", "", "55", "44")
        expect(sheet).to_contain_text("12 + 10 + 8 = 30 ·")
        expect(sheet).to_be_visible()
        newest = scorer.page.get_by_role("link", name=re.compile(rf"^Round {number + 1} \S"))
        expect(newest).to_be_attached()
        expect(chip).to_be_focused()
    scorer.press("Edit round 14")
    expect(scorer.heading).to_have_text(re.compile("round 14$"))


def test_a_tap_beside_a_sheet_escape_or_another_sheet_closes_it(scorer, visitor):
    def shows(sheet, *, is_open=True):
        expect(scorer.page.locator(f"details.{sheet}[open]")).to_have_count(int(is_open))

    table = won(visitor)
    for address, name in (("/wall", "menu"), ("/winner", "sharing"), ("", "why"), ("", "menu")):
        scorer.open(f"{table.address}{address}")
        summary = scorer.page.locator(f"details.{name} summary")
        summary.tap()
        scorer.page.locator(f"details.{name} summary + *").dispatch_event("click")
        shows(name)
        scorer.page.locator("h1").first.tap()
        shows(name, is_open=False)
        # Escape closes it too, wherever the focus is.
        summary.tap()
        scorer.page.locator("main").focus()
        scorer.page.keyboard.press("Escape")
        shows(name, is_open=False)
        expect(summary).to_be_focused()
    for opened, other in (("why", "menu"), ("menu", "why")):
        scorer.page.locator(f"details.{opened} summary").tap()
        shows(opened)
        shows(other, is_open=False)
    scorer.press("Tablet in the middle")
    shows("menu", is_open=False)


def test_scores_count_up_to_what_they_became(scorer, visitor):
    for address in ("", "/wall"):
        table = visitor.start("Ana", "Bea")
        visitor.play(table, "", "66")
        scorer.open(f"{table.address}{address}")
        scorer.page.evaluate(WATCH)
        visitor.play(table, "", "66 55 44")
        scorer.page.wait_for_function(ENDED)
        drawn, said, widths = zip(*scorer.page.evaluate("document.counted"), strict=True)
        counted = [int(each) for each in drawn if each]
        assert counted[0] == 12, address
        assert counted == sorted(counted)
        assert len({*counted}) > 2
        # Whoever listens hears the end of it, and nothing moves.
        assert {*said} == {"42"}
        assert len({*widths}) == 1
        expect(scores(scorer).first).to_have_text("42 points")
    # Nothing counts where less motion is wanted.
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.reload()
    scorer.page.evaluate(WATCH)
    visitor.send(visitor.open(f"{table.address}/undo"))
    expect(scores(scorer).first).to_have_text("12 points")
    assert scorer.page.evaluate("document.counted") == []


def reads(place, words):
    expect(place).to_have_text(words, timeout=AT_ONCE, use_inner_text=True)


def test_what_one_device_enters_is_on_the_table_of_another_at_once(scorer, phone, visitor):
    table = visitor.start("Ana", "Bea")
    phone.open(table.address)
    phone.page.evaluate("document.marked = true")
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Bea", "6-6")
    line = phone.page.locator(".go:visible")
    reads(line, "Continue round 1 Bea 1 tile so far")
    scorer.hold("Ana", "")
    reads(line, "Continue round 1 Ana went out · Bea 1 tile so far")
    # What is on the button is not said once more.
    expect(phone.page.locator(".entering")).to_be_hidden()
    # It changes with every tap, and nobody wants to hear that.
    expect(phone.page.get_by_role("status")).to_have_text("")
    # The device on which it is entered says so too, and what it could not send yet.
    scorer.page.context.set_offline(True)
    scorer.walks("Bea: 5-5 | Bea, 22 pips, 2 tiles")
    scorer.page.context.set_offline(False)
    scorer.open(table.address)
    expect(scorer.page.locator(".go:visible")).to_contain_text("Bea 2 tiles so far")
    scorer.page.locator(".go").tap()
    scorer.hold("Bea", "5-5")
    scorer.record()
    expect(scores(phone)).to_have_text(["12 points", "0 points"], timeout=AT_ONCE)
    reads(line, "Enter round 2")
    phone.sees("Ana went out")
    expect(phone.page.get_by_role("status")).to_have_text(
        "Round 1: Ana went out and wins the round. Ana 12, Bea 0."
    )
    expect(phone.control("Undo")).to_be_visible()
    assert phone.page.evaluate("document.marked")


def lies_on_nothing(scorer, pill):
    """Expect that a pill lies on nothing that is to be pressed, on any screen."""
    parts = scorer.page.locator(".btn, main a[href], .panel h2 a").or_(pill)
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        expect(pill).to_be_visible()
        lies = [fault for fault in unmet(parts, "apart") if pill.inner_text()[:9] in fault]
        assert lies == [], (scorer.page.url, screen)


@pytest.mark.usefixtures("own_context")
def test_without_a_stream_it_asks_and_without_a_network_it_says_so(app, scorer, visitor):
    app.config["STREAMS"] = 0
    page = scorer.page
    page.clock.install()
    entering = page.locator(".entering")
    lost = page.get_by_text(re.compile(r"^Not live: last updated \d\d:\d\d$"))
    table = visitor.start(*FOUR, partners="y", **FAR)
    visitor.play(table, "", "5-5 4-5", "4-4", "3-3")
    # On the turned table a round that is not complete is not checked by itself.
    enter(visitor, table, "–", "6-6 5-6", "3-3", "0-0 0-1", number=2)
    for address in ("", "/rounds", "/wall", "turned"):
        if address == "turned":
            page.set_viewport_size(TABLET)
            turn(scorer, table.address)
            # The panels say it.
            expect(page.locator("[data-seat='1'] .mark")).to_be_visible()
            page.clock.fast_forward(ASKS_MS)
            expect(entering).to_be_hidden()
        else:
            scorer.open(f"{table.address}{address}")
            page.clock.fast_forward(ASKS_MS)
            if address:
                expect(entering).to_contain_text("Dani: 2 tiles")
                lies_on_nothing(scorer, entering)
            else:
                expect(page.locator(".go:visible")).to_contain_text("Dani 2 tiles so far")
        page.context.set_offline(True)
        page.clock.fast_forward(ASKS_MS)
        lies_on_nothing(scorer, lost)
        page.context.set_offline(False)
    page.evaluate("document.marked = true")
    visitor.play(table, "", "5-5", "4-4", "3-3")
    page.clock.fast_forward(ASKS_MS)
    expect(page.locator(".panel .digits:visible").first).to_have_text("41 points")
    expect(lost).to_be_hidden()
    assert page.evaluate("document.marked")


@pytest.mark.usefixtures("own_context")
def test_a_wall_shows_the_evening_between_a_match_and_its_rematch(scorer, visitor):
    scorer.page.clock.install()
    won(visitor, "Ciro", "Dani")
    table = visitor.start("Ana", "Bea", goal="50")
    scorer.open(f"{table.address}/wall")
    scorer.press_in_menu("The day’s standings between matches")
    expect(scores(scorer)).to_have_text(["0 points", "0 points"])
    visitor.play(table, "", HEAVY)
    names = scorer.page.locator(".board tbody th")
    expect(names).to_have_text(["Ciro", "Ana", "Dani", "Bea"], timeout=2 * AT_ONCE)
    # How it ended is said and celebrated as on any wall, until that goes by itself.
    scorer.sees("Ana wins 69 to 0.")
    expect(scorer.page.locator("dialog.win")).to_be_visible()
    scorer.page.clock.run_for(31_000)
    expect(scorer.page.locator("dialog.win")).to_be_hidden()
    # An undo brings the scores back.
    visitor.send(visitor.open(f"{table.address}/undo"))
    expect(scores(scorer)).to_have_text(["0 points", "0 points"])
    expect(scorer.page.locator("[data-counting='NaN']")).to_have_count(0)
    visitor.play(table, "", HEAVY)
    expect(names).to_have_count(4)
    winner = visitor.open(f"{table.address}/winner")
    rematch = visitor.send(winner.pressing("Rematch")).leads_to
    scorer.page.clock.run_for(11_000)
    scorer.page.wait_for_url(f"**{rematch}/wall/evening")
    expect(scores(scorer)).to_have_text(["0 points", "0 points"])
