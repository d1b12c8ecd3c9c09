"""What the address asks for: the figures of which game and which period; 404 for what is neither.

A game is a kind of matches by its code, as figures are compared within a kind.
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

# Years before these are found by their addresses only.
MOST_YEARS = 12

Parts = dict[str, Any]


class Asked(NamedTuple):
    """Of which matches a page is, and where it leads: to a part of them, or to other figures.

    A list of matches has the name of the page whose figures lead to it, with an end of its own.
    `ids` are the parts of the addresses of both that say whose they are.
    """

    frame: Frame
    endpoint: str
    ids: Mapping[str, Any]

    @property
    def narrowed(self) -> bool:
        return bool(self.frame.period or self.frame.kind)

    @property
    def parts(self) -> Parts:
        """The parts of an address that ask for the same period and game."""
        return {"period": self.frame.period or None, "game": self.frame.kind or None}

    def parts_for(self, player: int) -> Parts:
        """Return those for a page of others; `player` is 0 where this one is of all."""
        newest = self.frame.period == NEWEST
        return self.parts | ({"period": f"{NEWEST}-{player}"} if newest else {})

    @property
    def here(self) -> str:
        """Where the same is shown of all matches."""
        return url_for(self.endpoint, **self.ids)

    @property
    def back(self) -> str:
        """Where the figures are that lead to a list."""
        return url_for(self.endpoint.removesuffix("_matches"), **self.ids, **self.parts)

    def matches(self, figure: str = "", game: str = "", before: int | None = None) -> str:
        """Return where the matches of a figure are listed, perhaps those of another game.

        Those that ended `before` another match, if there are too many for a page.
        """
        listing = self.endpoint.removesuffix("_matches") + "_matches"
        parts = self.parts | ({"game": game} if game else {})
        return url_for(listing, figure=figure or None, before=before, **self.ids, **parts)


def asked_for() -> Asked:
    """Read the address; 404 where it asks for a game or a period that there is not."""
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
    """Offer all kinds and years that were played, this month, and what was chosen, by name."""
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
