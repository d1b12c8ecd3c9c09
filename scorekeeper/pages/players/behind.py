"""The matches that a figure was counted from, a page at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import NamedTuple, TypeVar

from flask import abort, request

from scorekeeper.figures.counted import Figure
from scorekeeper.messages import gettext as _
from scorekeeper.pages.players.asked import Asked
from scorekeeper.pages.players.leads import (
    Leads,
    Met,
    lead_of,
    lead_of_pair,
    lead_of_rivals,
)
from scorekeeper.pages.players.match_lines import MatchLine, lines_of_matches
from scorekeeper.scorebook.database.limits import LARGEST_ID
from scorekeeper.scorebook.figures.read import (
    matches_behind,
    matches_between,
    matches_in_a_row,
)
from scorekeeper.scorebook.people.players import Player

MATCHES_A_PAGE = 20

_AHEAD = {None: None, Met.ONE: 1, Met.OTHER: -1, Met.LEVEL: 0}

Listing = Callable[[int, int], tuple[int, ...]]
Chosen = TypeVar("Chosen", bound=StrEnum)


class BehindPage(NamedTuple):
    """Matches behind a figure of a player or of two.

    `figures` are all that can be asked for, by what the address has, and `figure` is the one that
    was. `back` is the page of the figures, `action` this one, and `older` its next page or "".
    """

    names: str
    figures: Mapping[str, str]
    figure: str
    lines: tuple[MatchLine, ...]
    back: str
    action: str
    older: str
    compares: bool

    @property
    def words(self) -> str:
        return self.figures[self.figure]


def behind_player(player: Player, asked: Asked) -> BehindPage:
    """List matches of a player."""
    return _behind(lead_of(asked, player.id), player.name, (player.id,))


def behind_pair(one: Player, two: Player, asked: Asked) -> BehindPage:
    """List matches of two partners."""
    lead = lead_of_pair(asked, one.id, two.id)
    return _behind(lead, f"{one.name} & {two.name}", (one.id, two.id))


def behind_rivals(one: Player, two: Player, asked: Asked) -> BehindPage:
    """List matches of two against each other."""
    figure = _chosen(Met)
    if figure is Met.ROW:
        listing = partial(_in_a_row, one.id, two.id, asked)
    else:
        listing = partial(_between, one.id, two.id, _AHEAD[figure], asked)
    figures = {
        "": _("all matches"),
        Met.ONE.value: _("matches in which %(name)s finished ahead", name=one.name),
        Met.OTHER.value: _("matches in which %(name)s finished ahead", name=two.name),
        Met.LEVEL.value: _("matches in which neither finished ahead"),
        Met.ROW.value: _("matches in a row in which %(name)s finished ahead", name=one.name),
    }
    names = _("%(one)s against %(two)s", one=one.name, two=two.name)
    lead = lead_of_rivals(asked, one.id, two.id)
    return _page(lead, names, figures, figure or "", listing)


def _behind(lead: Leads, names: str, players: tuple[int, ...]) -> BehindPage:
    figure = _chosen(Figure)

    def listing(before: int, most: int) -> tuple[int, ...]:
        return matches_behind(players, figure, lead.asked.frame, before, most)

    return _page(lead, names, _figures(), figure or "", listing)


def _between(
    one: int, two: int, ahead: int | None, asked: Asked, before: int, most: int
) -> tuple[int, ...]:
    return matches_between(one, two, ahead, asked.frame, before, most)


def _in_a_row(one: int, two: int, asked: Asked, before: int, most: int) -> tuple[int, ...]:
    """List matches up to the one that the address has as the last, or up to the newest."""
    found = matches_in_a_row(one, two, asked.frame, request.args.get("last", None, type=int))
    return found[found.index(before) + 1 if before in found else 0 :][:most]


def _page(
    lead: Leads,
    names: str,
    figures: Mapping[str, str],
    figure: str,
    listing: Listing,
) -> BehindPage:
    before = request.args.get("before", 0, type=int)
    if not 0 <= before <= LARGEST_ID:
        abort(404)
    found = listing(before, MATCHES_A_PAGE + 1)
    shown = found[:MATCHES_A_PAGE]
    return BehindPage(
        names=names,
        figures=figures,
        figure=figure,
        lines=lines_of_matches(shown),
        back=lead.back(),
        action=lead.to_all(),
        older=lead.to(figure, before=shown[-1]) if len(found) > len(shown) else "",
        # Points of two kinds of matches do not.
        compares=figure != Figure.BIGGEST or bool(lead.asked.kind),
    )


def _chosen(kind: type[Chosen]) -> Chosen | None:
    """Read which figure is asked for; 404 for one that there is not."""
    name = request.args.get("figure", "")
    try:
        return kind(name) if name else None
    except ValueError:
        abort(404)


def _figures() -> dict[str, str]:
    return {
        "": _("all matches"),
        Figure.WON.value: _("matches won"),
        Figure.OUT.value: _("matches with a round won by going out"),
        Figure.BLOCK.value: _("matches with a round won by a block"),
        Figure.TILE.value: _("matches with a round won by the lightest tile"),
        Figure.DRAWN.value: _("matches with a round drawn"),
        Figure.CAUGHT.value: _("matches with the double six left in hand"),
        Figure.BIGGEST.value: _("the match with the biggest round"),
        Figure.RUN.value: _("the most matches won in a row"),
    }
