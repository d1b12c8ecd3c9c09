"""A row of matches in which somebody finished ahead of somebody else."""

from __future__ import annotations

from typing import NamedTuple

# Once is no row.
LEAST = 2


class AheadInARow(NamedTuple):
    """A row in words, and the address where its matches are listed."""

    text: str
    url: str
