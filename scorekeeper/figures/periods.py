"""Periods of time: all, a year, a month, the newest matches; and the evening a match belongs to."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta, tzinfo

from scorekeeper.figures import clock

ALL_TIME = ""
# The newest matches of whoever the figures are of; "newest-7" are those of player 7, whoever the
# figures are of, and "newest-0" those of everybody.
NEWEST, MOST_NEWEST = "newest", 30
# Whoever still plays at this hour has not begun a new evening.
MORNING = timedelta(hours=5)
_YEAR_OR_MONTH = re.compile(r"(19[7-9]|2[0-9]{2})[0-9](-(0[1-9]|1[0-2]))?")
_NEWEST = re.compile(rf"{NEWEST}(?:-(0|[1-9][0-9]{{0,9}}))?")


def read_period(text: str) -> str:
    """Return a period as it was asked for: all time, a year, a month or the newest matches.

    Raise ValueError.

    >>> [read_period(text) for text in ("", "2026", "2026-11", "newest", "newest-7")]
    ['', '2026', '2026-11', 'newest', 'newest-7']
    """
    if text != ALL_TIME and not is_newest(text) and not _YEAR_OR_MONTH.fullmatch(text):
        raise ValueError(text)
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


def named(period: str, player: int) -> str:
    """Return a period that means the same on the page of somebody else.

    >>> [named(period, 7) for period in ("newest", "newest-0", "2026", "")]
    ['newest-7', 'newest-0', '2026', '']
    """
    return f"{NEWEST}-{player}" if period == NEWEST else period


def periods_of(moment: datetime, zone: tzinfo | None = None) -> tuple[str, str, str]:
    """Return the periods of a moment: all time, its year and its month.

    The zone is that of the house if None.
    """
    local = _local(moment, zone)
    return ALL_TIME, f"{local.year:04}", f"{local.year:04}-{local.month:02}"


def span_of(period: str, zone: tzinfo | None = None) -> tuple[datetime, datetime]:
    """Return the moments at which a year or a month begins, and the next one.

    >>> from datetime import UTC
    >>> [f"{moment:%Y-%m-%d}" for moment in span_of("2026-12", UTC)]
    ['2026-12-01', '2027-01-01']
    """
    year, _, month = period.partition("-")
    first = datetime(int(year), int(month or 1), 1)
    months = first.month if month else 12
    last = datetime(first.year + months // 12, months % 12 + 1, 1)
    return _moment(first, zone), _moment(last, zone)


def evening_of(moment: datetime, zone: tzinfo | None = None) -> date:
    """Return the day an evening began on; it goes on after midnight."""
    return (_local(moment, zone) - MORNING).date()


def span_of_evening(day: date) -> tuple[datetime, datetime]:
    """Return the moments at which the evening of a day begins, and the next one."""
    days = (datetime.combine(each, time()) for each in (day, day + timedelta(days=1)))
    start, end = (clock.moment_at(each + MORNING) for each in days)
    return start, end


def _local(moment: datetime, zone: tzinfo | None) -> datetime:
    return moment.astimezone(zone) if zone else clock.local(moment)


def _moment(local: datetime, zone: tzinfo | None) -> datetime:
    return local.replace(tzinfo=zone) if zone else clock.moment_at(local)
