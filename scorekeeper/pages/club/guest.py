"""What a guest sees on a phone: where they sit, with whom and against whom, and how they stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from threading import Condition
from typing import NamedTuple
from zlib import crc32

from cachetools import LRUCache, cached

from scorekeeper.club.standings import Row
from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.club.night_state import NightState
from scorekeeper.scorebook.club.night_tables import Board
from scorekeeper.scorebook.club.with_matches import NightWithMatches, night_at

TOGETHER_SECONDS = 10


class Mine(NamedTuple):
    """What a guest's page depends on; its `tag` changes with it.

    `where` is where they are: "seated" by a draw, "playing" or "done" at a table, "out" or
    "waiting" without one, "gone", or "over" with the night.
    """

    where: str = "waiting"
    table: int = 0
    side: int = 0
    sides: tuple[tuple[int, ...], ...] = ()
    board: Board | None = None
    row: Row | None = None
    tag: str = ""


# All phones ask at once: one request works it out, the others wait for it.
@cached(LRUCache[NightState, Mapping[int, Mine]](16), condition=Condition())
def guests_at(state: NightState) -> Mapping[int, Mine]:
    """Return what the page of each guest depends on."""
    seen = night_at(state)
    places, rows = dict(_places(seen)), seen.rows
    # Guests who have played nothing yet are not told a place, because others change it all the
    # time.
    at = {person: at for at, row in enumerate(rows) if row.played for person in row.side}
    all_see = _all_see(seen)
    found = {}
    for person in seen.night.names:
        mine = places.get(person, Mine())
        if person in at:
            mine = mine._replace(row=rows[at[person]])
        shows: list[object] = [mine._replace(board=None), all_see]
        if mine.board:
            match = mine.board.last.match
            shows += [mine.board.scores, mine.board.won, match and match.id]
        if mine.where in ("waiting", "done"):
            shows += seen.unfinished
        # The page says why they are ahead of the next one.
        behind = rows[at[person] + 1 :][:1] if person in at else ()
        shows += [(row.side, *map(row.worth, seen.order)) for row in behind]
        found[person] = mine._replace(tag=f"{crc32(repr(shows).encode()):x}")
    return found


def _all_see(seen: NightWithMatches) -> object:
    """Return what is on every guest's page."""
    night, timer = seen.night, seen.timer
    # The clocks of two tables that started together differ by fractions of a second.
    ends_at = timer and timer.ends_at and round(timer.ends_at.timestamp() / TOGETHER_SECONDS)
    won = [row.side for row in seen.rows if row.place == 1] if seen.is_over else ()
    shown = (night.name, night.settings, night.names, len(night.record.rounds), len(seen.rows))
    return crc32(repr((shown, ends_at, timer and timer.left, won)).encode())


def _places(seen: NightWithMatches) -> Iterator[tuple[int, Mine]]:
    """Yield where people are; a later item for the same person replaces an earlier one."""
    record = seen.night.record
    for drawn in [each.drawn for each in record.rounds[-1:]]:
        yield from ((person, Mine("out")) for person in drawn.sit_out)
    for table, each in enumerate(record.drawn.tables if record.drawn else (), start=1):
        yield from _at_table(Mine("seated", table, sides=each.sides))
    for board in () if record.drawn else seen.tables:
        where = "done" if board.over else "playing"
        yield from _at_table(Mine(where, board.number, sides=board.sides, board=board))
    yield from ((person, Mine("gone")) for person in record.gone)
    if seen.is_over:
        yield from ((person, Mine("over")) for person in record.people)


def _at_table(mine: Mine) -> Iterator[tuple[int, Mine]]:
    for side, people in enumerate(mine.sides):
        yield from ((person, mine._replace(side=side)) for person in people)


def side_names(names: Mapping[int, str], mine: Mine, person: int, side: int) -> str:
    """Name a side for a reader who may be on it: You & Eva."""
    people = [names[each] for each in mine.sides[side] if each != person]
    return " & ".join([_("You"), *people] if side == mine.side else people)
