"""The tables of a round that was opened, as pages show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.club.standings import By, TableResult
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.scorebook.club.night import NightWithMatches
from scorekeeper.scorebook.club.record import Sanction
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.timer import Timer
from scorekeeper.wording.formats import format_number


class Board(NamedTuple):
    """A table of a round: who plays there, how it stands, and whether it has an end.

    `scores` are the points of both sides, None where nobody has any yet; `won` is the side that
    has won. Its clock is `timer`, as long as it is played. Where a table plays several matches the
    scores are those that each side has won; `points` and all else are of the last one, whose number
    in the round is `at`. `asks` says that it ought to play another. Its `sanctions` are sentences,
    and by one of them it may be `lost`.
    """

    number: int
    sides: tuple[str, ...]
    match: Match | None
    scores: tuple[int, ...] | None
    over: bool
    won: int | None
    by: By | None
    timer: Timer | None
    typed: bool
    goal: int
    at: int
    points: tuple[int, ...] | None
    # Its matches: what each is called, and its number in the round.
    matches: tuple[tuple[str, int], ...]
    asks: bool
    # Each by its place among those of the round.
    sanctions: tuple[tuple[int, str], ...]
    lost: bool


def boards(seen: NightWithMatches, round_number: int) -> list[Board]:
    """Return the tables of a round that was opened, by their numbers."""
    meetings = seen.night.record.rounds[round_number - 1].meetings
    return [_board(seen, round_number, table) for table in range(1, len(meetings) + 1)]


def last_boards(seen: NightWithMatches) -> list[Board]:
    """Return the tables of the round that was opened last."""
    played = len(seen.night.record.played)
    return boards(seen, played) if played else []


def timer_of(boards_of_round: Sequence[Board]) -> Timer | None:
    """Return the clock of a round: that of the first table that is still played."""
    return next((board.timer for board in boards_of_round if board.timer), None)


def board_of(seen: NightWithMatches, round_number: int, at: int) -> Board | None:
    """Return the table at which a match of a round is played, as that match stands."""
    played = seen.night.record.played
    meetings = played[round_number - 1].meetings if 1 <= round_number <= len(played) else ()
    table = next((table for table, all_at in enumerate(meetings, start=1) if at in all_at), 0)
    return _board(seen, round_number, table, at) if table else None


def _board(seen: NightWithMatches, round_number: int, table: int, at: int = 0) -> Board:
    night, several = seen.night, seen.night.settings.best_of > 1
    each = night.record.rounds[round_number - 1]
    meeting = each.meetings[table - 1]
    at = at or meeting[-1]
    match, result = seen.match_of(round_number, at), seen.result(round_number, table)
    own = seen.result_of(round_number, at)
    points = own.points if own else match.standing.totals if match and match.rounds else None
    sides = each.drawn.tables[at - 1].sides
    found = [seen.result_of(round_number, other) for other in meeting]
    winners = [one.winner for one in found if one]
    won = tuple(winners.count(side) for side in range(len(sides)))
    return Board(
        number=table,
        sides=tuple(night.side_name(side) for side in sides),
        match=match,
        scores=won if several else points,
        over=result is not None,
        won=result.winner if result else None,
        by=result.by if result else None,
        timer=match.record.timer if match and own is None else None,
        typed=each.typed[at - 1] is not None,
        goal=night.settings.best_of // 2 + 1 if several else seen.goal,
        at=at,
        points=points,
        matches=tuple(_matches(found, meeting)) if several else (),
        asks=seen.wants_another(round_number, table),
        sanctions=tuple(
            (place, _sentence(sanction, night.side_name(sides[sanction.side])))
            for place, sanction in enumerate(each.sanctions)
            if sanction.table == table
        ),
        lost=bool(each.lost(at)),
    )


def _sentence(sanction: Sanction, names: str) -> str:
    """Say what a side has lost, and why."""
    if not sanction.points:
        return _("%(names)s: match lost (%(reason)s)", names=names, reason=sanction.reason)
    return ngettext(
        "%(names)s: %(num)s point off (%(reason)s)",
        "%(names)s: %(num)s points off (%(reason)s)",
        sanction.points,
        names=names,
        reason=sanction.reason,
    )


def _matches(
    found: Sequence[TableResult | None], meeting: Sequence[int]
) -> Iterator[tuple[str, int]]:
    """Yield what each match of a table is called, and its number in the round."""
    for number_of, (result, at) in enumerate(zip(found, meeting, strict=True), start=1):
        name = _("Match %(number)s", number=number_of)
        points = " : ".join(map(format_number, result.points)) if result else ""
        yield f"{name} · {points}" if points else name, at


def stage(sides: int) -> str:
    """Say what the round of a knockout is called that so many play."""
    names = {2: _("Final"), 4: _("Semifinals"), 8: _("Quarterfinals")}
    # For translators: the round of a knockout with so many sides, as 16 or 32.
    return names.get(sides) or _("Round of %(num)s", num=sides)
