"""The page that takes a photo of what is left, and what its script is told of a photo."""

from functools import cache

from playwright.sync_api import FilePayload, expect

from tests.browser.pages import LONG
from tests.photos.needed import need_reader

HAND = "4-6 2-5 1-1 0-3 3-4"
# What a script is told of its photo where it need not be read for that.
LYING = [(tile, "0-0", 0, False) for tile in HAND.split()]
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
    groups = [{"on_table": False, "ends": ""} for _ in {each["group"] for each in found}]
    return {"tiles": found, "groups": groups, "note": ""}


def know_cameras(scorer):
    """Wait until the page knows whether there is a camera: it has asked the same before."""
    expect(scorer.page.locator("#photo")).to_be_enabled()
    scorer.page.evaluate(CAMERAS)


def send(scorer, name="nothing hard", button=""):
    """Press a button that opens the camera, and take a photo, named by what is hard about it."""
    with scorer.page.expect_file_chooser() as opened:
        (scorer.control(button) if button else scorer.page.locator("#photo")).tap()
    opened.value.set_files(photo(name) if isinstance(name, str) else name)


def told(scorer, answered):
    """Let the next photo be answered so."""
    # While anything may be answered for it, a browser asks about every request.
    scorer.page.route("**/rounds/photo", lambda route: route.fulfill(json=answered), times=1)


def pick(scorer, end, number):
    """Choose one end of a tile."""
    scorer.page.get_by_role("group", name=end).get_by_text(number, exact=True).tap()


# What is read: a doubtful tile, one that is there twice, one in another hand, and a second group.
READ_TILES = (
    ("4-6", "4-5", 0, False),
    ("3-4", "2-4", 0, True),
    *(("2-5", second, 0, False) for second in ("1-5", "2-4")),
    ("0-3", "0-2", 0, False),
    *((tile, second, 1, False) for tile, second in (("1-1", "0-1"), ("6-6", "5-6"))),
)


def _on_the_pad(scorer, visitor):
    table = visitor.start("Ana", "Bea", "Ciro", LONG[0])
    visitor.play(table, "", "66", "55", "44")
    scorer.open(f"{table.address}/rounds/new")
    scorer.walks("Bea: 1-1; Ciro:")


def _with_a_camera(scorer, visitor):
    scorer.page.add_init_script(f"({LOOKS_AT_NOTHING})()")
    _on_the_pad(scorer, visitor)


def _correct(scorer):
    told(scorer, answer(*READ_TILES))
    send(scorer)
    scorer.page.locator(".mark polygon").last.tap(force=True)
    expect(scorer.page.locator(".ends-of")).to_be_visible()


def _nothing(scorer):
    told(scorer, {"error": "No tiles were found. Lay them flat, and come closer."})
    send(scorer)
    expect(scorer.page.locator(".photo[data-state=trouble]")).to_be_visible()


def _look(scorer):
    need_reader()
    know_cameras(scorer)
    scorer.page.locator("#photo").tap()
    expect(scorer.page.locator(".photo[data-state=live] video")).to_be_visible()


# The states in which people meet the page of a photo: how it is opened,
PHOTO_PAGES = {
    "photo, correcting": _on_the_pad,
    "photo, nothing found": _on_the_pad,
    "photo, looking": _with_a_camera,
}
# and what is done then, and once more when it was loaded again.
TAKEN = dict(zip(PHOTO_PAGES, (_correct, _nothing, _look), strict=True))
