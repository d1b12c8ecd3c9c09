"""What is above the list of matches: the match to continue, and a new one like the last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.home.rows import open_rows, put_away_title
from scorekeeper.pages.shared.again import SameAgain, same_again
from scorekeeper.pages.shared.match import sides_of, status_of, title_of
from scorekeeper.pages.shared.sides import Side, digits_of
from scorekeeper.scorebook.listing import (
    Listed,
    Page,
    count_open,
    last_played,
    newest,
    open_matches,
)
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.searching import Ids, Wanted
from scorekeeper.wording.dates import time_ago

# More are on a page of their own.
MOST_FOLDED = 8


class CurrentMatch(NamedTuple):
    """The open match that was touched last.

    `digits` is how many its longest score has, and at least two.
    """

    id: int
    title: str
    status: str
    sides: tuple[Side, ...]
    digits: int
    action: str


class OtherMatches(NamedTuple):
    """The other open matches, folded under a label; `all` where these are not all of them."""

    label: str
    rows: tuple[Markup, ...]
    all: bool


class Front(NamedTuple):
    """The top of the home page; None for what there is not, "" if no match is put away."""

    current: CurrentMatch | None
    others: OtherMatches | None
    put_away: str
    again: SameAgain | None


def front_of(finished: Page, among: Ids | None, scorable: Ids | None) -> Front:
    """Show the open matches, and the match played last, to start it again.

    `finished` are the newest of those that are over. `among` are the ids of the matches that the
    device may see, `scorable` of those that it may score; all if None.
    """
    found = open_matches(Wanted(among=among), size=1 + MOST_FOLDED)
    last = newest(found, finished) if among == scorable else last_played(scorable)
    rows = [row for row in found.rows if not row.put_away]
    at_hand, put_away = count_open(Wanted(among=among))
    return Front(
        current=_current(rows[0].match, scorable) if rows else None,
        others=_others(rows[1:], at_hand - 1) if len(rows) > 1 else None,
        put_away=put_away_title(put_away) if put_away else "",
        again=same_again(last.match) if last else None,
    )


def _current(match: Match, scorable: Ids | None) -> CurrentMatch:
    sides, may_score = sides_of(match), scorable is None or match.id in scorable
    return CurrentMatch(
        id=match.id,
        title=title_of(match),
        status=f"{status_of(match)} · {time_ago(match.changed_at)}",
        sides=sides,
        digits=digits_of(sides),
        action=_("Continue") if may_score else _("Watch"),
    )


def _others(rows: Sequence[Listed], count: int) -> OtherMatches:
    return OtherMatches(
        # For translators: matches that go on, besides the one that is shown.
        label=ngettext("%(num)s more open", "%(num)s more open", count),
        rows=open_rows(rows),
        all=len(rows) < count,
    )
