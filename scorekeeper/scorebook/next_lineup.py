"""Where a match is once others sit at its table. It needs no database."""

from __future__ import annotations

from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.scorebook.lineups import Lineups


def seated(lineups: Lineups, standing: Standing) -> Standing:
    """Return a standing with those who come and leave before the next round."""
    for each in lineups:
        if each.first == standing.rounds + 1 and not standing.over:
            standing = standing.seated(each.away, dict(each.starts))
    return standing
