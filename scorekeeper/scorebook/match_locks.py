"""Lock a match for a change, and why there may be none."""

from __future__ import annotations

from sqlalchemy.orm import Session

from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.links import locked_link_state
from scorekeeper.scorebook.permissions.rights import LinkState, Right


class NoSuchMatch(LookupError):
    """There is no match with this id, or not where it was looked for (in or out of the bin)."""


class Stale(Exception):
    """The match has changed since the form was opened: the change does not fit, or does nothing."""


def lock_to_write(session: Session, match_id: int) -> tuple[int, Right]:
    """Lock a match against other writers; return its version, and the right to it by now.

    Raise NoSuchMatch, and AccessDenied where the right of the request has ended.
    """
    link_state = lock_match(session, match_id)
    return link_state.version, rights.right_now(link_state)


def lock_match(session: Session, match_id: int) -> LinkState:
    """Lock a match against other writers, whoever asks for it. Raise NoSuchMatch."""
    link_state = locked_link_state(session, match_id)
    if link_state is None:
        raise NoSuchMatch(match_id)
    return link_state
