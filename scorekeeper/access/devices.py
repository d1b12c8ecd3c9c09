"""What a device is called: the name it was given, or what its browser says it is."""

from __future__ import annotations

from flask import request, session

from scorekeeper.messages import gettext as _

# The order matters: an iPhone also says Mac, and Android also says Linux.
KNOWN = {
    "iPad": "iPad",
    "iPhone": "iPhone",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
# Saved in the scorebook in English, and translated when it is shown.
UNKNOWN = "a device"


def device_name() -> str:
    """Return the name of the device that sent the request."""
    return str(session.get("device", "")) or guess_name(request.user_agent.string)


def name_device(name: str) -> None:
    """Save a name for the device in its session; "" goes back to the guessed one."""
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
    """Translate a saved device name where it is none that people gave."""
    return _("a device") if name == UNKNOWN else name
