"""The forms of one hand (its tiles or its pips, and what was made in play) and of one side."""

from __future__ import annotations

import re

from wtforms import Field, Form, StringField
from wtforms.validators import Length, NumberRange, Optional

from scorekeeper.messages import LazyString
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import ScoresField, SumField, TickField, number_field
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.tiles_and_hands import AnyHand, Hand, NotEntered, PipsHand
from scorekeeper.scorebook.round_json import read_tile

_WORD = re.compile(r"[^\s,;]+")


def text_field(most: int, too_long: LazyString) -> Field:
    return StringField(default="", validators=[Length(max=most, message=too_long)])


class SideForm(Form):
    """What a side scores, if only the winner and the points of a round are entered."""

    points = SumField(
        validators=[
            Optional(),
            NumberRange(-9999, 9999, _l("Enter points from -9999 to 9999.")),
        ]
    )


class HandForm(Form):
    """What is left in one hand: its tiles, or its pips; `out` says it is empty."""

    tiles = text_field(600, _l("Enter fewer tiles."))
    pips = SumField(validators=[Optional(), NumberRange(0, 9999, _l("Enter 0 to 9999 pips."))])
    count = number_field(0, 99, _l("Enter 0 to 99 tiles."))
    lightest = text_field(10, _l("Enter one tile, such as 1-2."))
    out = TickField(default=False)
    tally = ScoresField(default=(), validators=[Length(max=600, message=_l("Enter fewer points."))])

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
