"""A photo of what is left, from the camera to the recorded round."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.browser.live import Complaints
from tests.browser.photo_pages import answer, photo
from tests.browser.scorer import Scorer
from tests.photos.needed import need_reader
from tests.web.visitor import Visitor

HAND = "4-6 2-5 1-1 0-3 3-4"
# Reading takes a second on a machine with nothing else to do.
READ = 30_000

Taken = Callable[[str], FilePayload]


@pytest.fixture(scope="module")
def taken() -> Taken:
    """Return photos of tables that are drawn, by what is hard about them."""
    need_reader()
    return photo


def send(scorer: Scorer, photo: FilePayload, button: str = "Photo") -> None:
    """Press a button that opens the camera, and take a photo."""
    with scorer.page.expect_file_chooser() as opened:
        scorer.press(button)
    opened.value.set_files(photo)


def found(scorer: Scorer) -> Locator:
    """Find the tiles that were read."""
    return scorer.page.locator(".photo-tiles strong")


def read(scorer: Scorer, *tiles: str) -> None:
    """Expect that these tiles are read, in any order."""
    expect(found(scorer)).to_have_count(len(tiles), timeout=READ)
    assert {*found(scorer).all_inner_texts()} == {*tiles}


def pick(scorer: Scorer, tile: str) -> None:
    """Tap a tile in the list, to correct it."""
    scorer.page.locator(".pick-tile", has_text=tile).tap()


def test_a_photo_on_a_tablet_fills_the_hand_and_the_round_is_recorded(
    scorer: Scorer, visitor: Visitor, taken: Taken
) -> None:
    table = visitor.start("Ana", "Bea")
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Ana", "")
    send(scorer, taken("nothing hard"))
    read(scorer, *HAND.split())
    scorer.sees("Bea’s tiles", "5 tiles", "29")
    expect(scorer.page.locator(".mark polygon")).to_have_count(5)
    scorer.press("Use these 5 tiles")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 29 pips, 5 tiles")
    # One step back, and forth again by what was typed.
    scorer.press("Undo")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, not entered yet")
    send(scorer, taken("nothing hard"))
    read(scorer, *HAND.split())
    scorer.press("Use these 5 tiles")
    scorer.record()
    scorer.reads_in_banner("Ana went out", "+29")


def test_tiles_are_corrected_added_and_taken_out_by_touch(
    scorer: Scorer, visitor: Visitor, taken: Taken
) -> None:
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    scorer.hold("Ana", "1-1")
    scorer.seat("Bea").tap()
    send(scorer, taken("nothing hard"))
    read(scorer, *HAND.split())
    # What is in another hand stays there unless it is moved.
    scorer.sees("1-1 is in Ana’s hand.", "4 tiles", "27")
    scorer.press("Move it here")
    scorer.sees("5 tiles", "29")
    # Tapped in the picture: the label of 4-6 is now 5-6.
    scorer.page.locator(".mark", has_text="4-6").locator("polygon").tap(force=True)
    scorer.page.get_by_role("group", name="The other end").get_by_text("5", exact=True).tap()
    scorer.press("Done")
    scorer.page.get_by_role("button", name="Not there: blank-three").tap()
    scorer.press("Add a tile")
    scorer.page.get_by_role("group", name="One end").get_by_text("6", exact=True).tap()
    scorer.press("Done")
    scorer.press("Use these 5 tiles")
    expect(scorer.page.locator("[name=hands-1-tiles]")).to_have_value(
        re.compile("^(?=.*5-6)(?=.*0-6)(?=.*1-1)(?=.*2-5)(?=.*3-4).{19}$")
    )
    expect(scorer.page.locator("[name=hands-0-tiles]")).to_have_value("")


def test_what_is_doubtful_is_asked_about_on_a_phone(
    phone: Scorer, visitor: Visitor, taken: Taken
) -> None:
    phone.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    told = answer(("3-4", "2-4", 0, True), ("5-6", "4-6", 0, False))
    phone.page.route("**/rounds/photo", lambda route: route.fulfill(json=told))
    send(phone, taken("nothing hard"))
    read(phone, "3-4 or 2-4?", "5-6")
    phone.sees("17 pips if it is 2-4")
    expect(phone.page.locator(".mark.doubt")).to_have_count(1)
    phone.page.locator(".chips .btn", has_text="2-4").tap()
    expect(phone.page.locator(".mark.doubt")).to_have_count(0)
    expect(phone.control("Use these 2 tiles")).to_be_in_viewport(ratio=1)
    phone.press("Use these 2 tiles")
    expect(phone.seat("Ana")).to_have_accessible_name("Ana, 17 pips, 2 tiles")


def test_nothing_is_used_while_a_question_is_open(
    scorer: Scorer, visitor: Visitor, taken: Taken
) -> None:
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    scorer.hold("Ana", "1-1")
    scorer.seat("Bea").tap()
    told = answer(("3-4", "2-4", 0, True), ("2-5", "1-5", 0, False), ("2-5", "2-4", 0, False))
    told["tiles"] += answer(("1-1", "0-1", 0, False))["tiles"]
    told["tiles"][0]["others"] = ["2-4", "3-3"]
    told["note"] = "That is more than a hand can hold."
    scorer.page.route("**/rounds/photo", lambda route: route.fulfill(json=told))
    with scorer.page.expect_request("**/rounds/photo") as asked:
        send(scorer, taken("nothing hard"))
    # The reader is told what lies in other hands.
    assert b'"taken"\r\n\r\n1-1\r\n' in (asked.value.post_data_buffer or b"")
    read(scorer, "3-4, 2-4 or 3-3?", "2-5", "2-5", "1-1")
    scorer.sees("That is more than a hand can hold.")
    # Pressed, it leads to what is asked about.
    scorer.press("Answer 3 questions")
    chips = scorer.page.locator(".chips .btn")
    expect(chips.first).to_be_focused()
    chips.filter(has_text="3-3").tap()
    scorer.press("Answer 2 questions")
    scorer.page.get_by_role("button", name="Not there: two-five").first.tap()
    scorer.press("Answer one question")
    scorer.press("Leave it there")
    scorer.press("Use these 2 tiles")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 13 pips, 2 tiles")
    expect(scorer.page.locator("[name=hands-0-tiles]")).to_have_value("1-1")


def test_hands_laid_apart_are_given_to_players(
    scorer: Scorer, visitor: Visitor, taken: Taken
) -> None:
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    send(scorer, taken("two hands"))
    read(scorer, *HAND.split(), "6-6", "2-2")
    scorer.page.get_by_label("Group 2: 2 tiles").select_option("Bea")
    scorer.press("Use these 7 tiles")
    expect(scorer.seat("Ana")).to_have_accessible_name("Ana, 29 pips, 5 tiles")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 16 pips, 2 tiles")


def test_what_is_no_hand_is_said_and_another_photo_is_taken(
    scorer: Scorer, visitor: Visitor, taken: Taken, complaints: Complaints
) -> None:
    complaints.forgive("/rounds/photo", 422)
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    send(scorer, taken("an empty table"))
    expect(scorer.page.get_by_text("No tiles were found.")).to_be_visible(timeout=READ)
    note = FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=b"no picture")
    send(scorer, note, "Choose a picture")
    scorer.sees("This picture cannot be read")
    scorer.page.keyboard.press("Escape")
    expect(scorer.page.get_by_role("dialog")).to_have_count(0)
    expect(scorer.control("Photo")).to_be_focused()


def test_a_photo_fills_the_own_hand_at_the_turned_table(
    scorer: Scorer, visitor: Visitor, taken: Taken
) -> None:
    table = visitor.start("Ana", "Bea", "Ciro")
    scorer.open(f"{table.address}/rounds/new?hand=1")
    send(scorer, taken("nothing hard"))
    read(scorer, *HAND.split())
    scorer.press("Use these 5 tiles")
    expect(scorer.seat("Bea")).to_have_accessible_name("Bea, 29 pips, 5 tiles")
    expect(scorer.control("Done")).to_be_visible()


def test_where_pips_are_counted_their_number_is_filled_in(
    scorer: Scorer, visitor: Visitor, taken: Taken
) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="french")
    scorer.open(f"{table.address}/rounds/new?entry=pips")
    scorer.press("Ana went out")
    send(scorer, taken("nothing hard"))
    read(scorer, *HAND.split())
    # In this game a hand with a double counts twice.
    scorer.sees("5 tiles", "58")
    scorer.press("Use these 5 tiles")
    field = scorer.page.get_by_label("Bea: Pips left")
    expect(field).to_have_value("58")
    field.tap()
    # Typed over, it is what was typed, whatever tiles there were.
    scorer.press("Delete")
    expect(field).to_have_value("5")
    expect(scorer.page.locator("[name=hands-1-tiles]")).to_have_value("")
    scorer.press("Undo")
    expect(field).to_have_value("58")


def test_a_round_is_amended_by_a_photo(scorer: Scorer, visitor: Visitor, taken: Taken) -> None:
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "66")
    scorer.open(f"{table.address}/rounds/1/amend")
    scorer.seat("Bea").tap()
    send(scorer, taken("nothing hard"))
    read(scorer, *HAND.split())
    scorer.press("Use these 5 tiles")
    expect(scorer.live).to_contain_text("Ana 29 instead of 12.")
    scorer.record("Save changes")
    scorer.sees("Round 1 edited")
