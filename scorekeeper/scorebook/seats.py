"""Rounds after two players changed seats.

`seats` says for each seat which seat its player moves to. A swap is its own inverse, so it also
says which seat the player of each seat came from.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from scorekeeper.rules.round_entry import Round

T = TypeVar("T")


def swapped_seats(count: int, one: int, other: int) -> list[int]:
    """Swap two of `count` seats: of 4 seats, 0 and 2 gives [2, 1, 0, 3]."""
    seats = list(range(count))
    seats[one], seats[other] = other, one
    return seats


def in_seat_order(values: tuple[T, ...], seats: list[int]) -> tuple[T, ...]:
    """Give each value of a tuple by seat to the seat its player moves to; () stays ()."""
    return tuple(values[seat] for seat in seats) if values else ()


def with_seats(played: Round, seats: list[int], *, alone: bool) -> Round:
    """Give everything in a round to the seat its player moves to.

    Points and corrections are a side's: where everybody plays `alone` they follow the player; a
    swap between partnerships makes new partnerships, and they stay.
    """

    def moved(seat: int | None) -> int | None:
        return None if seat is None else seats[seat]

    return replace(
        played,
        hands=in_seat_order(played.hands, seats),
        tally=in_seat_order(_for_all(played.tally, len(seats)), seats),
        order=tuple(seats[seat] for seat in played.order),
        opener=moved(played.opener),
        blocker=moved(played.blocker),
        events=tuple(event._replace(seat=moved(event.seat)) for event in played.events),
        plays=tuple(play._replace(seat=seats[play.seat]) for play in played.plays),
        points=in_seat_order(played.points, seats) if alone else played.points,
        corrections=tuple(
            each._replace(side=seats[each.side]) if alone else each for each in played.corrections
        ),
    )


def _for_all(tally: tuple[tuple[int, ...], ...], count: int) -> tuple[tuple[int, ...], ...]:
    """Add a tally without scores for each seat left off at the end."""
    return (*tally, *[()] * (count - len(tally))) if tally else ()
