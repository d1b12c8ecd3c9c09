"""The page of a photo, in the states in which people meet it."""

from collections.abc import Callable, Mapping
from functools import cache

from playwright.sync_api import FilePayload, expect

from tests.browser.every_page import Opening
from tests.browser.pages import FOUR, LONG
from tests.browser.scorer import Scorer
from tests.photos.needed import need_reader

# What is read: a doubtful tile, one that is there twice, one in another hand, and a second group.
READ = (
    ("4-6", "4-5", 0, False),
    ("3-4", "2-4", 0, True),
    ("2-5", "1-5", 0, False),
    ("2-5", "2-4", 0, False),
    ("0-3", "0-2", 0, False),
    ("1-1", "0-1", 1, False),
    ("6-6", "5-6", 1, False),
)
CAMERAS = """async () => {
  await navigator.mediaDevices?.enumerateDevices();
  await navigator.permissions.query({ name: "camera" });
}"""
# A picture of nothing stands in for the camera.
LOOKS_AT_NOTHING = """() => {
  const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 640, 480), 50);
  navigator.permissions.query = async () => ({ state: "granted" });
  navigator.mediaDevices.enumerateDevices = async () => [{ kind: "videoinput" }];
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
}"""


@cache
def photo(name="nothing hard"):
    """Return the photo of a table that is drawn, by what is hard about it."""
    need_reader()
    from tests.photos.scenes import DIFFICULTIES, WITHOUT_TILES, jpeg

    scene = (DIFFICULTIES | WITHOUT_TILES)[name]
    return FilePayload(name="photo.jpg", mimeType="image/jpeg", buffer=jpeg(scene))


def answer(*tiles):
    """Return what a script is told that tiles lie in a photo, one beside the other."""
    found = []
    for place, (tile, second, group, unsure) in enumerate(tiles):
        left, top = 0.06 + 0.24 * (place % 4), 0.2 + 0.3 * (place // 4)
        right, bottom = left + 0.18, top + 0.12
        corners = [[left, top], [right, top], [right, bottom], [left, bottom]]
        of_it = {"tile": tile, "others": [second], "corners": corners}
        found.append({**of_it, "group": group, "unsure": unsure})
    return {"tiles": found, "note": ""}


def know_cameras(scorer):
    """Wait until the page knows whether there is a camera: it has asked the same before."""
    expect(scorer.page.locator("#photo")).to_be_enabled()
    scorer.page.evaluate(CAMERAS)


def _take(scorer, answered=None):
    """Press Photo, in whatever language, and take one; it is `answered` so."""
    told = answered or answer(*READ)
    # Only once: while anything may be answered for it, a browser asks about every request.
    scorer.page.route("**/rounds/photo", lambda route: route.fulfill(json=told), times=1)
    with scorer.page.expect_file_chooser() as opened:
        scorer.page.locator("#photo").tap()
    opened.value.set_files(photo())
    state = "trouble" if "error" in told else "read"
    expect(scorer.page.locator(f".photo[data-state={state}]")).to_be_visible()


def _correct(scorer):
    _take(scorer)
    scorer.page.locator(".pick-tile").first.tap()
    expect(scorer.page.locator(".ends-of")).to_be_visible()


def _nothing(scorer):
    _take(scorer, {"error": "No tiles were found. Lay them flat, and come closer."})


def _look(scorer):
    know_cameras(scorer)
    scorer.page.locator("#photo").tap()
    expect(scorer.page.locator(".photo[data-state=live] video")).to_be_visible()


def _on_the_pad(scorer, visitor):
    table = visitor.start(*FOUR)
    visitor.play(table, "", "66", "55", "44")
    scorer.open(f"{table.address}/rounds/new")
    scorer.hold("Bea", "1-1")
    scorer.seat("Ciro").tap()


def _counting(scorer, visitor):
    scorer.open(f"{visitor.start(*LONG).address}/rounds/new?entry=pips")


def _with_a_camera(scorer, visitor):
    scorer.page.add_init_script(f"({LOOKS_AT_NOTHING})()")
    _on_the_pad(scorer, visitor)


def _then(opening, take):
    def opened(scorer, visitor):
        need_reader()
        opening(scorer, visitor)
        take(scorer)

    return opened


# How a page is opened, and what is done once more when it was loaded again.
_STATES: Mapping[str, tuple[Opening, Callable[[Scorer], None]]] = {
    "photo where pips are counted": (_counting, _take),
    "photo, correcting": (_on_the_pad, _correct),
    "photo, nothing found": (_on_the_pad, _nothing),
    "photo, looking": (_with_a_camera, _look),
}
PHOTO_PAGES: Mapping[str, Opening] = {
    name: _then(opening, take) for name, (opening, take) in _STATES.items()
}
TAKE_AGAIN: Mapping[str, Callable[[Scorer], None]] = {
    name: take for name, (_opening, take) in _STATES.items()
}
