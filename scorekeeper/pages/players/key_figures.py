"""The large numbers at the top of a page of figures."""

from __future__ import annotations

from typing import NamedTuple


class FigureFact(NamedTuple):
    """A number and what it counts; `url` is where its matches are listed.

    It is "" where all of them are on the page, or there is none.
    """

    value: str
    label: str
    url: str = ""
