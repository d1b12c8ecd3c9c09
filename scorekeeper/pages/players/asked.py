"""What the address asks for: the figures of which game and which period; 404 for what is neither.

A game is a kind of matches by its code, as figures are compared within a kind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import abort, request

from scorekeeper.figures.periods import named, newest_of
from scorekeeper.scorebook.figures.frame import Frame, read_kind, read_span
from scorekeeper.scorebook.people.players import Ids, NoSuchPlayer, find_player


class Asked(NamedTuple):
    """The matches that figures are asked of; only those `seen`, all if None."""

    period: str
    kind: str
    seen: Ids | None

    @property
    def frame(self) -> Frame:
        return Frame(self.period, self.kind, self.seen)

    @property
    def narrowed(self) -> bool:
        return bool(self.period or self.kind)

    def seen_from(self, player: int) -> Asked:
        """Return the same matches for a page of others; `player` is 0 where this one is of all."""
        return self._replace(period=named(self.period, player))

    def parts(self, *, period: str | None = None, kind: str | None = None) -> dict[str, Any]:
        """Return the parts of an address that asks for the same, or another period or kind."""
        return {
            "period": (self.period if period is None else period) or None,
            "game": (self.kind if kind is None else kind) or None,
        }


def asked_for(seen: Ids | None) -> Asked:
    """Read the address; 404 where it asks for a game or a period that there is not."""
    try:
        period = read_span(request.args.get("period", ""))
        kind = read_kind(request.args.get("game", ""))
        if whose := newest_of(period):
            find_player(whose, seen)
    except (ValueError, NoSuchPlayer):
        abort(404)
    return Asked(period, kind, seen)
