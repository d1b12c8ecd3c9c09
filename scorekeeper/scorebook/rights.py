"""Who may do what with a match, and what gives a device that right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

# The generation of what a device got by starting a match: whoever holds a link cannot raise it.
STARTED = 0


class Right(IntEnum):
    """What may be done with a match; each includes those before it."""

    WATCH = 1
    SCORE = 2
    OWN = 3

    @property
    def word(self) -> str:
        """Name the right, as in: a link to watch."""
        return self.name.lower()


class Grant(NamedTuple):
    """A right to a match, as a link or a device has it.

    It holds while `generation` is that of the match's links of this kind. `mark` tells the match
    from an older one that had the same number.
    """

    match_id: int
    right: Right
    generation: int
    mark: str


@dataclass(frozen=True, slots=True)
class LinkState:
    """What grants to a match are held against, and its version, read together."""

    match_id: int
    version: int
    mark: str
    generations: Mapping[Right, int]

    def accepts(self, grant: Grant) -> bool:
        """Say whether a grant holds now."""
        current = self.generations[grant.right]
        return grant.mark == self.mark and grant.generation in (STARTED, current)

    def link(self, right: Right) -> Grant:
        """What the link of a kind gives."""
        return Grant(self.match_id, right, self.generations[right], self.mark)

    @property
    def started(self) -> Grant:
        """What the device gets that starts the match."""
        return Grant(self.match_id, Right.OWN, STARTED, self.mark)
