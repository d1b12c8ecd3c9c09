"""Many requests at one moment get no further than as many one after the other."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.http.held_request import held
from tests.http_device import MATCH, Device
from tests.running_server import RUN, scorekeeper, serving

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Waitress begins with a request when all of it is there."
)


def released_together(
    device: Device, address: str, forms: Sequence[Mapping[str, str]]
) -> Counter[int]:
    """Send forms that all arrive at one moment; count the answers by their status."""
    with ExitStack() as opened:
        requests = [
            opened.enter_context(held(device.url, address, form, device.cookie)) for form in forms
        ]
        for request in requests:
            request.release()
        return Counter(request.status() for request in requests)


def test_a_pin_is_not_guessed_by_a_burst(tmp_path: Path) -> None:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_PIN": "2468"}
    for _start in range(2):
        with serving(*scorekeeper(*RUN), environment=environment) as served:
            device = Device(served.url)
            token = device.get("/pin").hidden
            guesses = [{**token, "pin": str(guess)} for guess in range(1000, 1060)]
            seen = released_together(device, "/pin", guesses)
            # Started again, the program still knows.
            assert seen == ({429: 60} if _start else {422: 5, 429: 55})
            served.stop()


def test_a_burst_starts_no_more_matches_than_one_address_may(tmp_path: Path) -> None:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_ACCESS": "links"}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        device = Device(served.url)
        hidden = device.get("/matches/new").hidden
        forms = [{**hidden, **MATCH, "entry_key": f"{number:032x}"} for number in range(90)]
        assert released_together(device, "/matches/new", forms) == {303: 60, 429: 30}
