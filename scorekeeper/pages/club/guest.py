"""What a guest sees on a phone: where they sit, with whom and against whom, and how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from scorekeeper.club.standings import Row
from scorekeeper.messages import gettext as _
from scorekeeper.pages.club.boards import last_boards, timer_of
from scorekeeper.scorebook.club.night import View
from scorekeeper.scorebook.timer import Timer

TOGETHER_SECONDS = 10


class Mine(NamedTuple):
    """What the page of somebody is made from.

    `where` is where they are: "seated" by a draw, "playing" or "done" at a table, "out" or
    "waiting" without one, "gone", or "over" with the night. `waits_for` are tables still played.
    """

    where: str
    round: int
    table: int = 0
    side: int = 0
    sides: tuple[tuple[int, ...], ...] = ()
    scores: tuple[int, ...] | None = None
    won: int | None = None
    goal: int = 0
    match_id: int = 0
    timer: Timer | None = None
    waits_for: tuple[int, ...] = ()
    row: Row | None = None


def mine_of(view: View, person: int) -> Mine:
    """Find where somebody sits, or what they wait for."""
    record, seen = view.seen.night.record, view.seen
    # Who has played nothing yet is not told of a place, which others change all the time.
    row = next((row for row in view.rows if person in row.side and row.played), None)
    mine = Mine("waiting", len(record.rounds), row=row)
    if seen.is_over or person in record.gone:
        return mine._replace(where="over" if seen.is_over else "gone")
    drawn = record.rounds[-1].drawn if record.rounds else None
    if drawn is None:
        return mine
    for table, each in enumerate(drawn.tables, start=1):
        for side, people in enumerate(each.sides):
            if person in people:
                mine = mine._replace(where="seated", table=table, side=side, sides=each.sides)
    if person in drawn.sit_out:
        mine = mine._replace(where="out")
    return mine if record.drawn else _at_table(mine, view)


def tag_of(view: View, person: int) -> str:
    """Return a short text that is another once the page of somebody is."""
    night, mine = view.seen.night, mine_of(view, person)
    ends_at = mine.timer.ends_at if mine.timer else None
    # The clocks of two tables that began together differ by parts of a second.
    ends = round(ends_at.timestamp() / TOGETHER_SECONDS) if ends_at else mine.timer
    shows = (
        mine._replace(timer=None),
        ends,
        night.name,
        night.settings,
        len(view.rows),
        *night.names.values(),
    )
    return f"{crc32(repr(shows).encode()):x}"


def _at_table(mine: Mine, view: View) -> Mine:
    """Add how it stands where somebody plays, and which tables they wait for."""
    boards = last_boards(view.seen)
    mine = mine._replace(timer=timer_of(boards))
    # Where a table plays several matches of a round it is one table.
    meetings = view.seen.night.record.rounds[-1].meetings
    board = next(
        (each for each, ats in zip(boards, meetings, strict=True) if mine.table in ats), None
    )
    if board is None or board.over:
        mine = mine._replace(waits_for=view.seen.unfinished)
    if board is None:
        return mine
    return mine._replace(
        where="done" if board.over else "playing",
        table=board.number,
        scores=board.scores,
        won=board.won,
        goal=board.goal,
        match_id=board.match.id if board.match else 0,
    )


def side_names(names: Mapping[int, str], mine: Mine, person: int, side: int) -> str:
    """Name a side as somebody reads it who may be on it: You & Eva."""
    people = [names[each] for each in mine.sides[side] if each != person]
    return " & ".join([_("You"), *people] if side == mine.side else people)
