"""Decide who may do what: every view of a match says which right it needs, with `@needs`.

A view of a match without a right is an error; any other view needs the PIN where one is set,
unless it is `@open_to_all`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Flask, current_app, g, request

from scorekeeper.access import session
from scorekeeper.config import Access
from scorekeeper.scorebook import links
from scorekeeper.scorebook.rights import Grant, LinkState, Right

View = TypeVar("View", bound=Callable[..., Any])

NEEDED, OPEN = "needed_right", "open_to_all"


class PinRequired(Exception):
    """The device has to enter the PIN first."""


@dataclass(frozen=True, slots=True)
class Admission:
    """The device's right to the requested match; its version, where checking read it."""

    right: Right | None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """Where a device's right to a match comes from: the house, and a grant in its session."""

    house: Right | None
    grant: Grant | None

    def right_by(self, link_state: LinkState | None) -> Right | None:
        """Return the highest right they give now; None where they give none."""
        if link_state is None or self.grant is None or not link_state.accepts(self.grant):
            return self.house
        return max(self.grant.right, self.house or self.grant.right)


class AccessDenied(Exception):
    """A view needs a higher right than the device has."""

    def __init__(self, needed: Right, held: Right | None) -> None:
        super().__init__(needed, held)
        self.needed, self.held = needed, held


def needs(right: Right) -> Callable[[View], View]:
    """Mark a view of a match with the right it needs."""

    def mark(view: View) -> View:
        setattr(view, NEEDED, right)
        return view

    return mark


def open_to_all(view: View) -> View:
    """Mark a view that can be used before the PIN was entered."""
    setattr(view, OPEN, True)
    return view


def init_app(app: Flask) -> None:
    """Guard every view of `app`."""
    app.before_request(admit)


def admit() -> None:
    """Check a request before its view runs. Raise PinRequired or AccessDenied."""
    if request.endpoint is None or request.endpoint == "static":
        return
    view = current_app.view_functions[request.endpoint]
    if "match_id" in (request.view_args or {}):
        if not hasattr(view, NEEDED):
            raise LookupError(f"{request.endpoint} does not say which right it needs")
        _admit_to_match((request.view_args or {})["match_id"], getattr(view, NEEDED))
    elif not hasattr(view, OPEN) and not session.pin_passed():
        raise PinRequired


def right() -> Right:
    """Return the device's right to the requested match."""
    admission: Admission = g.admission
    # Without a right no request gets as far as a view.
    return admission.right or Right.WATCH


def version_seen() -> int | None:
    """Return the version of the match, where it was read to check a grant."""
    admission: Admission = g.admission
    return admission.version


def credentials(match_id: int) -> Credentials:
    """Return the device's credentials for a match, for a stream to check again later."""
    return Credentials(_house_right(), session.grant_for(match_id))


def visible_matches() -> tuple[int, ...] | None:
    """Return the ids of the matches the device may see; None where it may see all."""
    if _house_right() is not None:
        return None
    return _granted_matches(Right.WATCH)


def scorable_matches() -> tuple[int, ...] | None:
    """Return the ids of the matches the device may score; None where it may score all."""
    if _house_right() is not None:
        return None
    return _granted_matches(Right.SCORE)


def owned_matches() -> tuple[int, ...]:
    """Return the ids of the matches the device owns."""
    return _granted_matches(Right.OWN)


def accept_grant(grant: Grant) -> bool:
    """Save what a link grants, unless the device has more; return whether the grant is valid."""
    link_state = links.link_state(grant.match_id)
    if link_state is None or not link_state.accepts(grant):
        return False
    known = session.grant_for(grant.match_id)
    if known is None or not link_state.accepts(known) or known.right < grant.right:
        session.save_grant(grant)
    return True


def grant_ownership(match_id: int) -> None:
    """Make the device the owner of a match it started."""
    link_state = links.link_state(match_id)
    if link_state is not None:
        session.save_grant(link_state.started)


def _admit_to_match(match_id: int, needed: Right) -> None:
    g.admission = admission = _admission(match_id)
    if admission.right is not None and admission.right >= needed:
        return
    if admission.right is None and current_app.config["ACCESS"] == Access.HOUSE:
        raise PinRequired
    raise AccessDenied(needed, admission.right)


def _admission(match_id: int) -> Admission:
    held = credentials(match_id)
    if held.grant is None or (held.house is not None and held.grant.right <= held.house):
        return Admission(held.house)
    link_state = links.link_state(match_id)
    return Admission(held.right_by(link_state), link_state.version if link_state else None)


def _granted_matches(least: Right) -> tuple[int, ...]:
    grants = {grant.match_id: grant for grant in session.grants() if grant.right >= least}
    link_states = links.link_states(grants.keys()) if grants else ()
    return tuple(state.match_id for state in link_states if state.accepts(grants[state.match_id]))


def _house_right() -> Right | None:
    """Return the right this device has to every match, by being in the house."""
    in_house = current_app.config["ACCESS"] == Access.HOUSE and session.pin_passed()
    return Right.SCORE if in_house else None
