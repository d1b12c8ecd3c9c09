"""Pictures that are sent slowly take no memory from others."""

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from scorekeeper.web.worker import PICTURES
from tests.http.held_request import held
from tests.http_device import MATCH, Device
from tests.running_server import RUN, scorekeeper, serving

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Waitress begins with a request when all of it is there."
)
WORKERS = 2
# More than any other form may have.
LONG = {"photo": "x" * 100_000}


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
