"""The one place that decides who may do what: every view about a match says what it needs."""

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

NEEDED, OPEN = "right_needed", "open_to_all"


class PinRequired(Exception):
    """The device has to give the PIN first."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What the device may do with the match it asks for, and its version where it was read."""

    right: Right | None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a device shows to be let in: the right the house gives it, and what it was granted."""

    house: Right | None
    grant: Grant | None

    def right_by(self, link_state: LinkState | None) -> Right | None:
        """Say what it may do with a match that is found as it is now."""
        if link_state is None or self.grant is None or not link_state.accepts(self.grant):
            return self.house
        return max(self.grant.right, self.house or self.grant.right)


class AccessDenied(Exception):
    """A view needs more than the device may do."""

    def __init__(self, needed: Right, credentials: Right | None) -> None:
        super().__init__(needed, credentials)
        self.needed, self.held = needed, credentials


def needs(right: Right) -> Callable[[View], View]:
    """Say which right to its match a view needs."""

    def declare(view: View) -> View:
        setattr(view, NEEDED, right)
        return view

    return declare


def open_to_all(view: View) -> View:
    """Let a view be used before the PIN was given."""
    setattr(view, OPEN, True)
    return view


def init_app(app: Flask) -> None:
    """Guard every view of `app`."""
    app.before_request(admit)


def admit() -> None:
    """Let the request in, or raise PinRequired or AccessDenied."""
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
    """Say what the device may do with the match it asks for."""
    admission: Admission = g.admission
    # Nobody without a right gets as far as a view.
    return admission.right or Right.WATCH


def version_seen() -> int | None:
    """Say at which version the match is, where that was read to check a grant."""
    admission: Admission = g.admission
    return admission.version


def credentials(match_id: int) -> Credentials:
    """Say what the device shows at a match, to be looked at again later."""
    return Credentials(_house_right(), session.grant_for(match_id))


def visible_matches() -> tuple[int, ...] | None:
    """List the matches the device may see; None where it may see all."""
    if _house_right() is not None:
        return None
    return _granted(Right.WATCH)


def owned_matches() -> tuple[int, ...]:
    """List the matches the device owns."""
    return _granted(Right.OWN)


def accept_grant(grant: Grant) -> bool:
    """Give the device what a link grants, unless it has more; say whether the grant holds."""
    link_state = links.link_state(grant.match_id)
    if link_state is None or not link_state.accepts(grant):
        return False
    known = session.grant_for(grant.match_id)
    if known is None or not link_state.accepts(known) or known.right < grant.right:
        session.save_grant(grant)
    return True


def grant_ownership(match_id: int) -> None:
    """Let the device own a match that it started."""
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
    shown = credentials(match_id)
    if shown.grant is None or (shown.house is not None and shown.grant.right <= shown.house):
        return Admission(shown.house)
    link_state = links.link_state(match_id)
    return Admission(shown.right_by(link_state), link_state.version if link_state else None)


def _granted(least: Right) -> tuple[int, ...]:
    credentials = {
        match_id: each for match_id, each in session.grants().items() if each.right >= least
    }
    link_states = links.link_states(credentials.keys()) if credentials else ()
    return tuple(
        link_state.match_id
        for link_state in link_states
        if link_state.accepts(credentials[link_state.match_id])
    )


def _house_right() -> Right | None:
    """Say what the house lets this device do with every match."""
    in_house = current_app.config["ACCESS"] == Access.HOUSE and session.pin_passed()
    return Right.SCORE if in_house else None
