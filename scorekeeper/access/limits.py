"""What one address may do only so often: enter a wrong PIN, and start a match."""

from __future__ import annotations

from http import HTTPStatus

from flask import current_app

from scorekeeper.config import Access
from scorekeeper.i18n import gettext as _
from scorekeeper.web.rate_limits import RateLimit

# Where anybody may start a match, fewer.
NEW_MATCH_RATES = {Access.HOUSE: "600 per hour", Access.LINKS: "60 per hour"}

WRONG_PINS = RateLimit(
    name="wrong PINs",
    rate=lambda: "5 per minute; 30 per hour",
    counted_status=HTTPStatus.UNPROCESSABLE_ENTITY,
    message=lambda: _("Too many wrong PINs came from here."),
)
NEW_MATCHES = RateLimit(
    name="new matches",
    rate=lambda: NEW_MATCH_RATES[current_app.config["ACCESS"]],
    counted_status=HTTPStatus.SEE_OTHER,
    message=lambda: _("Too many matches were started from here."),
)
