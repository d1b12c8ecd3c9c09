"""What is written down of a match, and everything that may be changed in it.

A sheet is the whole record: who plays what to which goal, and the rounds. Everything else, who
leads and who has won, is folded from it. A change says what was there before and what is there
after, as JSON, so that it can be kept, shown, and turned round: its inverse undoes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

from scorekeeper.rules import Round, Setup
from scorekeeper.scorebook.round_json import round_from_json, round_to_json

Json = dict[str, Any]
T = TypeVar("T")


class ChangeKind(StrEnum):
    """What a change is about."""

    OPENED = "opened"
    IMPORTED = "imported"
    ROUNDS = "rounds"
    NAMES = "names"
    SEATS = "seats"
    GOAL = "goal"
    PLAY_ON = "play_on"
    LINK = "link"
    BINNED = "binned"
    RESTORED = "restored"


# What can be undone; the others say what happened, and have ways back of their own.
RECORD_CHANGES = (
    ChangeKind.ROUNDS,
    ChangeKind.NAMES,
    ChangeKind.SEATS,
    ChangeKind.GOAL,
    ChangeKind.PLAY_ON,
)


class ChangeConflict(ValueError):
    """A change does not begin where the sheet is."""


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round on the sheet, and when it was first recorded."""

    played: Round
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match as it is written down; the table plays on at least to the end of `play_on_to`."""

    setup: Setup
    names: tuple[str, ...]
    opening_seat: int | None = None
    play_on_to: int = 0
    entries: tuple[RecordedRound, ...] = ()

    @property
    def next_number(self) -> int:
        return len(self.entries) + 1


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happens to a sheet; the shape of `before` and `after` goes with the kind."""

    kind: ChangeKind
    before: Json | None
    after: Json | None

    @property
    def inverse(self) -> Change:
        """The change that takes this one back."""
        return replace(self, before=self.after, after=self.before)

    def apply_to(self, record: MatchRecord) -> MatchRecord:
        """Make the change. Raise ChangeConflict where the sheet is not as it was before it."""
        if self.kind not in RECORD_CHANGES:
            return record
        if self.before is None or self.after is None:
            raise ChangeConflict(f"a change of {self.kind} says what was there before and after")
        return _APPLIED[self.kind](record, self.before, self.after)

    def binned_at_after(self, binned_at: datetime | None, made_at: datetime) -> datetime | None:
        """Say since when a match lies in the bin once this was changed."""
        if self.kind is ChangeKind.BINNED:
            return made_at
        return None if self.kind is ChangeKind.RESTORED else binned_at


def match_opened(record: MatchRecord, kind: ChangeKind = ChangeKind.OPENED) -> Change:
    """Begin a match with a sheet."""
    after = {
        "names": list(record.names),
        "goal": record.setup.game.match.goal,
        "opening_seat": record.opening_seat,
        "play_on_to": record.play_on_to,
        "rounds": [_to_json(entry) for entry in record.entries],
    }
    return Change(kind, None, after)


def record_from(setup: Setup, after: Json) -> MatchRecord:
    """Read the sheet that a match was opened with; `setup` is that of the match, at any goal."""
    return MatchRecord(
        setup=_to_goal(setup, after["goal"]),
        names=tuple(after["names"]),
        opening_seat=after["opening_seat"],
        play_on_to=after["play_on_to"],
        entries=rounds_from(after["rounds"]),
    )


def round_recorded(record: MatchRecord, entry: RecordedRound) -> Change:
    """Add a round at the end."""
    return _splice(record.next_number, (), (entry,))


def round_amended(record: MatchRecord, number: int, played: Round) -> Change:
    """Put a round as it should have been recorded in the place of one that is there."""
    known = record.entries[number - 1]
    return _splice(number, (known,), (replace(known, played=played),))


def round_removed(record: MatchRecord, number: int) -> Change:
    """Take a round out; those after it move up."""
    return _splice(number, record.entries[number - 1 : number], ())


def rounds_removed_after(record: MatchRecord, number: int) -> Change:
    """Take out all rounds after `number`."""
    return _splice(number + 1, record.entries[number:], ())


def play_on_allowed(record: MatchRecord) -> Change:
    """Let the match go on after all of its rounds, whoever was at the goal before."""
    return Change(
        ChangeKind.PLAY_ON, {"play_on_to": record.play_on_to}, {"play_on_to": len(record.entries)}
    )


def players_renamed(record: MatchRecord, names: Sequence[str]) -> Change:
    """Call the players otherwise; the hands stay where they are."""
    return Change(ChangeKind.NAMES, {"names": list(record.names)}, {"names": list(names)})


