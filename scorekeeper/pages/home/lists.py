"""Lists of matches: those at the front, the finished ones by month, and the rows of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby, islice
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from flask import current_app, get_template_attribute
from flask.sansio.blueprints import BlueprintSetupState
from markupsafe import Markup

from scorekeeper.figures import clock
from scorekeeper.i18n import page_language
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.sides import round_of
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.figures.read import MatchScore, scores_of
from scorekeeper.scorebook.listing import (
    Ids,
    Listed,
    Page,
    Wanted,
    count_finished,
    count_open,
    last_played,
    newest,
    open_matches,
)
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import day_name, format_day, month_name, time_ago
from scorekeeper.wording.formats import matches, number, rounds
from scorekeeper.wording.sides import SideNames

# More are on a page of their own.
MOST_FOLDED = 8
# About a kilobyte each.
MAX_ROWS = 2048

Played = Callable[[MatchScore], str]


class RowWanted(NamedTuple):
    """What is to be shown of a match: when it was changed, and whether it can be brought back."""

    listed: Listed
    when: str
    back: bool = False


# In a language.
Key = tuple[str, RowWanted]


class RowCache:
    """The rows that were shown last: they change with the version of their match."""

    def __init__(self) -> None:
        self._rows: LRUCache[Key, Markup] = LRUCache(MAX_ROWS)
        self._lock = Lock()

    def find(self, key: Key) -> Markup | None:
        with self._lock:
            return self._rows.get(key)

    def store(self, key: Key, row: Markup) -> None:
        with self._lock:
            self._rows[key] = row


def add_row_cache(state: BlueprintSetupState) -> None:
    """Give the application its cache of rows."""
    state.app.extensions["row_cache"] = RowCache()


class Front(NamedTuple):
    """What is above the list: the open match that was touched last, and a new one like the last.

    `others` are the next of those that are open besides, `more` is how many there are, and
    `put_away` how many are put away.
    """

    current: Match | None
    may_score: bool
    others: tuple[Markup, ...]
    more: int
    put_away: int
    again: Match | None


# Rows under a title, where they need one: November · 14 matches. The first text, "2026-11", is the
# same on every page that has rows of the month; those put away are no month's.
Group = tuple[str, str, tuple[Markup, ...]]


def front_of(finished: Page, among: Ids | None, scorable: Ids | None) -> Front:
    """Show the open matches, and the match played last, to start it again.

    `finished` are the newest of those that are over. `among` are the ids of the matches that the
    device may see, `scorable` of those that it may score; all if None.
    """
    found = open_matches(Wanted(among=among), size=1 + MOST_FOLDED)
    last = newest(found, finished) if among == scorable else last_played(scorable)
    at_hand = [row for row in found.rows if not row.put_away]
    count, put_away = count_open(Wanted(among=among))
    current = at_hand[0].match if at_hand else None
    return Front(
        current=current,
        may_score=current is not None and (scorable is None or current.id in scorable),
        others=open_rows(at_hand[1:]),
        more=count - 1,
        put_away=put_away,
        again=last.match if last else None,
    )


def finished_list(wanted: Wanted, page: Page) -> tuple[int, list[Group]]:
    """Count the finished matches; list a page of them by month, with how many ended in each."""
    rows = iter(finished_rows(page.rows))
    months = [
        (month, tuple(islice(rows, len(list(some)))))
        for month, some in groupby(page.rows, _month_of)
    ]
    spans = [_span(month) for month, _rows in months]
    count, *in_months = count_finished(wanted, spans)
    return count, [
        (f"{month:%Y-%m}", f"{month_name(month)} · {matches(found)}", shown)
        for (month, shown), found in zip(months, in_months, strict=True)
    ]


def open_list(wanted: Wanted, page: Page, scorable: Ids | None) -> tuple[int, list[Group]]:
    """Count the matches that go on; list a page of them, those last that are put away.

    They can be brought back if `scorable`, all if None.
    """
    at_hand, put_away = count_open(wanted)
    titles = {True: ("away", put_away_title(put_away)), False: ("", "")}
    return at_hand, [
        (*titles[away], open_rows([*some], scorable))
        for away, some in groupby(page.rows, attrgetter("put_away"))
    ]


def put_away_title(count: int) -> str:
    """Say how many matches are put away."""
    # For translators: matches that nobody went on with for a month.
    return _("Put away after a month: %(count)s", count=number(count))


def open_rows(rows: Sequence[Listed], scorable: Ids | None = ()) -> tuple[Markup, ...]:
    """Show matches that go on; those put away can be brought back if `scorable`, all if None."""
    wanted = [
        RowWanted(
            row,
            (day_name if row.put_away else time_ago)(row.place.moment),
            back=row.put_away and (scorable is None or row.match_id in scorable),
        )
        for row in rows
    ]
    return _shown(wanted, lambda score: round_of(score.setup, score.rounds + 1))


def finished_rows(rows: Sequence[Listed]) -> tuple[Markup, ...]:
    """Show finished matches."""
    wanted = [RowWanted(row, format_day(row.place.moment)) for row in rows]
    return _shown(wanted, lambda score: rounds(score.rounds))


def _shown(wanted: Sequence[RowWanted], played: Played) -> tuple[Markup, ...]:
    """Show rows, each with how much was `played`; those shown before need not be read.

    A match that was deleted since it was listed has an empty row.
    """
    cache: RowCache = current_app.extensions["row_cache"]
    language = page_language()
    shown = {each: cache.find((language, each)) for each in wanted}
    new = [each for each in wanted if not shown[each]]
    found = scores_of([each.listed.match_id for each in new]) if new else ()
    scores = {score.match_id: score for score in found}
    for each in new:
        if score := scores.get(each.listed.match_id):
            shown[each] = html = _row(score, each, played(score))
            cache.store((language, each), html)
    return tuple(shown[each] or Markup() for each in wanted)


def _row(score: MatchScore, wanted: RowWanted, played: str) -> Markup:
    names = SideNames(score.setup, score.names)
    row = get_template_attribute("home/_rows.html", "row")
    html: Markup = row(score, wanted, names, _ranked(score), played)
    return html


def _ranked(score: MatchScore) -> list[int]:
    """Return the side that won, then the others by their totals, then those that are out."""
    sign = -1 if score.setup.game.match.best is Best.HIGH else 1

    def rank(side: int) -> tuple[bool, bool, int]:
        return side != score.winner, side in score.put_out, sign * score.totals[side]

    return sorted(range(len(score.totals)), key=rank)


def _month_of(row: Listed) -> datetime:
    """Return when the month of a match began."""
    moment = clock.local(row.place.moment)
    return clock.moment_at(datetime(moment.year, moment.month, 1))


def _span(month: datetime) -> tuple[datetime, datetime]:
    """Return when a month begins and when it is over."""
    after = divmod(month.year * 12 + month.month, 12)
    return month, clock.moment_at(datetime(after[0], after[1] + 1, 1))
