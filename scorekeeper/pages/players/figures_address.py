"""What the address asks for: which game's statistics and which period; 404 for an invalid one.

A game is a kind of matches by its code, because statistics compare only within a kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import abort, request, url_for

from scorekeeper import clock
from scorekeeper.access import guard
from scorekeeper.clock import ALL_TIME, NEWEST, newest_of, read_period
from scorekeeper.figures.match_results import Kind
from scorekeeper.messages import pgettext
from scorekeeper.pages.shared.dates_and_figures import period_name
from scorekeeper.scorebook.figures.queries import Figures, Frame, read_kind
from scorekeeper.scorebook.people.players import NoSuchPlayer, find_player
from scorekeeper.wording.rule_labels import kind_name

# Earlier years can only be opened by their address.
MOST_YEARS = 12

Parts = dict[str, Any]


class Asked(NamedTuple):
    """Which matches a page covers, and where it leads: to some of them, or to other statistics.

    A list of matches has the endpoint of the statistics that lead to it, with a suffix of its own.
    `ids` are the parts of both addresses that say whose they are.
    """

    frame: Frame
    endpoint: str
    ids: Mapping[str, Any]

    @property
    def narrowed(self) -> bool:
        return bool(self.frame.period or self.frame.kind)

    @property
    def parts(self) -> Parts:
        """The query of an address for the same period and game."""
        return {"period": self.frame.period or None, "game": self.frame.kind or None}

    def parts_for(self, player: int) -> Parts:
        """Return the query for another page; `player` is 0 if this page is about everybody."""
        newest = self.frame.period == NEWEST
        return self.parts | ({"period": f"{NEWEST}-{player}"} if newest else {})

    @property
    def here(self) -> str:
        """The address of the same page about all matches."""
        return url_for(self.endpoint, **self.ids)

    @property
    def back(self) -> str:
        """The address of the statistics that lead to a list."""
        return url_for(self.endpoint.removesuffix("_matches"), **self.ids, **self.parts)

    def matches(self, figure: str = "", game: str = "", before: int | None = None) -> str:
        """Return the address of the matches behind a number, perhaps for another game.

        `before` is the match after which the next page begins, if there are too many for one.
        """
        listing = self.endpoint.removesuffix("_matches") + "_matches"
        parts = self.parts | ({"game": game} if game else {})
        return url_for(listing, figure=figure or None, before=before, **self.ids, **parts)


def asked_for() -> Asked:
    """Read the address; 404 for a game or a period that does not exist."""
    seen = guard.visible_matches()
    try:
        period = read_period(request.args.get("period", ""))
        kind = read_kind(request.args.get("game", ""))
        if whose := newest_of(period):
            find_player(whose, seen)
    except (ValueError, NoSuchPlayer):
        abort(404)
    return Asked(Frame(period, kind, seen), request.endpoint or "", request.view_args or {})


def to_choose_from(asked: Asked) -> dict[str, dict[str, str]]:
    """Return what can be chosen: kinds and years that were played, this month, and the choice."""
    played = Figures(Frame(seen=asked.frame.seen)).kinds(())
    kinds = {kind.code: kind_name(kind) for kind, _total in played}
    if asked.frame.kind:
        kinds.setdefault(asked.frame.kind, kind_name(Kind.of(asked.frame.kind)))
    games = dict(sorted(kinds.items(), key=lambda kind: kind[1]))
    today, ended = clock.today(), [total.first_at for _kind, total in played if total.first_at]
    earliest = clock.local(min(ended)).year if ended else today.year
    years = [f"{year:04}" for year in range(today.year, earliest - 1, -1)][:MOST_YEARS]
    offered = dict.fromkeys((ALL_TIME, NEWEST, f"{today:%Y-%m}", *years, asked.frame.period))
    return {
        "games": {"": pgettext("search", "All games")} | games,
        "periods": {each: period_name(each, _name_of(newest_of(each))) for each in offered},
    }


def _name_of(player: int | None) -> str:
    return find_player(player).name if player else ""
