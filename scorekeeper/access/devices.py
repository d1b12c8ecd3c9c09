"""A device: its name, what it was granted, and the PIN it entered, by its session or a token.

The session is a signed cookie. A token is a signed grant, the last part of a link; it cannot be
guessed and is not stored. A program without cookies sends a token with each request; only the API
accepts that, because pages are cached by what browsers send. The matches that a device owns are in
the scorebook, by the id of the device.
"""

from __future__ import annotations

from hmac import compare_digest

from flask import current_app, g, request, session
from itsdangerous import BadData, Signer, URLSafeSerializer

from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.permissions.rights import Grant, Right
from scorekeeper.web.flask_app import DEVICE, new_device

# The order matters: an iPhone also says Mac, and Android also says Linux.
KNOWN = {
    "iPad": "iPad",
    "iPhone": "iPhone",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
# Stored in English, and translated when shown.
UNKNOWN = "a device"


def device_name() -> str:
    """Return the name of the device that sent the request."""
    return str(session.get("device", "")) or guess_name(request.user_agent.string)


def name_device(name: str) -> None:
    """Save a name for the device in its session; "" restores the guessed one."""
    if name:
        session["device"] = name
    else:
        session.pop("device", None)


def guess_name(user_agent: str) -> str:
    """Guess from the User-Agent header what kind of device it is.

    >>> guess_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)")
    'iPhone'
    """
    return next((name for sign, name in KNOWN.items() if sign in user_agent), UNKNOWN)


def display_name(name: str) -> str:
    """Translate a stored device name, unless people chose it."""
    return _("a device") if name == UNKNOWN else name


# A cookie holds 4 kB; beyond this the oldest grants are dropped, those to watch first.
MAX_GRANTS = 100


def device() -> str:
    """Return the id of the device; "" if it has no session."""
    # Reading the session would add "Vary: Cookie" for the many watchers without one.
    return str(session.get(DEVICE, "")) if request.cookies else ""


def own_device() -> str:
    """Return the id of the device, creating it if needed."""
    return str(session.setdefault(DEVICE, new_device()))


def grants() -> tuple[Grant, ...]:
    """Return what the device was granted, one grant a match, whether it still holds or not."""
    return tuple(map(_read, session.get("grants", ()))) if request.cookies else ()


def save_grant(grant: Grant) -> None:
    """Save a grant in the session, replacing any other for the same match."""
    others = [each for each in grants() if each.match_id != grant.match_id]
    # Grants of the same right stay in order.
    kept = sorted(others, key=lambda each: each.right)[-MAX_GRANTS + 1 :]
    _save([*kept, grant])


def drop_grant_to_watch(match_id: int) -> None:
    """Forget that the device came to a match by a link to watch."""
    _save([each for each in grants() if (each.match_id, each.right) != (match_id, Right.WATCH)])


def _save(kept: list[Grant]) -> None:
    session["grants"] = [[*grant] for grant in kept]


def _read(saved: list[int | str]) -> Grant:
    match_id, right, generation, fingerprint = saved
    return Grant(int(match_id), Right(int(right)), int(generation), str(fingerprint))


def begun() -> bool:
    """Return whether the device has a session already: a form never sent costs no cookie."""
    return bool(session)


def pin_required() -> bool:
    """Say whether a PIN is set."""
    return bool(current_app.config["PIN"])


def pin_passed() -> bool:
    """Say whether this device entered the PIN, or none is set."""
    pin = current_app.config["PIN"]
    return not pin or compare_digest(str(session.get("pin", "")), _pin_digest(pin))


def pin_once_passed() -> bool:
    """Return whether this device ever entered a PIN, the current one or an earlier one."""
    return "pin" in session


def enter_pin(text: str) -> bool:
    """Check a PIN, and save in the session that the device entered the right one."""
    pin = current_app.config["PIN"]
    if pin and not compare_digest(text.encode(), pin.encode()):
        return False
    session["pin"] = _pin_digest(pin)
    return True


def _pin_digest(pin: str) -> str:
    """Sign the PIN for the cookie, which anybody can read: without the key it tells nothing."""
    signer = Signer(str(current_app.secret_key), salt="the PIN of the house")
    return signer.get_signature(pin).decode()


READ_BY = "api"


class BadToken(Exception):
    """The request has a token that is damaged or not from this scorebook."""


def token_of(grant: Grant, key: str) -> str:
    """Sign a grant as the last part of a link; the same grant gives the same token."""
    return _signer(key).dumps(grant)


def grant_of(token: str, key: str) -> Grant | None:
    """Return the grant of a token; None if our key did not sign it."""
    try:
        match_id, right, generation, fingerprint = _signer(key).loads(token)
    except BadData:
        return None
    return Grant(match_id, Right(right), generation, fingerprint)


def _signer(key: str) -> URLSafeSerializer:
    return URLSafeSerializer(key, salt="link to a match")


def bearer_grant() -> Grant | None:
    """Return what the token of the request grants; None without one. Raise BadToken.

    The match knows whether it still holds.
    """
    if request.blueprint != READ_BY:
        return None
    if "token_grant" not in g:
        g.token_grant = _grant_of_token()
    found: Grant | None = g.token_grant
    return found


def _grant_of_token() -> Grant | None:
    authorization = request.authorization
    # A proxy in front may use the header for a password of its own.
    if authorization is None or authorization.type != "bearer":
        return None
    granted = grant_of(authorization.token or "", str(current_app.secret_key))
    if granted is None:
        raise BadToken
    return granted
