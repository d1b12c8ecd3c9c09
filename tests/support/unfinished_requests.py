"""Requests that are begun and never finished, as somebody sends who means no good."""

import socket
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle, islice
from urllib.parse import urlsplit

import pytest

resource = pytest.importorskip("resource", reason="Windows limits no process. Run it on Linux.")

# More than a house has devices. Whoever has thousands is kept off by the proxy outside.
SOCKETS = 200
HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Name: "
BODY = (
    b"POST /matches/new HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nnames-0="
)


@contextmanager
def greedy(url, *kinds, sockets=SOCKETS):
    """Begin requests of some kinds in turn from another address, and finish none."""
    place = urlsplit(url)
    limits = least, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < sockets + 200:
        pytest.skip(f"A process may have too few files: run it after `ulimit -n {sockets + 200}`.")
    with ExitStack() as until_over:
        until_over.callback(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(least, sockets + 200), most))
        opened = []
        for begun in islice(cycle(kinds), sockets):
            each = socket.socket()
            until_over.callback(each.close)
            each.bind(("127.0.0.2", 0))
            each.settimeout(20)
            with suppress(OSError):
                each.connect((place.hostname, place.port))
                each.sendall(begun)
            opened.append(each)
        yield opened
