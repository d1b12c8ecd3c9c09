"""A photo of what is left, by the system's camera or on the page, up to the recorded round."""

import re

import pytest
from playwright.sync_api import FilePayload, expect

from tests.browser.scorer import PHONE, Scorer
from tests.support.photo_page import (
    HAND,
    LOOKS_AT_NOTHING,
    LYING,
    answer,
    know_cameras,
    photo,
    pick,
    send,
    told,
)

# Reading takes a second on a machine with nothing else to do.
READ = 30_000
# What the camera gives, kept to see later that it is off.
KEEP = "globalThis.tracks = document.querySelector('.photo video').srcObject.getTracks()"
ON = "tracks.some((each) => each.readyState === 'live')"
# They let a page look through a camera, and it may not after all.
REFUSED = f"""({LOOKS_AT_NOTHING})();
  navigator.mediaDevices.getUserMedia = async () => {{ throw new Error("refused"); }}"""
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def read(scorer, *tiles):
    """Expect that these tiles are read, in any order."""
    found = scorer.page.locator(".mark:not(.group) text:visible")
    expect(found).to_have_count(len(tiles), timeout=READ)
    assert {*found.all_text_contents()} == {*tiles}


@pytest.fixture
def two(scorer, visitor):
    """Return somebody who enters the first round of Ana and Bea."""
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    return scorer


def test_a_photo_on_a_tablet_fills_the_hand_and_the_round_is_recorded(two, complaints):
    two.hold("Ana", "")
    # What is no hand is said, and another photo is taken.
    complaints.forgive("/rounds/photo", 422)
    send(two, "an empty table")
    expect(two.page.get_by_text("No tiles were found.")).to_be_visible(timeout=READ)
    note = FilePayload(name="a.jpg", mimeType="image/jpeg", buffer=b"no picture")
    send(two, note, "Choose a photo")
    two.sees("This photo cannot be read")
    two.page.keyboard.press("Escape")
    expect(two.page.get_by_role("dialog")).to_have_count(0)
    expect(two.control("Photo")).to_be_focused()
    send(two)
    read(two, *HAND.split())
    two.sees("Bea’s tiles", "5 tiles", "29")
    expect(two.page.locator(".mark polygon:visible")).to_have_count(5)
    # One step back, and forth again by another photo.
    two.walks("Use Bea’s 5 tiles | Bea, 29 pips, 5 tiles\n Undo | Bea, not entered yet")
    told(two, answer(*LYING[:2]))
    send(two)
    two.walks("Use Bea’s 2 tiles; Record round | +17")


def test_tiles_are_corrected_added_and_taken_out_by_touch_and_given_to_players(two):
    two.hold("Ana", "1-1")
    two.seat("Bea").tap()
    told(two, answer(*LYING))
    send(two)
    # What is in another hand stays there unless it is moved.
    two.walks("| 1-1 is in Ana’s hand. / 4 tiles / 27\n Move it here | 5 tiles / 29")
    # Tapped in the picture: the label of 4-6 is now 5-6.
    two.page.locator(".mark", has_text="4-6").locator("polygon").tap(force=True)
    pick(two, "The other end", "5")
    two.press("Done")
    two.page.get_by_role("button", name="Change blank-three").tap()
    two.press("Not a tile")
    two.press("Add a tile")
    pick(two, "One end", "6")
    two.press("Done")
    two.press("Use Bea’s 5 tiles")
    expect(two.page.locator("[name=hands-1-tiles]")).to_have_value(
        re.compile("^(?=.*5-6)(?=.*0-6)(?=.*1-1)(?=.*2-5)(?=.*3-4).{19}$")
    )
    expect(two.page.locator("[name=hands-0-tiles]")).to_have_value("")
    # Hands that are laid apart are given to players.
    two.seat("Bea").tap()
    told(two, answer(("4-6", "4-5", 0, False), ("6-6", "5-6", 1, False), ("2-2", "1-2", 1, False)))
    send(two)
    two.page.locator(".whose").last.tap()
    two.sees("Whose are these 2 tiles?")
    two.page.locator(".whose-question").get_by_text("Ana").tap()
    two.walks("Use these 3 tiles | Ana, 16 pips, 2 tiles / Bea, 10 pips, 1 tile")


