"""The record of a club night: who came, who is a pair, the rounds that were drawn.

As JSON it is a flat table, in which each round has its own key. A change has the values of some
keys before and after it, so its inverse undoes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

from scorekeeper.club.draw import DrawnRound, Table
from scorekeeper.club.pairing import Side
from scorekeeper.club.standings import By

Json = dict[str, Any]
# The parts of a round that hold people.
SEATED = ("tables", "sit_out", "groups", "bracket")


class NightKind(StrEnum):
    """What a change is about; the values are stored in the database."""

    STARTED = "started"
    CAME = "came"
    LEFT = "left"
    BACK = "back"
    PAIRED = "paired"
    SPLIT = "split"
    DRAWN = "drawn"
    SWAPPED = "swapped"
    OPENED = "opened"
    RESULT = "result"
    SANCTIONED = "sanctioned"
    CLOCKS = "clocks"
    DECIDED = "decided"
    CORRECTED = "corrected"
    ENDED = "ended"
    LINKS = "links"
    BINNED = "binned"
    RESTORED = "restored"


class NightChange(NamedTuple):
    """A change to a record: the keys that differ, with their values before and after it."""

    kind: NightKind
    before: Json
    after: Json

    @property
    def inverse(self) -> NightChange:
        return NightChange(self.kind, self.after, self.before)


class Typed(NamedTuple):
    """The result of a table, entered without rounds."""

    points: tuple[int, ...]
    by: By
    winner: int | None


class Sanction(NamedTuple):
    """What one side of a table loses, and why: points, or the match if these are 0.

    Table 0 has those who sit out, each by their place among them.
    """

    table: int
    side: int
    points: int
    reason: str


class NightRound(NamedTuple):
    """A round that was drawn; `matches` has those of its tables once it is opened.

    If a table plays several matches, it is listed again for each after the first.
    """

    drawn: DrawnRound
    matches: tuple[int, ...] = ()
    typed: tuple[Typed | None, ...] = ()
    sanctions: tuple[Sanction, ...] = ()

    @property
    def is_open(self) -> bool:
        return bool(self.matches)

    @property
    def meetings(self) -> tuple[tuple[int, ...], ...]:
        """Return for each table the numbers of its matches in this round, from 1."""
        found = dict[Table, tuple[int, ...]]()
        for number, table in enumerate(self.drawn.tables, start=1):
            found[table] = (*found.get(table, ()), number)
        return tuple(found.values())

    def with_match(self, table: int, match_id: int) -> NightRound:
        """Add another match at a table."""
        tables = (*self.drawn.tables, self.drawn.tables[table - 1])
        return self._replace(
            drawn=self.drawn._replace(tables=tables),
            matches=(*self.matches, match_id),
            typed=(*self.typed, None),
        )

    @property
    def results(self) -> tuple[Typed | None, ...]:
        """The results known without rounds: entered, or by a sanction."""
        found = [*self.typed]
        for table in {each.table for each in self.sanctions if not each.points}:
            lost = {each.side for each in self.lost(table)}
            winner = next((side for side in (0, 1) if side not in lost), None)
            for at in self.meetings[table - 1]:
                found[at - 1] = Typed((0, 0), By.ABSENT, winner)
        return tuple(found)

    def lost(self, table: int) -> list[Sanction]:
        """Return the sanctions by which a table is lost, as if that side had not come."""
        return [each for each in self.sanctions if each.table == table and not each.points]

    def fits(self, sanction: Sanction) -> bool:
        """Return whether the side of a sanction exists; a match can only be lost to another."""
        if not (self.is_open and 0 <= sanction.table <= len(self.meetings)):
            return False
        table = self.drawn.tables[sanction.table - 1]
        sides = len(table.sides if sanction.table else self.drawn.sit_out)
        can_lose = sanction.table > 0 and sides == 2
        return 0 <= sanction.side < sides and sanction.points >= (not can_lose)


class NightRecord(NamedTuple):
    """All that is stored of a night except its name and rules. People are the ids of players.

    `people` have come, in this order, and those who are `gone` have left. A pair stays one until it
    is split or one of the two pairs with somebody else. Those `decided`, by lot or by the
    organizer, come before all who are level with them.
    """

    people: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    pairs: tuple[Side, ...] = ()
    rounds: tuple[NightRound, ...] = ()
    ended: bool = False
    decided: tuple[tuple[int, str], ...] = ()

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(person for person in self.people if person not in self.gone)

    @property
    def pairs_here(self) -> tuple[Side, ...]:
        """The pairs of which both are here."""
        return tuple(pair for pair in self.pairs if not {*pair} & {*self.gone})

    @property
    def alone(self) -> tuple[int, ...]:
        """The people here without a partner."""
        paired = {*chain.from_iterable(self.pairs_here)}
        return tuple(person for person in self.here if person not in paired)

    @property
    def drawn(self) -> DrawnRound | None:
        """The draw that is not open yet."""
        last = self.rounds[-1] if self.rounds else None
        return None if last is None or last.is_open else last.drawn

    @property
    def played(self) -> tuple[NightRound, ...]:
        """The rounds that were opened."""
        return tuple(each for each in self.rounds if each.is_open)

    @property
    def matches(self) -> tuple[int, ...]:
        return tuple(match for each in self.rounds for match in each.matches)

    @property
    def results(self) -> dict[int, Typed | None]:
        """The matches at all tables, each with its result if known without rounds."""
        return dict(
            chain.from_iterable(
                zip(each.matches, each.results, strict=True) for each in self.rounds
            )
        )

    @property
    def is_fair(self) -> bool:
        """Whether nobody is drawn twice in a round, is in two pairs, or was never here.

        Nor is there a sanction of a side that did not play.
        """
        if not all(each.fits(sanction) for each in self.rounds for sanction in each.sanctions):
            return False
        drawn = [
            (*chain(*(table.people for table in {*each.drawn.tables})), *each.drawn.sit_out)
            for each in self.rounds
        ]
        lists = (*drawn, self.people, self.gone, tuple(chain.from_iterable(self.pairs)))
        return all(len({*each}) == len(each) and {*each} <= {*self.people} for each in lists)

    def walkover(self, table: Table) -> Typed | None:
        """Return the result of a table if a side has left."""
        here = [{*side} <= {*self.here} for side in table.sides]
        if all(here):
            return None
        return Typed((0,) * len(here), By.ABSENT, here.index(True) if any(here) else None)

    def with_people(self, people: Iterable[tuple[int, ...]]) -> NightRecord:
        """Add people, or bring them back; two who come together are a pair."""
        found, record = [*people], self
        for person in chain.from_iterable(found):
            new = () if person in record.people else (person,)
            record = record.back(person)._replace(people=record.people + new)
        for pair in found:
            if len(pair) == 2:
                record = record.paired(pair[0], pair[1])
        return record

    def left(self, person: int) -> NightRecord:
        return self._replace(gone=(*self.back(person).gone, person))

    def back(self, person: int) -> NightRecord:
        return self._replace(gone=tuple(each for each in self.gone if each != person))

    def paired(self, one: int, other: int) -> NightRecord:
        """Make two people partners, whoever they were with before."""
        return self._replace(pairs=(*self.split(one).split(other).pairs, (one, other)))

    def split(self, person: int) -> NightRecord:
        return self._replace(pairs=tuple(pair for pair in self.pairs if person not in pair))

    def with_ids(self, to: Mapping[int, int]) -> NightRecord:
        """Replace the ids of some people, everywhere."""
        return NightRecord.from_json(with_ids(self.as_json(), to))

    def with_draw(self, drawn: DrawnRound) -> NightRecord:
        """Draw the next round, or draw it again."""
        # Who goes on from a group stays decided; elsewhere the places are those of another round.
        decided = self.decided if drawn.groups or drawn.bracket else ()
        rounds = (*self.played, NightRound(drawn))
        return self._replace(rounds=rounds, ended=False, decided=decided)

    def with_round(self, number: int, changed: NightRound) -> NightRecord:
        rounds = [*self.rounds]
        rounds[number - 1] = changed
        return self._replace(rounds=tuple(rounds))

    def sanctioned(self, number: int, sanctions: Iterable[Sanction]) -> NightRecord:
        """Replace all sanctions of a round."""
        return self.with_round(number, self.rounds[number - 1]._replace(sanctions=tuple(sanctions)))

    def change_to(self, kind: NightKind, after: NightRecord) -> NightChange:
        """Return the change that turns this record into another."""
        old, new = self.as_json(), after.as_json()
        differ = sorted(key for key in {*old, *new} if old.get(key) != new.get(key))
        return NightChange(
            kind, {key: old.get(key) for key in differ}, {key: new.get(key) for key in differ}
        )

    def changed_by(self, change: NightChange) -> NightRecord | None:
        """Return the record after a change; None if the change's `before` does not match."""
        table = self.as_json()
        if any(table.get(key) != was for key, was in change.before.items()):
            return None
        return NightRecord.from_json({**table, **change.after})

    def as_json(self) -> Json:
        """Return it as stored; a key that is gone is left out, or None."""
        rounds = {_round_key(at): _to_json(each) for at, each in enumerate(self.rounds, start=1)}
        return {
            "people": [*self.people],
            "gone": [*self.gone],
            "pairs": [[*pair] for pair in self.pairs],
            "ended": self.ended,
            "decided": [[*each] for each in self.decided],
            **rounds,
        }

    @classmethod
    def from_json(cls, table: Json) -> NightRecord:
        """Read what `as_json` wrote."""
        rounds: list[NightRound] = []
        while each := table.get(_round_key(len(rounds) + 1)):
            rounds.append(_from_json(each))
        return cls(
            people=tuple(table["people"]),
            gone=tuple(table["gone"]),
            pairs=_sides(table["pairs"]),
            rounds=tuple(rounds),
            ended=table["ended"],
            decided=tuple((person, how) for person, how in table.get("decided") or ()),
        )


