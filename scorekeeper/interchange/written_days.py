"""Days as people write them: 3/10/2026, 3 de octubre, Oct 3, 2026-10-03 21:15."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, time, timedelta
from functools import cache

from scorekeeper import clock
from scorekeeper.i18n import LANGUAGES, in_language
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.wording.dates import day_and_month, months, short_months

_YEAR_FIRST = re.compile(
    r"\b(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})(?!\d)|\b(\d{4})(\d{2})(\d{2})\b"
)
_NUMBERS = re.compile(r"\b(\d{1,2})[/.-] ?(\d{1,2})(?:[/.-] ?(\d{4}|\d{2}))?\b")
_TIME = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?")
# The first day that is after the first second of 1970 in every time zone: days count from it.
FIRST_DAY = date(1970, 1, 2)
# Spreadsheets write dates as days since then.
_DAY_0 = date(1899, 12, 30)
_SERIAL = re.compile(r"[34]\d{4}(?:\.\d+)?")


def comes_day_first(texts: Iterable[str]) -> bool:
    """Return whether 3/10 is in October here: one of the dates may tell, else the language."""
    found = [match for text in texts if (match := _NUMBERS.search(text))]
    if any(int(match[1]) > 12 for match in found):
        return True
    as_written = day_and_month(date(2000, 1, 31))
    return not any(int(match[2]) > 12 for match in found) and as_written.startswith("31")


def read_day(text: str, *, day_first: bool = True) -> tuple[date, time | None]:
    """Read a day since FIRST_DAY and the time, if there is one. Raise ValueError."""
    text = folded(text.strip())
    if _SERIAL.fullmatch(text):
        return _DAY_0 + timedelta(days=int(text[:5])), None
    at, day = _TIME.search(text), _day(_TIME.sub(" ", text), day_first)
    if day < FIRST_DAY:
        raise ValueError(text)
    return day, at and _time(int(at[1]), int(at[2]), at[3])


def _time(hour: int, minute: int, half: str | None) -> time:
    return time(hour % 12 + 12 * (half == "p") if half else hour, minute)


def _day(text: str, day_first: bool) -> date:
    if match := _YEAR_FIRST.search(text):
        return date(*(int(part) for part in match.groups() if part))
    if match := _NUMBERS.search(text):
        day, month = (match[1], match[2]) if day_first else (match[2], match[1])
        return _with_year(int(day), int(month), match[3])
    months = [_months()[word] for word in re.findall(r"[^\W\d]+", text) if word in _months()]
    # The day is the number with fewer digits.
    day, *year = sorted(re.findall(r"\d+", text), key=len) or [""]
    return _with_year(int(day), (*months, 0)[0], (*year, None)[0])


def _with_year(day: int, month: int, year: str | None) -> date:
    """Return a day of a year of two or four digits; without one the last such day until today."""
    if year:
        return date(int(year) + (2000 if len(year) == 2 else 0), month, day)
    today = clock.today()
    found = date(today.year, month, day)
    return found if found <= today else date(today.year - 1, month, day)


@cache
def _months() -> dict[str, int]:
    """Return the months by their names, short ones too, in all languages."""
    # Americans write September so.
    found = {"sep": 9}
    for language in LANGUAGES:
        with in_language(language):
            for names in (months(), short_months()):
                found |= {folded(name).strip("."): at for at, name in enumerate(names, 1)}
    return found
