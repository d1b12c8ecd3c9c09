"""Whoever holds requests back, or sends many at one moment, gains nothing by it."""

import socket
import sys
import time
from collections import Counter
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse
from urllib.parse import urlencode, urlsplit

import pytest

from scorekeeper.web.request_limits import PICTURES
from tests.support.http_device import MATCH, Device, hands
from tests.support.running_server import running

pytestmark = [
    pytest.mark.skipif(
        sys.platform == "win32",
        reason="Waitress waits for all of a request. Run it on Linux.",
    ),
    # All in one process, which starts one server for most of them: each test has its own match.
    pytest.mark.xdist_group("held requests"),
]

# As people start it, but a device may start no more than five matches at once.
FEW_MATCHES = (
    "from scorekeeper.access import attempt_limits as limits; "
    "limits.NEW_MATCHES = limits.Rate(5, 60); "
)
# More than any other form may have.
LONG = {"photo": "x" * 100_000}
PICTURE = bytes(8 * 2**20)


# The server says so when it has read the head of a request.
BEGUN = b"HTTP/1.1 100 Continue\r\n\r\n"
LAST = b"x"


@contextmanager
def held(url, address, form, cookie=""):
    """Send a form but for its LAST byte, once the server has read the head."""
    site = urlsplit(url)
    body = urlencode(form).encode() + b"&held=" + LAST
    head = (
        f"POST {address} HTTP/1.1",
        f"Host: {site.netloc}",
        f"Cookie: {cookie}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        "Expect: 100-continue",
        "Connection: close",
        "\r\n",
    )
    with socket.create_connection((site.hostname or "", site.port or 0), timeout=20) as opened:
        opened.sendall("\r\n".join(head).encode())
        assert opened.recv(len(BEGUN), socket.MSG_WAITALL) == BEGUN
        opened.sendall(body[: -len(LAST)])
        yield opened


def status_of(opened):
    """Read what is answered once the last byte was sent."""
    answer = HTTPResponse(opened)
    answer.begin()
    return answer.status


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """Run a program where nobody sees a match without a link; return its address."""
    folder = tmp_path_factory.mktemp("instance")
    with running(folder, begin=FEW_MATCHES, SCOREKEEPER_ACCESS="links") as served:
        yield served.url


@pytest.fixture
def owner(url):
    return Device(url)


@pytest.fixture
def match(owner):
    return urlsplit(owner.start()).path


def test_what_is_held_back_is_refused_once_its_link_has_ended(owner, match):
    new, links = f"{match}/rounds/new", f"{match}/links"
    scorer, other = Device(owner.url), Device(owner.url)
    for device, kind in ((scorer, "score"), (other, "own")):
        device.get(owner.get(links).links[kind])
        assert device.get(match).status == 200
    record = held(owner.url, new, scorer.get(new).hidden | hands(), scorer.cookie)
    take = held(owner.url, f"{links}/own", other.get(links).hidden, other.cookie)
    for kind, request in (("score", record), ("own", take)):
        with request as opened:
            hidden = owner.get(links).hidden
            assert owner.post(f"{links}/{kind}", hidden).status == 303
            opened.sendall(LAST)
            assert status_of(opened) == 403
    assert "Round 1" not in owner.get(f"{match}/edit").text
    assert owner.get(links).status == 200
    assert other.get(match).status == 403


def released_together(device, address, forms):
    """Send forms that all arrive at one moment; count the answers by their status."""
    with ExitStack() as opened:
        requests = [
            opened.enter_context(held(device.url, address, form, device.cookie)) for form in forms
        ]
        for request in requests:
            request.sendall(LAST)
        return Counter(map(status_of, requests))


def test_a_burst_starts_no_more_matches_than_are_allowed(owner):
    hidden = owner.get("/matches/new").hidden
    forms = [{**hidden, **MATCH, "entry_key": f"{number:032x}"} for number in range(25)]
    assert released_together(owner, "/matches/new", forms) == {303: 5, 429: 20}


def test_a_pin_is_not_guessed_by_a_burst(tmp_path):
    with running(tmp_path, SCOREKEEPER_PIN="2468") as served:
        device = Device(served.url)
        token = device.get("/pin").hidden
        guesses = [{**token, "pin": str(guess)} for guess in range(1000, 1030)]
        assert released_together(device, "/pin", guesses) == {422: 5, 429: 25}


def test_only_so_many_pictures_are_on_their_way_and_pages_are_served_meanwhile(owner, match):
    address = f"{match}/rounds/photo"
    with ExitStack() as slow:
        for _ in range(PICTURES):
            slow.enter_context(held(owner.url, address, LONG, owner.cookie))
        assert owner.get(match).status == 200
        # A thread of the server may not have begun to read the last of them.
        told = owner.ask("POST", address, PICTURE)
        deadline = time.monotonic() + 10
        while told.status != 503 and time.monotonic() < deadline:
            told = owner.ask("POST", address, PICTURE)
        assert told.status == 503
        assert "Try again in a moment." in told.text


@pytest.mark.parametrize("picture", [2 * PICTURE, iter([2 * PICTURE])], ids=["whole", "chunks"])
def test_a_picture_that_is_not_taken_at_all_is_refused_with_a_sentence(owner, match, picture):
    answer = owner.ask("POST", f"{match}/rounds/photo", picture)
    assert answer.status == 413
    assert "At most 12 MB" in answer.text
