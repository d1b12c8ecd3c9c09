"""Where figures lead: to the matches they were counted from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from flask import url_for

from scorekeeper.pages.players.asked import Asked


class Met(StrEnum):
    """Who of two finished ahead, as the address has it; `ROW` are those the first did in a row."""

    ONE = "ahead"
    OTHER = "behind"
    LEVEL = "level"
    ROW = "row"


class Leads(NamedTuple):
    """Leads from a `page` of figures to the lists of the matches they were counted from.

    `ids` are the parts of the addresses of both that say whose they are.
    """

    asked: Asked
    page: str
    ids: Mapping[str, Any]

    def to(self, figure: str = "", kind: str | None = None, before: int | None = None) -> str:
        """Return where the matches of a figure are listed, perhaps those of another kind.

        Those that ended `before` another match, if there are too many for a page.
        """
        asked = self.asked.parts(kind=kind)
        return url_for(self._list, figure=figure or None, before=before, **self.ids, **asked)

    def to_older(self, shown: Sequence[int], of: int) -> str:
        """Return where the matches before those that are shown are listed; "" if that are all."""
        return self.to(before=shown[-1]) if len(shown) < of else ""

    def to_all(self) -> str:
        """Return where all matches are listed, of every kind and period."""
        return url_for(self._list, **self.ids)

    def back(self) -> str:
        """Return where the figures are."""
        return url_for(self.page, **self.ids, **self.asked.parts())

    @property
    def _list(self) -> str:
        return f"{self.page}_matches"


def lead_of(asked: Asked, player: int) -> Leads:
    """Leads from the figures of a player."""
    return Leads(asked, "players.show", {"player_id": player})


def lead_of_pair(asked: Asked, one: int, two: int) -> Leads:
    """Leads from the figures of two partners."""
    return Leads(asked, "players.pair", {"player_id": one, "other_id": two})


def lead_of_rivals(asked: Asked, one: int, two: int) -> Leads:
    """Leads from the figures of two against each other."""
    return Leads(asked, "players.against", {"player_id": one, "other_id": two})
