"""The pad: tapping, changing one's mind, and the other ways to say what is left."""

import json
import re

from playwright.sync_api import expect

from tests.catalogues import written
from tests.web.every_page.pseudo_language import LANGUAGE, wide


def test_a_tile_in_another_hand_asks_before_it_moves(pad):
    pad.hold("Ana", "3-5 1-2")
    pad.seat("Bea").tap()
    pad.tap("3-5")
    expect(pad.line).to_have_text("3-5 is in Ana’s hand. Move it to Bea?")
    expect(pad.line.get_by_role("img")).to_have_accessible_name("three-five")

    pad.press("No")
    pad.holds("Ana, 11 pips, 2 tiles")
    expect(pad.line).to_have_text("Tap the tiles left in Bea’s hand")

    pad.tap("3-5")
    pad.press("Move")
    expect(pad.line).to_have_text("3-5 moved from Ana to Bea")
    pad.holds("Ana, 3 pips, 1 tile", "Bea, 8 pips, 1 tile")
    expect(pad.tile("3-5")).to_have_accessible_name("three-five, in Bea’s hand")


def test_a_hand_is_full_given_back_cleared_and_every_tap_can_be_taken_back(pad):
    pad.hold("Ana", "0-0 0-1 0-2 0-3 0-4")
    # A full hand gives the turn away.
    pad.hold("Ana", "0-5")
    expect(pad.line).to_have_text("5 tiles at most: Ana cannot hold more.")
    pad.holds("Ana, 10 pips, 5 tiles")
    expect(pad.tile("0-5")).to_have_accessible_name("blank-five")
    # A tile tapped again goes back to the pad.
    for tile in ("0-4", "0-3", "0-2"):
        pad.tap(tile)
        expect(pad.tile(tile)).to_have_attribute("aria-pressed", "false")
    pad.holds("Ana, 1 pip, 2 tiles")
    pad.press("Clear Ana")
    pad.holds("Ana, not entered yet")
    pad.press("Undo")
    pad.holds("Ana, 1 pip, 2 tiles")
    pad.press("Undo")
    pad.holds("Ana, 3 pips, 3 tiles")
    for _ in range(7):
        pad.press("Undo")
    expect(pad.control("Undo")).to_be_disabled()


def test_whoever_went_out_has_no_tiles_and_the_next_hand_has_its_turn(pad):
    pad.hold("Ana", "3-5")
    pad.press("Ana went out")
    pad.holds("Ana, went out")
    expect(pad.line).to_have_text("Tap the tiles left in Bea’s hand")
    pad.tap("1-2")
    pad.hold("Ciro", "6-6")
    expect(pad.live).to_contain_text("Ana went out and wins the round.")
    # Whoever gets a tile did not go out, and only one did.
    pad.seat("Ana").tap()
    pad.tap("0-1")
    pad.holds("Ana, 1 pip, 1 tile")
    pad.hold("Bea", "")
    pad.hold("Ciro", "")
    pad.holds("Ciro, went out", "Bea, not entered yet")


def test_typing_instead_and_tapping_again_keeps_every_hand(pad):
    pad.hold("Ana", "3-5 1-2")
    pad.press_in_menu("Type")
    expect(pad.page.get_by_label("Ana: Tiles left")).to_have_value("3-5 1-2")
    pad.type("Bea", "66 5|4")
    pad.type("Ciro", "0-0")
    expect(pad.live).to_contain_text("Blocked: 11 · 21 · 0. Ciro wins.")
    pad.press("Tiles")
    pad.holds("Ana, 11 pips, 2 tiles", "Bea, 21 pips, 2 tiles")
    expect(pad.tile("4-5")).to_have_accessible_name("four-five, in Bea’s hand")
    # They are there after a look at the pips, and after the page was left.
    pad.press("Count pips")
    expect(pad.page.get_by_label("Ana: Pips left")).to_be_visible()
    pad.press("Tiles")
    pad.holds("Ana, 11 pips, 2 tiles")
    pad.press("Cancel")
    pad.press("Enter round 1")
    pad.holds("Ana, 11 pips, 2 tiles")


