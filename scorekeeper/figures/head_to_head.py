"""Comparing people: head to head, partners, tables, a day's play."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import NamedTuple

from scorekeeper.figures.match_results import Kind, Result, Sums, Totals, added
from scorekeeper.figures.rating import NEW, Rating

# Fewer meetings make no rival, and fewer matches together no best partner.
LEAST_MEETINGS, LEAST_TOGETHER = 10, 5
# One win is no winning streak.
LEAST_ROW = 2
# Counts that are the same for all who played a match to its end.
_ONCE = ("matches", "rounds", "drawn", "seconds", "timed", "lead_changes")


class Meeting(NamedTuple):
    """A match in which two people were on different sides.

    `ahead` is 1 where the first of them finished ahead, -1 where the second did, else 0.
    """

    match_id: int
    kind: Kind
    ahead: int


class Ahead(NamedTuple):
    """How often two people `met`, and how often the first and the second finished ahead."""

    met: int = 0
    first: int = 0
    second: int = 0

    @property
    def level(self) -> int:
        """How often they were level."""
        return self.met - self.first - self.second

    @property
    def share(self) -> float | None:
        """The share of meetings the first won, of those that one of them won."""
        decided = self.first + self.second
        return self.first / decided if decided else None


class Ranked(NamedTuple):
    """A player in a table; several who are level share a place."""

    place: int
    player: int
    total: Totals
    rating: Rating = NEW

    @property
    def sums(self) -> Sums:
        return self.total.sums


class Evening(NamedTuple):
    """A day's play: the ids of the `matches` that are over, and of those that go on.

    `sums` counts each match once, not once a player; the `players` are in a table.
    """

    matches: tuple[int, ...]
    going_on: tuple[int, ...]
    sums: Sums
    players: tuple[Ranked, ...]


def ahead_in(meetings: Iterable[Meeting]) -> Ahead:
    """Add up the meetings of two people, in any order."""
    found = [each.ahead for each in meetings]
    return Ahead(len(found), found.count(1), found.count(-1))


def in_a_row(meetings: Iterable[Meeting], ahead: int = 1) -> list[Meeting]:
    """List the newest meetings, the last one first, as long as the same one of two was ahead."""
    return [*takewhile(lambda each: each.ahead == ahead, meetings)]


def rival_of(met: Mapping[int, Ahead]) -> int | None:
    """Return who is most often ahead of a player, of those met often; None if nobody is."""
    rivals = {
        other: (ahead.share, -ahead.met)
        for other, ahead in met.items()
        if ahead.met >= LEAST_MEETINGS and ahead.second > ahead.first
    }
    return min(rivals, key=rivals.__getitem__, default=None)


def best_partner(partners: Mapping[int, Sums]) -> int | None:
    """Return the partner with the best share of wins; None if no partner beats luck.

    Partners of only a few matches are left out.
    """
    good = {
        other: (sums.share, sums.matches, -other)
        for other, sums in partners.items()
        if sums.matches >= LEAST_TOGETHER and sums.above_luck > 0
    }
    return max(good, key=good.__getitem__, default=None)


def ranked(
    totals: Mapping[int, Totals], ratings: Mapping[int, Rating] | None = None
) -> tuple[Ranked, ...]:
    """Make a table of players: the most wins above luck first, then the most wins."""
    marks = {player: (each.sums.above_luck, each.sums.won) for player, each in totals.items()}
    rising, known = sorted(marks.values()), ratings or {}
    found = [
        Ranked(
            1 + len(rising) - bisect_right(rising, marks[player]),
            player,
            each,
            known.get(player, NEW),
        )
        for player, each in totals.items()
    ]
    return tuple(sorted(found, key=lambda each: (each.place, each.player)))


def evening(results: Iterable[Result]) -> Evening:
    """Return a day's play from the rows of its matches, including those that go on."""
    players, parts = defaultdict[int, list[Sums]](list), list[Sums]()
    over = dict[int, bool]()
    for row in results:
        for player in row.players:
            players[player].append(row.sums.compared)
        if row.whole:
            parts.append(row.sums)
        over[row.match_id] = over.get(row.match_id, False) or bool(row.sums.matches)
    sums = added(parts)
    return Evening(
        matches=tuple(match_id for match_id, is_over in over.items() if is_over),
        going_on=tuple(match_id for match_id, is_over in over.items() if not is_over),
        sums=Sums(**{name: getattr(sums, name) for name in _ONCE}),
        players=ranked({player: Totals(added(each)) for player, each in players.items()}),
    )
