"""The rights to a match, and the grants that give them to a device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

# The generation of the grant of the device that opened a match: renewing links does not end it.
STARTED = 0


class Right(IntEnum):
    """What a device may do with a match; each right includes those before it."""

    WATCH = 1
    SCORE = 2
    OWN = 3

    @property
    def word(self) -> str:
        """The right as a link and the database name it: "watch", "score" or "own"."""
        return self.name.lower()


class Grant(NamedTuple):
    """A right to a match, as it is signed into a link or a session.

    It holds while `generation` is that of the match's links of this kind. `fingerprint`, made of
    the entry key of the match, tells it from one of another database with the same id.
    """

    match_id: int
    right: Right
    generation: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class LinkState:
    """What grants to a match are checked against, and its version, read together."""

    match_id: int
    version: int
    fingerprint: str
    generations: Mapping[Right, int]

    def accepts(self, grant: Grant) -> bool:
        """Say whether a grant to this match holds now."""
        current = self.generations[grant.right]
        return grant.fingerprint == self.fingerprint and grant.generation in (STARTED, current)

    def link(self, right: Right) -> Grant:
        """Return the grant that the link of a kind carries."""
        return Grant(self.match_id, right, self.generations[right], self.fingerprint)

    @property
    def started(self) -> Grant:
        """The grant of the device that opens the match."""
        return Grant(self.match_id, Right.OWN, STARTED, self.fingerprint)
