"""What is read from a photo, or why it is not read; the words for people are elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

# The reader was never shown more pips on one end.
HIGHEST_END = 12

Ends = tuple[int, int]
Corner = tuple[float, float]


class Trouble(StrEnum):
    """Why a picture is not read, why there is no reading, or why the readings may be wrong.

    BROKEN: the file begins like a picture, but is invalid or incomplete. BUSY: too many other
    pictures are being read. SLOW: it took too long. CROWDED: more tiles lie together than a hand
    can hold, and only the likely ones are among the readings.
    """

    TOO_MANY_BYTES = "too many bytes"
    TOO_MANY_PIXELS = "too many pixels"
    OTHER_FORMAT = "other format"
    BROKEN = "broken"
    BUSY = "busy"
    SLOW = "slow"
    NO_TILES = "no tiles"
    TOO_DARK = "too dark"
    BLURRED = "blurred"
    CROWDED = "crowded"


class Unsure(StrEnum):
    """Why a reading is asked about."""

    UNCLEAR = "unclear"
    # The same tile was read at another place too.
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Reading:
    """A tile in a photo.

    `corners` are four points around it, in parts of the photo's width and height; `ends` the lower
    first; `others` one or two tiles it could be instead, the likelier first. Tiles laid
    together have the same `group`, which counts from 0.
    """

    corners: tuple[Corner, Corner, Corner, Corner]
    ends: Ends
    confidence: float
    others: tuple[Ends, ...]
    group: int
    unsure: Unsure | None


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together: a hand, or tiles on the table.

    `open_ends` are those of a clear line, the lower first.
    """

    on_table: bool = False
    open_ends: Ends | None = None


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo that was read: its size when upright, its tiles group by group, what is wrong."""

    width: int
    height: int
    readings: tuple[Reading, ...]
    trouble: Trouble | None = None
    groups: tuple[Group, ...] = (Group(),)

    @property
    def in_hand(self) -> tuple[Reading, ...]:
        """The readings that do not lie on the table."""
        return tuple(each for each in self.readings if not self.groups[each.group].on_table)


class PictureError(Exception):
    """This picture is not read."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble
