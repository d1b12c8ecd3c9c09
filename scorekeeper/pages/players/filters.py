"""The games and periods to choose from, above figures."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from scorekeeper.figures import clock
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.periods import ALL_TIME, NEWEST, newest_of, periods_of
from scorekeeper.messages import pgettext
from scorekeeper.pages.players.asked import Asked
from scorekeeper.scorebook.figures.frame import Frame
from scorekeeper.scorebook.figures.read import figures_of
from scorekeeper.scorebook.people.players import find_player
from scorekeeper.wording.figures import kind_name, period_name

# Years before these are found by their addresses only.
MOST_YEARS = 12


class Filters(NamedTuple):
    """What to choose from, names by what the address has, and what is chosen."""

    games: dict[str, str]
    periods: dict[str, str]
    game: str
    period: str

    @property
    def has_choice(self) -> bool:
        """Whether there are matches to choose from, or were some chosen."""
        return len(self.games) > 1 or bool(self.period)

    @property
    def everything(self) -> str:
        """Say that all matches are chosen: All games · All time."""
        return f"{self.games['']} · {self.periods[ALL_TIME]}"

    @property
    def words(self) -> str:
        """Say what is chosen: Block, partners · 2026."""
        return f"{self.games[self.game]} · {self.periods[self.period]}"


def filters_for(asked: Asked) -> Filters:
    """Offer all kinds and years that were played, this month, and what was chosen."""
    figures = figures_of(Frame(seen=asked.seen))
    kinds = {kind.code: kind_name(kind) for kind, _total in figures.kinds(())}
    if asked.kind:
        kinds.setdefault(asked.kind, kind_name(Kind.of(asked.kind)))
    games = dict(sorted(kinds.items(), key=lambda kind: kind[1]))
    return Filters(
        games={"": pgettext("search", "All games")} | games,
        periods=_periods(figures.first_at(), asked.period),
        game=asked.kind,
        period=asked.period,
    )


def _periods(first: datetime | None, chosen: str) -> dict[str, str]:
    _all, year, month = periods_of(clock.now())
    earliest = int(periods_of(first)[1]) if first else int(year)
    years = [f"{each:04}" for each in range(int(year), earliest - 1, -1)][:MOST_YEARS]
    offered = dict.fromkeys((ALL_TIME, NEWEST, month, *years, chosen))
    return {period: period_name(period, _name_of(newest_of(period))) for period in offered}


def _name_of(player: int | None) -> str:
    return find_player(player).name if player else ""
