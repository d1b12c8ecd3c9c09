"""The names in the log of a match, as it had them until tables 0014: where a player's stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# A place of a name in a log: the version of its change, the side of that, and the seat.
Place = tuple[int, str, int]


def names_in(row: Any, side: str) -> list[str]:
    """Return the names that a change has on one side."""
    return [*(getattr(row, side) or {}).get("names", ())]


def _moved(seat: int, swap: list[int]) -> int:
    one, other = swap
    return {one: other, other: one}.get(seat, seat)


def sitting_after(log: list[Any], numbers: dict[tuple[int, str], list[int]]) -> list[int]:
    """Return who sits there at the end of a log."""
    there: list[int] = []
    for row in log:
        if row.kind == "seats":
            there = [there[_moved(seat, row.after["swap"])] for seat in range(len(there))]
        else:
            there = numbers.get((row.version, "after"), there)
    return there


def followed(log: list[Any], places: set[Place], until: int) -> set[Place]:
    """Add to some places, which go up to a version, those of the same player since then."""
    known, seats = set(places), set[int]()
    for row in log:
        if row.kind == "seats":
            seats = {_moved(seat, row.after["swap"]) for seat in seats}
            continue
        if row.version > until:
            known.update([*_places_in(row, known, seats)])
        seats = {seat for version, side, seat in known if (version, side) == (row.version, "after")}
    return known


def _places_in(row: Any, known: set[Place], seats: set[int]) -> Iterator[Place]:
    undone = row.undoes or row.redoes
    for version, side, seat in known if undone else ():
        if version == undone:
            other = {"before": "after", "after": "before"}[side]
            yield row.version, other if row.undoes else side, seat
    for seat in () if undone else seats:
        yield row.version, "before", seat
        if names_in(row, "before")[seat] == names_in(row, "after")[seat]:
            yield row.version, "after", seat
