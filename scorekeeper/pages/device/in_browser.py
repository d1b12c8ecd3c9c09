"""What the shell of the browser edition says, before there is a page (deploy/browser)."""

from scorekeeper.i18n import LANGUAGES, in_language
from scorekeeper.messages import gettext as _


def shell_words() -> dict[str, dict[str, str]]:
    """Return the words of the shell in each language."""
    words = {}
    for language in LANGUAGES:
        with in_language(language):
            words[language] = _words()
    return words


def _words() -> dict[str, str]:
    return {
        "fetching": _("Fetching the program"),
        "megabytes": _("{got} of {all} MB"),
        "first": _("Only this first time. Later it opens in seconds, also without internet."),
        "starting": _("Getting ready"),
        "download": _("Download the scorebook"),
        "again": _("Try again"),
        "private": _(
            "This browser lets no page be kept here, perhaps as the window is private."
            " Open this address in an ordinary window."
        ),
        "nothing kept": _(
            "This browser keeps nothing here: once it is closed the scorebook is gone."
            " Download it before, or use an ordinary window."
        ),
        "little room": _(
            "There is hardly any room left on this device. Make some before you play,"
            " or download the scorebook now and then."
        ),
        "no room": _(
            "There is no room on this device for the program, which takes 50 MB."
            " Make some, and try again."
        ),
        "not kept": _(
            "What was done last could not be kept on this device: there is no room left."
            " Download the scorebook, make room, and try again."
        ),
        "broken": _("The scorebook in this browser cannot be opened."),
        "fetch failed": _("The program could not be fetched. Check the network."),
    }
