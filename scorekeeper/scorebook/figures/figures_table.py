"""The table of figures: the result of each seat in each finished match; see recounting.py.

Its rows have no foreign keys, as all of them can be counted again from the rounds. When the way of
counting changes, a migration empties the table.
"""

# No annotations from the future, as in models.py: SQLAlchemy would have to evaluate each.
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Index, String, literal_column
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.figures.match_results import Kind, Result, Sums
from scorekeeper.figures.rating import Rating
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.database.models import Base, partial_index

Values = dict[str, Any]

# The value of `rated` if the rating is not worked out yet.
NOT_YET = 0


class ResultRow(Base):
    """The result of a seat in a finished match; its sums are those of `Sums`."""

    __tablename__ = "match_results"

    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ended_at: Mapped[datetime] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(96))
    side: Mapped[int]
    # 0 for players who did not sit there when the match ended.
    place: Mapped[int]
    # 1 if this part of the match has all of its rounds, else 0.
    whole: Mapped[int]
    # That of the match when it was counted.
    version: Mapped[int]
    # The rating after the match, and from how many matches it is, or NOT_YET.
    strength: Mapped[float]
    unsure: Mapped[float]
    rated: Mapped[int]
    matches: Mapped[int]
    won: Mapped[int]
    luck: Mapped[int]
    rounds: Mapped[int]
    out: Mapped[int]
    block: Mapped[int]
    tile: Mapped[int]
    by_points: Mapped[int]
    drawn: Mapped[int]
    made: Mapped[int]
    given: Mapped[int]
    pips: Mapped[int]
    hands: Mapped[int]
    caught: Mapped[int]
    seen: Mapped[int]
    seconds: Mapped[int]
    timed: Mapped[int]
    lead_changes: Mapped[int]
    biggest: Mapped[int]

    # The rows of a player lie together in the order the matches ended, and on SQLite nowhere else.
    __table_args__ = (
        # Who met whom is read from this alone.
        Index("ix_match_results_match", "match_id", "player_id", "side", "place"),
        # The matches in the order they ended.
        partial_index("ix_match_results_ended", "seat = 0", "ended_at", "match_id", "kind"),
        partial_index("ix_match_results_unrated", "rated = 0", "ended_at", "match_id"),
        {"sqlite_with_rowid": False},
    )


kind_of_code = lru_cache(Kind.of)


_ROW = ResultRow
RESULT = (
    *(_ROW.player_id, _ROW.match_id, _ROW.ended_at, _ROW.kind, _ROW.side, _ROW.place),
    *(_ROW.seat, _ROW.whole),
    *(getattr(_ROW, name) for name in Sums._fields),
)
RATING = (_ROW.strength, _ROW.unsure, _ROW.rated)
FINISHED = (_ROW.match_id, _ROW.ended_at, _ROW.side, _ROW.place, _ROW.player_id)
# Players who gave up their place before the end met nobody in the match, and are not rated by it.
TO_THE_END = _ROW.place > 0
# One row of each match. The number is written out: with a bound value no database would use the
# partial index.
FIRST_SEAT = _ROW.seat == literal_column("0")


def result_from(row: Sequence[Any]) -> Result:
    """Build a result from a row of the columns RESULT."""
    player, match_id, ended_at, kind, side, place, at, whole, *sums = row
    part, seat = divmod(at, MOST_SEATS)
    of_match = (match_id, ended_at, kind_of_code(kind), side, place)
    return Result((player,), *of_match, Sums._make(sums), seat, part, bool(whole))


def rating_values(rating: Rating) -> Values:
    """Return the values of the columns RATING."""
    return {column.key: value for column, value in zip(RATING, rating, strict=True)}
