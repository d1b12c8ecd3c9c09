"""A club night with the matches at its tables: the result of each, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from random import Random
from threading import Condition

from cachetools import LRUCache, cached
from sqlalchemy import select

from scorekeeper.club.draw import DrawnRound, How, Table, groups_are_done
from scorekeeper.club.pairing import Side
from scorekeeper.club.standings import ORDERS, By, Key, Row, TableResult, standings
from scorekeeper.rules.goal import counts_wins
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.club.night import FULL, ClubNight
from scorekeeper.scorebook.club.night_record import NightRecord, NightRound, Sanction
from scorekeeper.scorebook.club.night_rows import find_night
from scorekeeper.scorebook.club.night_state import NightState
from scorekeeper.scorebook.club.night_tables import Board, boards_of, nobodys_board
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.scorebook.timer import Timer


@dataclass(frozen=True)
class NightWithMatches:
    """A night with the matches at its tables; what follows from them is computed once.

    The `tag` changes with anything in it.
    """

    night: ClubNight
    matches: Mapping[int, Match]
    tag: str = ""

    @cached_property
    def boards(self) -> list[list[Board]]:
        """The tables of each round that was opened."""
        rounds = range(1, len(self.night.record.played) + 1)
        return [[*boards_of(self.night, self.matches, number)] for number in rounds]

    @property
    def tables(self) -> list[Board]:
        """The tables of the last round that was opened."""
        return self.boards[-1] if self.boards else []

    def board(self, number: int, at: int) -> Board | None:
        """Return the table at which a match of a round (both from 1) is played."""
        found = self.boards[number - 1] if 1 <= number <= len(self.boards) else []
        return next((each for each in found if at in [one.at for one in each.matches]), None)

    def out(self, number: int) -> Board | None:
        """Return those who sit out in an opened round, as a table."""
        there = 1 <= number <= len(self.boards)
        return nobodys_board(self.night, number) if there else None

    @cached_property
    def unfinished(self) -> tuple[int, ...]:
        """The numbers of tables in the last round without a result."""
        return tuple(board.number for board in self.tables if not board.over)

    @cached_property
    def timer(self) -> Timer | None:
        """The clock of the last round: that of the first table still playing."""
        return next((board.timer for board in self.tables if board.timer), None)

    @property
    def is_over(self) -> bool:
        """Whether the last round is over, so that somebody has won."""
        over = self.night.is_over or self._nobody_is_left_to_meet
        return over and bool(self.tables) and not self.unfinished

    @property
    def _nobody_is_left_to_meet(self) -> bool:
        """Whether a knockout has no final because too many have left."""
        last = [] if self.night.record.drawn else self.history()[-1:]
        return any(each.bracket and sum(map(bool, each.through)) < 2 for each in last)

    def results(self, *, groups: bool = False) -> Iterator[TableResult]:
        """Yield the results of all tables and of sitting out, or only those of groups."""
        night, bracket = self.night, 0
        points = night.goal if night.settings.bye == FULL else 0
        for number, (each, boards) in enumerate(
            zip(night.record.played, self.boards, strict=True), start=1
        ):
            bracket += bool(each.drawn.bracket)
            if groups and bracket:
                return
            yield from (board.result for board in boards if board.result)
            yield from self._taken_off(number, each)
            for side in self._sat_out(each.drawn):
                facts = (number, (side,), (points,), night.goal, By.SITTING_OUT, None)
                yield TableResult(*facts, low=night.low, knockout=bracket)

    def _taken_off(self, number: int, each: NightRound) -> Iterator[TableResult]:
        """Yield the points that sanctions take off, beside the results of a round."""
        night, wins = self.night, counts_wins(self.night.game)
        for sanction in each.sanctions:
            if sanction.points:
                facts = (number, (self._whose(each, sanction),), (-sanction.points,), night.points)
                more = (-sanction.points,) if wins else ()
                yield TableResult(
                    *facts, By.SANCTION, None, more, low=night.low, reason=sanction.reason
                )

    def _whose(self, each: NightRound, sanction: Sanction) -> Side:
        if sanction.table:
            return each.drawn.tables[sanction.table - 1].sides[sanction.side]
        person = each.drawn.sit_out[sanction.side]
        # A pair that sat out may have been split since.
        return next((side for side in self._sides() if person in side), (person,))

    @property
    def order(self) -> tuple[Key, ...]:
        """Return what is compared, in order."""
        reached = (Key.REACHED,) if self.night.is_knockout else ()
        return (*reached, *ORDERS[self.night.settings.order])

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The standings: of pairs, or of single people if partners change."""
        return self._standings(self._sides())

    @cached_property
    def groups(self) -> list[tuple[Row, ...]]:
        """The standings of each group, if there are any, from the matches before the knockout."""
        found = [each.drawn.groups for each in self.night.record.rounds if each.drawn.groups]
        return [self._standings(group, groups=True) for group in found[-1]] if found else []

    def _standings(self, sides: Sequence[Side], *, groups: bool = False) -> tuple[Row, ...]:
        decided = [person for person, _how in self.night.record.decided]
        return standings(self.results(groups=groups), self.order, sides, decided)

    def in_order(self) -> list[int]:
        """List who has played, the best first; of groups all winners, then all second places."""
        places = {row.side: at for rows in self.groups for at, row in enumerate(rows)}
        rows = sorted(self.rows, key=lambda row: places.get(row.side, 0))
        return [person for row in rows for person in row.side]

    @property
    def groups_end(self) -> bool:
        """Whether the first two of each group go on next."""
        history = self.history()
        done = self.night.settings.how is How.GROUPS and groups_are_done(history)
        return done and not history[-1].bracket

    @property
    def level(self) -> list[list[Row]]:
        """Return who has played and shares a place by everything compared."""
        lists = [self.rows] if not self.groups or self.is_over else self.groups
        places = [
            [row for row in tied if row.played]
            for rows in lists
            for _place, tied in groupby(rows, key=lambda row: row.place)
        ]
        return [rows for rows in places if len(rows) > 1]

    def by_lot(self, seed: int) -> NightRecord:
        """Draw lots wherever some are level."""
        random, record = Random(seed), self.night.record  # noqa: S311  # no secret
        people = [row.side[0] for rows in self.level for row in random.sample(rows, len(rows))]
        return record._replace(decided=(*record.decided, *((each, "lot") for each in people)))

    def history(self) -> list[DrawnRound]:
        """Return the rounds that were played, with the winner at each table."""
        return [
            each.drawn._replace(
                tables=tuple(Table(board.sides) for board in boards),
                winners=tuple(board.won for board in boards),
            )
            for each, boards in zip(self.night.record.played, self.boards, strict=True)
        ]

    def _sat_out(self, drawn: DrawnRound) -> Sequence[Side]:
        """Return who has a bye; waiting for a table is not one."""
        if drawn.bracket or drawn.groups or self.night.settings.how is How.WINNER_STAYS:
            return drawn.byes
        size = 2 if self.night.in_pairs else 1
        return [*zip(*[iter(drawn.sit_out)] * size, strict=True)]

    def _sides(self) -> list[Side]:
        """Return who is in the standings: everybody, or all pairs, past ones included."""
        record = self.night.record
        drawn = [each.drawn for each in record.played]
        found = [side for each in drawn for table in each.tables for side in table.sides]
        # Where the winner stays, unless somebody had a partner only for a while.
        pairs = {frozenset(pair) for pair in record.pairs}
        stay = self.night.settings.how is How.WINNER_STAYS and {*map(frozenset, found)} <= pairs
        if not self.night.in_pairs and not (stay and found):
            return [(person,) for person in record.people]
        found += [side for each in drawn for side in self._sat_out(each)]
        found += [(person,) for person in record.alone if stay]
        once = {frozenset(side): side for side in reversed([*found, *record.pairs])}
        return [*reversed(once.values())]


def night_with_matches(key: str) -> NightWithMatches:
    """Return a night with its matches. Raise NoSuchNight."""
    night, row = find_night(key), models.MatchRow
    found = select(row.id, row.version).where(row.id.in_(night.record.matches))
    versions = db.session.execute(found).all()
    matches = matches_at([(match_id, version) for match_id, version in versions])
    return NightWithMatches(night, {match.id: match for match in matches})


# All who watch a night ask at once: one request reads it, the others wait for it.
@cached(LRUCache[NightState, NightWithMatches](16), condition=Condition())
def night_at(state: NightState) -> NightWithMatches:
    """Return a night for a page that shows it. Raise NoSuchNight."""
    return replace(night_with_matches(state.key), tag=state.tag)
