"""The table of players: who is in it, in which order, and what each line shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from scorekeeper.figures.periods import evening_of
from scorekeeper.figures.rating import NEW
from scorekeeper.messages import gettext as _
from scorekeeper.messages import pgettext
from scorekeeper.pages.players.asked import Asked
from scorekeeper.pages.shared.charts import AgainstLuck, ResultMark, against_luck, run_of_results
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.figures.read import SeasonLine, season_table
from scorekeeper.scorebook.people.players import Player
from scorekeeper.wording.dates import day_name
from scorekeeper.wording.figures import NOTHING, percent
from scorekeeper.wording.formats import number

LISTED_A_PAGE = 50
# What the table is sorted by, and what comes first: the most, or the first in the alphabet.
ORDERS = ("name", "rating", "matches", "won", "share", "last")
USUAL = "rating"


class Order(NamedTuple):
    """What the table is sorted by; `turned` where it is the other way round than usual."""

    by: str
    turned: bool

    @property
    def falling(self) -> bool:
        """Whether the most come first."""
        return (self.by == "name") is self.turned

    @property
    def text(self) -> str:
        """As the address has it: rating, -rating."""
        return f"-{self.by}" if self.turned else self.by


class Column(NamedTuple):
    """The heading of a column: the order that it leads to, and how it is sorted now, if it is.

    The `word` before the name is only heard where the screen is narrow.
    """

    word: str
    name: str
    leads_to: str
    sorted: str
    number: bool


class PlayerLine(NamedTuple):
    """A player in the table; `form` are the newest results of those that are asked for."""

    id: int
    name: str
    colour: int
    rating: str
    matches: str
    won: str
    share: str
    mark: AgainstLuck | None
    luck: str
    form: tuple[ResultMark, ...]
    form_text: str
    last: str
    evening: date | None


def order_of(text: str) -> Order:
    """Read an order; what is none is the usual one."""
    by = text.removeprefix("-")
    return Order(by, text.startswith("-")) if by in ORDERS else Order(USUAL, turned=False)


def columns_of(order: Order) -> tuple[Column, ...]:
    """Return the headings of the columns that the table can be sorted by."""
    names = {
        "name": _("Player"),
        "rating": _("Rating"),
        "matches": _("Matches"),
        # For translators: the heading of a column of numbers: matches won.
        "won": pgettext("column", "Won"),
        "share": "%",
        "last": _("Last played"),
    }
    return tuple(
        Column(
            word=names["won"] if by == "share" else "",
            name=names[by],
            leads_to=Order(by, not order.turned if by == order.by else False).text,
            sorted=("descending" if order.falling else "ascending") if by == order.by else "",
            number=by not in ("name", "share"),
        )
        for by in ORDERS
    )


def sorted_players(
    players: Sequence[Player], asked: Asked, order: Order
) -> list[tuple[Player, SeasonLine | None]]:
    """Sort players by a figure, those who have none last.

    Where some matches are asked for, whoever played none of them is left out.
    """
    lines = {line.player: line for line in season_table(asked.frame)}
    found = [(player, lines.get(player.id)) for player in players]
    if asked.narrowed:
        found = [(player, line) for player, line in found if line]
    if order.by == "name":
        return sorted(found, key=lambda each: folded(each[0].name), reverse=order.falling)
    value = _VALUES[order.by]
    known: list[tuple[Player, SeasonLine | None]] = []
    rest: list[tuple[Player, SeasonLine | None]] = []
    for each in found:
        (known if each[1] and value(each[1]) is not None else rest).append(each)
    return sorted(known, key=lambda each: value(each[1]), reverse=order.falling) + rest


_VALUES: dict[str, Callable[[Any], Any]] = {
    "rating": lambda line: line.rating.shown,
    "matches": lambda line: line.total.sums.matches,
    "won": lambda line: line.total.sums.won,
    "share": lambda line: line.total.sums.share,
    "last": lambda line: line.total.last_at,
}


def lines_of_players(
    found: Sequence[tuple[Player, SeasonLine | None]],
) -> tuple[PlayerLine, ...]:
    """Show players."""
    return tuple(_line(player, line) for player, line in found)


def _line(player: Player, line: SeasonLine | None) -> PlayerLine:
    sums = line.total.sums if line else None
    shown = (line.rating if line else NEW).shown
    won = line.total.newest if line else ()
    last = line.total.last_at if line else None
    return PlayerLine(
        id=player.id,
        name=player.name,
        colour=player.colour,
        rating=NOTHING if shown is None else number(shown),
        matches=number(sums.matches) if sums else NOTHING,
        won=number(sums.won) if sums else NOTHING,
        share=percent(sums.share if sums else None),
        mark=against_luck(sums.share or 0, sums.chance or 0) if sums else None,
        luck=percent(sums.chance if sums else None),
        form=run_of_results(won),
        form_text=_("%(won)s of the last %(number)s won", won=sum(won), number=len(won)),
        last=day_name(last) if last else NOTHING,
        evening=evening_of(last) if last else None,
    )
