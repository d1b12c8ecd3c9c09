"""A club night as a value: its record, what came of its tables, and how it stands.

`nights.py` finds and changes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from random import Random
from typing import NamedTuple

from scorekeeper.club.draw import DrawnRound, How, Table, groups_are_done
from scorekeeper.club.standings import ORDERS, SEASON_POINTS, By, Key, Row, TableResult, standings
from scorekeeper.rules.game_keys import Best, Ends, Sides
from scorekeeper.rules.game_setup import Game, counts_wins
from scorekeeper.scorebook.club.record import NightRecord, NightRound
from scorekeeper.scorebook.projection import Match

# What it counts to sit out.
HALF, FULL = "half", "full"


class Settings(NamedTuple):
    """How a night is played: so many `rounds` (0: until the end), or `until` a time (22:30).

    So many at most sit at a table, each `alone`; 0 is two pairs. A table plays the `best_of` so
    many matches. `bye` is what to sit out counts: a win with half the goal, or with a full score.
    """

    how: How = How.CHANGING
    rounds: int = 0
    until: str = ""
    order: str = "effectiveness"
    tables: int = 0
    season: tuple[int, ...] = SEASON_POINTS
    alone: int = 0
    best_of: int = 1
    groups: int = 0
    bye: str = HALF


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
        drawn = (How.CHANGING, How.WINNER_STAYS)
        return not self.settings.alone and self.settings.how not in drawn

    @property
    def is_knockout(self) -> bool:
        """Whether the last match decides who has won."""
        return self.settings.how in (How.KNOCKOUT, How.GROUPS)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many can sit at a table, each alone, the most first; () for two pairs."""
        return tuple(size for size in range(self.settings.alone, 1, -1) if is_for(self.game, size))

    @property
    def is_over(self) -> bool:
        """Whether no round is drawn any more, but those that somebody asks for."""
        planned, record = self.settings.rounds, self.record
        enough = bool(planned) and len(record.played) >= planned
        if self.is_knockout:
            enough = bool(record.played) and record.played[-1].drawn.is_final
        return (enough or record.ended) and record.drawn is None

    def is_once(self, people: Sequence[int]) -> bool:
        """Say whether these are as many players: two who were joined may be one by now."""
        return len({self.players[person] for person in people}) == len(people)

    def side_name(self, side: Sequence[int]) -> str:
        """Name a pair, or one person."""
        return " & ".join(self.names[person] for person in side)

    def seats_of(self, table: Table) -> tuple[str, ...]:
        """Name who sits at a table, by the seats of its match: partners across."""
        return tuple(self.names[person] for person in table.seats)


class NightLine(NamedTuple):
    """A night in a list."""

    key: str
    name: str
    created_at: datetime
    rounds: int


