"""Where the rules of a game come from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """A book or a page: its title, the part of it that is meant, and its address if it has one."""

    title: str
    url: str = ""
    section: str = ""
