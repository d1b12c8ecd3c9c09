"""Sounds are offered once on a device, where nothing is in the way."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.measuring import covered, out_of_reach, small_controls, sticking_out
from tests.browser.scorer import SCREENS, Scorer
from tests.web.visitor import Visitor

HEIGHT = "document.querySelector('.top').getBoundingClientRect().height"


def offer(scorer: Scorer) -> Locator:
    return scorer.page.get_by_role("button", name="Sounds on?")


def stored(scorer: Scorer) -> object:
    return scorer.page.evaluate("localStorage.sounds ?? ''")


def test_sounds_are_offered_on_the_first_table_only(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea")
    scorer.open(table.address)
    expect(offer(scorer)).to_be_visible()
    # What happens on the table does not take it away.
    visitor.play(table, "", "66")
    scorer.sees("Ana went out")
    expect(offer(scorer)).to_be_visible()
    scorer.page.reload()
    scorer.sees("Ana went out")
    expect(scorer.page.locator("[data-scripted]")).to_be_attached()
    expect(offer(scorer)).to_have_count(0)
    scorer.open(visitor.start("Ana", "Bea").address)
    expect(offer(scorer)).to_have_count(0)
    assert stored(scorer) == ""


@pytest.mark.parametrize(("answer", "chosen"), [("Sounds on?", "on"), ("No sounds", "")])
def test_the_answer_is_kept_on_the_device(
    scorer: Scorer, visitor: Visitor, answer: str, chosen: str
) -> None:
    scorer.open(visitor.start("Ana", "Bea").address)
    scorer.press(answer)
    expect(offer(scorer)).to_have_count(0)
    assert stored(scorer) == chosen
    scorer.open("/device")
    sounds = scorer.page.get_by_label("A click for each tile")
    expect(sounds).to_be_checked(checked=bool(chosen))


def test_the_offer_is_reached_and_answered_by_keyboard(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(visitor.start("Ana", "Bea").address)
    expect(offer(scorer)).to_be_visible()
    # Past the link to the content.
    scorer.page.keyboard.press("Tab")
    scorer.page.keyboard.press("Tab")
    expect(offer(scorer)).to_be_focused()
    scorer.page.keyboard.press("Enter")
    expect(offer(scorer)).to_have_count(0)
    assert stored(scorer) == "on"
    expect(scorer.page.locator(".menu summary")).to_be_focused()


def test_a_device_that_chose_is_offered_nothing(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open("/device")
    scorer.page.get_by_label("A click for each tile").check()
    scorer.open(visitor.start("Ana", "Bea").address)
    scorer.sees("Enter round 1")
    expect(offer(scorer)).to_have_count(0)


def test_a_turned_table_offers_nothing(scorer: Scorer, visitor: Visitor) -> None:
    scorer.page.add_init_script("localStorage.faced = 'yes'")
    scorer.open(visitor.start("Ana", "Bea").address)
    expect(scorer.page.locator(".panel[data-at]").first).to_be_visible()
    expect(offer(scorer)).to_have_count(0)
    assert scorer.page.evaluate("localStorage['sounds-offered'] ?? ''") == ""


def test_the_offer_covers_nothing(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea").address
    for screen in SCREENS:
        scorer.page.set_viewport_size(screen)
        scorer.open("/")
        scorer.page.evaluate("localStorage.clear()")
        scorer.open(table)
        expect(offer(scorer)).to_be_visible()
        assert out_of_reach(offer(scorer)) == ""
        assert covered(scorer.page) == []
        assert small_controls(scorer.page) == []
        assert sticking_out(scorer.page) == []
        height = scorer.page.evaluate(HEIGHT)
        scorer.press("No sounds")
        assert scorer.page.evaluate(HEIGHT) == height
