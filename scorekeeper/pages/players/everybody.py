"""The table of players: who is in it, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scorekeeper.figures.people import Ranked
from scorekeeper.pages.players.asked import Asked
from scorekeeper.scorebook.database.folding import folded
from scorekeeper.scorebook.figures.read import season_table
from scorekeeper.scorebook.people.players import Player

# What the table is sorted by, and what comes first: the most, or the first in the alphabet.
_VALUES: dict[str, Callable[[Any], Any]] = {
    "rating": lambda line: line.rating.shown,
    "matches": lambda line: line.sums.matches,
    "won": lambda line: line.sums.won,
    "share": lambda line: line.sums.share,
    "last": lambda line: line.total.last_at,
}

Line = tuple[Player, Ranked | None]


class Order(NamedTuple):
    """What the table is sorted by; `turned` where it is the other way round than usual."""

    by: str
    turned: bool

    @classmethod
    def of(cls, text: str) -> Order:
        """Read an order; what is none is the usual one."""
        by = text.removeprefix("-")
        return cls(by, text.startswith("-")) if by in ("name", *_VALUES) else cls("rating", False)

    @property
    def falling(self) -> bool:
        """Whether the most come first."""
        return (self.by == "name") is self.turned

    @property
    def text(self) -> str:
        """As the address has it: rating, -rating."""
        return f"-{self.by}" if self.turned else self.by

    def to(self, by: str) -> str:
        """Return the order that the heading of a column leads to."""
        return f"-{by}" if by == self.by and not self.turned else by


def sorted_players(players: Sequence[Player], asked: Asked, order: Order) -> list[Line]:
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
    known, rest = list[Line](), list[Line]()
    for each in found:
        (known if each[1] and value(each[1]) is not None else rest).append(each)
    return sorted(known, key=lambda each: value(each[1]), reverse=order.falling) + rest