class NightWithMatches(NamedTuple):
    """A night, with the matches at its tables: what came of each, and the standings."""

    night: ClubNight
    matches: dict[int, Match]

    def match_of(self, number: int, at: int) -> Match | None:
        """Return a match of a round (both from 1), if it is still there."""
        match_id = self.night.record.rounds[number - 1].matches[at - 1]
        match = self.matches.get(match_id)
        return None if match is None or match.binned_at is not None else match

    def result(self, number: int, table: int) -> TableResult | None:
        """Return what came of a table of a round; None where it is still played."""
        each, best_of = self.night.record.rounds[number - 1], self.night.settings.best_of
        found = [self.result_of(number, at) for at in each.meetings[table - 1]]
        result = found[0] if best_of == 1 else self._of_several([*filter(None, found)])
        if result is None or not each.drawn.bracket:
            return result
        before = sum(bool(one.drawn.bracket) for one in self.night.record.rounds[:number])
        # Who lost before plays for the third place, at the second table of the last round.
        result = result._replace(knockout=before - (each.drawn.is_final and table > 1))
        return result if result.winner is not None or result.by is By.ABSENT else None

    def _of_several(self, found: Sequence[TableResult]) -> TableResult | None:
        """Add the matches of a table up: who has won more than half of them has won."""
        if not found:
            return None
        last, needed = found[-1], self.night.settings.best_of // 2 + 1
        won = [sum(each.winner == side for each in found) for side in range(len(last.sides))]
        winner = won.index(max(won)) if won.count(max(won)) == 1 else None
        if last.by is By.ABSENT:
            return last._replace(goal=needed)
        # All matches were ended: then it is as it stands.
        if max(won) < needed and not last.stopped:
            return None
        rounds_won = zip(*(each.rounds_won or (0,) * len(won) for each in found), strict=True)
        by = By.GOAL if max(won) >= needed else By.TIME
        several = last._replace(points=tuple(won), goal=needed, by=by, winner=winner, low=False)
        return several._replace(rounds_won=tuple(map(sum, rounds_won)))

    def result_of(self, number: int, at: int) -> TableResult | None:
        """Return what came of one match; None where it is still played."""
        each, game = self.night.record.rounds[number - 1], self.night.game
        sides, low = each.drawn.tables[at - 1].sides, game.match.best is Best.LOW
        facts = TableResult(number, sides, (0,) * len(sides), self.goal, By.GOAL, None, low=low)
        if typed := each.results[at - 1]:
            return facts._replace(
                reason=" · ".join(sanction.reason for sanction in each.lost(at)),
                points=typed.points,
                by=typed.by,
                winner=typed.winner,
                rounds_won=typed.points if counts_wins(game) else (),
                stopped=typed.by is By.TIME and not any(typed.points),
            )
        match = self.match_of(number, at)
        if match is None or not match.standing.over:
            return None
        standing = match.standing
        won = [scored.score.winning_side for scored in match.rounds]
        # A side of the match is that of the table, as partners sit across.
        return facts._replace(
            points=standing.totals,
            by=By.TIME if standing.by_time else By.GOAL,
            winner=standing.winner,
            rounds_won=tuple(won.count(side) for side in range(len(sides))),
            stopped=standing.stopped,
        )

    @property
    def goal(self) -> int:
        """Return the goal in points, 0 where a match has so many rounds."""
        match = self.night.game.match
        return 0 if match.ends is Ends.ROUNDS else match.goal

    @property
    def unfinished(self) -> tuple[int, ...]:
        """The tables of the last round, by their numbers, that have no result yet."""
        played = self.night.record.played
        tables = range(1, len(played[-1].meetings) + 1) if played else ()
        return tuple(table for table in tables if self.result(len(played), table) is None)

    @property
    def is_over(self) -> bool:
        """Whether the last round is played, so that somebody has won."""
        return self.night.is_over and bool(self.night.record.played) and not self.unfinished

    def results(self, *, groups: bool = False) -> Iterator[TableResult]:
        """Yield what came of all tables, and of sitting out, or only of those of groups."""
        settings = self.night.settings
        goal = self.goal if settings.best_of == 1 else settings.best_of // 2 + 1
        points, low = goal if settings.bye == FULL else 0, self.night.game.match.best is Best.LOW
        bracket = 0
        for number, each in enumerate(self.night.record.played, start=1):
            bracket += bool(each.drawn.bracket)
            if groups and bracket:
                return
            for table in range(1, len(each.meetings) + 1):
                if found := self.result(number, table):
                    yield found
            yield from self._taken_off(number, each)
            for side in self._sat_out(each.drawn):
                facts = (number, (side,), (points,), goal, By.SITTING_OUT, None)
                yield TableResult(*facts, low=low, knockout=bracket)

    def _taken_off(self, number: int, each: NightRound) -> Iterator[TableResult]:
        """Yield what sanctions take off, beside the results of a round."""
        wins, low = counts_wins(self.night.game), self.night.game.match.best is Best.LOW
        for sanction in each.sanctions:
            points = (-sanction.points,)
            if sanction.points:
                side = each.drawn.tables[sanction.table - 1].sides[sanction.side]
                facts = (number, (side,), points, self.goal, By.SANCTION, None)
                yield TableResult(*facts, points if wins else (), low=low, reason=sanction.reason)

    @property
    def order(self) -> tuple[Key, ...]:
        """Return what is compared, the first first."""
        reached = (Key.REACHED,) if self.night.is_knockout else ()
        return (*reached, *ORDERS[self.night.settings.order])

    def standings(self, sides: Sequence[tuple[int, ...]] | None = None) -> tuple[Row, ...]:
        """Put the pairs in order, or everybody by themselves where partners change.

        Given the sides of a group, only what was played before the knockout counts.
        """
        decided = [person for person, _how in self.night.record.decided]
        results = self.results(groups=sides is not None)
        return standings(results, self.order, self._sides() if sides is None else sides, decided)

    @property
    def groups(self) -> list[tuple[Row, ...]]:
        """Return the standings of each group, if there are any."""
        found = [each.drawn.groups for each in self.night.record.rounds if each.drawn.groups]
        return [self.standings(group) for group in found[-1]] if found else []

    def in_order(self) -> list[int]:
        """List who has played, the best first: of groups all first ones, then the second."""
        places = {row.side: at for rows in self.groups for at, row in enumerate(rows)}
        rows = sorted(self.standings(), key=lambda row: places.get(row.side, 0))
        return [person for row in rows for person in row.side]

    def wants_another(self, number: int, table: int) -> bool:
        """Whether a table of a round is to play another match: its last one did not decide."""
        if self.night.settings.best_of == 1 or self.result(number, table):
            return False
        meeting = self.night.record.rounds[number - 1].meetings[table - 1]
        return all(self.result_of(number, at) for at in meeting)

    @property
    def groups_end(self) -> bool:
        """Whether the first two of each group go on next."""
        history = self.history()
        done = self.night.settings.how is How.GROUPS and groups_are_done(history)
        return done and not history[-1].bracket

    @property
    def level(self) -> list[list[Row]]:
        """Return who has played, and shares a place in all that is compared."""
        lists = [self.standings()] if not self.groups or self.is_over else self.groups
        places = [
            [row for row in rows if row.place == place and row.played]
            for rows in lists
            for place in range(1, len(rows) + 1)
        ]
        return [rows for rows in places if len(rows) > 1]

    def by_lot(self, seed: int) -> NightRecord:
        """Let lot decide wherever some are level."""
        random, record = Random(seed), self.night.record  # noqa: S311  # no secret
        people = [row.side[0] for rows in self.level for row in random.sample(rows, len(rows))]
        return record._replace(decided=(*record.decided, *((each, "lot") for each in people)))

    def history(self) -> list[DrawnRound]:
        """Return the rounds that were played, with who won at each table."""
        return [
            each.drawn._replace(
                tables=tuple(each.drawn.tables[at[0] - 1] for at in each.meetings),
                winners=tuple(
                    found.winner if (found := self.result(number, table)) else None
                    for table in range(1, len(each.meetings) + 1)
                ),
            )
            for number, each in enumerate(self.night.record.played, start=1)
        ]

    def _sat_out(self, drawn: DrawnRound) -> Sequence[tuple[int, ...]]:
        """Return who has a bye; to wait for the next table is none."""
        if drawn.bracket or drawn.groups or self.night.settings.how is How.WINNER_STAYS:
            return drawn.byes
        size = 2 if self.night.in_pairs else 1
        return [*zip(*[iter(drawn.sit_out)] * size, strict=True)]

    def _sides(self) -> list[tuple[int, ...]]:
        """Return who is in the standings: everybody, or all who are a pair or played as one."""
        record = self.night.record
        drawn = [each.drawn for each in record.played]
        found: list[tuple[int, ...]] = [
            side for each in drawn for table in each.tables for side in table.sides
        ]
        # Where the winner stays, as long as nobody had a partner only for a while.
        pairs = {frozenset(pair) for pair in record.pairs}
        stay = self.night.settings.how is How.WINNER_STAYS and {*map(frozenset, found)} <= pairs
        if not self.night.in_pairs and not (stay and found):
            return [(person,) for person in record.people]
        found += [side for each in drawn for side in self._sat_out(each)]
        once = {frozenset(side): side for side in reversed([*found, *record.pairs])}
        return [*reversed(once.values())]


class View(NamedTuple):
    """A night that is shown, with its standings; `tag` is another once anything of it is."""

    tag: str
    seen: NightWithMatches
    rows: tuple[Row, ...]


def is_for(game: Game, alone: int) -> bool:
    """Say whether so many can play a game, each alone; 0 is two pairs."""
    if not alone:
        return 4 in game.deal and game.sides_for(4) is not Sides.SOLO
    return alone in game.deal and game.sides_for(alone) is not Sides.PAIRS
