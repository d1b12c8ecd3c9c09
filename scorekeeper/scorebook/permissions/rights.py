"""The rights to a match, the grants that give them to a device, and who may do what by them.

A link may end after a request was let in and before it writes: then nothing is written. So the one
who writes looks once more at the right by which the request changes a match.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from flask import g


class Right(IntEnum):
    """What a device may do with a match; each right includes those before it."""

    WATCH = 1
    SCORE = 2
    OWN = 3

    @property
    def word(self) -> str:
        """The right as a link and the database name it: "watch", "score" or "own"."""
        return self.name.lower()


class AccessDenied(Exception):
    """A device has not the right that is needed."""

    def __init__(self, needed: Right, held: Right | None) -> None:
        super().__init__(needed, held)
        self.needed, self.held = needed, held


class Grant(NamedTuple):
    """A right to a match, as it is signed into a link or a session.

    It holds while `generation` is that of the match's links of this kind. `fingerprint`, made of
    the entry key of the match, tells it from one of another database with the same id.
    """

    match_id: int
    right: Right
    generation: int
    fingerprint: str


class LinkState(NamedTuple):
    """What grants to a match are checked against, and its version, read together."""

    match_id: int
    version: int
    fingerprint: str
    generations: Mapping[Right, int]

    def accepts(self, grant: Grant) -> bool:
        """Say whether a grant to this match holds now."""
        current = self.generations[grant.right]
        return grant.fingerprint == self.fingerprint and grant.generation == current

    def link(self, right: Right) -> Grant:
        """Return the grant that the link of a kind carries."""
        return Grant(self.match_id, right, self.generations[right], self.fingerprint)


class Credentials(NamedTuple):
    """Where a device's right to a match comes from: the house, and what it was granted."""

    house: Right | None = None
    grants: tuple[Grant, ...] = ()

    def right_by(self, link_state: LinkState | None) -> Right | None:
        """Return the highest right they give now; None where they give none."""
        held = [self.house] if self.house else []
        if link_state is not None:
            held += [grant.right for grant in self.grants if link_state.accepts(grant)]
        return max(held, default=None)


class Permit(NamedTuple):
    """What a device has for a match, the right its request needs, and what it held when let in."""

    match_id: int
    credentials: Credentials
    needed: Right
    held: Right | None = None


def set_permit(permit: Permit) -> None:
    """Remember what the request may do; the command line has no permit, and may do everything."""
    g.permit = permit


def right_now(link_state: LinkState) -> Right:
    """Return the right of the request to a match, as it is within the transaction that writes.

    Raise AccessDenied where it is not the one that is needed any more.
    """
    permit: Permit | None = g.get("permit")
    if permit is None or permit.match_id != link_state.match_id:
        return Right.OWN
    right = permit.credentials.right_by(link_state)
    if right is None or right < permit.needed:
        raise AccessDenied(permit.needed, right)
    return right
