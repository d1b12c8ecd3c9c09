"""What a device was granted, and the PIN it entered: saved in its session, a signed cookie."""

from __future__ import annotations

from hmac import compare_digest

from flask import current_app, request, session
from itsdangerous import Signer

from scorekeeper.scorebook.rights import Grant, Right

# A cookie holds 4 kB; beyond this the oldest grants are dropped.
MAX_GRANTS = 100


def grants() -> tuple[Grant, ...]:
    """Return what the device was granted, at most once a match, the newest last."""
    return tuple(map(_read, session.get("grants", ())))


def grant_for(match_id: int) -> Grant | None:
    """Return what the device was granted for a match; whether it still holds, the match knows."""
    if not request.cookies:
        # Reading the session would add "Vary: Cookie", for many watchers who have none.
        return None
    found = (each for each in session.get("grants", ()) if each[0] == match_id)
    return next(map(_read, found), None)


def save_grant(grant: Grant) -> None:
    """Save a grant in the session, in place of any other for the same match."""
    others = [each for each in session.get("grants", ()) if each[0] != grant.match_id]
    session["grants"] = [*others, [*grant]][-MAX_GRANTS:]


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
