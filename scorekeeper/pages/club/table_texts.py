"""What pages say about the tables of a round that is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.scorebook.club.night_tables import Board
from scorekeeper.wording.formats import format_number, join_names, rounds


def said_of(board: Board) -> str:
    """Say in a few words how far a table is."""
    result, match = board.result, board.last.match
    if result and board.absent:
        who = join_names([name for at, name in enumerate(board.names) if at != board.won])
        nobody = board.won is None and not result.reason
        return _("Nobody came") if nobody else did_not_come(who, lost=bool(result.reason))
    if result:
        if board.won is None:
            return _("A draw")
        return _("%(names)s won", names=board.names[board.won])
    if match is None:
        return _("The match was deleted: enter a result, or restore it.")
    now = rounds(len(match.rounds)) if match.rounds else _("Not started yet")
    if board.asks:
        return _("The next match is ready to open")
    if match.standing.over:
        return _("Level: who won?")
    if board.several:
        return _("%(what)s: %(words)s", what=_called(board.matches), words=now)
    return now


def did_not_come(names: str, *, lost: bool) -> str:
    """Say that some did not come, or have lost by a sanction."""
    by_sanction = _("%(names)s lost by a sanction", names=names)
    return by_sanction if lost else _("%(names)s did not come", names=names)


def matches_of(board: Board) -> Iterator[tuple[str, int]]:
    """Yield the name of each match of a table, and its number in the round."""
    for number, each in enumerate(board.matches, start=1):
        points = " : ".join(map(format_number, each.result.points)) if each.result else ""
        name = _called(board.matches[:number])
        yield f"{name} · {points}" if points else name, each.at


def _called(matches: Sequence[object]) -> str:
    """Name the last of some matches by its number."""
    return _("Match %(number)s", number=len(matches))


def sanctions_of(board: Board) -> list[tuple[int, str]]:
    """Say for each sanction at a table what a side lost, and why; each with its index."""
    return [
        (
            place,
            ngettext(
                "%(names)s: %(num)s point off (%(reason)s)",
                "%(names)s: %(num)s points off (%(reason)s)",
                sanction.points,
                names=board.names[sanction.side],
                reason=sanction.reason,
            )
            if sanction.points
            else _(
                "%(names)s: match lost (%(reason)s)",
                names=board.names[sanction.side],
                reason=sanction.reason,
            ),
        )
        for place, sanction in board.sanctions
    ]


def stage(sides: int) -> str:
    """Name the round of a knockout by how many sides play in it."""
    names = {2: _("Final"), 4: _("Semifinals"), 8: _("Quarterfinals")}
    # For translators: the round of a knockout with so many sides, as 16 or 32.
    return names.get(sides) or _("Round of %(num)s", num=sides)
