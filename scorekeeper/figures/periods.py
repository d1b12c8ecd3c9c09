"""Periods of time: all, a year, a month, the newest matches; and the evening a match belongs to."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo

ALL_TIME = ""
# The newest matches of whoever the figures are of.
NEWEST, MOST_NEWEST = "newest", 30
# Whoever still plays at this hour has not begun a new evening.
MORNING = timedelta(hours=5)
_YEAR_OR_MONTH = re.compile(r"(19[7-9]|2[0-9]{2})[0-9](-(0[1-9]|1[0-2]))?")


def read_period(text: str) -> str:
    """Return a period as it was asked for: all time, a year, a month or NEWEST.

    Raise ValueError.

    >>> [read_period(text) for text in ("", "2026", "2026-11", "newest")]
    ['', '2026', '2026-11', 'newest']
    """
    if text not in (ALL_TIME, NEWEST) and not _YEAR_OR_MONTH.fullmatch(text):
        raise ValueError(text)
    return text


def periods_of(moment: datetime, zone: tzinfo | None = None) -> tuple[str, str, str]:
    """Return the periods of a moment: all time, its year and its month.

    The zone is that of the machine if None.
    """
    local = moment.astimezone(zone)
    return ALL_TIME, f"{local.year:04}", f"{local.year:04}-{local.month:02}"


def months_of(year: str) -> tuple[str, ...]:
    """Return the periods of the months of a year."""
    return tuple(f"{year}-{month:02}" for month in range(1, 13))


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


def _moment(local: datetime, zone: tzinfo | None) -> datetime:
    return local.replace(tzinfo=zone) if zone else local.astimezone()


def evening_of(moment: datetime, zone: tzinfo | None = None) -> date:
    """Return the day an evening began on; it goes on after midnight."""
    return (moment.astimezone(zone) - MORNING).date()
