"""Dates, times and numbers in the language of the page: days, averages, periods."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal

from scorekeeper import clock
from scorekeeper.clock import ALL_TIME, NEWEST, is_newest, span_of
from scorekeeper.i18n import DEFAULT, page_language
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext, pgettext
from scorekeeper.wording import dates
from scorekeeper.wording.formats import MINUS, apart, as_sentence, format_number, number_signs


def format_datetime(moment: datetime) -> str:
    """Format a date and time in the time zone that is set: 20 Nov, 14:03."""
    facts = {"day": format_day(moment), "time": time_of_day(moment)}
    # For translators: a day and a time of it: 20 Nov, 14:03.
    return pgettext("day", "%(day)s, %(time)s", **facts)


def format_day(moment: datetime) -> str:
    """Format a day of the year, as a time above: 20 Nov."""
    return dates.day_and_month(clock.local(moment))


def evening_name(day: date) -> str:
    """Name a day of play by the day on which it began: Evening, 20 Nov."""
    return _("Played %(day)s", day=_name_of(day))


def day_name(moment: datetime) -> str:
    """Name a past day: today, 20 Nov, or 20 Nov 2025 if it is not this year."""
    return _name_of(clock.local(moment).date())


def _name_of(day: date) -> str:
    today = clock.today()
    if day == today:
        return _("today")
    if day.year == today.year:
        return dates.day_and_month(day)
    facts = {"day": day.day, "month": dates.short_month(day), "year": day.year}
    # For translators: a day of another year: 20 Nov 2025.
    return pgettext("day", "%(day)s %(month)s %(year)s", **facts)


def short_month(moment: datetime) -> str:
    """Name a month in a few letters: Nov."""
    return dates.short_month(clock.local(moment))


def time_of_day(moment: datetime) -> str:
    """Format a time of the day: 14:03."""
    written = f"{clock.local(moment):%H:%M}"
    # For translators: with a 0 before an hour of one digit, as here, or without: 9:05.
    return written if "09" in pgettext("time", "09:05") else written.removeprefix("0")


def month_name(moment: datetime) -> str:
    """Name a month: November, or November 2025 if it is not this year."""
    local = clock.local(moment)
    name = dates.months()[local.month - 1]
    if local.year != clock.today().year:
        # For translators: a month of another year: November 2025.
        name = pgettext("month", "%(month)s %(year)s", month=name, year=local.year)
    return as_sentence(name)


def time_ago(moment: datetime) -> str:
    """Say how long ago something was: just now, 5 minutes ago, 2 days ago."""
    # A clock that was set back must not give a number below 0.
    past = max(clock.now() - moment, timedelta())
    if days := past // timedelta(days=1):
        return ngettext("%(num)s day ago", "%(num)s days ago", days)
    if hours := past // timedelta(hours=1):
        return ngettext("%(num)s hour ago", "%(num)s hours ago", hours)
    if minutes := past // timedelta(minutes=1):
        return ngettext("%(num)s minute ago", "%(num)s minutes ago", minutes)
    return _("just now")


# There is nothing to count from.
NOTHING = "–"


def percent(part: float | None) -> str:
    """Write a part of a whole: 42%."""
    if part is None:
        return NOTHING
    # For translators: a part of a whole, 42%, with or without a space.
    return _("%(number)s%%", number=f"{_exact(part) * 100:.0f}")


def _exact(value: float) -> Decimal:
    # Round the decimal as written: the float 0.35 is a little less, and would round down to 0.3.
    return Decimal(str(value))


def average(value: float | None) -> str:
    """Write an average with one digit after the point: 9.8."""
    if value is None:
        return NOTHING
    return f"{_exact(value):.1f}".replace(".", number_signs()[1])


def difference(value: float) -> str:
    """Write a difference with its sign: +3.2."""
    sign = "+" if value > 0 else MINUS
    return f"{sign}{average(abs(value))}" if round(value, 1) else average(0)


def period_name(period: str, name: str = "") -> str:
    """Name a period: All time, Last 30 matches, 2026, November.

    `name` is the player whose newest matches they are, if the period is a player's.
    """
    if period == ALL_TIME:
        return _("All time")
    if period == NEWEST:
        return _("Last 30 matches")
    if is_newest(period):
        return (
            _("Last 30 matches of %(name)s", name=name)
            if name
            else _("Last 30 matches of all players")
        )
    return month_name(span_of(period)[0]) if "-" in period else period


def since(moment: datetime) -> str:
    """Say since when somebody plays."""
    return _("playing since %(month)s", month=_in_a_sentence(month_name(moment)))


def _in_a_sentence(month: str) -> str:
    # Only English (and German) write months with a capital letter.
    return month if page_language() == DEFAULT else month[:1].lower() + month[1:]


def place_of(place: int, number: int) -> str:
    # For translators: a place among so many people: place 3 of 30.
    return pgettext("rating", "place %(place)s of %(number)s", place=place, number=number)


def in_a_row_text(name: str, other: str, count: int) -> str:
    """Say in how many matches in a row, up to the newest, somebody finished ahead."""
    facts = {"name": apart(name), "other": apart(other)}
    match count:
        case 2:
            return _("%(name)s’s second win in a row against %(other)s", **facts)
        case 3:
            return _("%(name)s’s third win in a row against %(other)s", **facts)
        case 4:
            return _("%(name)s’s fourth win in a row against %(other)s", **facts)
    # For translators: five and more: Ana’s 5 wins in a row against Bea.
    return _(
        "%(name)s’s %(num)s wins in a row against %(other)s", num=format_number(count), **facts
    )
