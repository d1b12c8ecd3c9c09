"""The host names of this site, its addresses, and whether a form was sent by its own pages.

Host names are checked against DNS rebinding: the owner of any domain can point it at this machine,
and a page from there could then read this site in the visitor's browser. Only IP addresses, names
of a home network, and those listed in SCOREKEEPER_HOSTS are answered.
"""

from __future__ import annotations

import re
import socket
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from flask import Flask, current_app, request
from werkzeug.sansio.utils import host_is_trusted

# The longest host name, dots included.
LONGEST_NAME = 253
# Browsers read a backslash as a slash and drop blanks: either could lead to another site.
LOCAL = re.compile(r"/(?!/)[^\\\s\x00-\x20]*")
HOME_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal")


class UnknownHost(Exception):
    """A request names a host that is not ours."""


def init_app(app: Flask) -> None:
    """Refuse requests to `app` under other host names. Raise UnknownHost."""

    @app.before_request
    def check() -> None:
        # The raw header: Flask would parse it each time, which takes longer than the cached check.
        host = request.environ.get("HTTP_HOST") or request.host
        if not answers_to(host, current_app.config["HOSTS"]):
            raise UnknownHost


@lru_cache
def answers_to(host: str, listed: tuple[str, ...] = ()) -> bool:
    """Return whether a host is one of ours, with its port or without.

    >>> [answers_to(host) for host in ("192.168.1.20:8000", "tablet.local", "example.org")]
    [True, True, False]
    """
    if not host_is_trusted(host):
        return False
    name = (host if host.endswith("]") else host.rpartition(":")[0] or host).lower()
    name = name.removesuffix(".")
    return is_address(name) or (
        is_name(name)
        and (
            "." not in name
            or name.endswith(HOME_SUFFIXES)
            or (bool(listed) and host_is_trusted(name, listed))
        )
    )


def is_name(name: str) -> bool:
    """Return whether a text can be a host name: each label has 1 to 63 letters."""
    try:
        return 0 < len(name.encode("idna").decode("idna")) <= LONGEST_NAME
    # Some are not a UnicodeDecodeError or UnicodeEncodeError, which Werkzeug expects.
    except UnicodeError:
        return False


def is_address(name: str) -> bool:
    """Return whether a host name is an IP address (IPv6 in brackets)."""
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def network_address() -> str | None:
    """Return the IPv4 address that other devices on the network reach; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a UDP socket chooses a route and sends nothing.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def local_address(address: str | None, default: str = "/") -> str:
    """Return an address if it is a path on this site, otherwise the default.

    >>> local_address("/matches/3?page=2"), local_address("//elsewhere.example")
    ('/matches/3?page=2', '/')
    """
    return address if address and LOCAL.fullmatch(address) else default


def split_address(address: str) -> SplitResult:
    """Split an address from a browser; an invalid one has no parts.

    >>> split_address("http://["), split_address("http://tablet/pin").netloc
    (SplitResult(scheme='', netloc='', path='', query='', fragment=''), 'tablet')
    """
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def sent_by_own_page() -> bool:
    """Return whether the request surely comes from our own page, by headers that pages cannot set.

    For forms on pages that are cached for many devices and so cannot hold a CSRF token.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site == "same-origin"
    # Without https, browsers send no Sec-Fetch-Site. Only the host of the origin is compared,
    # because behind a proxy the scheme may differ.
    origin = request.headers.get("Origin", "")
    return bool(origin) and split_address(origin).netloc == request.host


def base_url() -> str:
    """Return the base address of the site; on the device that serves it, its network address."""
    here = request.host_url.rstrip("/")
    if urlsplit(here).hostname in ("127.0.0.1", "localhost"):
        address = network_address()
        return re.sub("127.0.0.1|localhost", address, here) if address else here
    return here
