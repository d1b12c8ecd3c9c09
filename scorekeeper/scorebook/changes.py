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
from scorekeeper.scorebook.round_json import record_of, round_from

Json = dict[str, Any]
T = TypeVar("T")


class Kind(StrEnum):
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
MENDING = (Kind.ROUNDS, Kind.NAMES, Kind.SEATS, Kind.GOAL, Kind.PLAY_ON)


class Misfit(ValueError):
    """A change does not begin where the sheet is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A round on the sheet, and when it was first recorded."""

    played: Round
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Sheet:
    """A match as it is written down; the table plays on at least to the end of `play_on_to`."""

    setup: Setup
    names: tuple[str, ...]
    opening_seat: int | None = None
    play_on_to: int = 0
    entries: tuple[Entry, ...] = ()

    @property
    def next_number(self) -> int:
        return len(self.entries) + 1


@dataclass(frozen=True, slots=True)
class Change:
    """Something that happens to a sheet; the shape of `before` and `after` goes with the kind."""

    kind: Kind
    before: Json | None
    after: Json | None

    @property
    def inverse(self) -> Change:
        """The change that takes this one back."""
        return replace(self, before=self.after, after=self.before)

    def made_to(self, sheet: Sheet) -> Sheet:
        """Make the change. Raise Misfit where the sheet is not as it was before it."""
        if self.kind not in MENDING:
            return sheet
        if self.before is None or self.after is None:
            raise Misfit(f"a change of {self.kind} says what was there before and after")
        return _MADE[self.kind](sheet, self.before, self.after)

    def bin_after(self, binned_at: datetime | None, made_at: datetime) -> datetime | None:
        """Say since when a match lies in the bin once this was changed."""
        if self.kind is Kind.BINNED:
            return made_at
        return None if self.kind is Kind.RESTORED else binned_at


def opened(sheet: Sheet, kind: Kind = Kind.OPENED) -> Change:
    """Begin a match with a sheet."""
    after = {
        "names": list(sheet.names),
        "goal": sheet.setup.game.match.goal,
        "opening_seat": sheet.opening_seat,
        "play_on_to": sheet.play_on_to,
        "rounds": [_written(entry) for entry in sheet.entries],
    }
    return Change(kind, None, after)


def sheet_from(setup: Setup, after: Json) -> Sheet:
    """Read the sheet that a match was opened with; `setup` is that of the match, at any goal."""
    return Sheet(
        setup=_to_goal(setup, after["goal"]),
        names=tuple(after["names"]),
        opening_seat=after["opening_seat"],
        play_on_to=after["play_on_to"],
        entries=entries_from(after["rounds"]),
    )


def recorded(sheet: Sheet, entry: Entry) -> Change:
    """Add a round at the end."""
    return _splice(sheet.next_number, (), (entry,))


def amended(sheet: Sheet, number: int, played: Round) -> Change:
    """Put a round as it should have been recorded in the place of one that is there."""
    known = sheet.entries[number - 1]
    return _splice(number, (known,), (replace(known, played=played),))


def removed(sheet: Sheet, number: int) -> Change:
    """Take a round out; those after it move up."""
    return _splice(number, sheet.entries[number - 1 : number], ())


def ended(sheet: Sheet, number: int) -> Change:
    """Take out all rounds after `number`."""
    return _splice(number + 1, sheet.entries[number:], ())


def played_on(sheet: Sheet) -> Change:
    """Let the match go on after all of its rounds, whoever was at the goal before."""
    return Change(
        Kind.PLAY_ON, {"play_on_to": sheet.play_on_to}, {"play_on_to": len(sheet.entries)}
    )


def renamed(sheet: Sheet, names: Sequence[str]) -> Change:
    """Call the players otherwise; the hands stay where they are."""
    return Change(Kind.NAMES, {"names": list(sheet.names)}, {"names": list(names)})


def swapped(one: int, other: int) -> Change:
    """Let two players change places, with all that they held in the rounds before."""
    seats = {"swap": sorted((one, other))}
    return Change(Kind.SEATS, seats, seats)


