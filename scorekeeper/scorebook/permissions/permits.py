"""The right by which a request changes a match, looked at once more by the one who writes.

A link may end after a request was let in and before it writes: then nothing is written.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import g

from scorekeeper.scorebook.permissions.rights import AccessDenied, Credentials, LinkState, Right


class Permit(NamedTuple):
    """What a device has for a match, and the right that its request needs."""

    match_id: int
    credentials: Credentials
    needed: Right


def hold(permit: Permit) -> None:
    """Let the request write by a permit; the command line has none, and needs none."""
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
