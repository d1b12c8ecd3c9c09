"""A worker of gunicorn that gives threads to whole requests, and no address all connections.

gunicorn's own worker reads a request in a thread, for as long as somebody sends it byte by byte.
Here the main loop reads all connections at once: head and body have SECONDS to arrive, and only
then a thread is needed. `scorekeeper/server.py` uses it.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ

from gunicorn.util import close_graceful
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.web.rate_limits import Shares, owner_of
from scorekeeper.web.request_body import LONGEST_PICTURE

# For a whole request, and again for each other one on the same connection.
SECONDS = 15
# Seconds for a client to take what it was sent.
SENT_SECONDS = 30
# Bytes; a browser's head has a few thousand.
LONGEST_HEAD = 32 * 1024
# Kept for those who are not connected yet: whoever waits longest makes room for them.
SPARE_CONNECTIONS = 16

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
# What a picture may be sent to, and how many may be on their way at once: each is held in memory.
PICTURE = re.compile(rb"post [^ ?]+/photo[ ?]")
PICTURES = 4

END = b"\r\n\r\n"


def refusal(status: bytes, sentence: bytes) -> bytes:
    """Return the answer to what no page is asked about: its sentence is for people."""
    head = b"HTTP/1.1 %b\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close"
    return head % (status, len(sentence)) + END + sentence


CHUNKED = refusal(b"411 Length Required", b"Say with Content-Length how much is sent.\n")
TOO_LARGE = refusal(
    b"413 Content Too Large",
    b"This picture is too large: at most 12 MB can be read. Go back: what you entered is still"
    b" there.\n",
)
BUSY = refusal(
    b"503 Service Unavailable\r\nRetry-After: 5",
    b"Other photos are being read just now. Go back: what you entered is still there."
    b" Send it again in a moment.\n",
)
EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*(?=\r\n)", re.IGNORECASE)
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r\n")


class Connection(TConn):
    """A connection that says when it is closed, and has what it has sent of a request.

    `expected` is how many bytes that will be, 0 where this is not known yet. Once it is `refused`,
    what still comes is dropped.
    """

    received = bytearray()
    expected = 0
    refused = False

    def when_closed(self, act: Callable[[], None]) -> None:
        """Call something when the connection is closed, once."""
        self._act: Callable[[], None] | None = act

    def close(self, graceful: bool = False) -> None:
        """Close it at once: its thread has waited for the client to take all."""
        act, self._act = self._act, None
        if act:
            act()
        super().close()


class FairWorker(ThreadWorker):
    """`most` are the connections one address may have; a proxy has as many as there are."""

    def run(self) -> None:
        """Serve until stopped."""
        # The application, as `load` of the server returned it.
        config = self.wsgi.config  # type: ignore[attr-defined]
        share = 100 if config["PROXIES"] else config["SHARE"]
        self._shares = Shares(max(1, self.worker_connections * share // 100))
        self._longest_body: int = config["MAX_CONTENT_LENGTH"]
        # Those whose requests are not whole yet, the one that waits longest first.
        self._waiting: dict[Connection, None] = {}
        self._pictures: set[Connection] = set()
        super().run()

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, unless its address has its share."""
        try:
            opened, address = listener.accept()
        except OSError:
            # Gone again, or another worker was quicker.
            return
        owner = owner_of(address[0])
        if not self._shares.take(owner):
            opened.close()
            return
        if self._waiting and self.nr_conns >= self.worker_connections - SPARE_CONNECTIONS:
            self._drop(next(iter(self._waiting)))
        self.nr_conns += 1
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            # Otherwise whoever takes nothing keeps its thread.
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SENT_SECONDS * 1000)
        connection = Connection(self.cfg, opened, address, listener.getsockname())
        connection.when_closed(partial(self._shares.give_back, owner))
        self._wait(connection)

    def on_client_socket_readable(  # type: ignore[override] # all are ours
        self, conn: Connection, client: socket.socket
    ) -> None:
        """Read the next request of a connection that was kept alive."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._wait(conn)

    def handle(self, conn: TConn) -> bool:
        """Answer a request; where it is the last of its connection, wait until all is taken.

        gunicorn waits in the main loop, where nobody else is served meanwhile.
        """
        kept = super().handle(conn)
        if kept is False:
            close_graceful(conn.sock)
        return kept

    def finish_request(  # type: ignore[override] # as above
        self, conn: Connection, fs: Future[bool]
    ) -> None:
        """Keep a connection for its next request, of which there may be a part already."""
        kept = not fs.cancelled() and fs.exception() is None and fs.result() is True
        early = conn.parser.unreader.take_buffered() if kept else b""  # type: ignore[union-attr]
        if early:
            conn.sock.setblocking(False)
            self._wait(conn, early)
        else:
            super().finish_request(conn, fs)

    def murder_pending(self) -> None:
        """Close the connections whose requests take too long."""
        super().murder_pending()
        now = time.monotonic()
        for connection in [*self._waiting]:
            if self.alive and (connection.timeout or 0) > now:
                break
            self._drop(connection)

    def _wait(self, connection: Connection, early: bytes = b"") -> None:
        """Wait for a whole request, of which something may have come early."""
        connection.received, connection.expected = bytearray(early), 0
        connection.timeout = time.monotonic() + SECONDS
        self._waiting[connection] = None
        self.poller.register(connection.sock, EVENT_READ, partial(self._receive, connection))
        if early:
            self._look(connection)

    def _receive(self, connection: Connection, _sock: object) -> None:
        try:
            data = connection.sock.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(connection)
        elif not connection.refused:
            connection.received += data
            self._look(connection)

    def _look(self, connection: Connection) -> None:
        """Give a whole request to a thread; drop what cannot become one."""
        received = connection.received
        if len(received) < connection.expected:
            return
        end = received.find(END)
        if end < 0:
            if len(received) > LONGEST_HEAD:
                self._drop(connection)
            return
        head = bytes(received[:end]).lower() + b"\r\n"
        if b"\r\ntransfer-encoding:" in head:
            # No page of ours sends what has no length.
            self._refuse(connection, CHUNKED)
            return
        length = max(map(int, LENGTH.findall(head)), default=0)
        connection.expected = end + len(END) + length
        longest = self._longest_body
        if length > longest and PICTURE.match(head):
            longest = LONGEST_PICTURE
            if length > longest:
                self._refuse(connection, TOO_LARGE)
                return
            if len(self._pictures | {connection}) > PICTURES:
                self._refuse(connection, BUSY)
                return
            self._pictures.add(connection)
        # What is too long is refused by the application, which does not read it.
        if length > longest or len(received) >= connection.expected:
            self._begin(connection)
        elif EXPECTS.search(head):
            # Told once, and not by gunicorn again.
            connection.received = bytearray(EXPECTS.sub(b"", received, count=1))
            connection.expected -= len(received) - len(connection.received)
            connection.sock.send(CONTINUE)

    def _begin(self, connection: Connection) -> None:
        self._stop_waiting(connection)
        connection.data_ready = True
        connection.init()
        connection.parser.unreader.unread(bytes(connection.received))  # type: ignore[union-attr]
        connection.received = bytearray()
        self.enqueue_req(connection)

    def _refuse(self, connection: Connection, answer: bytes) -> None:
        """Answer, and take the rest for nothing: a browser that is cut off shows no answer."""
        connection.refused, connection.received = True, bytearray()
        with suppress(OSError):
            connection.sock.send(answer)
            connection.sock.shutdown(socket.SHUT_WR)

    def _drop(self, connection: Connection) -> None:
        self._stop_waiting(connection)
        self.nr_conns -= 1
        connection.close()

    def _stop_waiting(self, connection: Connection) -> None:
        del self._waiting[connection]
        self._pictures.discard(connection)
        self.poller.unregister(connection.sock)
