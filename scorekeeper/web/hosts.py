"""The host names this site answers to, against DNS rebinding.

The owner of any domain can point it at this machine, and a page from there could then read this
site in the visitor's browser. Only IP addresses, names of a home network, and those listed in
SCOREKEEPER_HOSTS are answered.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address

from flask import Flask, current_app, request
from werkzeug.sansio.utils import host_is_trusted

# Letters of a whole name with its dots.
LONGEST_NAME = 253
HOME_SUFFIXES = (".local", ".lan", ".home", ".home.arpa", ".internal")


class UnknownHost(Exception):
    """A request names a host that is not ours."""


def init_app(app: Flask) -> None:
    """Refuse requests to `app` under other host names. Raise UnknownHost."""

    @app.before_request
    def check() -> None:
        # The raw header: Flask parses it anew each time, which takes longer than the cached check.
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
    """Return whether a text can be the name of a host: its labels have 1 to 63 letters each."""
    try:
        return 0 < len(name.encode("idna").decode("idna")) <= LONGEST_NAME
    # Not each is a UnicodeDecodeError or UnicodeEncodeError, which Werkzeug expects.
    except UnicodeError:
        return False


def is_address(name: str) -> bool:
    """Return whether a host name is an IP address, IPv6 in brackets."""
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
