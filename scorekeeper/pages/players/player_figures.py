"""What the pages of players show: a table of all, one player's statistics, and two rivals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from scorekeeper.figures.head_to_head import LEAST_ROW, Ranked, best_partner, rival_of
from scorekeeper.figures.match_results import Sums
from scorekeeper.figures.rating import LEAST_MATCHES, MIDDLE, Rating
from scorekeeper.pages.players.charts import curve
from scorekeeper.pages.players.figures_address import Asked
from scorekeeper.pages.players.match_lines import lines_of, lines_of_matches
from scorekeeper.pages.shared.dates_and_figures import day_name, short_month
from scorekeeper.scorebook.database.letter_case import folded
from scorekeeper.scorebook.figures.page_figures import (
    PlayerFigures,
    player_figures,
    rivals,
    season_table,
)
from scorekeeper.scorebook.people.players import Player, players_by_id
from scorekeeper.wording.formats import format_number

# How many matches are below somebody's statistics; a link leads to all of them.
MOST_RECENT = 5
# More people are shown if all are asked for.
MOST_MET, MOST_PARTNERS = 10, 5

# The sort keys of the table, and what comes first: the most, or the first in the alphabet.
_VALUES: dict[str, Callable[[Any], Any]] = {
    "rating": lambda line: line.rating.points,
    "matches": lambda line: line.sums.matches,
    "won": lambda line: line.sums.won,
    "share": lambda line: line.sums.share,
    "last": lambda line: line.total.last_at,
}

Value = TypeVar("Value")
Line = tuple[Player, Ranked | None]


class Order(NamedTuple):
    """What the table is sorted by; `turned` if the usual order is reversed."""

    by: str
    turned: bool

    @classmethod
    def of(cls, text: str) -> Order:
        """Read an order; anything invalid means the usual one."""
        by = text.removeprefix("-")
        return cls(by, text.startswith("-")) if by in ("name", *_VALUES) else cls("rating", False)

    @property
    def falling(self) -> bool:
        """Whether the most come first."""
        return (self.by == "name") is self.turned

    @property
    def text(self) -> str:
        """The order as in the address: rating, -rating."""
        return f"-{self.by}" if self.turned else self.by

    def to(self, by: str) -> str:
        """Return the order that a tap on the heading of a column leads to."""
        return f"-{by}" if by == self.by and not self.turned else by


def sorted_players(players: Sequence[Player], asked: Asked, order: Order) -> list[Line]:
    """Sort players by a value, those without one last.

    If not all matches are asked for, players of none of them are left out.
    """
    lines = {line.player: line for line in season_table(asked.frame)}
    found = [(player, lines.get(player.id)) for player in players]
    if asked.narrowed:
        found = [(player, line) for player, line in found if line]
    if order.by == "name":
        return sorted(found, key=lambda each: folded(each[0].name), reverse=order.falling)
    value = _VALUES[order.by]
    known, rest = list[Line](), list[Line]()
    for each in found:
        (known if each[1] and value(each[1]) is not None else rest).append(each)
    return sorted(known, key=lambda each: value(each[1]), reverse=order.falling) + rest


def person_page(player: Player, asked: Asked, *, everybody: bool) -> dict[str, Any]:
    """Return the statistics of a player, with the most frequent opponents and partners."""
    figures = player_figures(player.id, asked.frame, MOST_RECENT)
    names = players_by_id(asked.frame.seen)
    rival, best = rival_of(figures.met), best_partner(figures.partners)
    met = _known(figures.met, names)
    partners = _known(figures.partners, names)
    shown_met = met if everybody else _frequent(met, MOST_MET, rival)
    shown_partners = partners if everybody else _frequent(partners, MOST_PARTNERS, best)
    return {
        "player": player,
        "figures": figures,
        "least_matches": LEAST_MATCHES,
        "one_kind": _one_kind(figures, asked),
        "names": names,
        "met": shown_met,
        "rival": rival,
        "partners": shown_partners,
        "best": best,
        "more_people": len(met) > len(shown_met) or len(partners) > len(shown_partners),
        "recent_lines": lines_of(figures.newest),
        **_rating_curve(figures.curve),
    }


def against_page(one: Player, two: Player, asked: Asked) -> dict[str, Any]:
    """Return how two players did against each other."""
    figures = rivals(one.id, two.id, asked.frame)
    first, second = figures.in_a_row
    ahead, other, count = (one, two, first) if first else (two, one, second)
    recent = [each.match_id for each in figures.newest[:MOST_RECENT]]
    return {
        "one": one,
        "two": two,
        "figures": figures,
        "row": (ahead, other, count) if count >= LEAST_ROW else None,
        "recent_lines": lines_of_matches(recent),
    }


def _known(others: Mapping[int, Value], names: Mapping[int, Player]) -> dict[int, Value]:
    return {other: value for other, value in others.items() if other in names}


def _frequent(others: Mapping[int, Value], most: int, named: int | None) -> dict[int, Value]:
    """Return the first ones, and the one named as best partner or rival."""
    first = [*others][:most]
    return {other: value for other, value in others.items() if other in (*first, named)}


def _one_kind(figures: PlayerFigures, asked: Asked) -> tuple[str, Sums] | None:
    """Return the sums of the only kind, whose points compare, with the code of the kind."""
    if asked.frame.kind:
        return asked.frame.kind, figures.total.sums
    if len(figures.kinds) != 1:
        return None
    ((kind, total),) = figures.kinds
    return kind.code, total.sums


def _rating_curve(rated: Sequence[tuple[datetime, Rating]]) -> dict[str, Any]:
    """Draw the ratings that may be shown."""
    known = [(moment, rating.points) for moment, rating in rated]
    shown = [(moment, value) for moment, value in known if value is not None]
    if len(shown) < 2:
        return {"curve": None}
    values, months = [value for _m, value in shown], [short_month(moment) for moment, _v in shown]
    texts = [*map(format_number, values)]
    return {
        "curve": curve(values, texts, months, (MIDDLE, format_number(MIDDLE))),
        "curve_begins": shown[0][0],
        "curve_rows": [(day_name(at), text) for (at, _v), text in zip(shown, texts, strict=True)],
    }
