"""A row of matches in which somebody finished ahead of somebody else."""

from __future__ import annotations

from dataclasses import dataclass

# Once is no row.
LEAST = 2


@dataclass(frozen=True, slots=True)
class AheadInARow:
    """A row in words, and the address where its matches are listed."""

    text: str
    url: str
