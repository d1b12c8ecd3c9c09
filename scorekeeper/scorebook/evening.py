"""An evening of many tables as a value: who came, the rounds that were drawn, what came of them.

`evenings.py` finds and changes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from scorekeeper.club.draw import DrawnRound, How, Side
from scorekeeper.club.standings import ORDERS, SEASON_POINTS, By, Row, TableResult, standings
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import Best
from scorekeeper.scorebook.projection import Match


class Settings(NamedTuple):
    """How an evening is played: so many `rounds` (0: until the end), or `until` a time (22:30)."""

    how: How = How.CHANGING
    rounds: int = 0
    until: str = ""
    order: str = "effectiveness"
    tables: int = 0
    season: tuple[int, ...] = SEASON_POINTS


class Person(NamedTuple):
    """Somebody who came, by the order in which they came; `partner` is the position of another."""

    position: int
    player_id: int
    name: str
    partner: int | None
    here: bool


class Typed(NamedTuple):
    """The result of a table that was entered without rounds."""

    points: tuple[int, int]
    by: By
    winner: int | None


class EveningRound(NamedTuple):
    """A round that was drawn; `matches` has those of its tables once it was opened."""

    drawn: DrawnRound
    matches: tuple[int, ...] = ()
    typed: tuple[Typed | None, ...] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.matches)


class ClubEvening(NamedTuple):
    """An evening as it is stored."""

    id: int
    key: str
    version: int
    owner: str
    name: str
    game: Game
    settings: Settings
    people: tuple[Person, ...]
    rounds: tuple[EveningRound, ...]
    created_at: datetime

    @property
    def drawn(self) -> EveningRound | None:
        """The draw that nobody has opened yet."""
        last = self.rounds[-1] if self.rounds else None
        return None if last is None or last.is_open else last

    @property
    def played(self) -> tuple[EveningRound, ...]:
        """The rounds that were opened."""
        return tuple(each for each in self.rounds if each.is_open)

    @property
    def couples(self) -> tuple[Side, ...]:
        """Who came as a pair, whether they are still here or not."""
        return tuple(
            (person.position, person.partner)
            for person in self.people
            if person.partner is not None and person.position < person.partner
        )

    @property
    def pairs(self) -> tuple[Side, ...]:
        """Who came as a pair and is here, both."""
        return tuple(pair for pair in self.couples if all(self.people[each].here for each in pair))

    @property
    def alone(self) -> tuple[int, ...]:
        """Who is here without a partner."""
        paired = {position for pair in self.pairs for position in pair}
        here = (person.position for person in self.people if person.here)
        return tuple(position for position in here if position not in paired)


class EveningLine(NamedTuple):
    """An evening in a list."""

    key: str
    name: str
    created_at: datetime
    rounds: int


class Seen(NamedTuple):
    """An evening, with what came of each table that has an end, and its standings."""

    evening: ClubEvening
    matches: dict[int, Match]

    def match_of(self, number: int, table: int) -> Match | None:
        """Return the match at a table of a round (both from 1), if it is still there."""
        match_id = self.evening.rounds[number - 1].matches[table - 1]
        match = self.matches.get(match_id)
        return None if match is None or match.binned_at is not None else match

    def result(self, number: int, table: int) -> TableResult | None:
        """Return what came of a table of a round; None where it is still played."""
        each, game = self.evening.rounds[number - 1], self.evening.game
        sides, low = each.drawn.tables[table - 1].sides, game.match.best is Best.LOW
        if typed := each.typed[table - 1]:
            return TableResult(
                number, sides, typed.points, game.match.goal, typed.by, typed.winner, low=low
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
        played = self.evening.played
        tables = range(1, len(played[-1].drawn.tables) + 1) if played else ()
        return tuple(table for table in tables if self.result(len(played), table) is None)

    def results(self) -> Iterator[TableResult]:
        """Yield what came of all tables, and of sitting out."""
        goal = self.evening.game.match.goal
        for number, each in enumerate(self.evening.played, start=1):
            for table in range(1, len(each.drawn.tables) + 1):
                if found := self.result(number, table):
                    yield found
            for side in self._sat_out(each.drawn):
                yield TableResult(number, (side,), (0,), goal, By.SITTING_OUT, None)

    def standings(self) -> tuple[Row, ...]:
        """Put the pairs in order, or everybody by themselves where partners change."""
        order = ORDERS[self.evening.settings.order]
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
            for number, each in enumerate(self.evening.played, start=1)
        ]

    def _sat_out(self, drawn: DrawnRound) -> list[tuple[int, ...]]:
        """Return who has a bye; to wait for the next table is none."""
        out, how = drawn.sit_out, self.evening.settings.how
        if how is How.WINNER_STAYS:
            return []
        if how is How.CHANGING:
            return [(person,) for person in out]
        return [out] if out else []

    def _sides(self) -> list[tuple[int, ...]]:
        if self.evening.settings.how is How.CHANGING:
            return [(person.position,) for person in self.evening.people]
        return [*self.evening.couples]
