"""The forms that mend a match."""

from __future__ import annotations

from wtforms import HiddenField
from wtforms.validators import Regexp

from scorekeeper.forms.fields import EXPIRED, EntryForm


class MendForm(EntryForm):
    """Change a match; the page showed it at `version`."""

    version = HiddenField(validators=[Regexp(r"[0-9]{1,9}\Z", message=EXPIRED)])
