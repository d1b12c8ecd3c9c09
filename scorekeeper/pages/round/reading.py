"""Reading a round from the fields of its form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from wtforms import Field

from scorekeeper.pages.round.round_fields import YES, RoundFields
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.rounds import (
    AnyHand,
    Correction,
    Event,
    Hand,
    NotEntered,
    Play,
    Round,
    parse_tile,
)
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile

T = TypeVar("T")

# What is typed for a player who passes.
PASSES = ("x", "pass")
_SEAT = re.compile("[0-9]+")


class RoundReader:
    """Reads the fields of a form, and collects in `unreadable` what cannot be read."""

    def __init__(self, form: RoundFields, setup: Setup, put_out: tuple[int, ...]) -> None:
        self._form, self._setup, self._put_out = form, setup, put_out
        self._by_plays = form.entry.data == "plays"
        self.unreadable: list[RuleError] = []

    def read(self) -> Round:
        """Return the round, with hands that are not entered as such."""
        form = self._form
        seats = range(len(form.hands))
        played = Round(
            hands=() if self._by_plays else tuple(self._hand(seat) for seat in seats),
            opener=number_in(form.opener),
            blocker=number_in(form.blocker),
            ends=self._attempt(self._ends, None),
            events=tuple(map(self._event, form.events.data or ())),
            tally=self._tally(),
            order=tuple(map(int, _SEAT.findall(form.order.data or ""))),
            last_tile_scored=_yes_or_no(form.last_tile_scored),
            plays=self._attempt(lambda: tuple(self._plays()), ()) if self._by_plays else (),
            corrections=tuple(self._corrections()),
        )
        # Where points were typed, or entered on another device, the order is not known.
        return played if played.has_order else replace(played, order=())

    def _attempt(self, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except RuleError as error:
            self.unreadable.append(error)
            return otherwise

    def _hand(self, seat: int) -> AnyHand:
        if seat in self._put_out:
            return Hand()
        try:
            return self._hand_of(seat)
        except RuleError as error:
            self.unreadable.append(error.in_hand_of(seat))
            return NotEntered()

    def _hand_of(self, seat: int) -> AnyHand:
        hand = self._form.hands[seat]
        match self._form.entry.data:
            case "tiles":
                return hand.tiles_hand()
            case "totals":
                others = (each for each in self._form.hands if each is not hand)
                return hand.totals_hand(others_out=any(other.out.data for other in others))
        counted = hand.pips_hand()
        # Where 0-0 does not count 0, no hand does: it is not said yet who went out.
        blank = self._setup.game.weights.of_tile(Tile(0, 0))
        return NotEntered() if blank and not (counted.pips or counted.is_empty) else counted

    def _tally(self) -> tuple[tuple[int, ...], ...]:
        tally = tuple(tuple(filter(None, hand.tally.data)) for hand in self._form.hands)
        return tally if any(tally) else ()

    def _ends(self) -> tuple[int, int] | None:
        """Read the open ends: two numbers, or as a tile. Raise RuleError (no_such_end)."""
        text = self._form.ends.data
        if not text:
            return None
        try:
            tile = parse_tile("-".join(text.split()))
        except RuleError:
            raise RuleError(Code.NO_SUCH_END, end=text) from None
        return tile.low, tile.high

    def _event(self, value: str) -> Event:
        index, _at, seat = value.partition("@")
        return Event(self._setup.game.claims[int(index)].name, int(seat) if seat else None)

    def _plays(self) -> Iterator[Play]:
        """Read tiles in the order they were laid, turn by turn from the opener; x is a pass."""
        seat = number_in(self._form.opener) or 0
        for word in (self._form.plays.data or "").replace(",", " ").split():
            if word.lower() not in PASSES:
                try:
                    yield Play(seat, parse_tile(word))
                except RuleError as error:
                    raise error.in_hand_of(seat) from error
            seat = (seat + 1) % self._setup.players

    def _corrections(self) -> Iterator[Correction]:
        points, side = self._form.correction_points.data, number_in(self._form.correction_side)
        if points and side is not None:
            yield Correction(side, points, self._form.correction_note.data or "")


def _yes_or_no(field: Field) -> bool | None:
    return None if field.data is None else field.data == YES


def number_in(field: Field) -> int | None:
    """Return the seat or side that is chosen in a field."""
    return int(field.data) if field.data else None
