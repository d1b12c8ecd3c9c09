"""The PIN of the house: asked for once a device, and again once it was changed."""

from __future__ import annotations

from hmac import compare_digest

from flask import current_app, session
from itsdangerous import Signer


def wanted() -> bool:
    """Say whether a PIN is asked for."""
    return bool(current_app.config["PIN"])


def passed() -> bool:
    """Say whether this device may come in: it gave the PIN, or none is asked for."""
    pin = current_app.config["PIN"]
    return not pin or compare_digest(str(session.get("pin", "")), _digest(pin))


def give(text: str) -> bool:
    """Say whether a text is the PIN, and remember that the device gave it."""
    pin = current_app.config["PIN"]
    if pin and not compare_digest(text.encode(), pin.encode()):
        return False
    session["pin"] = _digest(pin)
    return True


def _digest(pin: str) -> str:
    """Stand for the PIN in a cookie that can be read: without the key nothing is to be found."""
    signer = Signer(str(current_app.secret_key), salt="the PIN of the house")
    return signer.get_signature(pin).decode()
