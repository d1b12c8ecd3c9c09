"""The rights a device holds, in its session: signed, and checked against the match each time."""

from __future__ import annotations

from hmac import compare_digest

from flask import current_app, request, session
from itsdangerous import Signer

from scorekeeper.scorebook.rights import Grant, Right

# A cookie holds 4 kB; the oldest grants make room.
MOST_GRANTS = 100


def grants() -> dict[int, Grant]:
    """List what the device was granted, by match, the newest last."""
    return {grant.match_id: grant for grant in map(_read, session.get("grants", ()))}


def grant_for(match_id: int) -> Grant | None:
    """Find what the device was granted for a match."""
    if not request.cookies:
        # Most who watch have none; to look into the session would make the page theirs alone.
        return None
    found = (each for each in session.get("grants", ()) if each[0] == match_id)
    return next(map(_read, found), None)


def save_grant(grant: Grant) -> None:
    """Put a grant into the session, in the place of any other for the same match."""
    others = [each for each in session.get("grants", ()) if each[0] != grant.match_id]
    session["grants"] = [*others, [*grant]][-MOST_GRANTS:]


def _read(kept: list[int | str]) -> Grant:
    match_id, right, generation, mark = kept
    return Grant(int(match_id), Right(int(right)), int(generation), str(mark))


def pin_required() -> bool:
    """Say whether a PIN is asked for."""
    return bool(current_app.config["PIN"])


def pin_passed() -> bool:
    """Say whether this device may come in: it gave the PIN, or none is asked for."""
    pin = current_app.config["PIN"]
    return not pin or compare_digest(str(session.get("pin", "")), _pin_digest(pin))


def give_pin(text: str) -> bool:
    """Say whether a text is the PIN, and remember that the device gave it."""
    pin = current_app.config["PIN"]
    if pin and not compare_digest(text.encode(), pin.encode()):
        return False
    session["pin"] = _pin_digest(pin)
    return True


def _pin_digest(pin: str) -> str:
    """Stand for the PIN in a cookie that can be read: without the key nothing is to be found."""
    signer = Signer(str(current_app.secret_key), salt="the PIN of the house")
    return signer.get_signature(pin).decode()
