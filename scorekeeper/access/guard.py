"""Decides who may do what: every view of a match says which right it needs, with `@needs`.

A view of a match without a right is an error; any other view needs the PIN if one is set, unless it
is `@open_to_all`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, current_app, g, request

from scorekeeper.access import devices
from scorekeeper.access.devices import bearer_grant
from scorekeeper.config import Access
from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.people.logged_players import came_to_nights_of
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import (
    AccessDenied,
    Credentials,
    Grant,
    LinkState,
    Permit,
    Right,
)

View = TypeVar("View", bound=Callable[..., Any])

NEEDED, UNLESS, OPEN = "needed_right", "unless", "open_to_all"


class PinRequired(Exception):
    """The device has to enter the PIN first."""


def needs(right: Right, unless: Callable[[int], bool] | None = None) -> Callable[[View], View]:
    """Mark a view of a match with the right it needs; `unless` says when none is needed."""

    def mark(view: View) -> View:
        setattr(view, NEEDED, right)
        setattr(view, UNLESS, unless)
        return view

    return mark


def open_to_all(view: View) -> View:
    """Mark a view that works before the PIN is entered."""
    setattr(view, OPEN, True)
    return view


def init_app(app: Flask) -> None:
    """Guard every view of `app`."""
    app.before_request(admit)


def admit() -> None:
    """Check a request before its view runs. Raise PinRequired, AccessDenied, BadToken."""
    if request.endpoint is None or request.endpoint == "static":
        return
    view = current_app.view_functions[request.endpoint]
    if "match_id" in (request.view_args or {}):
        if not hasattr(view, NEEDED):
            raise LookupError(f"{request.endpoint} does not say which right it needs")
        _admit_to_match((request.view_args or {})["match_id"], view)
    # An invalid token is refused, even if no token is needed.
    elif bearer_grant() is None and not hasattr(view, OPEN) and not devices.pin_passed():
        raise PinRequired


def right() -> Right:
    """Return the device's right to the requested match."""
    permit: Permit = g.permit
    # A request without a right does not get as far as a view.
    return permit.held or Right.WATCH


def version_read() -> int | None:
    """Return the version of the match that was read along with the right, if it was."""
    state: LinkState | None = g.link_state
    return state.version if state else None


def credentials() -> Credentials:
    """Return the source of the device's right, so that a stream can check it again later."""
    permit: Permit = g.permit
    return permit.credentials


def visible_matches() -> tuple[int, ...] | None:
    """Return the ids of the matches the device may see; None if it may see all."""
    if _house_right() is not None:
        return None
    return _granted_matches(Right.WATCH)


def came() -> tuple[int, ...]:
    """Return who came to the club nights that the device started; () if it sees everybody."""
    device = devices.device()
    return came_to_nights_of(device) if device and _house_right() is None else ()


def scorable_matches() -> tuple[int, ...] | None:
    """Return the ids of the matches the device may score; None if it may score all."""
    if _house_right() is not None:
        return None
    return _granted_matches(Right.SCORE)


def owned_matches() -> tuple[int, ...]:
    """Return the ids of the matches the device owns."""
    if alone():
        return rights.all_matches()
    return _granted_matches(Right.OWN)


def owns_any() -> bool:
    """Say whether the device owns a match that it started here."""
    return bool(rights.owned_by(devices.device()))


def plays_for(device: str) -> str:
    """Return the owner whose players a match started by this device uses, by device id."""
    return rights.plays_for(device, _matches_by_links(Right.OWN))


def in_house() -> bool:
    """Return whether everybody on the network may score every match."""
    return bool(current_app.config["ACCESS"] == Access.HOUSE)


def alone() -> bool:
    """Return whether this device has the whole scorebook, as in the browser edition."""
    return bool(current_app.config["IN_BROWSER"])


def keep_score(match_id: int) -> None:
    """Let the device score a match that it only watched, as anybody on the network may.

    Raise AccessDenied or PinRequired.
    """
    if not in_house():
        raise AccessDenied(Right.SCORE, right())
    if not devices.pin_passed():
        raise PinRequired
    devices.drop_grant_to_watch(match_id)


