"""Which matches figures are of."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.periods import ALL_TIME, is_newest, read_period, span_of
from scorekeeper.figures.totals import ALL_KINDS
from scorekeeper.rules.games import game_ids
from scorekeeper.scorebook.people.players import Ids


class Frame(NamedTuple):
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


def read_span(text: str) -> str:
    """Return a period as it was asked for. Raise ValueError, also where no clock reaches it."""
    period = read_period(text)
    try:
        if period != ALL_TIME and not is_newest(period):
            span_of(period)
    except OverflowError as error:
        raise ValueError(text) from error
    return period


def read_kind(code: str) -> str:
    """Return the code of a kind as it was asked for. Raise ValueError where there is no such."""
    if code != ALL_KINDS and (
        Kind.of(code).game_id not in game_ids() or Kind.of(code).code != code
    ):
        raise ValueError(code)
    return code
