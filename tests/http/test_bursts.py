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


# As people start it, but a device may start no more than five matches at once.
FEW_MATCHES = (
    "from scorekeeper import cli; from scorekeeper.access import limits;"
    "limits.NEW_MATCHES = limits.Rate(5, 60); cli.main()"
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
    for start in range(2):
        with serving(*scorekeeper(*RUN), environment=environment) as served:
            device = Device(served.url)
            token = device.get("/pin").hidden
            guesses = [{**token, "pin": str(guess)} for guess in range(1000, 1030)]
            seen = released_together(device, "/pin", guesses)
            # Started again, the program still knows.
            assert seen == ({429: 30} if start else {422: 5, 429: 25})
            served.stop()


def test_a_burst_starts_no_more_matches_than_are_allowed(tmp_path: Path) -> None:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_ACCESS": "links"}
    with serving(sys.executable, "-c", FEW_MATCHES, *RUN, environment=environment) as served:
        device = Device(served.url)
        hidden = device.get("/matches/new").hidden
        forms = [{**hidden, **MATCH, "entry_key": f"{number:032x}"} for number in range(25)]
        assert released_together(device, "/matches/new", forms) == {303: 5, 429: 20}
