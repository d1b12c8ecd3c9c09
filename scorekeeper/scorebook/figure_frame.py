"""Which matches figures are of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.figures.periods import ALL_TIME, is_newest, span_of
from scorekeeper.figures.totals import ALL_KINDS
from scorekeeper.scorebook.players import Ids


@dataclass(frozen=True, slots=True)
class Frame:
    """The matches of a period and of a kind, by its code; only those `seen`, all if None.

    The period is one of figures/periods.py. The newest matches are those of whoever it names, or is
    asked for; the kind is looked for among them.
    """

    period: str = ALL_TIME
    kind: str = ALL_KINDS
    seen: Ids | None = None

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """The moments between which the matches ended; None where any will do."""
        return None if self.period == ALL_TIME or self.is_newest else span_of(self.period)

    @property
    def is_newest(self) -> bool:
        """Whether they are the newest matches of somebody."""
        return is_newest(self.period)


EVERY_MATCH = Frame()
