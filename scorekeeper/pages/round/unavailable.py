"""What stands in place of the preview of a round while the database is unavailable."""

from flask import render_template
from flask.typing import ResponseReturnValue

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.preview import Preview


def no_preview() -> ResponseReturnValue:
    """Say in place of the preview that the database is unavailable."""
    sentence = _("The score cannot be shown just now: what you entered is kept on this page.")
    return render_template("round/_preview.html", preview=Preview(sentence, fault=True)), 503
