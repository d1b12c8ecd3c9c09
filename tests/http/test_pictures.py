"""Pictures that are sent slowly take no memory from others."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.web.worker import PICTURES
from tests.http.held_request import held
from tests.http_device import MATCH, Answer, Device
from tests.running_server import RUN, scorekeeper, serving

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Waitress begins with a request when all of it is there."
)
WORKERS = 2
# More than any other form may have.
LONG = {"photo": "x" * 100_000}
PICTURE = bytes(8 * 2**20)


def test_only_so_many_pictures_are_on_their_way_and_pages_are_served_meanwhile(
    tmp_path: Path,
) -> None:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    with serving(*scorekeeper(*RUN), environment=environment) as served, ExitStack() as slow:
        device = Device(served.url)
        device.post("/matches/new", {**device.get("/matches/new").hidden, **MATCH})
        taken, refused = 0, False
        while not refused:
            request = held(served.url, "/matches/1/rounds/photo", LONG, device.cookie)
            try:
                slow.enter_context(request)
            except (AssertionError, OSError):
                # Not asked for more: it is told that the server is busy.
                refused = True
            else:
                taken += 1
        assert PICTURES <= taken <= PICTURES * WORKERS
        assert device.get("/matches/1").status == 200
        # Another process may have room.
        answers = (answer(served.url, PICTURE) for _ in range(50))
        told = next(each for each in answers if each.status == 503)
        assert "Send it again in a moment." in told.text


def test_a_picture_that_is_not_taken_at_all_is_refused_with_a_sentence(tmp_path: Path) -> None:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        without_length, large = answer(served.url, iter([PICTURE])), answer(served.url, 2 * PICTURE)
    assert (without_length.status, large.status) == (411, 413)
    assert "Content-Length" in without_length.text
    assert "at most 12 MB" in large.text


def answer(url: str, picture: bytes | Iterator[bytes]) -> Answer:
    """Send all of a picture, however early the answer comes, as a browser does."""
    connection = HTTPConnection(urlsplit(url).netloc, timeout=30)
    with closing(connection):
        connection.request("POST", "/matches/1/rounds/photo", picture)
        response = connection.getresponse()
        return Answer(response.status, "", response.read().decode())
