"""Ports for servers that have to be told one, or that take theirs again later."""

import secrets
from contextlib import suppress
from socket import create_server

# Below those the system gives to whoever asks for any: while nobody listens at a port found here,
# none of the many connections of other tests is given it.
PORTS = range(20_000, 32_000)


def free_port():
    while True:
        port = secrets.choice(PORTS)
        with suppress(OSError), create_server(("", port)):
            return port
