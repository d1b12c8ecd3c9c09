"""Lists of matches: the first ones, the finished ones by month, and the rows of both."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scorekeeper import clock
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.dates_and_figures import month_name
from scorekeeper.rules.game_keys import Best
from scorekeeper.scorebook.figures.page_figures import MatchScore
from scorekeeper.scorebook.match_lists import (
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
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.formats import format_number, matches

# Others are on a page of their own.
MOST_FOLDED = 8


class Front(NamedTuple):
    """What is above the list: the open match last played, and a new one like the last.

    `others` are the next open matches, `more` is how many there are besides, and `put_away` how
    many are put away.
    """

    current: Match | None
    may_score: bool
    others: Sequence[Listed]
    more: int
    put_away: int
    again: Match | None


# Rows under a title, if they need one: November · 14 matches. The first text, "2026-11", is the
# same on every page with rows of the month; matches put away have none.
Group = tuple[str, str, Sequence[Listed]]


def front_of(finished: Page, among: Ids | None, scorable: Ids | None) -> Front:
    """Return the open matches, and the match played last, to start it again.

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
        others=at_hand[1:],
        more=count - 1,
        put_away=put_away,
        again=last.match if last else None,
    )


def finished_list(wanted: Wanted, page: Page) -> tuple[int, list[Group]]:
    """Count the finished matches; list a page of them by month, with how many ended in each."""
    months = [(month, [*rows]) for month, rows in groupby(page.rows, _month_of)]
    count, *in_months = count_finished(wanted, [_span(month) for month, _rows in months])
    return count, [
        (f"{month:%Y-%m}", f"{month_name(month)} · {matches(found)}", rows)
        for (month, rows), found in zip(months, in_months, strict=True)
    ]


def open_list(wanted: Wanted, page: Page) -> tuple[int, list[Group]]:
    """Count the open matches; list a page of them, those put away last."""
    at_hand, put_away = count_open(wanted)
    titles = {True: ("away", put_away_title(put_away)), False: ("", "")}
    return at_hand, [
        (*titles[away], [*rows]) for away, rows in groupby(page.rows, attrgetter("put_away"))
    ]


def put_away_title(count: int) -> str:
    """Say how many matches are put away."""
    # For translators: matches that nobody went on with for a month.
    return _("Not played for a month: %(count)s", count=format_number(count))


def best_first(score: MatchScore) -> list[int]:
    """Return the side that won, then the others by their totals, then those put out."""
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