def to_goal(sheet: Sheet, goal: int) -> Change:
    """Play to another goal."""
    return Change(Kind.GOAL, {"goal": sheet.setup.game.match.goal}, {"goal": goal})


def relinked(link: str, generation: int) -> Change:
    """Make the link of a kind anew: its generation goes up by one."""
    return Change(
        Kind.LINK,
        {"link": link, "generation": generation},
        {"link": link, "generation": generation + 1},
    )


def _splice(number: int, before: Sequence[Entry], after: Sequence[Entry]) -> Change:
    return Change(
        Kind.ROUNDS,
        {"number": number, "rounds": [_written(entry) for entry in before]},
        {"number": number, "rounds": [_written(entry) for entry in after]},
    )


def _written(entry: Entry) -> Json:
    return {**record_of(entry.played), "recorded_at": entry.recorded_at.isoformat()}


def entries_from(rounds: Sequence[Json]) -> tuple[Entry, ...]:
    """Read the rounds of a change."""
    return tuple(map(_read, rounds))


def _read(written: Json) -> Entry:
    record = {key: value for key, value in written.items() if key != "recorded_at"}
    return Entry(round_from(record), datetime.fromisoformat(written["recorded_at"]))


def _with_rounds(sheet: Sheet, before: Json, after: Json) -> Sheet:
    first, end = before["number"] - 1, before["number"] - 1 + len(before["rounds"])
    if sheet.entries[first:end] != entries_from(before["rounds"]) or first > len(sheet.entries):
        raise Misfit(f"round {before['number']} is not as it was")
    entries = (*sheet.entries[:first], *entries_from(after["rounds"]), *sheet.entries[end:])
    return replace(sheet, entries=entries)


def _with_names(sheet: Sheet, before: Json, after: Json) -> Sheet:
    if list(sheet.names) != before["names"]:
        raise Misfit("the names are not as they were")
    return replace(sheet, names=tuple(after["names"]))


def _with_goal(sheet: Sheet, before: Json, after: Json) -> Sheet:
    if sheet.setup.game.match.goal != before["goal"]:
        raise Misfit("the goal is not as it was")
    return replace(sheet, setup=_to_goal(sheet.setup, after["goal"]))


def _with_play_on(sheet: Sheet, before: Json, after: Json) -> Sheet:
    if sheet.play_on_to != before["play_on_to"]:
        raise Misfit("the round up to which the table plays on is not as it was")
    return replace(sheet, play_on_to=after["play_on_to"])


def _with_seats_swapped(sheet: Sheet, _before: Json, after: Json) -> Sheet:
    one, other = after["swap"]
    places = list(range(len(sheet.names)))
    places[one], places[other] = other, one
    opening = sheet.opening_seat
    return replace(
        sheet,
        names=tuple(sheet.names[place] for place in places),
        opening_seat=None if opening is None else places[opening],
        entries=tuple(
            replace(entry, played=_seated(entry.played, places, alone=not sheet.setup.partners))
            for entry in sheet.entries
        ),
    )


def _seated(played: Round, places: list[int], *, alone: bool) -> Round:
    """Give everything of a round to the seat its player moves to.

    `places` is its own inverse. Corrections are a side's: where everybody plays alone they follow
    the player, and between partnerships, which a swap makes anew, they stay.
    """

    def moved(seat: int | None) -> int | None:
        return None if seat is None else places[seat]

    return replace(
        played,
        hands=_in_order(played.hands, places),
        tally=_in_order(_for_all(played.tally, len(places)), places),
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


def _for_all(tally: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Write the tally of a round out: seats left off at the end made nothing."""
    return (*tally, *[0] * (seats - len(tally))) if tally else ()


def _to_goal(setup: Setup, goal: int) -> Setup:
    return replace(setup, game=setup.game.with_house_rules({"match": {"goal": goal}}))


_MADE: dict[Kind, Callable[[Sheet, Json, Json], Sheet]] = {
    Kind.ROUNDS: _with_rounds,
    Kind.NAMES: _with_names,
    Kind.SEATS: _with_seats_swapped,
    Kind.GOAL: _with_goal,
    Kind.PLAY_ON: _with_play_on,
}
