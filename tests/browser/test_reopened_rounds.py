"""A round that is opened again, at the hand that was being entered, never over a finished one."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FOUR, recording
from tests.browser.scorer import SOON, WINDOWS
from tests.browser.test_photo import LYING, answer, send, told
from tests.photos.needed import need_reader

BEGUN = "Ana: out; 5-5 4-5"
KEPT = "Ana, went out / Bea, 19 pips, 2 tiles"


# The number on each card, if it is seen: nothing of it is cut off by the card, or under the name.
SEEN = """cards => cards.map((card) => {
  const field = card.querySelector(".large");
  const [outer, box, name] = [card, field, card.querySelector("h2")].map((each) =>
    each.getBoundingClientRect());
  const { paddingTop, paddingBottom } = getComputedStyle(field);
  const [top, bottom] = [box.top + parseFloat(paddingTop), box.bottom - parseFloat(paddingBottom)];
  const inside = top > outer.top - 1 && bottom < outer.bottom + 1 && bottom - top > 20
    && box.left > outer.left - 6 && box.right < outer.right + 1;
  const beside = top > name.bottom - 4 || box.left > name.right - 1;
  return inside && beside && field.scrollWidth <= field.clientWidth ? field.value : "not seen";
})"""


def enters(scorer, name):
    """Expect whose hand is being entered."""
    expect(scorer.page.locator(".seat.on h2")).to_have_text(name)


def reload(scorer, _phone):
    scorer.page.reload()
    return scorer


def second_device(scorer, phone):
    phone.open(scorer.page.url)
    return phone


def count_and_back(scorer, _phone):
    scorer.press("Count pips")
    # A number is whole: Bea’s tiles are there as their pips.
    enters(scorer, "Ciro")
    scorer.press("Tiles")
    return scorer


def count_and_reload(scorer, phone):
    scorer.press("Count pips")
    enters(scorer, "Ciro")
    scorer.page.reload()
    enters(scorer, "Ciro")
    scorer.press("Tiles")
    enters(scorer, "Bea")
    return reload(scorer, phone)


def from_the_table(scorer, _phone):
    scorer.press("Table")
    scorer.page.locator(".go").tap()
    return scorer


def another_page(scorer, _phone):
    scorer.page.goto("/")
    scorer.page.go_back()
    return scorer


def a_photo_that_is_not_used(scorer, _phone):
    need_reader()
    told(scorer, answer(*LYING))
    send(scorer)
    expect(scorer.control("Use Bea’s 5 tiles")).to_be_visible()
    scorer.page.keyboard.press("Escape")
    return scorer


@pytest.mark.parametrize(
    "way",
    [
        reload,
        second_device,
        count_and_back,
        count_and_reload,
        from_the_table,
        another_page,
        a_photo_that_is_not_used,
    ],
)
def test_it_opens_at_the_hand_that_was_being_entered_and_no_tap_replaces_a_finished_one(
    pad, phone, way
):
    pad.walks(f"{BEGUN} | {KEPT} / Ana went out and wins the round.")
    opened = way(pad, phone)
    enters(opened, "Bea")
    opened.walks(f"| {KEPT}\n 6-6 | Bea, 31 pips, 3 tiles / Ana, went out")
    # On any device, and of the others too.
    for each in (opened, pad):
        each.holds("Ana, went out", "Bea, 31 pips, 3 tiles", timeout=SOON)
        each.walks("Ana: 1-1 | Ana went out. Replace? / Ana, went out\n No | Ana, went out")


def test_a_hand_that_was_left_is_not_gone_on_with_but_the_first_that_is_not_entered(pad):
    pad.walks(f"{BEGUN}; Ciro:")
    pad.page.reload()
    enters(pad, "Ciro")
    # A full hand is not gone on with either.
    pad.walks("Bea: 6-6 5-6 4-6")
    pad.page.reload()
    enters(pad, "Ciro")


def test_numbers_are_there_when_their_page_is_loaded_again(scorer, visitor):
    recording(scorer, visitor, "partnership", *FOUR, partners="y")
    scorer.press("Count pips")
    for keys, name in (("Ana went out; 5", "Ciro"), ("2; 0; +", "Ciro"), ("3; Next; 7", "Dani")):
        scorer.walks(keys)
        scorer.page.reload()
        enters(scorer, name)
    scorer.walks("| Bea 5 + Dani 7 = 12")
    expect(scorer.page.get_by_label("Ciro: Pips left")).to_have_value("23")


def test_next_and_a_fresh_start_lead_to_a_hand_that_is_not_entered(scorer, visitor):
    recording(scorer, visitor, "partnership", *FOUR, partners="y")
    scorer.press("Count pips")
    for keys, name in (
        ("Ana went out", "Bea"),
        ("5; Next", "Ciro"),
        ("Next", "Dani"),
        ("7; Next", "Ciro"),
        ("9; Next", "Dani"),
        ("Next", "Bea"),
        ("More; Start over", "Ana"),
        ("8; Next", "Bea"),
        ("Undo; Undo", "Bea"),
    ):
        scorer.walks(keys)
        enters(scorer, name)
    expect(scorer.page.get_by_label("Dani: Pips left")).to_have_value("7")


def test_a_finished_hand_is_replaced_or_emptied_only_if_that_is_meant(pad):
    pad.walks("""
        Ana: out
        Bea went out | Ana went out. Replace? / Ana, went out
        No | Ana, went out / Bea, not entered yet
        Ana: 5-5 | would be in Ana’s hand
        No; Bea:
        0-0 0-1; Ana: 0-1 | 0-1 is in Bea’s hand. Move it to Ana?
        Move | Ana went out. Replace?
        No | Ana, went out / Bea, 1 pip, 2 tiles
        Bea: 6-6 5-5 4-4; Bea: | Bea, 31 pips, 5 tiles
        Bea went out | Ana went out. Replace?
        Yes | Bea’s hand is full. Replace? / Bea, 31 pips, 5 tiles
        No; Ana:; More; Clear Ana | Ana went out. Replace?
        Yes | Ana, not entered yet
        Undo | Ana, went out
    """)


def test_numbers_do_not_replace_whoever_went_out(scorer, visitor):
    recording(scorer, visitor, "partnership", *FOUR, partners="y")
    scorer.press("Count pips")
    scorer.press("Ana went out")
    scorer.page.locator('.seat[data-seat="0"]').tap()
    scorer.walks("5 | Ana went out. Replace?\n No | not Replace?")
    expect(scorer.page.get_by_label("Ana: went out")).to_be_checked()
    scorer.walks("5; Yes | not Replace?")
    expect(scorer.page.get_by_label("Ana: Pips left")).to_have_value("5")
    expect(scorer.page.get_by_label("Ana: went out")).not_to_be_checked()


def test_numbers_are_added_up_by_the_pad_and_seen_on_every_card(scorer, visitor):
    recording(scorer, visitor, "chicken-foot", *FOUR)
    scorer.press("Count points")
    scorer.walks("""
        Ana went out | Bea’s points: 0-0 counts 50, all else its pips.
        1; 0; +; 1; 5; +; 8 | 10+15+8 = 33
        Next; 5; Next; 1; 2; 7 | Bea +33. / Ciro +5. / Dani +127.
    """)
    expect(scorer.page.get_by_label("Bea: Points left")).to_have_value("33")
    for screen in scorer.on(*WINDOWS):
        seen = scorer.page.locator(".seat:not(.went)").evaluate_all(SEEN)
        assert seen == ["33", "5", "127"], screen
