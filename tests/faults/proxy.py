"""A TCP proxy that can be cut and restored, as a cable can."""

import socket
from contextlib import contextmanager, suppress
from threading import Lock, Thread

from tests.ports import free_port


class Proxy:
    """Forwards connections to its own port to another port."""

    def __init__(self, host, port):
        self._target = host, port
        self._ends: list[socket.socket] = []
        self._lock = Lock()
        self.port = free_port()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listen()

    @contextmanager
    def cut(self):
        """Break every connection and take no new one until the block ends."""
        self.close()
        yield
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self._listen()

    def close(self):
        """Break every connection and take no new one."""
        # Closing alone would leave the accepting thread accepting.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join()
        with self._lock:
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._ends.clear()

    def _listen(self):
        self._accepting = Thread(target=self._accept, args=(self._listener,))
        self._accepting.start()

    def _accept(self, listener):
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.create_connection(self._target)
                with self._lock:
                    self._ends += near, far
                for one, other in ((near, far), (far, near)):
                    Thread(target=pump, args=(one, other), daemon=True).start()


def pump(one, other):
    """Forward bytes from one end to the other until either closes."""
    with suppress(OSError):
        while received := one.recv(65536):
            other.sendall(received)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)
