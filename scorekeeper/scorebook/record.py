"""The record of a match: who sat there when, which rules, and the rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from scorekeeper import clock
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.standing_and_lead import Standing
from scorekeeper.rules.tiles_and_hands import Hand
from scorekeeper.scorebook import lineups as seated_in_turn
from scorekeeper.scorebook.lineups import Lineup, Lineups
from scorekeeper.scorebook.timer import Timer


class RecordedRound(NamedTuple):
    """A round, and when it was first recorded."""

    played: Round
    recorded_at: datetime


class MatchRecord(NamedTuple):
    """All that is stored of a match; it has no end before round `play_on_to`.

    `players` are the numbers that the log has for those who sit there, () where nobody does yet.
    Where others sat there before, `several` are all lineups, the last of them that of the `names`.
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
        """The rules that may change while the match is played: its goal, the lost tiles."""
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
        """The names in all lineups, one after the other."""
        return seated_in_turn.people_in(self.lineups)

    def with_people(self, names: Sequence[str]) -> MatchRecord:
        """Return it with other names in all lineups."""
        tables = seated_in_turn.as_json(self.lineups)
        return with_lineups(self, seated_in_turn.from_json(tables, names))

    @property
    def next_number(self) -> int:
        return len(self.entries) + 1

    @property
    def time_over(self) -> bool:
        """Whether the hand that is in play now is the last."""
        return self.timer is not None and self.timer.is_over_at(clock.now())

    @property
    def stopped(self) -> bool:
        """Whether the players ended the match, with who is ahead."""
        return self.timer is not None and self.timer.stopped


def with_lineups(record: MatchRecord, lineups: Lineups) -> MatchRecord:
    """Return a record with other people; all rounds have a hand for each seat.

    Raise RuleError where the game is not for so many.
    """
    now, seats = lineups[-1], len(lineups[-1].names)
    setup, entries = record.setup, record.entries
    if seats != setup.players:
        entries = tuple(entry._replace(played=_for_seats(entry.played, seats)) for entry in entries)
    # One that stays the same knows its tiles and sides already.
    if (seats, len(now.away)) != (setup.players, setup.away):
        setup = replace(setup, players=seats, away=len(now.away))
    return record._replace(
        setup=setup,
        names=now.names,
        players=now.players,
        entries=entries,
        several=lineups if seated_in_turn.are_several(lineups) else (),
    )


def _for_seats(played: Round, seats: int) -> Round:
    """Return a round with empty hands at seats that were added, or without those taken away."""
    hands = (*played.hands, *[Hand()] * (seats - len(played.hands)))[:seats]
    return replace(played, hands=hands) if played.hands else played


def seated(lineups: Lineups, standing: Standing) -> Standing:
    """Return a standing with those who come and leave before the next round."""
    for each in lineups:
        if each.first == standing.rounds + 1 and not standing.over:
            standing = standing.seated(each.away, dict(each.starts))
    return standing
