"""What the address asks for: the figures of which game and which period; 404 for what is neither.

A game is a kind of matches by its code, as figures are compared within a kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import abort, request

from scorekeeper.scorebook.figure_frame import Frame, read_kind, read_span
from scorekeeper.scorebook.players import Ids


@dataclass(frozen=True, slots=True)
class Asked:
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

    def parts(self, *, period: str | None = None, kind: str | None = None) -> dict[str, str | None]:
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
    except ValueError:
        abort(404)
    return Asked(period, kind, seen)
