"""Days and times as pages say them, in their language."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from babel.dates import format_skeleton, get_datetime_format
from flask_babel import get_locale, ngettext
from flask_babel import gettext as _

# Where no page says which language it is in.
USUAL = "en_GB"


def format_datetime(moment: datetime) -> str:
    """Say when something happened."""
    # In the time of the machine that serves, which stands in the same house as the table.
    here, locale = moment.astimezone(), get_locale() or USUAL
    day = format_skeleton("MMMd", here, locale=locale)
    time = format_skeleton("Hm", here, locale=locale)
    both = str(get_datetime_format("medium", locale=locale))
    return both.replace("{1}", day).replace("{0}", time)


def time_ago(moment: datetime) -> str:
    """Say how long ago something was."""
    past = datetime.now(UTC) - moment
    if days := past // timedelta(days=1):
        return ngettext("%(num)s day ago", "%(num)s days ago", days)
    if hours := past // timedelta(hours=1):
        return ngettext("%(num)s hour ago", "%(num)s hours ago", hours)
    if minutes := past // timedelta(minutes=1):
        return ngettext("%(num)s minute ago", "%(num)s minutes ago", minutes)
    return _("just now")
