"""What matches came to for those who played them: rows that add up, their kinds, and totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import counts_wins

# Chances are kept in parts of a whole number that up to ten sides share without a rest.
WHOLE = 2520
# Of so many of the newest matches it is shown whether each was won.
FORM = 12
# Of one kind of matches alone.
NOT_COMPARED = ("made", "given", "biggest", "pips", "hands")


class Measure(StrEnum):
    """What a match is counted in: points, points of which the fewest win, or rounds won."""

    POINTS = "points"
    FEWEST = "fewest"
    WINS = "wins"


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """A game, each alone or in partners, and what it is counted in.

    Points are compared within one kind, and never across two. House rules stay within the kind of
    their game, unless they change what it is counted in.
    """

    game_id: str
    partners: bool
    measure: Measure

    @property
    def code(self) -> str:
        """The kind as a text, to be stored: "block/alone/points"."""
        return f"{self.game_id}/{'partners' if self.partners else 'alone'}/{self.measure}"

    @classmethod
    def of(cls, code: str) -> Kind:
        """Read a kind from its text. Raise ValueError."""
        game_id, together, measure = code.split("/")
        if together not in ("partners", "alone"):
            raise ValueError(code)
        return cls(game_id, together == "partners", Measure(measure))


def kind_of(setup: Setup) -> Kind:
    """Return the kind of a match."""
    if counts_wins(setup.game):
        measure = Measure.WINS
    else:
        measure = Measure.FEWEST if setup.game.match.best is Best.LOW else Measure.POINTS
    return Kind(setup.game.id, setup.partners, measure)


class Sums(NamedTuple):
    """What is counted over matches; many of them add up, whatever their order.

    Of matches: `won`, and `luck`, the part of them that luck alone would win, in parts of WHOLE.
    Of `rounds`, none where only the result of a match is known: won by going `out`, by `block`, by
    the lightest `tile` and, of which no tiles are known, `by_points`, and `drawn`. Points in these
    `made` and `given` (what the other sides made), and the `biggest` of a round. Of hands: `pips`
    left in so many `hands` that are known; `caught` with the double six, of so many `seen`. In so
    many `seconds` there were `timed` rounds. `lead_changes` are those of the matches.
    """

    matches: int = 0
    won: int = 0
    luck: int = 0
    rounds: int = 0
    out: int = 0
    block: int = 0
    tile: int = 0
    by_points: int = 0
    drawn: int = 0
    made: int = 0
    given: int = 0
    pips: int = 0
    hands: int = 0
    caught: int = 0
    seen: int = 0
    seconds: int = 0
    timed: int = 0
    lead_changes: int = 0
    biggest: int = 0

    @property
    def share(self) -> float | None:
        """The part of the matches that was won."""
        return _part(self.won, self.matches)

    @property
    def chance(self) -> float | None:
        """The part of the matches that luck alone would win."""
        return _part(self.luck, self.matches * WHOLE)

    @property
    def above_luck(self) -> float:
        """How many more matches were won than luck alone would win."""
        return (self.won * WHOLE - self.luck) / WHOLE

    @property
    def rounds_won(self) -> int:
        return self.out + self.block + self.tile + self.by_points

    @property
    def made_a_round(self) -> float | None:
        return _part(self.made, self.rounds)

    @property
    def given_a_round(self) -> float | None:
        return _part(self.given, self.rounds)

    @property
    def pips_a_hand(self) -> float | None:
        """What was left in a hand, 0 where its player went out."""
        return _part(self.pips, self.hands)

    @property
    def caught_share(self) -> float | None:
        """The part of the hands that ended with the double six in them."""
        return _part(self.caught, self.seen)

    @property
    def seconds_a_round(self) -> float | None:
        return _part(self.seconds, self.timed)

    @property
    def compared(self) -> Sums:
        """The same without what does not compare with other kinds of matches."""
        return self._replace(**dict.fromkeys(NOT_COMPARED, 0))


def added(several: Iterable[Sums]) -> Sums:
    """Add up what was counted."""
    rows = [*several]
    if not rows:
        return Sums()
    *columns, biggest = zip(*rows, strict=True)
    return Sums._make((*map(sum, columns), max(biggest)))


def _part(number: int, whole: int) -> float | None:
    return number / whole if whole else None


class Result(NamedTuple):
    """What a match came to for `players`: one, or two partners.

    `side` (from 0) is theirs and `place` where it finished, 0 while the match goes on, and for who
    gave a place to somebody before its end. A match in which people came and went has rows for each
    part of it, of which 0 is the last; of each the row that is `whole` has all rounds.
    """

    players: tuple[int, ...]
    match_id: int
    ended_at: datetime
    kind: Kind
    side: int
    place: int
    sums: Sums
    seat: int = 0
    part: int = 0
    whole: bool = True

    @property
    def won(self) -> bool:
        return self.sums.won > 0


class Totals(NamedTuple):
    """Results added up, and when the first and the last of their matches ended.

    `longest` is how many matches were won one after the other at most. `newest` says of the newest
    matches whether each was won, the last one last.
    """

    sums: Sums = Sums()
    first_at: datetime | None = None
    last_at: datetime | None = None
    longest: int = 0
    newest: tuple[bool, ...] = ()


def total_of(rows: Sequence[Result]) -> Totals:
    """Add up results of the same players, in the order the matches ended."""
    if not rows:
        return Totals()
    won, sums = _won(rows), added(row.sums for row in rows)
    ended = rows[0].ended_at, rows[-1].ended_at
    return Totals(sums, *ended, len(longest_run(won)), form_of(won))


def longest_run(won: str) -> str:
    """Return the longest run of wins; matches are a text: "1" is one that was won, "0" another.

    >>> longest_run("1011101")
    '111'
    """
    return max(won.split("0"), key=len)


def form_of(won: str) -> tuple[bool, ...]:
    """Return whether each of the newest matches was won, from the same text."""
    return tuple([each == "1" for each in won[-FORM:]])


def _won(rows: Iterable[Result]) -> str:
    return "".join("1" if row.won else "0" for row in rows if row.sums.matches)


class Figure(StrEnum):
    """A figure that is counted from some of the matches; all else is counted from all of them.

    Each is named as in `Sums`, except the run of wins.
    """

    WON = "won"
    OUT = "out"
    BLOCK = "block"
    TILE = "tile"
    BY_POINTS = "by_points"
    DRAWN = "drawn"
    CAUGHT = "caught"
    BIGGEST = "biggest"
    RUN = "run"


def counted_from(rows: Sequence[Result], figure: Figure | None = None) -> Sequence[Result]:
    """Return the results a figure was counted from; they are of the same players, in order."""
    match figure:
        case None:
            return rows
        case Figure.RUN:
            played = [row for row in rows if row.sums.matches]
            won = _won(played)
            run = longest_run(won)
            return played[won.index(run) :][: len(run)]
        case Figure.BIGGEST:
            biggest = max((row.sums.biggest for row in rows), default=0)
            # The first of several.
            return [row for row in rows if row.sums.biggest == biggest > 0][:1]
        case _:
            return [row for row in rows if getattr(row.sums, figure) > 0]
