"""What a device was granted by links, and the PIN it entered: in its session, a signed cookie.

The matches that a device owns are in the scorebook, by the id of the device.
"""

from __future__ import annotations

from hmac import compare_digest

from flask import current_app, request, session
from itsdangerous import Signer

from scorekeeper.scorebook.permissions.rights import Grant, Right
from scorekeeper.web.flask_app import DEVICE, new_device

# A cookie holds 4 kB; beyond this the oldest grants are dropped, those to watch first.
MAX_GRANTS = 100


def device() -> str:
    """Return the id of the device; "" where it has no session."""
    # Reading the session would add "Vary: Cookie", for many watchers who have none.
    return str(session.get(DEVICE, "")) if request.cookies else ""


def own_device() -> str:
    """Return the id of the device, which has one from now on."""
    return str(session.setdefault(DEVICE, new_device()))


def grants() -> tuple[Grant, ...]:
    """Return what the device was granted, at most once a match."""
    return tuple(map(_read, _saved()))


def grants_for(match_id: int) -> tuple[Grant, ...]:
    """Return what the device was granted for a match; whether it still holds, the match knows."""
    return tuple(_read(each) for each in _saved() if each[0] == match_id)


def save_grant(grant: Grant) -> None:
    """Save a grant in the session, in place of any other for the same match."""
    others = [each for each in grants() if each.match_id != grant.match_id]
    # Those of the same right stay in the order in which they came.
    kept = sorted(others, key=lambda each: each.right)[-MAX_GRANTS + 1 :]
    _save([*kept, grant])


def drop_grant_to_watch(match_id: int) -> None:
    """Forget that the device came to a match by a link to watch."""
    _save([each for each in grants() if (each.match_id, each.right) != (match_id, Right.WATCH)])


def _saved() -> list[list[int | str]]:
    return session.get("grants", []) if request.cookies else []


def _save(kept: list[Grant]) -> None:
    session["grants"] = [[*grant] for grant in kept]


def _read(saved: list[int | str]) -> Grant:
    match_id, right, generation, fingerprint = saved
    return Grant(int(match_id), Right(int(right)), int(generation), str(fingerprint))


def begun() -> bool:
    """Say whether the device has a session already: a form that it never sends costs no cookie."""
    return bool(session)


def pin_required() -> bool:
    """Say whether a PIN is set."""
    return bool(current_app.config["PIN"])


def pin_passed() -> bool:
    """Say whether this device entered the PIN, or none is set."""
    pin = current_app.config["PIN"]
    return not pin or compare_digest(str(session.get("pin", "")), _pin_digest(pin))


def pin_once_passed() -> bool:
    """Say whether this device entered the PIN there was then."""
    return "pin" in session


def enter_pin(text: str) -> bool:
    """Check a PIN, and save in the session that the device entered the right one."""
    pin = current_app.config["PIN"]
    if pin and not compare_digest(text.encode(), pin.encode()):
        return False
    session["pin"] = _pin_digest(pin)
    return True


def _pin_digest(pin: str) -> str:
    """Sign the PIN for the cookie, which anybody can read: without the key it says nothing."""
    signer = Signer(str(current_app.secret_key), salt="the PIN of the house")
    return signer.get_signature(pin).decode()
