"""The changes that can be made to the record of a match, which is in `record.py`.

The record is all that is stored of a match: the players, the game, the goal and the rounds. All
else, such as who leads and who has won, is computed from it (`scored_match.py`). A change has the
values before and after it, so it can be shown, and undone by its inverse. The log stores JSON.

| kind | `before` | `after` | undo |
|---|---|---|---|
| opened, imported | None | game, partners, players, goal, opening_seat, and so on | no |
| rounds | number, rounds: those taken out | number, rounds: those put in | yes |
| names | players | players | yes |
| people | players, lineups | players, lineups | yes |
| seats | swap | the same | yes |
| goal, lost, timer | under its name | under its name | yes |
| play_on | play_on_to | play_on_to | yes |
| day | moments, timer | moments, timer | yes |
| link | link, generation | link, generation: one higher | no |
| binned, restored, player | None | None | no |

If a removal moves the first rounds of lineups, `firsts` has them beside `rounds`. If a match has
several lineups, as in `record.py`, `players` are those of all lineups in turn. Without `moments`
there is `opened_at`.

`game` is the id of a game and `partners` whether they play, which never change; matches opened by
older versions have neither. `players` is a list of the ids of players by seat; whoever reads a
change has their names beside them, as `names`. `goal` a number of points; `lost` a list of tiles;
`opening_seat` a seat (from 0) or None; `play_on_to` the number of a round, or 0; `number` that of
the first round (from 1) in `rounds`, a list of recorded rounds, in the log as in `round_json.py`,
each with `recorded_at`, an ISO 8601 time in UTC; `moments` a list of these alone; `timer` is the
clock of the match as in `timer.py`, None where it has none; `swap` a list of two seats; `link`
"watch", "score" or "own", and `generation` a count from 1.

A change of kind `player` says that somebody in the log was renamed, merged or forgotten: it raises
the version, which tells open pages and caches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from scorekeeper import clock
from scorekeeper.rules.game_setup import Setup
from scorekeeper.rules.round_entry import Round
from scorekeeper.rules.tiles_and_hands import Tile
from scorekeeper.scorebook.record import (
    Lineups,
    MatchRecord,
    RecordedRound,
    after_removal,
    lineups_from,
    people_of,
    with_lineups,
)
from scorekeeper.scorebook.round_json import round_from_json, round_to_json
from scorekeeper.scorebook.seats import swapped_seats, with_seats
from scorekeeper.scorebook.timer import Timer

Json = dict[str, Any]


class ChangeKind(StrEnum):
    """What a change is about; the values are stored in the database."""

    OPENED = "opened"
    IMPORTED = "imported"
    ROUNDS = "rounds"
    NAMES = "names"
    PEOPLE = "people"
    SEATS = "seats"
    GOAL = "goal"
    LOST = "lost"
    PLAY_ON = "play_on"
    TIMER = "timer"
    DAY = "day"
    LINK = "link"
    BINNED = "binned"
    RESTORED = "restored"
    PLAYER = "player"


class ChangeConflict(ValueError):
    """The record does not match the `before` of a change."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a match; the module docstring says what each kind has in `before` and `after`.

    `undoes` and `redoes` are versions; `undone` says that it no longer holds. A change not yet
    written to the log has no `version` and no `device`.
    """

    kind: ChangeKind
    before: Json | None = None
    after: Json | None = None
    undoes: int | None = None
    redoes: int | None = None
    made_at: datetime = field(default_factory=clock.now, compare=False)
    version: int = field(default=0, compare=False)
    device: str = field(default="", compare=False)
    undone: bool = field(default=False, compare=False)

    @property
    def inverse(self) -> Change:
        """The change that undoes this one."""
        return Change(self.kind, self.after, self.before)

    def turned(self, *, undone: bool) -> Change:
        """Return a change that undoes this one, or that redoes it if it is `undone`."""
        if undone:
            return Change(self.kind, self.before, self.after, redoes=self.version)
        return replace(self.inverse, undoes=self.version)

    def apply_to(self, record: MatchRecord) -> MatchRecord:
        """Return the record after the change; the same record if the change does not concern it.

        Raise ChangeConflict.
        """
        if self.kind not in RECORD_CHANGES:
            return record
        if self.before is None or self.after is None:
            raise ChangeConflict(f"a change of {self.kind} says what was there before and after")
        return _APPLY[self.kind](record, self.before, self.after)

    def opened_at_after(self, opened_at: datetime) -> datetime:
        """Return when the match was opened after this change."""
        said = (self.after or {}).get("opened_at")
        return datetime.fromisoformat(said) if said else opened_at

    def binned_at_after(self, binned_at: datetime | None) -> datetime | None:
        """Return since when the match is in the bin after this change; None if it is not."""
        if self.kind is ChangeKind.BINNED:
            return self.made_at
        return None if self.kind is ChangeKind.RESTORED else binned_at


def match_opened(record: MatchRecord, kind: ChangeKind = ChangeKind.OPENED) -> Change:
    """Open a match with a record."""
    after = {
        "game": record.setup.game.id,
        "partners": record.setup.partners,
        **people_of(record.lineups),
        **_settings(record),
        "opening_seat": record.opening_seat,
        "rounds": record.entries,
    }
    return Change(kind, None, after)


def stored(table: Json | None) -> Json | None:
    """Return the before or after of a change as JSON, with the ids of players for names."""
    if not table:
        return table
    kept = {key: value for key, value in table.items() if key != "names"}
    return kept | {key: [*map(_to_json, kept[key])] for key in ("rounds",) if key in kept}


def change_in(row: Any, names: Mapping[int, str] | None = None) -> Change:
    """Read a change from a row of the log; `names` has those of its players.

    Raise InvalidJson or RuleError.
    """
    before, after = (_read(table, names) for table in (row.before, row.after))
    in_log = (row.undoes, row.redoes, row.made_at, row.version, row.device, row.state != "done")
    return Change(ChangeKind(row.kind), before, after, *in_log)


def _read(table: Json | None, names: Mapping[int, str] | None) -> Json | None:
    if not table:
        return table
    read = dict(table)
    if "rounds" in table:
        read["rounds"] = tuple(map(_from_json, table["rounds"]))
    if "lost" in table:
        # As `TileRules` has them.
        read["lost"] = [*dict.fromkeys(table["lost"])]
    if names is not None and "players" in table:
        read["names"] = [names[number] for number in table["players"]]
    return read


def record_from(setup: Setup, after: Json) -> MatchRecord:
    """Read the record that a match was opened with; `setup` is that of the match, at any goal."""
    record = MatchRecord(
        setup=setup,
        names=(),
        opening_seat=after["opening_seat"],
        play_on_to=after["play_on_to"],
        entries=after["rounds"],
        # Matches opened by older versions have none.
        timer=Timer.from_json(after.get("timer")),
    )
    # Older versions knew of no lost tiles.
    return with_lineups(record.with_rules({"lost": [], **after}), lineups_from(after))


def rounds_recorded(record: MatchRecord, entries: Sequence[RecordedRound]) -> Change:
    """Record the next rounds."""
    return _splice(record, len(record.entries) + 1, (), entries)


def rounds_edited(record: MatchRecord, rounds: Mapping[int, Round | None]) -> Change:
    """Correct recorded rounds, by their numbers; None removes a round.

    Each keeps the time at which it was recorded.
    """
    first, last = min(rounds), max(rounds)
    known = record.entries[first - 1 : last]
    after = [
        (entry, rounds.get(number, entry.played)) for number, entry in enumerate(known, start=first)
    ]
    kept = [entry._replace(played=played) for entry, played in after if played is not None]
    gone = [number for number, played in rounds.items() if played is None]
    return _splice(record, first, known, kept, gone)


def rounds_replaced(record: MatchRecord, entries: Sequence[RecordedRound]) -> Change:
    """Replace all rounds."""
    return _splice(record, 1, record.entries, entries)


def round_removed(record: MatchRecord, number: int) -> Change:
    """Remove a round; those after it move up."""
    return _splice(record, number, record.entries[number - 1 : number], (), [number])


def rounds_removed_after(record: MatchRecord, number: int) -> Change:
    """Remove all rounds after `number`."""
    gone = range(number + 1, len(record.entries) + 1)
    return _splice(record, number + 1, record.entries[number:], (), gone)


def play_on_allowed(record: MatchRecord) -> Change:
    """Play on after the last round, even if somebody has reached the goal."""
    return _set(record, ChangeKind.PLAY_ON, play_on_to=len(record.entries))


def players_renamed(record: MatchRecord, names: Sequence[str]) -> Change:
    """Change the names of the players; the hands stay with their seats.

    Their ids are looked up when the change is written to the log.
    """
    return Change(ChangeKind.NAMES, {"names": list(record.names)}, {"names": list(names)})


def people_changed(record: MatchRecord, lineups: Lineups) -> Change:
    """Change who plays from some round on. Their ids are looked up as for new names."""
    after = {key: each for key, each in people_of(lineups).items() if key != "players"}
    return Change(ChangeKind.PEOPLE, people_of(record.lineups), after)


def players_swapped(one: int, other: int) -> Change:
    """Let two players swap seats, and take their earlier hands with them."""
    seats = {"swap": sorted((one, other))}
    return Change(ChangeKind.SEATS, seats, seats)


def goal_changed(record: MatchRecord, goal: int) -> Change:
    """Play to another number of points."""
    return _set(record, ChangeKind.GOAL, goal=goal)


def tiles_lost(record: MatchRecord, tiles: Iterable[Tile]) -> Change:
    """Play with a set that lacks these tiles."""
    return _set(record, ChangeKind.LOST, lost=[*map(str, tiles)])


def timer_set(record: MatchRecord, timer: Timer) -> Change:
    """Give a match more time, or pause or resume its clock."""
    return _set(record, ChangeKind.TIMER, timer=timer.as_json())


def match_stopped(record: MatchRecord) -> Change:
    """End a match with whoever is ahead, or as a draw; it needs no clock for that."""
    return timer_set(record, Timer(stopped=True))


def link_renewed(link: str, generation: int) -> Change:
    """Revoke the link of a kind ("watch", "score" or "own") and make a new one."""
    was = {"link": link, "generation": generation}
    return Change(ChangeKind.LINK, was, was | {"generation": generation + 1})


def _settings(record: MatchRecord) -> Json:
    """Return the single-valued settings of a record, as changes have them."""
    return {
        **record.rules_told,
        "play_on_to": record.play_on_to,
        "timer": record.timer and record.timer.as_json(),
    }


def _set(record: MatchRecord, kind: ChangeKind, **after: object) -> Change:
    return Change(kind, {key: _settings(record)[key] for key in after}, after)


def _splice(
    record: MatchRecord,
    number: int,
    before: Sequence[RecordedRound],
    after: Sequence[RecordedRound],
    gone: Iterable[int] = (),
) -> Change:
    """Replace some rounds by others; rounds that are `gone` leave no gap."""
    was: Json = {"number": number, "rounds": tuple(before)}
    now: Json = {"number": number, "rounds": tuple(after)}
    known = [each.first for each in record.several]
    if (firsts := after_removal(record.several, gone)) != known:
        was, now = was | {"firsts": known}, now | {"firsts": firsts}
    return Change(ChangeKind.ROUNDS, was, now)


def _to_json(entry: RecordedRound) -> Json:
    return {**round_to_json(entry.played), "recorded_at": entry.recorded_at.isoformat()}


def _from_json(table: Json) -> RecordedRound:
    played = {key: value for key, value in table.items() if key != "recorded_at"}
    return RecordedRound(round_from_json(played), datetime.fromisoformat(table["recorded_at"]))


def _with_rounds(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    first, end = before["number"] - 1, before["number"] - 1 + len(before["rounds"])
    if record.entries[first:end] != before["rounds"] or first > len(record.entries):
        raise ChangeConflict(f"round {before['number']} is not as it was")
    entries = (*record.entries[:first], *after["rounds"], *record.entries[end:])
    record = record._replace(entries=entries)
    if "firsts" not in after:
        return record
    lineups = zip(record.several, after["firsts"], strict=True)
    return with_lineups(record, tuple(each._replace(first=first) for each, first in lineups))


def _with_names(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    now = record.names
    if list(now) != before["names"]:
        raise ChangeConflict("the names are not as they were")
    people = after["names"], after.get("players", record.players)
    new = {*people[1]} - {*record.players}
    if any(new & {*each.players} for each in record.several):
        raise ChangeConflict("who sat there before keeps those rounds")
    # In earlier rounds too, if the same people sat there.
    return with_lineups(record, tuple(each.renamed(*people, was=now) for each in record.lineups))


def _with_people(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    was = people_of(record.lineups)
    if any(was.get(key) != before.get(key) for key in ("names", "lineups")):
        raise ChangeConflict("the people are not as they were")
    return with_lineups(record, lineups_from(after))


def _with_settings(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    was, now = ({**_settings(record), **values} for values in (before, after))
    if was != _settings(record):
        raise ChangeConflict(f"{', '.join(before)}: not as it was")
    timer = Timer.from_json(now["timer"])
    return record.with_rules(now)._replace(play_on_to=now["play_on_to"], timer=timer)


def _with_day(record: MatchRecord, before: Json, after: Json) -> MatchRecord:
    if [each.recorded_at.isoformat() for each in record.entries] != before["moments"]:
        raise ChangeConflict("the rounds are not as they were")
    moments = map(datetime.fromisoformat, after["moments"])
    pairs = zip(record.entries, moments, strict=True)
    entries = tuple(entry._replace(recorded_at=at) for entry, at in pairs)
    return record._replace(entries=entries, timer=Timer.from_json(after["timer"]))


def _with_seats_swapped(record: MatchRecord, _before: Json, after: Json) -> MatchRecord:
    seats = swapped_seats(len(record.names), *after["swap"])
    opening, alone = record.opening_seat, not record.setup.partners
    record = record._replace(
        opening_seat=None if opening is None else seats[opening],
        entries=tuple(
            entry._replace(played=with_seats(entry.played, seats, alone=alone))
            for entry in record.entries
        ),
    )
    return with_lineups(record, tuple(each.in_order(seats) for each in record.lineups))


_APPLY: dict[ChangeKind, Callable[[MatchRecord, Json, Json], MatchRecord]] = {
    ChangeKind.ROUNDS: _with_rounds,
    ChangeKind.NAMES: _with_names,
    ChangeKind.PEOPLE: _with_people,
    ChangeKind.SEATS: _with_seats_swapped,
    ChangeKind.GOAL: _with_settings,
    ChangeKind.LOST: _with_settings,
    ChangeKind.PLAY_ON: _with_settings,
    ChangeKind.TIMER: _with_settings,
    ChangeKind.DAY: _with_day,
}

# What can be undone. A match leaves the bin by its own button, and an ended link stays ended.
RECORD_CHANGES = tuple(_APPLY)
