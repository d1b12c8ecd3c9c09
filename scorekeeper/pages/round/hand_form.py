"""The forms of one hand (its tiles or its pips, and what was made in play) and of one side."""

from __future__ import annotations

import re

from wtforms import Field, Form, StringField
from wtforms.validators import Length, NumberRange, Optional

from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import NumberField, SumField, TickField
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.tiles_and_hands import AnyHand, Hand, NotEntered, PipsHand
from scorekeeper.scorebook.round_json import read_tile

_WORD = re.compile(r"[^\s,;]+")
_SCORES = re.compile(r"[+-]?[0-9]{1,9}(\s*[+-]\s*[0-9]{1,9}|\s+[0-9]{1,9})*")
_SCORE = re.compile(r"[+-]?\s*[0-9]+")
_MOST_POINTS = 999


class ScoresField(StringField):
    """Points made in play: each score by itself, as 2+3+1, or their sum."""

    data: tuple[int, ...]

    def process_data(self, value: tuple[int, ...] | None) -> None:
        self.data = value or ()

    def process_formdata(self, valuelist: list[str]) -> None:
        self.raw_data = [text.replace("−", "-") for text in valuelist]
        text = self.raw_data[0] if self.raw_data else ""
        if text and not _SCORES.fullmatch(text):
            raise ValueError(_("Enter points such as 15, or score by score, such as 5+10."))
        self.data = tuple(int("".join(score.split())) for score in _SCORE.findall(text))
        if any(abs(points) > _MOST_POINTS for points in self.data):
            raise ValueError(_("Enter points from -999 to 999."))

    def _value(self) -> str:
        written = "".join(f"{points:+d}" for points in self.data).removeprefix("+")
        return self.raw_data[0] if self.raw_data else written


def text_field(most: int, too_long: LazyString) -> Field:
    return StringField(default="", validators=[Length(max=most, message=too_long)])


def number_field(least: int, most: int, outside: LazyString) -> Field:
    return NumberField(validators=[Optional(), NumberRange(least, most, outside)])


class SideForm(Form):
    """What a side scores, where the winner and the points of a round are entered alone."""

    points = SumField(
        validators=[
            Optional(),
            NumberRange(-9999, 9999, _l("Enter points from -9999 to 9999.")),
        ]
    )


class HandForm(Form):
    """What is left in one hand: its tiles, or the number of its pips; `out` says it is empty."""

    tiles = text_field(600, _l("Enter fewer tiles."))
    pips = SumField(validators=[Optional(), NumberRange(0, 9999, _l("Enter 0 to 9999 pips."))])
    count = number_field(0, 99, _l("Enter 0 to 99 tiles."))
    lightest = text_field(10, _l("Enter one tile, such as 1-2."))
    out = TickField(default=False)
    tally = ScoresField(validators=[Length(max=600, message=_l("Enter fewer points."))])

    def read(self, seat: int, method: str) -> AnyHand:
        """Return the hand of a seat. Raise RuleError (unreadable_tile, out_with_tiles)."""
        if method != "tiles":
            return self._counted(seat)
        tiles = tuple(read_tile(word, seat) for word in _WORD.findall(self.tiles.data or ""))
        if not self.out.data:
            return Hand(tiles) if tiles else NotEntered()
        if tiles:
            raise RuleError(Code.OUT_WITH_TILES, seats=(seat,))
        return Hand()

    def _counted(self, seat: int) -> AnyHand:
        pips, lightest = self.pips.data, self.lightest.data
        if self.out.data and pips:
            raise RuleError(Code.OUT_WITH_TILES, seats=(seat,))
        if self.out.data:
            return PipsHand(0)
        if pips is None:
            return NotEntered()
        tile = read_tile(lightest, seat) if lightest else None
        return PipsHand(pips, self.count.data or None, tile)
