"""What a device is called: by the name it gave itself, or by what its browser says it is."""

from __future__ import annotations

from flask import request, session
from flask_babel import gettext as _

# In this order: an iPhone also says Mac, and Android also says Linux.
KNOWN = {
    "iPad": "iPad",
    "iPhone": "iPhone",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
# Kept in the scorebook as it is, and said in the language of whoever reads it.
UNKNOWN = "a device"


def device_name() -> str:
    """Name the device that asks."""
    return str(session.get("device", "")) or guess_name(request.user_agent.string)


def name_device(name: str) -> None:
    """Let the device be called so from now on; without a name it is guessed again."""
    if name:
        session["device"] = name
    else:
        session.pop("device", None)


def guess_name(user_agent: str) -> str:
    """Guess what kind of device it is.

    >>> guess_name("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)")
    'iPhone'
    """
    return next((name for sign, name in KNOWN.items() if sign in user_agent), UNKNOWN)


def display_name(name: str) -> str:
    """Say the name of a device, as it was kept, to people."""
    return _("a device") if name == UNKNOWN else name
