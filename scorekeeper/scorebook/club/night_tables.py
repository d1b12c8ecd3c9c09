"""The tables of a round that was opened: who plays there, and the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.club.pairing import Side
from scorekeeper.club.standings import By, TableResult
from scorekeeper.rules.goal import counts_wins
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.night_record import NightRound, Sanction, Typed
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.scorebook.timer import Timer


class TableMatch(NamedTuple):
    """A match at a table: its number in the round, and its result, if it is over.

    `match` is None if it is in the bin.
    """

    at: int
    match: Match | None
    typed: bool
    result: TableResult | None

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of all sides, or None before the first."""
        if self.result:
            return self.result.points
        return self.match.standing.totals if self.match and self.match.rounds else None


class Board(NamedTuple):
    """A table: its sides, their names, its matches, and their joint result, if it is over.

    The `goal` is in points, or in matches to be won if it plays `several`. Each sanction has its
    index among those of the round. Table 0 has those who sit out.
    """

    number: int
    sides: tuple[Side, ...]
    names: tuple[str, ...]
    matches: tuple[TableMatch, ...]
    result: TableResult | None
    goal: int
    several: bool
    sanctions: tuple[tuple[int, Sanction], ...]

    @property
    def last(self) -> TableMatch:
        return self.matches[-1]

    def match(self, at: int) -> TableMatch:
        """Return the match of this number in the round."""
        return next(each for each in self.matches if each.at == at)

    @property
    def over(self) -> bool:
        return self.result is not None

    @property
    def won(self) -> int | None:
        """The side that has won."""
        return self.result.winner if self.result else None

    @property
    def absent(self) -> bool:
        """Whether somebody did not come, or it counts as if they had not."""
        return self.result is not None and self.result.by is By.ABSENT

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of all sides, or with several matches how many each has won."""
        if not self.several:
            return self.last.points
        winners = [each.result.winner for each in self.matches if each.result]
        return tuple(winners.count(side) for side in range(len(self.sides)))

    @property
    def timer(self) -> Timer | None:
        """The clock of the match in progress."""
        match = self.last.match
        return match.record.timer if match and self.last.result is None else None

    @property
    def asks(self) -> bool:
        """Whether it needs another match: its last one did not decide."""
        return self.several and not self.over and all(each.result for each in self.matches)


def nobodys_board(night: ClubNight, number: int) -> Board:
    """Return those who sit out as a table, on which sanctions can be entered."""
    each = night.record.rounds[number - 1]
    sides = tuple((person,) for person in each.drawn.sit_out)
    names = tuple(map(night.side_name, sides))
    return Board(0, sides, names, (), None, 0, several=False, sanctions=_sanctions(each, 0))


def _sanctions(each: NightRound, table: int) -> tuple[tuple[int, Sanction], ...]:
    of_round = enumerate(each.sanctions)
    return tuple((place, sanction) for place, sanction in of_round if sanction.table == table)


def boards_of(night: ClubNight, matches: Mapping[int, Match], number: int) -> Iterator[Board]:
    """Yield the tables of an opened round (from 1), by their numbers."""
    each, known = night.record.rounds[number - 1], night.record.rounds[number - 1].results
    for table, meeting in enumerate(each.meetings, start=1):
        sides = each.drawn.tables[table - 1].sides
        reason = " · ".join(sanction.reason for sanction in each.lost(table))
        none = TableResult(
            number, sides, (0,) * len(sides), night.points, By.GOAL, None, low=night.low
        )
        played = tuple(
            TableMatch(
                at,
                match := _there(matches.get(each.matches[at - 1])),
                each.typed[at - 1] is not None,
                _typed(night, typed, none._replace(reason=reason))
                if (typed := known[at - 1])
                else _played(match, none),
            )
            for at in meeting
        )
        yield Board(
            number=table,
            sides=sides,
            names=tuple(map(night.side_name, sides)),
            matches=played,
            result=_of_table(night, number, table, [one.result for one in played]),
            goal=night.goal,
            several=night.settings.best_of > 1,
            sanctions=_sanctions(each, table),
        )


def _there(match: Match | None) -> Match | None:
    return None if match is None or match.binned_at is not None else match


def _typed(night: ClubNight, typed: Typed, none: TableResult) -> TableResult:
    """Return the result that was entered for a match, or that a sanction sets."""
    return none._replace(
        points=typed.points,
        by=typed.by,
        winner=typed.winner,
        rounds_won=typed.points if counts_wins(night.game) else (),
        stopped=typed.by is By.TIME and not any(typed.points),
    )


def _played(match: Match | None, none: TableResult) -> TableResult | None:
    """Return the result of a match by its rounds; None while it is played."""
    if match is None or not match.standing.over:
        return None
    standing = match.standing
    won = [scored.score.winning_side for scored in match.rounds]
    # A side of the match is a side of the table, because partners sit opposite.
    return none._replace(
        points=standing.totals,
        by=By.TIME if standing.by_time else By.GOAL,
        winner=standing.winner,
        rounds_won=tuple(won.count(side) for side in range(len(none.sides))),
        stopped=standing.stopped,
    )


def _of_table(
    night: ClubNight, number: int, table: int, found: Sequence[TableResult | None]
) -> TableResult | None:
    """Return the result of a table by its matches; None while it is played."""
    several, drawn = night.settings.best_of > 1, night.record.rounds[number - 1].drawn
    result = _of_several([*filter(None, found)], night.goal) if several else found[0]
    if result is None or not drawn.bracket:
        return result
    before = sum(bool(each.drawn.bracket) for each in night.record.rounds[:number])
    # The losers of the semifinals play for third place, at the second table of the last round.
    result = result._replace(knockout=before - (drawn.is_final and table > 1))
    return result if result.winner is not None or result.by is By.ABSENT else None


def _of_several(found: Sequence[TableResult], needed: int) -> TableResult | None:
    """Add up the matches of a table: the first side with enough wins has won."""
    if not found:
        return None
    last = found[-1]
    won = [sum(each.winner == side for each in found) for side in range(len(last.sides))]
    winner = won.index(max(won)) if won.count(max(won)) == 1 else None
    if last.by is By.ABSENT:
        return last._replace(goal=needed)
    # All matches were ended, so the table ends as it stands.
    if max(won) < needed and not last.stopped:
        return None
    rounds_won = zip(*(each.rounds_won or (0,) * len(won) for each in found), strict=True)
    by = By.GOAL if max(won) >= needed else By.TIME
    several = last._replace(points=tuple(won), goal=needed, by=by, winner=winner, low=False)
    return several._replace(rounds_won=tuple(map(sum, rounds_won)))
