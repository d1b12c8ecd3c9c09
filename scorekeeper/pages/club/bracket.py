"""The bracket of a knockout, as the page of a club night and its big screen show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.club.brackets import pairs_of
from scorekeeper.pages.club.table_texts import stage
from scorekeeper.scorebook.club.with_matches import NightWithMatches


class BracketMatch(NamedTuple):
    """Two sides of a bracket: their names, if known, their points, and who has won.

    The match for third place is not part of the bracket.
    """

    names: tuple[str, ...]
    scores: tuple[int, ...] | None = None
    won: int | None = None
    third: bool = False


def bracket(seen: NightWithMatches) -> list[tuple[str, list[BracketMatch]]]:
    """Return a knockout round by round: its name, and who meets in it."""
    rounds = [*enumerate(seen.night.record.rounds, start=1)]
    found = [(number_of, each) for number_of, each in rounds if each.drawn.bracket]
    columns = [
        (stage(len(each.drawn.bracket)), [*_meetings(seen, number_of)]) for number_of, each in found
    ]
    if not found or found[-1][1].drawn.is_final:
        return columns
    history = seen.history()
    last = found[-1][1]
    known = history[-1].through if last.is_open else [()] * (len(last.drawn.bracket) // 2)
    while len(known) > 1:
        two = [tuple(map(seen.night.side_name, pair)) for pair in pairs_of(known)]
        columns.append((stage(len(known)), [BracketMatch(names) for names in two]))
        known = [()] * (len(known) // 2)
    return columns


def _meetings(seen: NightWithMatches, number_of: int) -> Iterator[BracketMatch]:
    """Yield the meetings of a round of a knockout, the match for third place last."""
    each = seen.night.record.rounds[number_of - 1]
    played = seen.boards[number_of - 1] if each.is_open else []
    of_table = {board.names: BracketMatch(board.names, board.scores, board.won) for board in played}
    drawn = [tuple(map(seen.night.side_name, table.sides)) for table in each.drawn.tables]
    for pair in pairs_of(each.drawn.bracket):
        names = tuple(map(seen.night.side_name, pair))
        yield of_table.get(
            names, BracketMatch(names, won=None if all(pair) else pair.index(max(pair)))
        )
    if each.drawn.is_final and len(drawn) > 1:
        yield of_table.get(drawn[1], BracketMatch(drawn[1]))._replace(third=True)
