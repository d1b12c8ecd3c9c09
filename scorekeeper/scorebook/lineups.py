"""Who sat at the table of a match when: between two rounds people take a seat, join and leave.

A match has several lineups only where that happened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from scorekeeper.rules.round_entry import StartScore
from scorekeeper.scorebook.database.column_limits import MOST_SEATS

T = TypeVar("T")


class Lineup(NamedTuple):
    """Who sits where from round `first` on, until the next lineup.

    At the seats `away` nobody sits: they have the name of who left, or of who joins later. `starts`
    says with which score a seat joins.
    """

    first: int
    names: tuple[str, ...]
    players: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    starts: tuple[tuple[int, StartScore], ...] = ()

    def renamed(self, names: Sequence[str], players: Sequence[int], was: Sequence[str]) -> Lineup:
        """Return it with other people wherever those sit who `was` has."""
        other = [seat for seat, name in enumerate(self.names) if name != was[seat]]
        return self._replace(
            names=_but(names, self.names, other), players=_but(players, self.players, other)
        )

    def has(self, seat: int, name: str | None = None) -> bool:
        """Say whether somebody sits at a seat, or somebody of a name."""
        there = seat < len(self.names) and seat not in self.away
        return there and name in (None, self.names[seat])

    def in_order(self, seats: list[int]) -> Lineup:
        """Return it after two players changed seats, as in `seats.py`."""
        return self._replace(
            names=tuple(self.names[seat] for seat in seats),
            players=tuple(self.players[seat] for seat in seats if self.players),
            away=tuple(sorted(seats[seat] for seat in self.away)),
            starts=tuple((seats[seat], rule) for seat, rule in self.starts),
        )


Lineups = tuple[Lineup, ...]
# How a match is written in which everybody sits there from the first round to the last.
ONLY = ({"first": 1, "away": [], "starts": []},)


def lineup_in(lineups: Lineups, number: int) -> Lineup:
    """Return who sits where in a round."""
    return [each for each in lineups if each.first <= number][-1]


def who_counts(lineups: Lineups, played: int, *, over: bool) -> int:
    """Return the index of those a match is of: who sits there, or played its last round.

    Whoever took a place after that, as it ended, has played no round of it.
    """
    if not over:
        return len(lineups) - 1
    return max(sum(each.first <= played for each in lineups) - 1, 0)


def _but(values: Sequence[T], kept: Sequence[T], seats: Collection[int]) -> tuple[T, ...]:
    """Return values by seat, at some seats those that are kept."""
    return tuple(kept[at] if at in seats else value for at, value in enumerate(values))


def place_taken(lineups: Lineups, seat: int, name: str, first: int) -> Lineups:
    """Let somebody sit at a seat from a round on, for as long as who sits there then would."""
    before, after = _split(lineups, first)
    was, stays, comes = after[0].names[seat], True, seat in after[0].away
    for at, each in enumerate(after):
        stays = stays and each.names[seat] == was
        if stays:
            names = (*each.names[:seat], name, *each.names[seat + 1 :])
            away = tuple(other for other in each.away if other != seat or not comes)
            after[at] = each._replace(names=names, away=away)
    return _merged([*before, *after])


def left(lineups: Lineups, seat: int, first: int) -> Lineups:
    """Let the match go on from a round on without whoever sits at a seat."""
    before, after = _split(lineups, first)
    return _merged(
        [*before, *(each._replace(away=tuple(sorted({*each.away, seat}))) for each in after)]
    )


def joined(lineups: Lineups, name: str, start: StartScore, first: int) -> Lineups:
    """Let somebody join at a seat after the last one, from a round on."""
    before, after = _split(lineups, first)
    seat = len(lineups[-1].names)
    more = [each._replace(names=(*each.names, name)) for each in (*before, *after)]
    for at, each in enumerate(more):
        if at < len(before):
            more[at] = each._replace(away=(*each.away, seat))
        elif at == len(before):
            more[at] = each._replace(starts=(*each.starts, (seat, start)))
    return tuple(more)


def _split(lineups: Lineups, first: int) -> tuple[list[Lineup], list[Lineup]]:
    """Return the lineups before a round, and those from it on."""
    before = [each for each in lineups if each.first < first]
    after = [each for each in lineups if each.first >= first]
    if not after or after[0].first > first:
        after.insert(0, before[-1]._replace(first=first, starts=()))
    return before, after


def _merged(lineups: Iterable[Lineup]) -> Lineups:
    """Leave out where nothing changes."""
    found = list[Lineup]()
    for each in lineups:
        same = found and (each.names, each.away) == (found[-1].names, found[-1].away)
        if not same or each.starts:
            found.append(each)
    return tuple(found)


def people_in(lineups: Lineups) -> list[str]:
    """Return the names in all lineups, one after the other."""
    return [name for each in lineups for name in each.names]


def positions(lineups: Lineups) -> list[int]:
    """Return the positions of the rows of all people, lineup by lineup.

    Those of the last lineup are their seats; the others follow, each lineup after MOST_SEATS more.
    """
    return [
        at % len(lineups) * MOST_SEATS + seat
        for at, each in enumerate(lineups, start=1)
        for seat in range(len(each.names))
    ]


def as_json(lineups: Lineups) -> list[dict[str, Any]]:
    """Write lineups without the people in them."""
    return [
        {"first": each.first, "away": [*each.away], "starts": [[*start] for start in each.starts]}
        for each in lineups
    ]


def from_json(
    tables: Sequence[Mapping[str, Any]], names: Sequence[str], players: Sequence[int] = ()
) -> Lineups:
    """Read what `as_json` wrote; the people of all lineups stand one after the other."""
    seats = len(names) // len(tables)
    return tuple(
        Lineup(
            table["first"],
            tuple(names[at * seats : (at + 1) * seats]),
            tuple(players[at * seats : (at + 1) * seats]),
            tuple(table["away"]),
            tuple((seat, StartScore(rule)) for seat, rule in table["starts"]),
        )
        for at, table in enumerate(tables)
    )


def after_removal(lineups: Lineups, gone: Iterable[int]) -> list[int]:
    """Return from which rounds on the lineups sit there, once some rounds are taken out."""
    removed = {*gone}
    return [each.first - sum(number < each.first for number in removed) for each in lineups]


def are_several(lineups: Lineups) -> bool:
    """Say whether somebody came, left or gave a place to another."""
    return len(lineups) > 1 or bool(lineups[0].away)


def people_of(lineups: Lineups) -> dict[str, Any]:
    """Write who sits there when; most matches have one lineup, of which all is said so."""
    people: dict[str, Any] = {
        "names": people_in(lineups),
        "players": [player for each in lineups for player in each.players],
    }
    return people | ({"lineups": as_json(lineups)} if are_several(lineups) else {})


def lineups_from(people: Mapping[str, Any]) -> Lineups:
    """Read who sits there when, of a change of people or of a match that is opened."""
    tables = people.get("lineups", ONLY)
    return from_json(tables, people["names"], people.get("players", ()))
