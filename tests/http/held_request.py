"""A form whose last byte is held back, as somebody does who wants to send many at one moment."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

# The server says so when it has read the head of a request.
BEGUN = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(frozen=True, slots=True)
class HeldRequest:
    """A form that has arrived but for its `last` byte."""

    connection: socket.socket
    last: bytes

    def release(self) -> None:
        """Send the last byte."""
        self.connection.sendall(self.last)

    def status(self) -> int:
        """Read the answer, and return its status."""
        read = b""
        while b"\r\n" not in read:
            chunk = self.connection.recv(4096)
            assert chunk, "The server hung up without an answer."
            read += chunk
        return int(read.split(b" ", 2)[1])


@contextmanager
def held(
    url: str, address: str, form: Mapping[str, str], cookie: str = ""
) -> Iterator[HeldRequest]:
    """Send a form but for its last byte, once the server has read the head."""
    site = urlsplit(url)
    body = urlencode(form).encode()
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
        opened.sendall(body[:-1])
        yield HeldRequest(opened, body[-1:])
