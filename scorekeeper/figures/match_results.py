"""What matches came to for their players: rows that add up, kinds of matches, and totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.rules.game_keys import Best
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.goal import counts_wins

# Chances are whole numbers of this unit, which up to ten sides share without a remainder.
WHOLE = 2520
# For this many of the newest matches the page shows whether each was won.
FORM = 12
# Only comparable within one kind of matches.
NOT_COMPARED = ("made", "given", "biggest", "pips", "hands")


class Measure(StrEnum):
    """What a match counts: points, points of which the fewest win, or rounds won."""

    POINTS = "points"
    FEWEST = "fewest"
    WINS = "wins"


@dataclass(frozen=True, slots=True, order=True)
class Kind:
    """A game, whether it is played alone or by partners, and what it counts.

    Points are compared only within a kind. House rules do not make another kind, unless they change
    what the game counts.
    """

    game_id: str
    partners: bool
    measure: Measure

    @property
    def code(self) -> str:
        """The kind as stored text: "block/alone/points"."""
        return f"{self.game_id}/{'partners' if self.partners else 'alone'}/{self.measure}"

    @classmethod
    def of(cls, code: str) -> Kind:
        """Parse the stored text. Raise ValueError."""
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
    """What is counted over matches; sums can be added in any order.

    Of matches: `won`, and `luck`, the share of them that luck alone would win, in units of WHOLE.
    Of `rounds` (none if only the result of a match is known): won by going `out`, by `block`, by
    the lightest `tile` and, if no tiles are known, `by_points`, and `drawn`. Points `made` in them
    and `given` (made by the other sides), and the `biggest` score of a round. Of hands: `pips` left
    in the `hands` that are known; `caught` with the double six, of those `seen`. `timed` rounds
    took `seconds` in all. `lead_changes` are those of the matches.
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
        """The share of matches won."""
        return _part(self.won, self.matches)

    @property
    def chance(self) -> float | None:
        """The share of matches that luck alone would win."""
        return _part(self.luck, self.matches * WHOLE)

    @property
    def above_luck(self) -> float:
        """How many more matches were won than by luck alone."""
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
        """The pips left in an average hand; 0 for hands that went out."""
        return _part(self.pips, self.hands)

    @property
    def caught_share(self) -> float | None:
        """The share of hands that ended with the double six in them."""
        return _part(self.caught, self.seen)

    @property
    def seconds_a_round(self) -> float | None:
        return _part(self.seconds, self.timed)

    @property
    def compared(self) -> Sums:
        """The same, without what cannot be compared with other kinds of matches."""
        return self._replace(**dict.fromkeys(NOT_COMPARED, 0))


def added(several: Iterable[Sums]) -> Sums:
    rows = [*several]
    if not rows:
        return Sums()
    *columns, biggest = zip(*rows, strict=True)
    return Sums._make((*map(sum, columns), max(biggest)))


def _part(number: int, whole: int) -> float | None:
    return number / whole if whole else None


class Result(NamedTuple):
    """What a match came to for `players`: one, or two partners.

    `side` (from 0) is theirs and `place` where it finished: 0 while the match goes on, and for
    players who gave up their seat before its end. A match in which people came and went has rows
    for each part of it, of which 0 is the last; the row that is `whole` has all rounds.
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
    """Added results, and when the first and the last of their matches ended.

    `longest` is the longest winning streak. `newest` says of the newest matches whether each was
    won, the last one last.
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
    """Return the longest winning streak; in the text "1" is a match won, "0" any other.

    >>> longest_run("1011101")
    '111'
    """
    return max(won.split("0"), key=len)


def form_of(won: str) -> tuple[bool, ...]:
    """Return whether each of the newest matches was won, from the same kind of text."""
    return tuple([each == "1" for each in won[-FORM:]])


def _won(rows: Iterable[Result]) -> str:
    return "".join("1" if row.won else "0" for row in rows if row.sums.matches)


class Figure(StrEnum):
    """A figure counted from some of the matches; any other is counted from all of them.

    Each is named as in `Sums`, except the winning streak.
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