def players_swapped(one: int, other: int) -> Change:
    """Let two players change places, with all that they held in the rounds before."""
    seats = {"swap": sorted((one, other))}
    return Change(ChangeKind.SEATS, seats, seats)


def goal_changed(record: MatchRecord, goal: int) -> Change:
    """Play to another goal."""
    return Change(ChangeKind.GOAL, {"goal": record.setup.game.match.goal}, {"goal": goal})


def link_renewed(link: str, generation: int) -> Change:
    """Make the link of a kind anew: its generation goes up by one."""
    return Change(
        ChangeKind.LINK,
        {"link": link, "generation": generation},
        {"link": link, "generation": generation + 1},
    )


def _splice(number: int, before: Sequence[RecordedRound], after: Sequence[RecordedRound]) -> Change:
    return Change(
        ChangeKind.ROUNDS,
        {"number": number, "rounds": [_to_json(entry) for entry in before]},
        {"number": number, "rounds": [_to_json(entry) for entry in after]},
    )


def _to_json(entry: RecordedRound) -> Json:
    return {**round_to_json(entry.played), "recorded_at": entry.recorded_at.isoformat()}


def rounds_from(rounds: Sequence[Json]) -> tuple[RecordedRound, ...]:
    """Read the rounds of a change."""
    return tuple(map(_from_json, rounds))


def _from_json(written: Json) -> RecordedRound:
    played = {key: value for key, value in written.items() if key != "recorded_at"}
    return RecordedRound(round_from_json(played), datetime.fromisoformat(written["recorded_at"]))


def _with_rounds(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    first, end = before["number"] - 1, before["number"] - 1 + len(before["rounds"])
    if record.entries[first:end] != rounds_from(before["rounds"]) or first > len(record.entries):
        raise ChangeConflict(f"round {before['number']} is not as it was")
    entries = (*record.entries[:first], *rounds_from(after["rounds"]), *record.entries[end:])
    return replace(record, entries=entries)


def _with_names(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    if list(record.names) != before["names"]:
        raise ChangeConflict("the names are not as they were")
    return replace(record, names=tuple(after["names"]))


def _with_goal(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    if record.setup.game.match.goal != before["goal"]:
        raise ChangeConflict("the goal is not as it was")
    return replace(record, setup=_to_goal(record.setup, after["goal"]))


def _with_play_on(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    if record.play_on_to != before["play_on_to"]:
        raise ChangeConflict("the round up to which the table plays on is not as it was")
    return replace(record, play_on_to=after["play_on_to"])


def _with_seats_swapped(record: MatchRecord, _before: Json, after: Json) -> MatchRecord:
    one, other = after["swap"]
    places = list(range(len(record.names)))
    places[one], places[other] = other, one
    opening = record.opening_seat
    return replace(
        record,
        names=tuple(record.names[place] for place in places),
        opening_seat=None if opening is None else places[opening],
        entries=tuple(
            replace(
                entry, played=_moved_seats(entry.played, places, alone=not record.setup.partners)
            )
            for entry in record.entries
        ),
    )


def _moved_seats(played: Round, places: list[int], *, alone: bool) -> Round:
    """Give everything of a round to the seat its player moves to.

    `places` is its own inverse. Corrections are a side's: where everybody plays alone they follow
    the player, and between partnerships, which a swap makes anew, they stay.
    """

    def moved(seat: int | None) -> int | None:
        return None if seat is None else places[seat]

    return replace(
        played,
        hands=_in_order(played.hands, places),
        tally=_in_order(_all_seats(played.tally, len(places)), places),
        opener=moved(played.opener),
        blocker=moved(played.blocker),
        events=tuple(replace(event, seat=moved(event.seat)) for event in played.events),
        plays=tuple(replace(play, seat=places[play.seat]) for play in played.plays),
        corrections=tuple(
            replace(each, side=places[each.side]) if alone else each for each in played.corrections
        ),
    )


def _in_order(values: tuple[T, ...], places: list[int]) -> tuple[T, ...]:
    return tuple(values[place] for place in places) if values else ()


def _all_seats(tally: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Write the tally of a round out: seats left off at the end made nothing."""
    return (*tally, *[0] * (seats - len(tally))) if tally else ()


def _to_goal(setup: Setup, goal: int) -> Setup:
    return replace(setup, game=setup.game.with_house_rules({"match": {"goal": goal}}))


_APPLIED: dict[ChangeKind, Callable[[MatchRecord, Json, Json], MatchRecord]] = {
    ChangeKind.ROUNDS: _with_rounds,
    ChangeKind.NAMES: _with_names,
    ChangeKind.SEATS: _with_seats_swapped,
    ChangeKind.GOAL: _with_goal,
    ChangeKind.PLAY_ON: _with_play_on,
}
