"""Matches won by kind, against what luck alone would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.totals import Totals
from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.charts import AgainstLuck, against_luck
from scorekeeper.wording.figures import kind_name, percent
from scorekeeper.wording.formats import number


@dataclass(frozen=True, slots=True)
class KindLine:
    """A kind of matches, by its code: the part that was won, and the part that luck would win."""

    code: str
    name: str
    mark: AgainstLuck
    share: str
    luck: str
    count: str


def kind_lines(kinds: Sequence[tuple[Kind, Totals]]) -> tuple[KindLine, ...]:
    """Show the totals of each kind."""
    return tuple(_line(kind, total) for kind, total in kinds if total.sums.matches)


def _line(kind: Kind, total: Totals) -> KindLine:
    sums = total.sums
    return KindLine(
        code=kind.code,
        name=kind_name(kind),
        mark=against_luck(sums.share or 0, sums.chance or 0),
        share=percent(sums.share),
        luck=percent(sums.chance),
        count=_("%(won)s of %(all)s", won=number(sums.won), all=number(sums.matches)),
    )
