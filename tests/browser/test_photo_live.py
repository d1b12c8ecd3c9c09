"""The camera on the page itself: it looks until a photo is taken, and is off whenever it is not."""

import pytest
from playwright.sync_api import expect

from tests.browser.photo_pages import know_cameras, photo
from tests.browser.scorer import PHONE, Scorer
from tests.browser.test_photo import HAND, read, send

# Keeps what the camera gives, so that a test sees when it is off.
KEEPS_STREAMS = """() => {
  const { mediaDevices } = navigator;
  // An empty page has none.
  if (!mediaDevices) return;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  globalThis.streams = [];
  mediaDevices.getUserMedia = async (wished) => {
    const stream = await open(wished);
    streams.push(stream);
    return stream;
  };
}"""
ON = "streams.flatMap((each) => each.getTracks()).some((each) => each.readyState === 'live')"
HIDDEN = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """Return what the camera sees: a table with five tiles."""
    path = tmp_path_factory.mktemp("film") / "table.mjpeg"
    path.write_bytes(photo()["buffer"] * 2)
    return path


@pytest.fixture
def looking(
    request, browser_type, browser_type_launch_args, browser_context_args, complaints, film, visitor
):
    """Return somebody who enters Bea’s hand on a phone that has a camera.

    They let the page use it, or do as the test says.
    """
    camera = (
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        f"--use-fake-ui-for-media-stream={getattr(request, 'param', 'accept')}",
    )
    arguments = [*browser_type_launch_args["args"], *camera]
    with (
        browser_type.launch(**{**browser_type_launch_args, "args": arguments}) as browser,
        browser.new_context(**{**browser_context_args, "viewport": PHONE}) as context,
        complaints.of(context),
    ):
        context.add_init_script(f"({KEEPS_STREAMS})()")
        scorer = Scorer(context.new_page())
        scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
        know_cameras(scorer)
        scorer.hold("Ana", "")
        yield scorer


def is_on(scorer):
    return bool(scorer.page.evaluate(ON))


def test_the_camera_looks_a_photo_is_taken_and_the_round_recorded(looking):
    looking.press("Photo")
    shutter = looking.control("Take the photo")
    expect(shutter).to_be_in_viewport(ratio=1)
    expect(shutter).to_be_focused()
    assert is_on(looking)
    shutter.tap()
    read(looking, *HAND.split())
    assert not is_on(looking)
    looking.press("Take a photo")
    expect(shutter).to_be_enabled()
    shutter.tap()
    read(looking, *HAND.split())
    looking.press("Use these 5 tiles")
    looking.record()
    looking.reads_in_banner("Ana went out", "+29")


def test_the_camera_is_off_once_nobody_looks(looking):
    looking.press("Photo")
    expect(looking.control("Take the photo")).to_be_enabled()
    looking.page.evaluate(HIDDEN, True)
    assert not is_on(looking)
    looking.page.evaluate(HIDDEN, False)
    expect(looking.control("Take the photo")).to_be_enabled()
    assert is_on(looking)
    looking.page.get_by_role("dialog").get_by_role("button", name="Cancel").tap()
    assert not is_on(looking)
    expect(looking.control("Photo")).to_be_focused()
    # A picture that is there may be taken instead.
    looking.press("Photo")
    expect(looking.control("Take the photo")).to_be_enabled()
    send(looking, button="Choose a picture")
    read(looking, *HAND.split())
    assert not is_on(looking)


@pytest.mark.parametrize("looking", ["deny"], indirect=True)
def test_where_the_camera_is_refused_the_one_of_the_system_takes_the_photo(looking):
    looking.press("Photo")
    looking.sees("The camera cannot be used here.")
    send(looking, button="Take a photo")
    read(looking, *HAND.split())
    looking.press("Use these 5 tiles")
    looking.holds("Bea, 29 pips, 5 tiles")
