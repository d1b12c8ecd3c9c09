"""Figures of some matches, counted from their rows.

They are for a device that may see these alone, and for the newest matches of somebody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TypeVar

from scorekeeper.figures.counted import Figure, counted_from
from scorekeeper.figures.kinds import Kind
from scorekeeper.figures.meetings import Ahead, ahead_in
from scorekeeper.figures.periods import ALL_TIME
from scorekeeper.figures.rating import NEW, Rated, Rating, curve
from scorekeeper.figures.results import Meeting, Result, Sums
from scorekeeper.figures.totals import ALL_KINDS, Totals, compared, most_played
from scorekeeper.scorebook.figures.frame import Frame
from scorekeeper.scorebook.figures.rows import Players
from scorekeeper.scorebook.figures.seen_rows import MOST_COUNTED, rows_of
from scorekeeper.scorebook.people.players import Ids

T = TypeVar("T")


class SeenFigures:
    """The figures of some matches that are within a frame; ratings are of all of them.

    It has the functions of KeptFigures.
    """

    def __init__(self, frame: Frame, match_ids: Ids) -> None:
        self.match_ids, self._kind = match_ids, frame.kind
        self._rows = rows_of(match_ids)
        # The newest are chosen before.
        self._period = ALL_TIME if frame.is_newest else frame.period

    def table(self) -> dict[int, Totals]:
        """Return the total of each player."""
        totals = {one[0]: self.total(one) for one in self._rows.everybody if len(one) == 1}
        return {player: total for player, total in totals.items() if total.last_at}

    def total(self, players: Players) -> Totals:
        """Return the total of a player, two partners or everybody."""
        return self._rows.total(players, self._kind, self._period)

    def kinds(self, players: Players) -> tuple[tuple[Kind, Totals], ...]:
        """Return the totals of each kind, the one played most first."""
        results = self._rows.results(players, ALL_KINDS, self._period)
        codes = {row.kind.code for row in results}
        totals = {code: self._rows.total(players, code, self._period) for code in codes}
        return most_played(totals)

    def pairs(self, player: int) -> dict[tuple[int, int], Sums]:
        """Return the matches that a player and each partner played and won, and those by luck."""
        pairs = [pair for pair in self._rows.everybody if len(pair) == 2 and player in pair]
        totals = {(pair[0], pair[1]): self.total(pair) for pair in pairs}
        sums = {pair: total.sums for pair, total in totals.items() if total.last_at}
        return {
            pair: Sums(matches=of.matches, won=of.won, luck=of.luck) for pair, of in sums.items()
        }

    def met(self, player: int) -> dict[tuple[int, int], Ahead]:
        """Return how often a player met each other, and who finished ahead."""
        meetings = [row for row in self._meetings() if player in row.players]
        return _added_up(meetings, attrgetter("players"))

    def between(self, one: int, two: int) -> dict[str, Ahead]:
        """Return how often two met in each kind, by its code; the lower id is the first."""
        return _added_up(self.meetings(one, two, MOST_COUNTED), attrgetter("kind.code"))

    def meetings(
        self, one: int, two: int, most: int, ahead: int | None = None, before: int = 0
    ) -> list[Meeting]:
        """List the newest meetings of two, the last first, those `before` another match.

        All of them, or those where `ahead` of a `Meeting` is so.
        """
        both = tuple(sorted((one, two)))
        met = [row for row in reversed(self._meetings()) if row.players == both]
        found = [row for row in met if ahead in (None, row.ahead)]
        after = _place_after(before, [row.match_id for row in found])
        return found[after : after + most]

    def results(self, players: Players, most: int) -> list[Result]:
        """List the newest results of a player, two partners or everybody, the last first."""
        return self._of(players)[::-1][:most]

    def behind(
        self, players: Players, figure: Figure | None, before: int, most: int
    ) -> tuple[int, ...]:
        """List the newest matches that a figure was counted from, those `before` another one."""
        rows = self._of(players)
        comparable = rows if self._kind else map(compared, rows)
        newest = counted_from(comparable, figure)[::-1]
        after = _place_after(before, newest)
        return newest[after : after + most]

    def ratings(self) -> dict[int, Rating]:
        """Return the ratings of all players, after all of the matches."""
        return {player: rated[-1].rating for player, rated in self._rows.rated.items()}

    def rating(self, player: int) -> Rating:
        """Return the rating of a player, after all of the matches."""
        rated = self._rows.rated.get(player)
        return rated[-1].rating if rated else NEW

    def rated(self, player: int, match_ids: Sequence[int]) -> list[Rated]:
        """Return the ratings of a player after some matches."""
        return [each for each in self._rows.rated.get(player, ()) if each.match_id in match_ids]

    def curve(self, player: int, most: int) -> list[Rated]:
        """Return so many ratings of a player, each the last of equal parts of the matches."""
        results = self._rows.results((player,), ALL_KINDS, self._period)
        played = {row.match_id for row in results}
        rated = [each for each in self._rows.rated.get(player, ()) if each.match_id in played]
        return [rated[at] for at in curve(len(rated), most)]

    def _of(self, players: Players) -> list[Result]:
        return self._rows.results(players, self._kind, self._period)

    def _meetings(self) -> list[Meeting]:
        return self._rows.meetings(self._kind, self._period)


def _place_after(before: int, match_ids: Sequence[int]) -> int:
    """Return where those after a match begin in a list; its beginning where there is none."""
    return match_ids.index(before) + 1 if before in match_ids else 0


def _added_up(meetings: Iterable[Meeting], key: Callable[[Meeting], T]) -> dict[T, Ahead]:
    totals = defaultdict[T, Ahead](Ahead)
    for meeting in meetings:
        totals[key(meeting)] += ahead_in(meeting)
    return dict(totals)
