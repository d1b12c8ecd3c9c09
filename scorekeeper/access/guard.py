"""The one place that decides who may do what: every view about a match says what it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import Flask, current_app, g, request

from scorekeeper.access import session
from scorekeeper.config import Access
from scorekeeper.scorebook import links
from scorekeeper.scorebook.rights import Door, Grant, Right

View = TypeVar("View", bound=Callable[..., Any])

NEEDED, OPEN = "right_needed", "open_to_all"


class PinWanted(Exception):
    """The device has to give the PIN first."""


@dataclass(frozen=True, slots=True)
class Admission:
    """What the device may do with the match it asks for, and its version where it was read."""

    right: Right | None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """What a device shows to be let in: the right the house gives it, and what it was granted."""

    house: Right | None
    grant: Grant | None

    def right_by(self, door: Door | None) -> Right | None:
        """Say what it may do with a match that is found as it is now."""
        if door is None or self.grant is None or not door.admits(self.grant):
            return self.house
        return max(self.grant.right, self.house or self.grant.right)


class Refused(Exception):
    """A view needs more than the device may do."""

    def __init__(self, needed: Right, held: Right | None) -> None:
        super().__init__(needed, held)
        self.needed, self.held = needed, held


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


def register(app: Flask) -> None:
    """Guard every view of `app`."""
    app.before_request(admit)


def admit() -> None:
    """Let the request in, or raise PinWanted or Refused."""
    if request.endpoint is None or request.endpoint == "static":
        return
    view = current_app.view_functions[request.endpoint]
    if "match_id" in (request.view_args or {}):
        if not hasattr(view, NEEDED):
            raise LookupError(f"{request.endpoint} does not say which right it needs")
        _admit_to_match((request.view_args or {})["match_id"], getattr(view, NEEDED))
    elif not hasattr(view, OPEN) and not session.pin_passed():
        raise PinWanted


def right() -> Right:
    """Say what the device may do with the match it asks for."""
    admission: Admission = g.admission
    # Nobody without a right gets as far as a view.
    return admission.right or Right.WATCH


def version_seen() -> int | None:
    """Say at which version the match is, where that was read to check a grant."""
    admission: Admission = g.admission
    return admission.version


def held(match_id: int) -> Pass:
    """Say what the device shows at a match, to be looked at again later."""
    return Pass(_house(), session.held_of(match_id))


def mine() -> tuple[int, ...] | None:
    """List the matches the device may see; None where it may see all."""
    if _house() is not None:
        return None
    return _granted(Right.WATCH)


def owned() -> tuple[int, ...]:
    """List the matches the device owns."""
    return _granted(Right.OWN)


def take(grant: Grant) -> bool:
    """Give the device what a link grants, unless it has more; say whether the grant holds."""
    door = links.door_of(grant.match_id)
    if door is None or not door.admits(grant):
        return False
    known = session.held_of(grant.match_id)
    if known is None or not door.admits(known) or known.right < grant.right:
        session.keep(grant)
    return True


def start(match_id: int) -> None:
    """Let the device own a match that it started."""
    door = links.door_of(match_id)
    if door is not None:
        session.keep(door.started)


def _admit_to_match(match_id: int, needed: Right) -> None:
    g.admission = admission = _admission(match_id)
    if admission.right is not None and admission.right >= needed:
        return
    if admission.right is None and current_app.config["ACCESS"] == Access.HOUSE:
        raise PinWanted
    raise Refused(needed, admission.right)


def _admission(match_id: int) -> Admission:
    shown = held(match_id)
    if shown.grant is None or (shown.house is not None and shown.grant.right <= shown.house):
        return Admission(shown.house)
    door = links.door_of(match_id)
    return Admission(shown.right_by(door), door.version if door else None)


def _granted(least: Right) -> tuple[int, ...]:
    held = {match_id: each for match_id, each in session.held().items() if each.right >= least}
    doors = links.doors_of(held.keys()) if held else ()
    return tuple(door.match_id for door in doors if door.admits(held[door.match_id]))


def _house() -> Right | None:
    """Say what the house lets this device do with every match."""
    in_house = current_app.config["ACCESS"] == Access.HOUSE and session.pin_passed()
    return Right.SCORE if in_house else None
