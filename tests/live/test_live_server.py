"""Streams of the program as people start it, with several processes."""

import socket
import sys
import time
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest

from tests.http_device import MATCH, Device
from tests.running_server import RUN, scorekeeper, serving

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="On Windows pages ask from time to time."
)

# So many that hardly ever one process has all of them.
STREAMS = 12


@pytest.fixture
def served(tmp_path):
    """Return a running program with an empty scorebook."""
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path)}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        yield served


@contextmanager
def stream(url, match):
    """Open a stream, and read it until it is alive."""
    place = urlsplit(url)
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=10) as opened:
        request = f"GET {match}/events?seen=0 HTTP/1.1\r\nHost: {place.netloc}\r\n\r\n"
        opened.sendall(request.encode())
        read_until(opened, b"event: alive")
        yield opened


def read_until(opened, wanted):
    """Read a stream until it sent something; return all that was read."""
    read = b""
    while wanted not in read:
        chunk = opened.recv(65536)
        assert chunk, read
        read += chunk
    return read


def record_round(device, match):
    """Record a round; return the time of the response, by the monotonic clock."""
    form = device.get(f"{match}/rounds/new").hidden
    hands = {"hands-0-out": "y", "hands-1-pips": "12", "entry": "pips", "action": "record"}
    assert device.post(f"{match}/rounds/new", {**form, **hands}).status == 303
    return time.monotonic()


def test_streams_of_every_process_hear_of_a_round_within_a_second(served):
    device = Device(served.url)
    hidden = device.get("/matches/new").hidden
    match = urlsplit(device.post("/matches/new", {**hidden, **MATCH}).location).path
    waited = []
    with ExitStack() as streams:
        opened = [streams.enter_context(stream(served.url, match)) for _ in range(STREAMS)]
        for number in (1, 2, 3):
            acknowledged = record_round(device, match)
            for each in opened:
                assert f"Round {number}: Ana went out".encode() in read_until(each, b"</html>")
            waited.append(time.monotonic() - acknowledged)
        # The machine may be busy with other tests for a while.
        assert min(waited) < 1
        # Open streams do not hold up the shutdown.
        status, _ = served.stop()
    assert status == 0
