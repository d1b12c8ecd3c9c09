"""Where a redirect may lead: to a page of this site, and nowhere else."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit

# Browsers read a backslash as a slash and drop blanks: either could lead to another site.
LOCAL = re.compile(r"/(?!/)[^\\\s\x00-\x20]*")


def local_address(address: str | None, default: str = "/") -> str:
    """Return an address if it is a path on this site, otherwise the default.

    >>> local_address("/matches/3?page=2"), local_address("//elsewhere.example")
    ('/matches/3?page=2', '/')
    """
    return address if address and LOCAL.fullmatch(address) else default


def split_address(address: str) -> SplitResult:
    """Split an address that a browser named; what is none has no parts.

    >>> split_address("http://["), split_address("http://tablet/pin").netloc
    (SplitResult(scheme='', netloc='', path='', query='', fragment=''), 'tablet')
    """
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
