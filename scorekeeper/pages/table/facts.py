"""A name and what belongs to it, as it stands above the scores."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.pages.shared.sides import SideChange


class Fact(NamedTuple):
    """A name and what belongs to it: Bea 12, or Ana 37 → 75."""

    name: str
    value: str


def moves(changes: Iterable[SideChange]) -> tuple[Fact, ...]:
    """Return the totals that changed: Ana 37 → 75."""
    return tuple(
        Fact(each.name, f"{each.before} → {each.after}")
        for each in changes
        if each.before != each.after
    )
