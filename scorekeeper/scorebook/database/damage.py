"""Damage that is met while the program runs: only a backup helps, and the page says so."""

from __future__ import annotations

import sqlite3

# The last byte of SQLite's code says what kind of error it is.
_KIND = 0xFF


class DamagedMatch(Exception):
    """The rows of a match cannot be read as those of any match."""


def is_damage(error: BaseException) -> bool:
    """Say whether an error is that of a damaged file, or of damaged rows in it."""
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", None)
    broken = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return isinstance(error, DamagedMatch) or (code is not None and code & _KIND in broken)
