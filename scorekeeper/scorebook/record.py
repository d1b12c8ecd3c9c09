"""The record of a match: who sat there when, which rules, and the rounds.

Between two rounds people take a seat, join and leave: a match has several lineups only where that
happened.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from scorekeeper import clock
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import Round, StartScore
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import Hand
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.timer import Timer

T = TypeVar("T")


class Lineup(NamedTuple):
    """Who sits where from round `first` on, until the next lineup.

    Nobody sits at the seats `away`: they have the name of the player who left, or will join later.
    `starts` says with which score a seat joins.
    """

    first: int
    names: tuple[str, ...]
    players: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    starts: tuple[tuple[int, StartScore], ...] = ()

    def renamed(self, names: Sequence[str], players: Sequence[int], was: Sequence[str]) -> Lineup:
        """Return it with new people at the seats where it has the people of `was`."""
        other = [seat for seat, name in enumerate(self.names) if name != was[seat]]
        return self._replace(
            names=_but(names, self.names, other), players=_but(players, self.players, other)
        )

    def has(self, seat: int, name: str | None = None) -> bool:
        """Return whether somebody sits at a seat; with `name`, somebody of this name."""
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
# The JSON of a match with one lineup from the first round to the last.
ONLY = ({"first": 1, "away": [], "starts": []},)


class RecordedRound(NamedTuple):
    """A round, and when it was first recorded."""

    played: Round
    recorded_at: datetime


class MatchRecord(NamedTuple):
    """All that is stored of a match; it has no end before round `play_on_to`.

    `players` are the logged ids of those who sit there, () if there are none yet. If others sat
    there before, `several` has all lineups, the last one with `names`.
    """

    setup: Setup
    names: tuple[str, ...]
    opening_seat: int | None = None
    play_on_to: int = 0
    entries: tuple[RecordedRound, ...] = ()
    players: tuple[int, ...] = ()
    timer: Timer | None = None
    several: Lineups = ()

    @property
    def rules_told(self) -> dict[str, Any]:
        """The rules that may change during the match: its goal, the lost tiles."""
        game = self.setup.game
        return {"goal": game.match.goal, "lost": [*map(str, game.tiles.lost)]}

    def with_rules(self, told: Mapping[str, Any]) -> MatchRecord:
        """Return the record with other such rules. Raise RuleError."""
        sections, known = {"goal": "match", "lost": "tiles"}, self.rules_told
        changes = {
            section: {key: told[key]}
            for key, section in sections.items()
            if told[key] != known[key]
        }
        game = with_house_rules(self.setup.game, changes)
        return self._replace(setup=replace(self.setup, game=game)) if changes else self

    @property
    def lineups(self) -> Lineups:
        """Who sat there when: at least one lineup."""
        return self.several or (Lineup(1, self.names, self.players),)

    @property
    def people(self) -> list[str]:
        """The names in all lineups in turn."""
        return people_in(self.lineups)

    def with_people(self, names: Sequence[str]) -> MatchRecord:
        """Return it with other names in all lineups."""
        tables = lineups_as_json(self.lineups)
        return with_lineups(self, lineups_from_json(tables, names))

    @property
    def time_over(self) -> bool:
        """Whether the round in play now is the last."""
        return self.timer is not None and self.timer.is_over_at(clock.now())

    @property
    def stopped(self) -> bool:
        """Whether the players ended the match, with who is ahead."""
        return self.timer is not None and self.timer.stopped


def with_lineups(record: MatchRecord, lineups: Lineups) -> MatchRecord:
    """Return a record with other people; all rounds have a hand for each seat.

    Raise RuleError if the game is not for that many players.
    """
    now, seats = lineups[-1], len(lineups[-1].names)
    setup, entries = record.setup, record.entries
    if seats != setup.players:
        entries = tuple(entry._replace(played=_for_seats(entry.played, seats)) for entry in entries)
    # An unchanged setup has its tiles and sides computed already.
    if (seats, len(now.away)) != (setup.players, setup.away):
        setup = replace(setup, players=seats, away=len(now.away))
    return record._replace(
        setup=setup,
        names=now.names,
        players=now.players,
        entries=entries,
        several=lineups if are_several(lineups) else (),
    )


def _for_seats(played: Round, seats: int) -> Round:
    """Return a round with empty hands at seats that were added, or without those taken away."""
    hands = (*played.hands, *[Hand()] * (seats - len(played.hands)))[:seats]
    return replace(played, hands=hands) if played.hands else played


def seated(lineups: Lineups, standing: Standing) -> Standing:
    """Return a standing after players join and leave before the next round."""
    for each in lineups:
        if each.first == standing.rounds + 1 and not standing.over:
            standing = standing.seated(each.away, dict(each.starts))
    return standing


def lineup_in(lineups: Lineups, number: int) -> Lineup:
    """Return who sits where in a round."""
    return [each for each in lineups if each.first <= number][-1]


def counted_lineup(lineups: Lineups, played: int, *, over: bool) -> int:
    """Return the index of the lineup that counts: the current one, or that of the last round.

    Players who took a place after the last round have played none.
    """
    if not over:
        return len(lineups) - 1
    return max(sum(each.first <= played for each in lineups) - 1, 0)


def _but(values: Sequence[T], kept: Sequence[T], seats: Collection[int]) -> tuple[T, ...]:
    """Return values by seat, with the `kept` ones at some seats."""
    return tuple(kept[at] if at in seats else value for at, value in enumerate(values))


def people_in(lineups: Lineups) -> list[str]:
    """Return the names in all lineups in turn."""
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


def lineups_as_json(lineups: Lineups) -> list[dict[str, Any]]:
    """Write lineups without the people in them."""
    return [
        {"first": each.first, "away": [*each.away], "starts": [[*start] for start in each.starts]}
        for each in lineups
    ]


def lineups_from_json(
    tables: Sequence[Mapping[str, Any]], names: Sequence[str], players: Sequence[int] = ()
) -> Lineups:
    """Read what `lineups_as_json` wrote; `names` and `players` are those of all lineups in turn."""
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
    """Return the first rounds of the lineups after some rounds are removed."""
    removed = {*gone}
    return [each.first - sum(number < each.first for number in removed) for each in lineups]


def are_several(lineups: Lineups) -> bool:
    """Return whether somebody came, left or gave a place to another."""
    return len(lineups) > 1 or bool(lineups[0].away)


def people_of(lineups: Lineups) -> dict[str, Any]:
    """Write who sits there when; without `lineups` if there is only one, as in most matches."""
    people: dict[str, Any] = {
        "names": people_in(lineups),
        "players": [player for each in lineups for player in each.players],
    }
    return people | ({"lineups": lineups_as_json(lineups)} if are_several(lineups) else {})


def lineups_from(people: Mapping[str, Any]) -> Lineups:
    """Read who sits there when, of a change of people or of a match that is opened."""
    tables = people.get("lineups", ONLY)
    return lineups_from_json(tables, people["names"], people.get("players", ()))
