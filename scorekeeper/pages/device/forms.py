"""The forms of a device: its name, its language and its PIN."""

from __future__ import annotations

from flask import url_for
from wtforms import HiddenField, PasswordField, StringField
from wtforms.validators import Length

from scorekeeper.i18n import LANGUAGES
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import TOO_LONG, ChoiceField, TokenForm, refuse, refuse_blank
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.people.similar_names import clean_name
from scorekeeper.web.hosts import local_address


class PinForm(TokenForm):
    """Give the PIN of the scorebook."""

    pin = PasswordField(_l("PIN"), default="")

    def refuse_pin(self) -> None:
        """Say that this is not the PIN."""
        refuse(self.pin, _("That is not the PIN. Ask the person who runs this scorebook."))


class DeviceForm(TokenForm):
    """Name the device; without a name one is guessed from the browser."""

    name = StringField(
        _l("What is this device called?"),
        filters=[clean_name],
        validators=[Length(max=LONGEST_NAME, message=TOO_LONG), refuse_blank],
    )


class LanguageForm(TokenForm):
    """Choose a language, and return to the page where it was chosen."""

    back = HiddenField(filters=[lambda back: local_address(back, url_for("home.index"))])
    language = ChoiceField(choices=list(LANGUAGES))
