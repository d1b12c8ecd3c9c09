"""Redirecting to an address of this site alone, whatever a request names."""

import re

# A browser takes a backslash for a slash and leaves out blanks: either could lead to another site.
_LOCAL = re.compile(r"/(?!/)[^\\\s\x00-\x20]*")


def local_address(address: str | None) -> str:
    """Return an address on this site as it is; empty for any other.

    >>> local_address("/matches/3?page=2"), local_address("//elsewhere.example")
    ('/matches/3?page=2', '')
    """
    return address if address and _LOCAL.fullmatch(address) else ""
