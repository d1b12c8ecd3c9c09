"""The fields of one hand, for every method of entry."""

from __future__ import annotations

import re

from wtforms import Field, Form, StringField
from wtforms.validators import Length, NumberRange, Optional

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import NumberField, TickField
from scorekeeper.pages.shared.inputs import InputMeta
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.rounds import AnyHand, Hand, NotEntered, PipsHand, parse_tile, parse_tiles
from scorekeeper.scorebook.people.looks import visible

_FIELDS = {
    "tiles": ("tiles",),
    "pips": ("pips", "count", "lightest"),
    "totals": ("pips",),
    "plays": (),
}


_SCORES = re.compile(r"[+-]?[0-9]{1,9}(\s*[+-]\s*[0-9]{1,9}|\s+[0-9]{1,9})*")
_SCORE = re.compile(r"[+-]?\s*[0-9]+")
_MOST_POINTS = 999


class ScoresField(StringField):
    """Points made in play: each score by itself, as 2+3+1, or their sum."""

    data: tuple[int, ...]

    def process_data(self, value: tuple[int, ...] | None) -> None:
        self.data = value or ()

    def process_formdata(self, valuelist: list[str]) -> None:
        self.raw_data = [visible(text).replace("−", "-") for text in valuelist]
        text = self.raw_data[0] if self.raw_data else ""
        if text and not _SCORES.fullmatch(text):
            raise ValueError(_("Enter points such as 15, or score by score, such as 5+10."))
        self.data = tuple(int("".join(score.split())) for score in _SCORE.findall(text))
        if any(abs(points) > _MOST_POINTS for points in self.data):
            raise ValueError(_("Enter points from -999 to 999."))

    def _value(self) -> str:
        written = "".join(f"{points:+d}" for points in self.data).removeprefix("+")
        return self.raw_data[0] if self.raw_data else written


class HandForm(Form):
    """What is left in one hand: its tiles, or the number of its pips; `out` says it is empty."""

    Meta = InputMeta
    tiles = StringField(
        filters=[visible], validators=[Length(max=600, message=_l("Enter fewer tiles."))]
    )
    pips = NumberField(
        validators=[Optional(), NumberRange(0, 9999, _l("Enter pips from 0 to 9999."))]
    )
    count = NumberField(
        validators=[Optional(), NumberRange(0, 99, _l("Enter tiles from 0 to 99."))]
    )
    lightest = StringField(
        filters=[visible], validators=[Length(max=10, message=_l("Enter one tile, such as 1-2."))]
    )
    out = TickField(default=False)
    tally = ScoresField(validators=[Length(max=600, message=_l("Enter fewer points."))])

    def fields_of(self, method: str) -> tuple[Field, ...]:
        """Return the fields that a method of entry uses; the others are only sent along."""
        return tuple(self[name] for name in (*_FIELDS[method], "tally"))

    def tiles_hand(self) -> AnyHand:
        """Return the hand by its tiles. Raise RuleError (unreadable_tile, out_with_tiles)."""
        tiles = parse_tiles(self.tiles.data or "")
        if not tiles and not self.out.data:
            return NotEntered()
        return self._checked(Hand(tiles))

    def pips_hand(self) -> AnyHand:
        """Return the hand by its pips. Raise RuleError (unreadable_tile, out_with_tiles)."""
        if self.out.data:
            return self._checked(PipsHand(self.pips.data or 0))
        if self.pips.data is None:
            return NotEntered()
        lightest = parse_tile(self.lightest.data) if self.lightest.data else None
        # A hand that counts 0, and of which nobody said that it is empty, is 0-0.
        count = self.count.data or (None if self.pips.data else 1)
        return PipsHand(self.pips.data, count, lightest)

    def totals_hand(self, *, others_out: bool) -> AnyHand:
        """Return the hand by its total: 0 is empty, unless another hand is said to be."""
        if self.pips.data == 0 and not others_out:
            return PipsHand(0)
        return self.pips_hand()

    def _checked(self, hand: Hand | PipsHand) -> Hand | PipsHand:
        if self.out.data and not hand.is_empty:
            raise RuleError(Code.OUT_WITH_TILES)
        return hand
