"""Lists of matches: the finished ones by month, or those that go on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice

from markupsafe import Markup

from scorekeeper.figures import clock
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.home.rows import finished_rows, open_rows
from scorekeeper.scorebook.listing import (
    MOST_COUNTED,
    Listed,
    Page,
    count_finished,
    count_open,
)
from scorekeeper.scorebook.searching import Wanted
from scorekeeper.wording.dates import month_name
from scorekeeper.wording.formats import matches, number


@dataclass(frozen=True, slots=True)
class Group:
    """Some rows, with a title where they need one: November · 14 matches.

    `month` is the same on every page that has rows of it.
    """

    month: str
    title: str
    rows: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class MatchList:
    """A page of matches, under a heading with the `count` of all that fit.

    `nothing` says that none does.
    """

    heading: str
    count: str
    groups: tuple[Group, ...]
    nothing: str = ""


def finished_list(wanted: Wanted, page: Page) -> MatchList:
    """Show a page of finished matches by month, each with how many matches ended in it."""
    rows = iter(finished_rows(page.rows))
    months = [
        (month, tuple(islice(rows, len(list(some)))))
        for month, some in groupby(page.rows, _month_of)
    ]
    spans = [_span(month) for month, _rows in months]
    count, *in_months = count_finished(wanted, spans, lately=page.lately)
    groups = tuple(
        Group(f"{month:%Y-%m}", f"{month_name(month)} · {matches(found)}", shown)
        for (month, shown), found in zip(months, in_months, strict=True)
    )
    nothing = "" if groups else _("No finished match found.")
    return MatchList(_("Finished"), _counted(count), groups, nothing)


def open_list(wanted: Wanted, page: Page) -> MatchList:
    """Show a page of matches that go on."""
    groups = (Group("", "", open_rows(page.rows)),) if page.rows else ()
    nothing = "" if groups else _("No open match found.")
    # For translators: matches that are not finished.
    heading = pgettext("matches", "Open")
    return MatchList(heading, _counted(count_open(wanted)), groups, nothing)


def _counted(count: int) -> str:
    """Write how many there are; beyond some there are just more: 10,000+."""
    return number(count) if count <= MOST_COUNTED else f"{number(MOST_COUNTED)}+"


def _month_of(row: Listed) -> datetime:
    """Return when the month of a match began."""
    moment = clock.local(row.place.moment)
    return clock.moment_at(datetime(moment.year, moment.month, 1))


def _span(month: datetime) -> tuple[datetime, datetime]:
    """Return when a month begins and when it is over."""
    after = divmod(month.year * 12 + month.month, 12)
    return month, clock.moment_at(datetime(after[0], after[1] + 1, 1))
