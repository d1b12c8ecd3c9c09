"""What is said to a device that may not do something."""

from __future__ import annotations

from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.permissions.rights import AccessDenied, Right


def denied_sentence(error: AccessDenied) -> str:
    """Say what the device may not do, and who can allow it."""
    if error.needed is Right.OWN:
        return _(
            "Only the device that started the match, or one with its link for full control, can do"
            " this."
        )
    if error.held is None:
        return _("You need a link to see it. Ask whoever keeps the score for a new one.")
    return _(
        "Your link only lets you watch. To enter rounds, "
        "ask whoever keeps the score for another link."
    )
