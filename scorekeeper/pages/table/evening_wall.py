"""What a large screen shows between two matches, if asked to: the table of the evening."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.figures.clock import evening_of
from scorekeeper.figures.people import Ranked
from scorekeeper.scorebook.figures.read import evening
from scorekeeper.scorebook.people.players import Ids, Player, players_by_id
from scorekeeper.scorebook.projection import Match
from scorekeeper.wording.dates import evening_name
from scorekeeper.wording.figures import difference
from scorekeeper.wording.formats import number

# For how many lines there are sizes of letters; of more players the first are shown.
SIZES = (4, 6, 8, 10)


class EveningLine(NamedTuple):
    """A player in the table of an evening."""

    place: str
    name: str
    matches: str
    won: str
    above_luck: str


class EveningTable(NamedTuple):
    """The table of an evening, in letters of a size for so many lines."""

    title: str
    lines: tuple[EveningLine, ...]
    size: int


def evening_table(match: Match, seen: Ids | None) -> EveningTable | None:
    """Show the evening on which a match was played; None while it goes on.

    `seen` are the ids of the matches that the device may see, None where it may see all.
    """
    if not match.standing.over:
        return None
    day = evening_of(match.last_at)
    names = players_by_id(seen)
    ranked = [each for each in evening(day, seen).players if each.player in names]
    lines = tuple(_line(each, names[each.player]) for each in ranked[: SIZES[-1]])
    return EveningTable(
        title=evening_name(day),
        lines=lines,
        size=next(size for size in SIZES if len(lines) <= size),
    )


def _line(ranked: Ranked, player: Player) -> EveningLine:
    return EveningLine(
        place=number(ranked.place),
        name=player.name,
        matches=number(ranked.sums.matches),
        won=number(ranked.sums.won),
        above_luck=difference(ranked.sums.above_luck),
    )
