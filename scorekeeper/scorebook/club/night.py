"""A club night as a value: its record, what came of its tables, and how it stands.

`nights.py` finds and changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from scorekeeper.club.draw import DrawnRound, How, Table
from scorekeeper.club.standings import ORDERS, SEASON_POINTS, By, Row, TableResult, standings
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import Best
from scorekeeper.rules.setup import counts_wins
from scorekeeper.scorebook.club.record import NightRecord
from scorekeeper.scorebook.projection import Match


class Settings(NamedTuple):
    """How a night is played: so many `rounds` (0: until the end), or `until` a time (22:30)."""

    how: How = How.CHANGING
    rounds: int = 0
    until: str = ""
    order: str = "effectiveness"
    tables: int = 0
    season: tuple[int, ...] = SEASON_POINTS


class ClubNight(NamedTuple):
    """A night as it is stored; `players` has who each number of its record is by now."""

    id: int
    key: str
    version: int
    owner: str
    name: str
    game: Game
    settings: Settings
    record: NightRecord
    names: Mapping[int, str]
    players: Mapping[int, int]
    created_at: datetime
    generation: int = 1
    binned_at: datetime | None = None

    @property
    def in_pairs(self) -> bool:
        """Whether people come as pairs that stay, and nobody is drawn alone."""
        return self.settings.how is not How.CHANGING

    @property
    def is_over(self) -> bool:
        """Whether no round is drawn any more, but those that somebody asks for."""
        planned, record = self.settings.rounds, self.record
        enough = bool(planned) and len(record.played) >= planned
        return (enough or record.ended) and record.drawn is None

    def is_once(self, people: Sequence[int]) -> bool:
        """Say whether these are as many players: two who were joined may be one by now."""
        return len({self.players[person] for person in people}) == len(people)

    def side_name(self, side: Sequence[int]) -> str:
        """Name a pair, or one person."""
        return " & ".join(self.names[person] for person in side)

    def seats_of(self, table: Table) -> tuple[str, ...]:
        """Name who sits at a table, by the seats of its match: partners across."""
        (ana, ciro), (bea, dani) = table.sides
        return tuple(self.names[person] for person in (ana, bea, ciro, dani))


class NightLine(NamedTuple):
    """A night in a list."""

    key: str
    name: str
    created_at: datetime
    rounds: int


class Seen(NamedTuple):
    """A night, with the matches at its tables: what came of each, and the standings."""

    night: ClubNight
    matches: dict[int, Match]

    def match_of(self, number: int, table: int) -> Match | None:
        """Return the match at a table of a round (both from 1), if it is still there."""
        match_id = self.night.record.rounds[number - 1].matches[table - 1]
        match = self.matches.get(match_id)
        return None if match is None or match.binned_at is not None else match

    def result(self, number: int, table: int) -> TableResult | None:
        """Return what came of a table of a round; None where it is still played."""
        each, game = self.night.record.rounds[number - 1], self.night.game
        sides, low = each.drawn.tables[table - 1].sides, game.match.best is Best.LOW
        if typed := each.typed[table - 1]:
            won_rounds = typed.points if counts_wins(game) else ()
            return TableResult(
                *(number, sides, typed.points, game.match.goal, typed.by, typed.winner, won_rounds),
                low=low,
            )
        match = self.match_of(number, table)
        if match is None or not match.standing.over:
            return None
        standing = match.standing
        by = By.TIME if standing.by_time else By.GOAL
        won = [scored.score.winning_side for scored in match.rounds]
        # A side of the match is that of the table, as partners sit across.
        return TableResult(
            *(number, sides, standing.totals, game.match.goal, by, standing.winner),
            rounds_won=(won.count(0), won.count(1)),
            low=low,
        )

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The tables of the last round, by their numbers, that have no result yet."""
        played = self.night.record.played
        tables = range(1, len(played[-1].drawn.tables) + 1) if played else ()
        return tuple(table for table in tables if self.result(len(played), table) is None)

    @property
    def is_over(self) -> bool:
        """Whether the last round is played, so that somebody has won."""
        return self.night.is_over and bool(self.night.record.played) and not self.unfinished

    def results(self) -> Iterator[TableResult]:
        """Yield what came of all tables, and of sitting out."""
        goal = self.night.game.match.goal
        for number, each in enumerate(self.night.record.played, start=1):
            for table in range(1, len(each.drawn.tables) + 1):
                if found := self.result(number, table):
                    yield found
            for side in self._sat_out(each.drawn):
                yield TableResult(number, (side,), (0,), goal, By.SITTING_OUT, None)

    def standings(self) -> tuple[Row, ...]:
        """Put the pairs in order, or everybody by themselves where partners change."""
        order = ORDERS[self.night.settings.order]
        return standings(self.results(), order, self._sides())

    def history(self) -> list[DrawnRound]:
        """Return the rounds that were played, with who won at each table."""
        return [
            each.drawn._replace(
                winners=tuple(
                    found.winner if (found := self.result(number, table)) else None
                    for table in range(1, len(each.drawn.tables) + 1)
                )
            )
            for number, each in enumerate(self.night.record.played, start=1)
        ]

    def _sat_out(self, drawn: DrawnRound) -> list[tuple[int, ...]]:
        """Return who has a bye; to wait for the next table is none."""
        out, how = drawn.sit_out, self.night.settings.how
        if how is How.WINNER_STAYS:
            return []
        if how is How.CHANGING:
            return [(person,) for person in out]
        return [out] if out else []

    def _sides(self) -> list[tuple[int, ...]]:
        """Return who is in the standings: everybody, or all who are a pair or played as one."""
        record = self.night.record
        if not self.night.in_pairs:
            return [(person,) for person in record.people]
        drawn = [each.drawn for each in record.played]
        found: list[tuple[int, ...]] = [
            side for each in drawn for table in each.tables for side in table.sides
        ]
        found += [side for each in drawn for side in self._sat_out(each)]
        once = {frozenset(side): side for side in reversed([*found, *record.pairs])}
        return [*reversed(once.values())]


class View(NamedTuple):
    """A night that is shown, with its standings; `tag` is another once anything of it is."""

    tag: str
    seen: Seen
    rows: tuple[Row, ...]
