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
        "first": _("Only this first time. After that it opens in seconds, even without internet."),
        "starting": _("Getting ready"),
        "download": _("Download the scorebook"),
        "again": _("Try again"),
        "private": _(
            "This browser keeps nothing here, perhaps because the window is private. Open "
            "this address in an ordinary window."
        ),
        "nothing kept": _(
            "This browser keeps nothing here: once you close it, the scorebook is gone. "
            "Download it first, or use an ordinary window."
        ),
        "little room": _(
            "This device is almost full. Make room before you play, or download the "
            "scorebook now and then."
        ),
        "no room": _(
            "This device has no room for the program, which takes 50 MB. Make room, and try again."
        ),
        "not kept": _(
            "Your last change could not be saved: this device is full. Download the "
            "scorebook, make room, and try again."
        ),
        "broken": _("The scorebook in this browser cannot be opened."),
        "fetch failed": _("The program could not be fetched. Check the network."),
    }
