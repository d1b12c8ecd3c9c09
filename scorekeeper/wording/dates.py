"""Dates and times in the language of the page."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache

from babel import Locale
from babel.dates import format_date, format_skeleton, get_datetime_format
from flask_babel import get_locale

from scorekeeper.figures import clock
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.wording.formats import as_sentence

# Outside a request, as on the command line.
FALLBACK = "en_GB"


def format_datetime(moment: datetime) -> str:
    """Format a date and time, by the clock of the house: 20 Nov, 14:03."""
    local, locale = clock.local(moment), get_locale() or FALLBACK
    day = format_skeleton("MMMd", local, locale=locale)
    time = format_skeleton("Hm", local, locale=locale)
    pattern = str(get_datetime_format("medium", locale=locale))
    return pattern.replace("{1}", day).replace("{0}", time)


def format_day(moment: datetime) -> str:
    """Format a day of the year, as a time above: 20 Nov."""
    return _written("MMMd", clock.local(moment).date())


def _written(skeleton: str, day: date) -> str:
    return _written_in(get_locale() or FALLBACK, skeleton, day)


# Lists have many days, the same ones again and again: those of some years in some languages.
@lru_cache(8_192)
def _written_in(locale: Locale | str, skeleton: str, day: date) -> str:
    return str(format_skeleton(skeleton, datetime.combine(day, time()), locale=locale))


def evening_name(day: date) -> str:
    """Name an evening by the day on which it began: Evening, 20 Nov."""
    return _("Evening, %(day)s", day=_name_of(day))


def day_name(moment: datetime) -> str:
    """Name a day that is past: today, 20 Nov, or 20 Nov 2025 in another year than this."""
    return _name_of(clock.local(moment).date())


def _name_of(day: date) -> str:
    today = clock.today()
    if day == today:
        return _("today")
    return _written("MMMd" if day.year == today.year else "yMMMd", day)


def short_month(moment: datetime) -> str:
    """Name a month in a few letters: Nov."""
    return _written("MMM", clock.local(moment).date().replace(day=1))


def time_of_day(moment: datetime) -> str:
    """Format a time of the day: 14:03."""
    return str(format_skeleton("Hm", clock.local(moment), locale=get_locale() or FALLBACK))


def month_name(moment: datetime) -> str:
    """Name a month: November, or November 2025 in another year than this."""
    local, locale = clock.local(moment), get_locale() or FALLBACK
    if local.year == clock.today().year:
        name = format_date(local, "LLLL", locale=locale)
    else:
        name = str(format_skeleton("yMMMM", local, locale=locale))
    return as_sentence(name)


def time_ago(moment: datetime) -> str:
    """Say how long ago something was: just now, 5 minutes ago, 2 days ago."""
    # A clock that was set back is no reason for a number below 0.
    past = max(clock.now() - moment, timedelta())
    if days := past // timedelta(days=1):
        return ngettext("%(num)s day ago", "%(num)s days ago", days)
    if hours := past // timedelta(hours=1):
        return ngettext("%(num)s hour ago", "%(num)s hours ago", hours)
    if minutes := past // timedelta(minutes=1):
        return ngettext("%(num)s minute ago", "%(num)s minutes ago", minutes)
    return _("just now")
