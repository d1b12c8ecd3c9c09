"""What time it is, and when days, days of play, months and years begin.

The time zone is that of the machine unless a setting names one. Nothing else in the program asks
for the time of day; durations are measured where they matter.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from datetime import time as time_of_day
from time import time
from zoneinfo import ZoneInfo

# Periods that statistics can cover: all, a year, a month, or a player's newest matches: "newest"
# for the player shown, "newest-7" for player 7, "newest-0" for everybody.
ALL_TIME, NEWEST = "", "newest"
# A match played past midnight, up to this hour, belongs to the day before.
MORNING = timedelta(hours=5)
_YEAR_OR_MONTH = re.compile(r"(19[7-9]|2[0-9]{2})[0-9](-(0[1-9]|1[0-2]))?")
_NEWEST = re.compile(rf"{NEWEST}(?:-(0|[1-9][0-9]{{0,9}}))?")


class _Clock:
    """Holds the time zone that was set."""

    zone: tzinfo | None = None


_house = _Clock()


def set_zone(name: str) -> None:
    """Set the time zone by name, such as Europe/Madrid; "" for that of the machine."""
    _house.zone = ZoneInfo(name) if name else None


def zone() -> tzinfo | None:
    """Return the time zone, or None for that of the machine."""
    return _house.zone


def now() -> datetime:
    return datetime.fromtimestamp(time(), UTC)


def today() -> date:
    """Return today's date in the time zone that is set."""
    return local(now()).date()


def local(moment: datetime) -> datetime:
    """Convert a moment to the time zone that is set."""
    return moment.astimezone(_house.zone)


def moment_at(local: datetime) -> datetime:
    """Return the moment at which the local clock shows a date and a time."""
    return local.replace(tzinfo=_house.zone) if _house.zone else local.astimezone()


def evening_of(moment: datetime) -> date:
    """Return the day of play a moment belongs to; it ends some hours after midnight."""
    return (local(moment) - MORNING).date()


def span_of_evening(day: date) -> tuple[datetime, datetime]:
    """Return when a day of play begins and when the next one does."""
    days = (datetime.combine(each, time_of_day()) for each in (day, day + timedelta(days=1)))
    start, end = (moment_at(each + MORNING) for each in days)
    return start, end


def span_of(period: str) -> tuple[datetime, datetime]:
    """Return when a year or a month begins and when the next one does."""
    year, _, month = period.partition("-")
    first = datetime(int(year), int(month or 1), 1)
    months = first.month if month else 12
    last = datetime(first.year + months // 12, months % 12 + 1, 1)
    return moment_at(first), moment_at(last)


def read_period(text: str) -> str:
    """Check the name of a period. Raise ValueError if it is none, or out of range.

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
    """Return whether a period means the newest matches."""
    return _NEWEST.fullmatch(period) is not None


def newest_of(period: str) -> int | None:
    """Return whose newest matches a period names: a player id, or 0 for everybody.

    >>> [newest_of(period) for period in ("newest-7", "newest-0", "newest", "2026")]
    [7, 0, None, None]
    """
    found = _NEWEST.fullmatch(period)
    return int(found[1]) if found and found[1] else None
