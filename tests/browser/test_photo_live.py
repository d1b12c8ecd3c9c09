"""The camera on the page itself: it looks until a photo is taken, and is off whenever it is not."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser.live import Complaints
from tests.browser.photo_pages import know_cameras, photo
from tests.browser.scorer import PHONE, Scorer
from tests.browser.test_photo import HAND, read
from tests.web.visitor import Visitor

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

Somebody = Callable[[str], AbstractContextManager[Scorer]]


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return what the camera sees: a table with five tiles."""
    path = tmp_path_factory.mktemp("film") / "table.mjpeg"
    path.write_bytes(photo()["buffer"] * 2)
    return path


@pytest.fixture
def somebody(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    home: str,
    film: Path,
) -> Somebody:
    """Return what hands somebody a phone with a camera; asked for it, they give this answer."""

    @contextmanager
    def somebody(answer: str) -> Iterator[Scorer]:
        camera = (
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
            f"--use-fake-ui-for-media-stream={answer}",
        )
        arguments = [*browser_type_launch_args["args"], *camera]
        with (
            browser_type.launch(**{**browser_type_launch_args, "args": arguments}) as browser,
            browser.new_context(**{**browser_context_args, "viewport": PHONE}) as context,
            Complaints(home).of(context),
        ):
            context.add_init_script(f"({KEEPS_STREAMS})()")
            yield Scorer(context.new_page())

    return somebody


@pytest.fixture
def looking(somebody: Somebody) -> Iterator[Scorer]:
    """Return somebody who lets the page use the camera."""
    with somebody("accept") as scorer:
        yield scorer


@pytest.fixture
def refusing(somebody: Somebody) -> Iterator[Scorer]:
    """Return somebody who does not."""
    with somebody("deny") as scorer:
        yield scorer


def open_round(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start('Ana', 'Bea').address}/rounds/new")
    know_cameras(scorer)
    scorer.hold("Ana", "")


def is_on(scorer: Scorer) -> bool:
    return bool(scorer.page.evaluate(ON))


def test_the_camera_looks_a_photo_is_taken_and_the_round_recorded(
    looking: Scorer, visitor: Visitor
) -> None:
    open_round(looking, visitor)
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


def test_the_camera_is_off_once_nobody_looks(looking: Scorer, visitor: Visitor) -> None:
    open_round(looking, visitor)
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
    with looking.page.expect_file_chooser() as opened:
        looking.press("Choose a picture")
    opened.value.set_files(photo())
    read(looking, *HAND.split())
    assert not is_on(looking)


def test_where_the_camera_is_refused_the_one_of_the_system_takes_the_photo(
    refusing: Scorer, visitor: Visitor
) -> None:
    open_round(refusing, visitor)
    refusing.press("Photo")
    refusing.sees("The camera cannot be used here.")
    with refusing.page.expect_file_chooser() as opened:
        refusing.press("Take a photo")
    opened.value.set_files(photo())
    read(refusing, *HAND.split())
    refusing.press("Use these 5 tiles")
    expect(refusing.seat("Bea")).to_have_accessible_name("Bea, 29 pips, 5 tiles")