def test_what_is_doubtful_is_asked_about_and_nothing_is_used_before(two):
    two.hold("Ana", "1-1")
    two.seat("Bea").tap()
    found = answer(("3-4", "2-4", 0, True), ("2-5", "1-5", 0, False), ("2-5", "2-4", 0, False))
    found["tiles"] += answer(("1-1", "0-1", 0, False))["tiles"]
    found["tiles"][0]["others"] = ["2-4", "3-3"]
    told(two, found | {"note": "That is more than a hand can hold."})
    with two.page.expect_request("**/rounds/photo") as asked:
        send(two)
    # The reader is told what lies in other hands.
    assert b'"taken"\r\n\r\n1-1\r\n' in (asked.value.post_data_buffer or b"")
    read(two, "3-4?", "2-5", "2-5?", "1-1?")
    two.sees("That is more than a hand can hold.")
    question = two.page.locator(".found > .ask:visible")
    answers = question.get_by_role("button")
    # One is asked at a time, above all else; whoever wants to use the tiles is led there.
    expect(question).to_contain_text("Which tile is this?")
    assert answers.all_text_contents() == ["3-4", "2-4", "3-3", "…"]
    two.page.locator(".use:visible").tap()
    expect(answers.first).to_be_focused()
    answers.nth(2).tap()
    expect(question).to_contain_text("2-5 is there twice. Which tile is this one?")
    two.press("Not a tile")
    expect(question).to_contain_text("1-1 is in Ana’s hand.")
    two.press("Leave it there")
    expect(question).to_be_hidden()
    two.page.set_viewport_size(PHONE)
    expect(two.control("Use Bea’s 2 tiles")).to_be_in_viewport(ratio=1)
    two.walks("Use Bea’s 2 tiles | Bea, 13 pips, 2 tiles")
    expect(two.page.locator("[name=hands-0-tiles]")).to_have_value("1-1")


def test_a_photo_fills_the_own_hand_and_edits_a_round(scorer, visitor):
    table = visitor.start("Ana", "Bea", "Ciro")
    lying = answer(("4-6", "4-5", 0, False), ("0-3", "0-2", 0, False))
    told(scorer, lying)
    scorer.open(f"{table.address}/rounds/new?hand=1")
    send(scorer, button="Photo")
    scorer.walks("Use Bea’s 2 tiles | Bea, 13 pips, 2 tiles / Done")
    visitor.play(table, "", "66", "11")
    scorer.open(f"{table.address}/rounds/1/edit")
    scorer.turn_to("Bea")
    told(scorer, lying)
    send(scorer)
    scorer.walks("""
        Use Bea’s 2 tiles | Ana 15 instead of 14.
        Save changes | Round 1 edited
    """)


def test_where_pips_are_counted_their_number_is_filled_in(scorer, visitor):
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="french")
    scorer.open(f"{table.address}/rounds/new?entry=pips")
    scorer.press("Ana went out")
    told(scorer, answer(*LYING))
    send(scorer)
    # In this game a hand with a double counts twice.
    scorer.sees("5 tiles", "58")
    scorer.press("Use Bea’s 5 tiles")
    field = scorer.page.get_by_label("Bea: Points left")
    expect(field).to_have_value("58")
    field.tap()
    # Typed over, it is what was typed, whatever tiles there were.
    scorer.press("Delete")
    expect(field).to_have_value("5")
    expect(scorer.page.locator("[name=hands-1-tiles]")).to_have_value("")
    scorer.press("Undo")
    expect(field).to_have_value("58")


@pytest.fixture
def looking(
    tmp_path, browser_type, browser_type_launch_args, browser_context_args, complaints, visitor
):
    """Return somebody who enters Bea’s hand on a phone whose camera sees five tiles."""
    film = tmp_path / "table.mjpeg"
    film.write_bytes(photo()["buffer"] * 2)
    arguments = [
        *browser_type_launch_args["args"],
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        "--use-fake-ui-for-media-stream=accept",
    ]
    with (
        browser_type.launch(**{**browser_type_launch_args, "args": arguments}) as browser,
        browser.new_context(**{**browser_context_args, "viewport": PHONE}) as context,
        complaints.of(context),
    ):
        scorer = Scorer(context.new_page())
        scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
        know_cameras(scorer)
        scorer.hold("Ana", "")
        yield scorer


def test_the_camera_looks_while_somebody_does_until_a_photo_is_taken(looking):
    shutter = looking.control("Take photo")

    def looks():
        expect(shutter).to_be_enabled()
        looking.page.evaluate(KEEP)
        return is_on()

    def is_on():
        return looking.page.evaluate(ON)

    looking.press("Photo")
    expect(shutter).to_be_in_viewport(ratio=1)
    expect(shutter).to_be_focused()
    assert looks()
    looking.page.evaluate(HIDDEN, True)
    assert not is_on()
    looking.page.evaluate(HIDDEN, False)
    assert looks()
    looking.page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()
    assert not is_on()
    expect(looking.control("Photo")).to_be_focused()
    # A picture that is there may be taken instead.
    looking.press("Photo")
    assert looks()
    send(looking, button="Choose a photo")
    read(looking, *HAND.split())
    assert not is_on()
    looking.press("Take another")
    assert looks()
    shutter.tap()
    read(looking, *HAND.split())
    assert not is_on()
    looking.walks("Use Bea’s 5 tiles; Record round | Ana went out / +29")


def test_where_the_camera_is_refused_the_one_of_the_system_takes_the_photo(two):
    two.page.add_init_script(REFUSED)
    two.page.reload()
    know_cameras(two)
    told(two, answer(*LYING))
    two.walks("Photo | The camera cannot be used here.")
    send(two, button="Take a photo")
    two.walks("Use Ana’s 5 tiles | Ana, 29 pips, 5 tiles")
