"""What both servers do: gunicorn, and waitress as on Windows."""

import socket
import sys
from urllib.parse import urlencode, urlsplit

import pytest

from tests.http_device import FORM, MATCH, Device
from tests.running_server import RUN, scorekeeper, serving

# In one process, which starts each server once.
pytestmark = pytest.mark.xdist_group("servers")

WAITRESS = (
    "from scorekeeper import cli, server;server.serve = server.serve_with_waitress;cli.main()"
)
PIN, NAME = "Dos77", "Anastasia"
CHUNKED = {"gunicorn": 411, "waitress": 303}
PROGRAMS = {
    "gunicorn": scorekeeper(*RUN),
    "waitress": (sys.executable, "-c", WAITRESS, *RUN),
}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            "gunicorn",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="Windows has waitress."),
        ),
        "waitress",
    ],
)
def program(request):
    return str(request.param)


@pytest.fixture(scope="module")
def served(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("instance")
    environment = {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_PIN": PIN}
    with serving(*PROGRAMS[program], environment=environment) as served:
        yield served


@pytest.fixture
def device(served):
    """Return a device that knows the PIN."""
    device = Device(served.url)
    assert device.post("/pin", device.get("/pin").hidden | {"pin": PIN}).status == 303
    return device


def sent(served, request):
    """Send bytes no browser would send; return the first of the answer."""
    place = urlsplit(served.url)
    with socket.create_connection((place.hostname or "", place.port or 0), 10) as connection:
        connection.sendall(request)
        return connection.makefile("rb").readline()


def test_a_form_sent_in_chunks_is_read_or_refused_with_a_status(served, program, device):
    form = urlencode(device.get("/matches/new").hidden | MATCH).encode()
    headers = {
        "Host": urlsplit(served.url).netloc,
        "Cookie": device.cookie,
        "Transfer-Encoding": "chunked",
        "Connection": "close",
        **FORM,
    }
    lines = ["POST /matches/new HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
    answer = sent(served, "\r\n".join(lines).encode() + chunked(form))
    assert answer.startswith(b"HTTP/1.1 %d " % CHUNKED[program]), answer
    assert device.get("/").status == 200


def chunked(body, size=50):
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in [*parts, b""])


def test_neither_names_nor_pins_nor_links_are_in_the_output(served, device):
    match = device.start(**{"names-0": NAME})
    link = device.get(f"{match}/links").links["score"]
    token = link.rpartition("/")[2]
    for address in (link, f"{link}x", "/nothing"):
        device.get(address)
    sent(served, f"GET {link} HTTP/1.1\r\nHost: x\r\nName: {NAME}\x00\r\n\r\n".encode())
    # A name that is none breaks outside of every view.
    for host in ("a..local", ".local", "x" * 64):
        request = f"GET {link} HTTP/1.1\r\nHost: {host}\r\n\r\n"
        assert b" 400 " in sent(served, request.encode())
    # No other test can follow on this server.
    _status, printed = served.stop()
    for secret in (PIN, NAME, token, "/join/"):
        assert secret not in printed
