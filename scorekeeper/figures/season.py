"""Tables of players and of partners, by how many more matches they won than luck would win."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.figures.results import Result, Sums, added
from scorekeeper.figures.totals import compared

# Who has played less often together is no best partner yet.
LEAST_TOGETHER = 5
# What all who played a match to its end have of it alike.
_ONCE = ("matches", "rounds", "drawn", "seconds", "timed", "lead_changes")


class Ranked(NamedTuple):
    """A player in a table; several that are level share a place."""

    place: int
    player: int
    sums: Sums


class Partner(NamedTuple):
    """Another player, and what the two came to as partners."""

    other: int
    sums: Sums


class Evening(NamedTuple):
    """What was played in an evening: `matches` that are over, and those that go on, by their ids.

    `sums` are what is counted once for all who played a match; the `players` are in a table.
    """

    matches: tuple[int, ...]
    going_on: tuple[int, ...]
    sums: Sums
    players: tuple[Ranked, ...]


def season(sums: Mapping[int, Sums]) -> tuple[Ranked, ...]:
    """Make a table of players: who won the most matches above luck is first, then the most."""
    marks = {player: (each.above_luck, each.won) for player, each in sums.items()}
    rising = sorted(marks.values())
    ranked = [
        Ranked(1 + len(rising) - bisect_right(rising, marks[player]), player, each)
        for player, each in sums.items()
    ]
    return tuple(sorted(ranked, key=lambda each: (each.place, each.player)))


def partners_of(pairs: Mapping[int, Sums]) -> tuple[Partner, ...]:
    """List the partners of a player, the most frequent first."""
    found = [Partner(other, each) for other, each in pairs.items()]
    return tuple(sorted(found, key=lambda each: (-each.sums.matches, each.other)))


def best_partner(partners: Sequence[Partner]) -> int | None:
    """Return with whom the largest part of matches was won; None if with nobody more than by luck.

    Who has few matches together is left out.
    """
    good = [
        each
        for each in partners
        if each.sums.matches >= LEAST_TOGETHER and each.sums.above_luck > 0
    ]
    good.sort(key=lambda each: (each.sums.share or 0, each.sums.matches, -each.other))
    return good[-1].other if good else None


def evening(results: Iterable[Result]) -> Evening:
    """Return what was played in an evening, from the rows of its matches, those that go on too."""
    players, matches = defaultdict[int, list[Sums]](list), dict[int, Sums]()
    for row in results:
        for player in row.players:
            players[player].append(compared(row.sums))
        # Who was out before the end did not play all rounds.
        if row.match_id not in matches or row.sums.rounds > matches[row.match_id].rounds:
            matches[row.match_id] = row.sums
    sums = added(matches.values())
    return Evening(
        matches=tuple(match_id for match_id, each in matches.items() if each.matches),
        going_on=tuple(match_id for match_id, each in matches.items() if not each.matches),
        sums=Sums(**{name: getattr(sums, name) for name in _ONCE}),
        players=season({player: added(each) for player, each in players.items()}),
    )
