"""One client that takes all it can get, beside a table that goes on being played."""

import resource
import socket
import sys
import time
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from statistics import median
from urllib.parse import urlsplit

import pytest

from tests.faults.site import seated
from tests.running_server import running

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="Only Linux has all of 127.0.0.0/8."
)

# More than both processes have threads for.
SOCKETS = 2400
MOST_SECONDS_A_PAGE = 1
# A second rather than fifteen, as nobody wants to wait for them.
QUICK = "from scorekeeper.web import worker; worker.SECONDS = 1; "
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Name: "
BODY = (
    b"POST /matches/new HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nnames-0="
)
PIPELINED = b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HEAD
CHUNKED = HEAD[:-8] + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhe"
KINDS = (HEAD, BODY, PIPELINED, CHUNKED)


@pytest.fixture(autouse=True)
def enough_files():
    """Let this process open so many sockets."""
    least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < SOCKETS + 200:
        pytest.skip("The system allows no process so many files.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, SOCKETS + 200), most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (least, most))


@contextmanager
def greedy(url, *kinds, sockets=SOCKETS):
    """Begin requests of some kinds in turn from another address, and finish none."""
    place = urlsplit(url)
    with ExitStack() as closing:
        opened = []
        for begun in islice(cycle(kinds), sockets):
            each = socket.socket()
            closing.callback(each.close)
            each.bind(("127.0.0.2", 0))
            each.settimeout(20)
            with suppress(OSError):
                each.connect((place.hostname, place.port))
                each.sendall(begun)
            opened.append(each)
        yield opened


def seconds_of_a_round(player):
    """Play a round; return how long its three pages took."""
    start = time.monotonic()
    player.record(12)
    assert player.device.get(player.match).status == 200
    return time.monotonic() - start


def test_a_table_goes_on_beside_one_client_that_takes_every_connection(tmp_path, thorough):
    with running(tmp_path) as served:
        player = seated(served.url)
        player.record(12)
        for kinds in (KINDS, *(([each] for each in KINDS) if thorough else ())):
            with greedy(served.url, *kinds):
                took = [seconds_of_a_round(player) for _ in range(8)]
            # The usual round, as the machine may be busy with other tests for a while.
            assert median(took) < 3 * MOST_SECONDS_A_PAGE
        assert player.statuses == {200, 303}


def test_whoever_does_not_finish_a_request_in_time_is_closed(tmp_path):
    kinds = (b"", HEAD, BODY, PIPELINED)
    with (
        running(tmp_path, begin=QUICK) as served,
        greedy(served.url, *kinds, sockets=40) as sockets,
    ):
        for each in sockets:
            # It is reset where not all was read that it had sent.
            with suppress(ConnectionResetError):
                while each.recv(65536):
                    pass


def test_behind_a_proxy_connections_of_one_address_are_not_counted(tmp_path):
    with running(tmp_path, SCOREKEEPER_SHARE="1", SCOREKEEPER_PROXIES="1") as served:
        player = seated(served.url)
        # One of a hundred would be 40.
        with greedy(served.url, HEAD, sockets=100) as sockets:
            player.record(12)
            for each in sockets:
                each.setblocking(False)
                with pytest.raises(BlockingIOError):
                    each.recv(1)
