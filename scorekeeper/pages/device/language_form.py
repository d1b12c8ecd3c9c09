"""Asking which language to speak."""

from __future__ import annotations

from urllib.parse import urlsplit

from wtforms import HiddenField

from scorekeeper.i18n import LANGUAGES
from scorekeeper.pages.shared.fields import ChoiceField, TokenForm


def local(address: str | None) -> str:
    """Keep an address on this site; anything else is the home page.

    >>> local("/matches/3?page=2"), local("//elsewhere.example"), local("https:elsewhere.example")
    ('/matches/3?page=2', '/', '/')
    """
    to = urlsplit((address or "").replace("\\", "/"))
    elsewhere = to.scheme or to.netloc or to.path.startswith("//")
    return "/" if elsewhere or not to.path.startswith("/") else to._replace(fragment="").geturl()


class LanguageForm(TokenForm):
    """Choose a language, and come back to where it was chosen."""

    back = HiddenField(filters=[local])
    language = ChoiceField(choices=list(LANGUAGES))
