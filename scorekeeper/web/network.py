"""The address of this machine on its network."""

from __future__ import annotations

import socket


def network_address() -> str | None:
    """Return the IPv4 address that others on the network reach; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket chooses a route and sends nothing.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
