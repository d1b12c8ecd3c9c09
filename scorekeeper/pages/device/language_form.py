"""The form that chooses a language."""

from __future__ import annotations

from wtforms import HiddenField

from scorekeeper.i18n import LANGUAGES
from scorekeeper.pages.device.local_address import local_address
from scorekeeper.pages.shared.fields import ChoiceField, TokenForm


class LanguageForm(TokenForm):
    """Choose a language, and return to the page where it was chosen."""

    back = HiddenField(filters=[lambda address: local_address(address) or "/"])
    language = ChoiceField(choices=list(LANGUAGES))
