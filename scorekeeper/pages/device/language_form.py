"""The form that chooses a language."""

from __future__ import annotations

from wtforms import HiddenField

from scorekeeper.i18n import LANGUAGES
from scorekeeper.pages.shared.fields import ChoiceField, TokenForm
from scorekeeper.web.redirects import local_address


class LanguageForm(TokenForm):
    """Choose a language, and return to the page where it was chosen."""

    back = HiddenField(filters=[local_address])
    language = ChoiceField(choices=list(LANGUAGES))
