"""The clock of the house: what time it is, and by it days, evenings, months and years begin.

Its time zone is that of the machine, unless a setting names one. Nothing else in the program asks
what time it is; how long something takes is measured where it is done.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from time import time
from zoneinfo import ZoneInfo

# Periods of figures: all, a year, a month, or the newest matches of whoever the figures are of;
# "newest-7" are those of player 7, whoever the figures are of, and "newest-0" those of everybody.
ALL_TIME, NEWEST = "", "newest"
# Whoever still plays at this hour has not begun a new evening.
MORNING = timedelta(hours=5)
_YEAR_OR_MONTH = re.compile(r"(19[7-9]|2[0-9]{2})[0-9](-(0[1-9]|1[0-2]))?")
_NEWEST = re.compile(rf"{NEWEST}(?:-(0|[1-9][0-9]{{0,9}}))?")


class _Clock:
    """A clock that may be set to a time zone."""

    zone: tzinfo | None = None


_house = _Clock()


def set_zone(name: str) -> None:
    """Tell the time of a zone by its name, as Europe/Madrid; "" for that of the machine."""
    _house.zone = ZoneInfo(name) if name else None


def zone() -> tzinfo | None:
    """Return the time zone; None for that of the machine."""
    return _house.zone


def now() -> datetime:
    """Return the time in UTC."""
    return datetime.fromtimestamp(time(), UTC)


def today() -> date:
    """Return the day it is by the clock."""
    return local(now()).date()


def local(moment: datetime) -> datetime:
    """Return a moment as the clock shows it."""
    return moment.astimezone(_house.zone)


def moment_at(local: datetime) -> datetime:
    """Return the moment when the clock shows a date and a time."""
    return local.replace(tzinfo=_house.zone) if _house.zone else local.astimezone()


def evening_of(moment: datetime) -> date:
    """Return the day an evening began on; it goes on after midnight."""
    return (local(moment) - MORNING).date()


def span_of_evening(day: date) -> tuple[datetime, datetime]:
    """Return the moments at which the evening of a day begins, and the next one."""
    days = (datetime.combine(each, time_of_day()) for each in (day, day + timedelta(days=1)))
    start, end = (moment_at(each + MORNING) for each in days)
    return start, end


def span_of(period: str) -> tuple[datetime, datetime]:
    """Return the moments at which a year or a month begins, and the next one."""
    year, _, month = period.partition("-")
    first = datetime(int(year), int(month or 1), 1)
    months = first.month if month else 12
    last = datetime(first.year + months // 12, months % 12 + 1, 1)
    return moment_at(first), moment_at(last)


def read_period(text: str) -> str:
    """Return a period as it was asked for. Raise ValueError, also where no clock reaches it.

    >>> [read_period(text) for text in ("", "2026", "2026-11", "newest", "newest-7")]
    ['', '2026', '2026-11', 'newest', 'newest-7']
    """
    if text == ALL_TIME or is_newest(text):
        return text
    if not _YEAR_OR_MONTH.fullmatch(text):
        raise ValueError(text)
    try:
        span_of(text)
    except OverflowError as error:
        raise ValueError(text) from error
    return text


def is_newest(period: str) -> bool:
    """Say whether a period is that of the newest matches."""
    return _NEWEST.fullmatch(period) is not None


def newest_of(period: str) -> int | None:
    """Return whose newest matches a period names: a player, or 0 for everybody.

    >>> [newest_of(period) for period in ("newest-7", "newest-0", "newest", "2026")]
    [7, 0, None, None]
    """
    found = _NEWEST.fullmatch(period)
    return int(found[1]) if found and found[1] else None
