"""Days and months as the language of the page writes them."""

from __future__ import annotations

from datetime import date

from scorekeeper.messages import pgettext


def months() -> list[str]:
    # For translators: all twelve, with a space between.
    names = pgettext(
        "months",
        "January February March April May June July August September October November December",
    )
    return names.split()


def short_months() -> list[str]:
    # For translators: all twelve in a few letters, with a space between.
    return pgettext("months", "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec").split()


def short_month(day: date) -> str:
    """Name a month in a few letters: Nov."""
    return short_months()[day.month - 1]


def day_and_month(day: date) -> str:
    """Write a day without its year: 20 Nov."""
    # For translators: a day of this year: 20 Nov.
    return pgettext("day", "%(day)s %(month)s", day=day.day, month=short_month(day))