def accept_grant(grant: Grant) -> bool:
    """Save what a link grants, unless the device has more; return whether the grant is valid."""
    link_state, owned = rights.link_state_for(grant.match_id, devices.device())
    if link_state is None or not link_state.accepts(grant):
        return False
    has = Credentials(None, (*devices.grants(), owned, bearer_grant()))
    known = has.right_by(link_state)
    if known is None or known < grant.right:
        devices.save_grant(grant)
    return True


def accept_first_link(match_id: int, right: Right) -> None:
    """Save what the first link of a match grants; it ends when somebody makes a new one."""
    link_state = rights.link_state(match_id)
    if link_state is not None:
        accept_grant(link_state.link(right)._replace(generation=1))


def _admit_to_match(match_id: int, view: Callable[..., Any]) -> None:
    needed: Right = getattr(view, NEEDED)
    unless: Callable[[int], bool] | None = getattr(view, UNLESS)
    has, held = _rights_to(match_id)
    g.permit = Permit(match_id, has, needed, held)
    if held is not None and held >= needed:
        return
    if unless is not None and unless(match_id):
        return
    if held is None and in_house():
        raise PinRequired
    raise AccessDenied(needed, held)


def _rights_to(match_id: int) -> tuple[Credentials, Right | None]:
    """Return the device's right to a match and where it comes from; cache what was read."""
    house, device, token = _house_right(), devices.device(), bearer_grant()
    g.link_state = None
    if not device and token is None:
        return Credentials(house), house
    granted = devices.grants()
    link_state, owned = rights.link_state_for(match_id, device)
    g.link_state = link_state
    if house and link_state and _only_watches(granted, link_state):
        house = Right.WATCH
    has = Credentials(house, (*granted, owned, token))
    return has, has.right_by(link_state)


def _only_watches(granted: tuple[Grant, ...], link_state: LinkState) -> bool:
    """Return whether the device came by a link to watch and has not asked to keep score.

    That stays so when there is a new link: an ended link must not give more rights.
    """
    return any(
        (grant.match_id, grant.right, grant.fingerprint)
        == (link_state.match_id, Right.WATCH, link_state.fingerprint)
        for grant in granted
    )


def _granted_matches(least: Right) -> tuple[int, ...]:
    """Return the ids of the matches to which the device itself has any right."""
    device = devices.device()
    owned = rights.owned_by(device) if device else ()
    return tuple({*_matches_by_links(least), *owned})


def _matches_by_links(least: Right) -> set[int]:
    """Return the ids of the matches to which the device has a right by a link or token."""
    token = bearer_grant()
    brought = (*devices.grants(), *((token,) if token else ()))
    grants = [grant for grant in brought if grant.right >= least]
    found = rights.link_states({grant.match_id for grant in grants}) if grants else ()
    states = {state.match_id: state for state in found}
    held = (grant for grant in grants if grant.match_id in states)
    return {grant.match_id for grant in held if states[grant.match_id].accepts(grant)}


def _house_right() -> Right | None:
    """Return the right that devices on the network have to every match."""
    if alone():
        return Right.OWN
    return Right.SCORE if in_house() and devices.pin_passed() else None


def may_keep_score(error: AccessDenied) -> bool:
    """Return whether the device watches, and would only have to ask for the right to score."""
    watches = (error.needed, error.held) == (Right.SCORE, Right.WATCH)
    return watches and in_house() and bearer_grant() is None


def denied_sentence(error: AccessDenied) -> str:
    """Return a sentence that says what the device may not do, and who can allow it."""
    if error.needed is Right.OWN:
        return _(
            "Only the device that started the match, or one with its link for full control, can do"
            " this."
        )
    if error.held is None:
        return _("You need a link to see this match. Ask the person keeping score for one.")
    if may_keep_score(error):
        return _("This device is only watching. To enter rounds, tap “Keep score here”.")
    return _(
        "Your link only lets you watch. To enter rounds, ask the person keeping score for "
        "another link."
    )
