"""Lists of matches: a row for each, and the finished ones by month."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import pgettext
from scorekeeper.pages.shared.match import title_of
from scorekeeper.pages.shared.sides import round_of
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.listing import Listed, Page, Wanted, count_finished, count_open
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import format_day, month_name, time_ago
from scorekeeper.wording.formats import matches, number, rounds
from scorekeeper.wording.sides import SideNames


@dataclass(frozen=True, slots=True)
class ListedSide:
    """A side of a match in a list; `number` (from 1) is also its colour."""

    number: int
    name: str
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in a list; its sides by rank, the winner first."""

    id: int
    when: str
    title: str
    sides: tuple[ListedSide, ...]
    played: str


@dataclass(frozen=True, slots=True)
class Group:
    """Some rows, with a title where they need one: November · 14 matches."""

    title: str
    rows: tuple[ListedMatch, ...]


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
    months = [(month, tuple(rows)) for month, rows in groupby(page.rows, _month_of)]
    count, *in_months = count_finished(wanted, [_span(month) for month, _rows in months])
    groups = tuple(
        Group(f"{month_name(month)} · {matches(found)}", tuple(map(_finished_row, rows)))
        for (month, rows), found in zip(months, in_months, strict=True)
    )
    nothing = "" if groups else _("No finished match found.")
    return MatchList(_("Finished"), number(count), groups, nothing)


def open_list(wanted: Wanted, page: Page) -> MatchList:
    """Show a page of matches that go on."""
    groups = (Group("", open_rows(page.rows)),) if page.rows else ()
    nothing = "" if groups else _("No open match found.")
    # For translators: matches that are not finished.
    return MatchList(pgettext("matches", "Open"), number(count_open(wanted)), groups, nothing)


def open_rows(rows: Sequence[Listed]) -> tuple[ListedMatch, ...]:
    """Show matches that go on."""
    return tuple(
        _row(row.match, time_ago(row.place.moment), _next_round(row.match)) for row in rows
    )


def _finished_row(row: Listed) -> ListedMatch:
    return _row(row.match, format_day(row.place.moment), rounds(len(row.match.rounds)))


def _row(match: Match, when: str, played: str) -> ListedMatch:
    return ListedMatch(match.id, when, title_of(match), tuple(_ranked(match)), played)


def _next_round(match: Match) -> str:
    return round_of(match.setup, match.next_number)


def _ranked(match: Match) -> Iterator[ListedSide]:
    """Yield the winner, then the other sides by their totals, then those that are out."""
    totals, winner, out = match.standing.totals, match.standing.winner, match.standing.put_out
    sign = -1 if match.setup.game.match.best is Best.HIGH else 1
    names = SideNames(match.setup, match.names)

    def rank(side: int) -> tuple[bool, bool, int]:
        return side != winner, side in out, sign * totals[side]

    for side in sorted(range(len(totals)), key=rank):
        yield ListedSide(side + 1, names.label(side), number(totals[side]), side == winner)


def _month_of(row: Listed) -> datetime:
    """Return when the month of a match began, on the clock of the server."""
    moment = row.place.moment.astimezone()
    return datetime(moment.year, moment.month, 1).astimezone()


def _span(month: datetime) -> tuple[datetime, datetime]:
    """Return when a month begins and when it is over."""
    after = divmod(month.year * 12 + month.month, 12)
    return month, datetime(after[0], after[1] + 1, 1).astimezone()
