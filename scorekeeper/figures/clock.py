"""The clock of the house: what time it is, and by it days, evenings, months and years begin.

Its time zone is that of the machine, unless a setting names one. Nothing else in the program asks
what time it is; how long something takes is measured where it is done.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo
from time import time
from zoneinfo import ZoneInfo


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


def moment_at(shown: datetime) -> datetime:
    """Return the moment when the clock shows a date and a time."""
    return shown.replace(tzinfo=_house.zone) if _house.zone else shown.astimezone()