def with_ids(table: Json, to: Mapping[int, int]) -> Json:
    """Replace the ids of some people in stored JSON."""

    def put(value: Any) -> Any:
        if isinstance(value, list):
            return [put(each) for each in value]
        return to.get(value, value) if type(value) is int else value

    def in_round(value: Any) -> Any:
        if not isinstance(value, dict):
            return put(value)
        return {**value, **{key: put(value[key]) for key in SEATED if key in value}}

    return {key: in_round(value) for key, value in table.items()}


def _round_key(number: int) -> str:
    return f"round {number}"


def _to_json(each: NightRound) -> Json:
    drawn, sanctions = each.drawn, [sanction._asdict() for sanction in each.sanctions]
    return {
        "tables": [[list(side) for side in table.sides] for table in drawn.tables],
        "sit_out": list(drawn.sit_out),
        "groups": [[list(side) for side in group] for group in drawn.groups],
        "bracket": [list(side) for side in drawn.bracket],
        "matches": list(each.matches),
        "typed": [typed and {**typed._asdict(), "points": [*typed.points]} for typed in each.typed],
        # The log has rounds as they were written before there were any sanctions.
        **({"sanctions": sanctions} if sanctions else {}),
    }


def _from_json(table: Json) -> NightRound:
    typed = tuple(
        each and Typed(tuple(each["points"]), By(each["by"]), each["winner"])
        for each in table["typed"]
    )
    drawn = DrawnRound(
        tuple(map(Table, map(_sides, table["tables"]))),
        tuple(table["sit_out"]),
        groups=tuple(map(_sides, table.get("groups", ()))),
        bracket=_sides(table.get("bracket", ())),
    )
    sanctions = tuple(Sanction(**each) for each in table.get("sanctions", ()))
    return NightRound(drawn, tuple(table["matches"]), typed, sanctions)


def _sides(people: Iterable[Sequence[int]]) -> tuple[Side, ...]:
    return tuple(map(tuple, people))
