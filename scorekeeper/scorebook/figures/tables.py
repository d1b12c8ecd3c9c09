"""The tables of kept figures: what each match came to, and totals of it; see writing.py.

`first_id` and `second_id` say of whom a row is: a player and 0, two partners (the lower id first),
or 0 and 0 for everybody. They refer to nothing that the database watches, as all of it can be
counted again from the rounds.
"""

# No annotations from the future, as in models.py: SQLAlchemy would have to evaluate each.
from datetime import datetime

from sqlalchemy import Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.scorebook.database.models import Base

# The rows are found by their keys, and on SQLite they lie there.
_KEYED = {"sqlite_with_rowid": False}


class SumColumns:
    """The columns of `Sums`."""

    matches: Mapped[int]
    won: Mapped[int]
    luck: Mapped[int]
    rounds: Mapped[int]
    out: Mapped[int]
    block: Mapped[int]
    tile: Mapped[int]
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


class ResultRow(SumColumns, Base):
    """What a match that is over came to for a player, two partners or everybody."""

    __tablename__ = "results"

    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    second_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ended_at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(96))
    side: Mapped[int]
    place: Mapped[int]
    # That of the match when it was counted.
    version: Mapped[int]
    # Of a player: the rating after the match, and from how many matches it is.
    strength: Mapped[float]
    unsure: Mapped[float]
    rated: Mapped[int]

    __table_args__ = (
        Index("ix_results_players", "first_id", "second_id", "ended_at", "match_id"),
        Index("ix_results_kind", "first_id", "second_id", "kind", "ended_at", "match_id"),
        # For a curve of ratings: the matches of a player by their number.
        Index("ix_results_rated", "first_id", "second_id", "rated"),
        _KEYED,
    )


class TotalRow(SumColumns, Base):
    """The results of a player, two partners or everybody, added up; see `Key` and `Totals`."""

    __tablename__ = "totals"

    first_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(96), primary_key=True)
    period: Mapped[str] = mapped_column(String(7), primary_key=True)
    second_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first_at: Mapped[datetime]
    last_at: Mapped[datetime]
    last_match: Mapped[int]
    biggest_in: Mapped[int]
    opening: Mapped[int]
    opening_to: Mapped[int]
    run: Mapped[int]
    run_from: Mapped[int]
    longest: Mapped[int]
    longest_from: Mapped[int]
    longest_to: Mapped[int]
    form: Mapped[int] = mapped_column(server_default=text("0"))

    __table_args__ = (
        Index("ix_totals_second", "second_id", "kind", "period", "first_id"),
        _KEYED,
    )


class MeetingRow(Base):
    """Two players on different sides of a match that is over, and who finished ahead."""

    __tablename__ = "meetings"

    match_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    second_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    ended_at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(96))
    ahead: Mapped[int]

    # The meetings of two are read from this alone.
    __table_args__ = (
        Index(
            "ix_meetings_first", "first_id", "second_id", "ended_at", "match_id", "kind", "ahead"
        ),
        _KEYED,
    )


class MeetingTotalRow(Base):
    """How often two players met, and which of them finished ahead; kind and period as in totals."""

    __tablename__ = "meeting_totals"

    first_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(96), primary_key=True)
    period: Mapped[str] = mapped_column(String(7), primary_key=True)
    second_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    met: Mapped[int]
    first_ahead: Mapped[int]
    second_ahead: Mapped[int]

    __table_args__ = (
        Index("ix_meeting_totals_second", "second_id", "kind", "period", "first_id"),
        _KEYED,
    )


class FigureStateRow(Base):
    """How far the figures are counted: one row."""

    __tablename__ = "figure_state"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    # In which way all figures were made, see state.py; 0 or less while not all are counted.
    made_by: Mapped[int]
    # Matches that ended after this one are not rated yet; None where all are.
    rated_at: Mapped[datetime | None]
    rated_match: Mapped[int | None]
