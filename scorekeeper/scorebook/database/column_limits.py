"""Limits: of the columns of the database, of rounds in files, and of ids in one statement."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

# Letters of the name of a player, a rule set or a device.
LONGEST_NAME = 40
# Players of a match: no game has more.
MOST_SEATS = 10
# Letters of what a correction was for.
LONGEST_NOTE = 80
# Far more pips or points than any round can have.
LARGEST_NUMBER = 9999
# In a round sent by another program: more than any round has.
MOST_TILES, MOST_SCORES, MOST_CORRECTIONS = 200, 200, 20

# How many ids one statement asks for: databases have a limit.
AT_ONCE = 500


def in_parts(ids: Sequence[T], size: int = AT_ONCE) -> Iterator[Sequence[T]]:
    """Divide ids into parts, each small enough for one statement."""
    return (ids[first : first + size] for first in range(0, len(ids), size))
