"""Which matches figures are of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.figures.periods import ALL_TIME, NEWEST, span_of
from scorekeeper.figures.totals import ALL_KINDS
from scorekeeper.scorebook.players import Ids


@dataclass(frozen=True, slots=True)
class Frame:
    """The matches of a period and of a kind, by its code; only those `seen`, all if None.

    The period is one of figures/periods.py; of NEWEST are the newest matches of whoever is asked
    for.
    """

    period: str = ALL_TIME
    kind: str = ALL_KINDS
    seen: Ids | None = None

    @property
    def span(self) -> tuple[datetime, datetime] | None:
        """The moments between which the matches ended; None where any will do."""
        return None if self.period in (ALL_TIME, NEWEST) else span_of(self.period)


EVERY_MATCH = Frame()
