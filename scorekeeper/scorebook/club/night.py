"""A club night as a value: how it is played, and its record.

`nights.py` finds and changes it, and `with_matches.py` says how it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from scorekeeper.club.draw import How, Table
from scorekeeper.club.standings import SEASON_POINTS
from scorekeeper.rules.game_keys import Best, Ends, Sides
from scorekeeper.rules.game_setup import Game
from scorekeeper.scorebook.club.night_record import NightRecord

# What sitting out counts.
HALF, FULL = "half", "full"


class Settings(NamedTuple):
    """How a night is played: for `rounds` (0: until the end), or `until` a time (22:30).

    At most `alone` sit at a table, each alone; 0 is two pairs. A table plays the best of `best_of`
    matches. `bye` is what sitting out counts: a win with half the goal, or with the full score.
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
    """A night as stored; `players` has the current player of each id in its record."""

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
        """Whether people come as fixed pairs, and nobody is drawn alone."""
        drawn = (How.CHANGING, How.WINNER_STAYS)
        return not self.settings.alone and self.settings.how not in drawn

    @property
    def is_knockout(self) -> bool:
        """Whether the last match decides the winner."""
        return self.settings.how in (How.KNOCKOUT, How.GROUPS)

    @property
    def sizes(self) -> tuple[int, ...]:
        """Return how many can sit at a table, each alone, the largest first; () for two pairs."""
        return tuple(size for size in range(self.settings.alone, 1, -1) if is_for(self.game, size))

    @property
    def is_over(self) -> bool:
        """Whether no more rounds are drawn, unless somebody asks for one."""
        planned, record = self.settings.rounds, self.record
        enough = bool(planned) and len(record.played) >= planned
        if self.is_knockout:
            enough = bool(record.played) and record.played[-1].drawn.is_final
        return (enough or record.ended) and record.drawn is None

    @property
    def points(self) -> int:
        """Return the goal of a match in points, or 0 if the goal is in rounds."""
        match = self.game.match
        return 0 if match.ends is Ends.ROUNDS else match.goal

    @property
    def goal(self) -> int:
        """Return the goal at a table: if it plays several matches, how many must be won."""
        best_of = self.settings.best_of
        return self.points if best_of == 1 else best_of // 2 + 1

    @property
    def low(self) -> bool:
        """Whether the fewest points win."""
        return self.game.match.best is Best.LOW

    def is_once(self, people: Sequence[int]) -> bool:
        """Return whether these are all different players: two may have been merged."""
        return len({self.players[person] for person in people}) == len(people)

    def side_name(self, side: Sequence[int]) -> str:
        """Name a pair, or one person."""
        return " & ".join(self.names[person] for person in side)

    def seats_of(self, table: Table) -> tuple[str, ...]:
        """Name who sits at a table, by the seats of its match: partners opposite each other."""
        return tuple(self.names[person] for person in table.seats)


class NightLine(NamedTuple):
    """A night in a list."""

    key: str
    name: str
    created_at: datetime
    rounds: int


def is_for(game: Game, alone: int) -> bool:
    """Return whether this many can play a game, each alone; 0 is two pairs."""
    if not alone:
        return 4 in game.deal and game.sides_for(4) is not Sides.SOLO
    return alone in game.deal and game.sides_for(alone) is not Sides.PAIRS
