"""Matches won by kind, against what luck alone would give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.totals import Totals
from scorekeeper.messages import gettext as _
from scorekeeper.pages.players.leads import Leads
from scorekeeper.pages.shared.charts import AgainstLuck, against_luck
from scorekeeper.wording.figures import kind_name, percent
from scorekeeper.wording.formats import number


@dataclass(frozen=True, slots=True)
class KindLine:
    """A kind of matches: the part that was won, and the part that luck would win."""

    url: str
    name: str
    mark: AgainstLuck
    share: str
    luck: str
    count: str


def kind_lines(kinds: Sequence[tuple[Kind, Totals]], lead: Leads) -> tuple[KindLine, ...]:
    """Show the totals of each kind, and lead to its matches."""
    return tuple(_line(kind, total, lead) for kind, total in kinds if total.sums.matches)


def _line(kind: Kind, total: Totals, lead: Leads) -> KindLine:
    sums = total.sums
    return KindLine(
        url=lead.to(kind=kind.code),
        name=kind_name(kind),
        mark=against_luck(sums.share or 0, sums.chance or 0),
        share=percent(sums.share),
        luck=percent(sums.chance),
        count=_("%(won)s of %(all)s", won=number(sums.won), all=number(sums.matches)),
    )
