"""A round that is opened again, at the hand that was being entered, never over a finished one."""

import pytest
from playwright.sync_api import expect

from tests.browser.pages import FOUR, recording
from tests.browser.scorer import SOON, WINDOWS
from tests.photos.needed import need_reader
from tests.support.photo_page import LYING, answer, send, told

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
    expect(scorer.page.locator(".seat.on h2:visible")).to_have_text(name)


def reload(scorer, _phone):
    scorer.reload()
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
    scorer.reload()
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
    enters(pad, "Ciro")
    pad.reload()
    enters(pad, "Ciro")
    # A full hand is not gone on with either.
    pad.walks("Bea: 6-6 5-6 4-6 | not Bea, 33 pips, 3 tiles")
    pad.reload()
    enters(pad, "Ciro")


def test_numbers_are_there_when_their_page_is_loaded_again(scorer, visitor):
    recording(scorer, visitor, "partnership", *FOUR, partners="y")
    scorer.press("Count pips")
    for keys, shown, name in (
        ("Ana went out; 5", ("Bea", "5"), "Ciro"),
        ("2; 0; +", ("Ciro", "20+"), "Ciro"),
        ("3; Next; 7", ("Dani", "7"), "Dani"),
    ):
        scorer.walks(keys)
        hand, number = shown
        expect(scorer.page.get_by_label(f"{hand}: Pips left")).to_have_value(number)
        scorer.reload()
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
        Ana went out | Bea’s points: 0-0 counts 50, all other tiles their pips.
        1; 0; +; 1; 5; +; 8 | 10+15+8 = 33
        Next; 5; Next; 1; 2; 7 | Bea +33. / Ciro +5. / Dani +127.
    """)
    expect(scorer.page.get_by_label("Bea: Points left")).to_have_value("33")
    for screen in scorer.on(*WINDOWS):
        seen = scorer.page.locator(".seat:not(.went)").evaluate_all(SEEN)
        assert seen == ["33", "5", "127"], screen


def test_a_photo_that_is_used_leads_on_and_replaces_a_finished_hand_only_if_that_is_meant(pad):
    need_reader()
    pad.walks("Ana: out")
    told(pad, answer(*LYING[:2]))
    send(pad)
    # Of what is laid down nothing is missing.
    pad.walks("Use Bea’s 2 tiles | Ana, went out / Bea, 17 pips, 2 tiles")
    enters(pad, "Ciro")
    for chosen, hand in (("No", "went out"), ("Yes", "10 pips, 2 tiles")):
        pad.turn_to("Ana")
        told(pad, answer(*LYING[3:]))
        send(pad)
        pad.walks(f"Use Ana’s 2 tiles | Ana went out. Replace?\n {chosen} | Ana, {hand}")


def test_the_own_hand_goes_on_and_is_replaced_only_if_that_is_meant(scorer, visitor):
    address = f"{visitor.start('Ana', 'Bea', 'Ciro').address}/rounds/new"
    scorer.open(f"{address}?hand=0")
    scorer.walks("Ana went out | Ana, went out")
    scorer.reload()
    enters(scorer, "Ana")
    scorer.walks("1-1 | Ana went out. Replace? / Ana, went out\n No; Done | Continue round 1")
    scorer.open(f"{address}?hand=1")
    scorer.walks("5-5 4-5 | Bea, 19 pips, 2 tiles")
    scorer.reload()
    enters(scorer, "Bea")
    scorer.walks(
        "6-6 | Bea, 31 pips, 3 tiles\n Bea went out | Ana went out. Replace?\n No; Done"
        " | Continue round 1"
    )
    # Whoever enters all hands goes on with it.
    scorer.open(address)
    enters(scorer, "Bea")
    scorer.walks("1-1 2-2 | Ana, went out / Bea, 37 pips, 5 tiles")
    enters(scorer, "Ciro")


def test_a_round_that_is_edited_opens_at_a_hand_that_is_not_finished(scorer, visitor):
    table = visitor.start("Ana", "Bea", "Ciro")
    visitor.play(table, "", "66 56 46 36 26", "55 45")
    scorer.open(f"{table.address}/rounds/1/edit")
    enters(scorer, "Ciro")
    # Nor do a look at another hand and a fresh start lead elsewhere.
    scorer.walks("Bea:; 1-1 | 5 tiles at most")
    scorer.reload()
    enters(scorer, "Ciro")
    scorer.walks(
        "1-1 | Ciro, 21 pips, 3 tiles\n Ana: 0-0 | Ana went out. Replace?\n No | Ana, went out"
    )
    scorer.walks("More; Start over | Ciro, 19 pips, 2 tiles")
    enters(scorer, "Ciro")
    scorer.walks("3-3 2-2 1-1 | Ciro, 31 pips, 5 tiles")
    scorer.reload()
    # All are finished: the first asks.
    enters(scorer, "Ana")
    scorer.walks("0-0 | Ana went out. Replace?\n No | Ana, went out")


def test_a_page_that_was_refused_comes_back_at_the_hand_that_was_being_entered(pad):
    pad.walks(f"{BEGUN}; Ciro: out; Yes | Ciro, went out / Ana, not entered yet")
    for taps, name in (("6-6", "Bea"), ("4-4 3-3", "Ana")):
        pad.page.context.set_offline(True)
        pad.walks(f"""
            Bea: {taps} | No connection: what you tapped is kept on this page.
            Record round | No connection: your round is kept
        """)
        pad.page.context.set_offline(False)
        pad.sees("Please check this")
        enters(pad, name)
        pad.walks("Ciro: 1-1 | Ciro went out. Replace?\n No | Ciro, went out")
    # Loaded again, it is not sent once more: what was entered since is there.
    pad.walks("Ana: 1-1 2-2 | Ana, 6 pips, 2 tiles")
    pad.reload()
    pad.holds("Ana, 6 pips, 2 tiles", "Ciro, went out")
    enters(pad, "Ana")


def test_a_round_that_came_too_late_comes_back_at_the_hand_that_was_being_entered(pad, visitor):
    pad.walks(f"{BEGUN}; Ciro: 6-6 | Bea 19 + Ciro 12 = 31")
    table = visitor.open("/matches/1")
    visitor.play(table, "11", "", "22")
    pad.walks("Record round | your round was not recorded / Round 2")
    enters(pad, "Ciro")
    pad.walks(
        "1-1 | Ciro, 14 pips, 2 tiles\n Ana: 2-2 | Ana went out. Replace?\n No | Ana, went out"
    )


def test_undo_never_leads_back_to_a_finished_hand(pad):
    pad.walks(
        "Ana: 6-6 5-5 4-4 3-3 2-2; Ana:; 2-2 | Ana, 36 pips, 4 tiles\n Undo | Ana, 40 pips, 5 tiles"
    )
    enters(pad, "Bea")
    pad.walks("1-1 | Ana, 40 pips, 5 tiles / Bea, 2 pips, 1 tile")
    pad.walks("Ciro: out; Ciro: 0-0; Yes | Ciro, 0 pips, 1 tile\n Undo | Ciro, went out")
    enters(pad, "Bea")
    pad.walks("Bea: 0-0 | Ciro, went out / Bea, 2 pips, 2 tiles")