def test_the_page_says_what_is_still_to_come_and_nothing_is_red_before_it_is_recorded(pad):
    pad.hold("Ana", "3-5")
    expect(pad.live).to_contain_text("The hands of Bea and Ciro are still to come.")
    missing = pad.page.get_by_text("The hands of Bea and Ciro are not entered yet.")
    expect(missing).to_be_hidden()
    pad.press("Record round")
    expect(missing).to_be_visible()
    pad.seat("Bea").tap()
    pad.tap("1-2")
    expect(missing).to_be_hidden()
    expect(pad.live).to_contain_text("Ciro’s hand is still to come.")


def test_a_hand_that_nobody_entered_is_asked_about_and_nothing_is_lost(pad):
    pad.holds("Ana, not entered yet")
    pad.hold("Bea", "6-6")
    pad.hold("Ciro", "1-2")
    expect(pad.live).to_contain_text("Ana’s hand is still to come.")
    pad.press("Record round")
    pad.sees("Ana has no tiles. Did Ana go out?")
    pad.press("Go back")
    expect(pad.control("Go back")).to_be_hidden()
    pad.holds("Bea, 12 pips, 1 tile")
    # One question is asked at a time.
    pad.seat("Ana").tap()
    pad.press("Record round")
    expect(pad.control("Yes, Ana went out")).to_be_visible()
    pad.tap("6-6")
    expect(pad.control("Yes, Ana went out")).to_be_hidden()
    pad.press("Record round")
    expect(pad.control("Move")).to_be_hidden()
    pad.record("Yes, Ana went out")
    pad.reads_in_banner("Ana went out", "+15")


def test_a_tie_in_pips_asks_for_the_lightest_tiles_of_the_tied_hands_only(pad):
    pad.press("Count pips")
    pad.page.get_by_label("Ana: Pips left").fill("14")
    # A hand whose pips were counted is not yet entered in tiles.
    pad.press("Tiles")
    pad.holds("Ana, not entered yet")
    pad.press("Count pips")
    for name, pips in {"Ana": "17", "Bea": "17", "Ciro": "30"}.items():
        pad.page.get_by_label(f"{name}: Pips left").fill(pips)
    expect(pad.live).to_contain_text(
        "It is a tie. Enter the lightest tile in Ana’s hand and in Bea’s hand."
    )
    lightest = {name: pad.page.get_by_label(f"{name}: Lightest tile") for name in ("Ana", "Bea")}
    expect(pad.page.get_by_label("Ciro: Lightest tile")).to_be_hidden()
    lightest["Ana"].fill("1-2")
    lightest["Bea"].fill("3-4")
    expect(pad.live).to_contain_text("Blocked: 17 · 17 · 30. Ana wins on the lightest tile.")
    pad.record()
    pad.reads_in_banner("Blocked: 17 · 17 · 30. Ana wins on the lightest tile.", "+30")
    pad.open_newest_round()
    pad.sees("47 (opponents) − 17 (own hand) = 30 points.")


def test_what_the_scripts_say_is_in_the_language_of_the_page(pad):
    # Every sentence of the scripts in wide letters.
    words = {
        message.id if isinstance(message.id, str) else message.id[0]: wide(message.id)
        if isinstance(message.id, str)
        else [*map(wide, message.id)]
        for message in written("scripts")
    }
    scripted = f"globalThis.words = {json.dumps(words)};"
    pad.page.route(
        f"**/words/{LANGUAGE}.js*",
        lambda route: route.fulfill(body=scripted, content_type="text/javascript"),
    )
    pad.speak(LANGUAGE)
    named = {"name": "Ana"}
    expect(pad.line).to_have_text(wide("Tap the tiles left in %(name)s’s hand") % named)
    pad.tap("3-5")
    # The words for a tile come with the page, which is in the real language.
    with_words = re.compile("^hármas-ötös" + re.escape(wide(", in %(name)s’s hand") % named))
    expect(pad.tile("3-5")).to_have_accessible_name(with_words)
    words_of_seat = wide("%(name)s, %(pips)s pips, %(tiles)s tile")
    seat = words_of_seat % {**named, "pips": 8, "tiles": 1}
    pad.page.get_by_role("button", name=seat, exact=True).tap()
