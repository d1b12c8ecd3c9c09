"""Lists of matches: the finished ones by month, or those that go on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from operator import attrgetter

from markupsafe import Markup

from scorekeeper.figures import clock
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.home.rows import counted, finished_rows, open_rows, put_away_title
from scorekeeper.scorebook.listing import (
    Listed,
    Page,
    count_finished,
    count_open,
)
from scorekeeper.scorebook.searching import Ids, Wanted
from scorekeeper.wording.dates import month_name
from scorekeeper.wording.formats import matches


@dataclass(frozen=True, slots=True)
class Group:
    """Some rows, with a title where they need one: November · 14 matches.

    `month` is the same on every page that has rows of it; those put away are no month's.
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
    return MatchList(_("Finished"), counted(count), groups, nothing)


def open_list(wanted: Wanted, page: Page, scorable: Ids | None) -> MatchList:
    """Show a page of matches that go on, those last that are put away.

    They can be brought back if `scorable`, all if None.
    """
    at_hand, put_away = count_open(wanted)
    titles = {True: put_away_title(put_away), False: ""}
    groups = tuple(
        Group("away" if away else "", titles[away], open_rows([*some], scorable))
        for away, some in groupby(page.rows, attrgetter("put_away"))
    )
    nothing = "" if groups else _("No open match found.")
    # For translators: matches that are not finished.
    heading = pgettext("matches", "Open")
    return MatchList(heading, counted(at_hand), groups, nothing)


def _month_of(row: Listed) -> datetime:
    """Return when the month of a match began."""
    moment = clock.local(row.place.moment)
    return clock.moment_at(datetime(moment.year, moment.month, 1))


def _span(month: datetime) -> tuple[datetime, datetime]:
    """Return when a month begins and when it is over."""
    after = divmod(month.year * 12 + month.month, 12)
    return month, clock.moment_at(datetime(after[0], after[1] + 1, 1))
