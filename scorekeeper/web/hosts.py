"""The names this site answers to.

A page from elsewhere may let its own name lead to this machine, and then read what it likes: such
a name is refused. Addresses cannot be borrowed like that, nor can the names of a network at home.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address

from flask import Flask, current_app, request
from werkzeug.sansio.utils import host_is_trusted

AT_HOME = (".local", ".lan", ".home", ".home.arpa", ".internal")


class UnknownHost(Exception):
    """The site was asked for under a name that is not its own."""


def init_app(app: Flask) -> None:
    """Let `app` answer to its own names alone."""

    @app.before_request
    def check() -> None:
        # The raw header: reading it as Flask does takes longer than finding it among those known.
        host = request.environ.get("HTTP_HOST") or request.host
        if not answers_to(host, current_app.config["HOSTS"]):
            raise UnknownHost


@lru_cache
def answers_to(host: str, listed: tuple[str, ...] = ()) -> bool:
    """Say whether a host, with its port or without, is one of ours.

    >>> [answers_to(host) for host in ("192.168.1.20:8000", "tablet.local", "example.org")]
    [True, True, False]
    """
    if not host_is_trusted(host):
        return False
    name = (host if host.endswith("]") else host.rpartition(":")[0] or host).lower()
    name = name.removesuffix(".")
    return (
        is_address(name)
        or "." not in name
        or name.endswith(AT_HOME)
        or (bool(listed) and host_is_trusted(name, listed))
    )


def is_address(name: str) -> bool:
    """Say whether it is an address in numbers, those of IPv6 in their brackets."""
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True
