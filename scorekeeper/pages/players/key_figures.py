"""The large numbers at the top of a page of figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FigureFact:
    """A number and what it counts; `figure` is what its link asks for, None where it has none."""

    value: str
    label: str
    figure: str | None = None
