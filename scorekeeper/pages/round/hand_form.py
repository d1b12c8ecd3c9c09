"""The fields of one hand, for every method of entry."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import Field, Form, HiddenField, StringField
from wtforms.validators import Length, NumberRange, Optional

from scorekeeper.pages.shared.fields import NumberField, visible
from scorekeeper.rules.notation import parse_tile, parse_tiles
from scorekeeper.rules.rounds import Hand, PipsHand

_FIELDS = {
    "tiles": ("tiles",),
    "pips": ("pips", "count", "lightest"),
    "totals": ("pips",),
    "plays": (),
}


class HandForm(Form):
    """What is left in one hand: its tiles, or the number of its pips.

    `out` marks a hand as empty: without it, one without tiles may be one not entered yet.
    """

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
    out = HiddenField(filters=[visible])
    tally = NumberField(
        validators=[Optional(), NumberRange(-999, 999, _l("Enter points from -999 to 999."))]
    )

    def fields_of(self, method: str) -> tuple[Field, ...]:
        """Return the fields that a method of entry uses; the others are only sent along."""
        return tuple(self[name] for name in (*_FIELDS[method], "tally"))

    def tiles_hand(self) -> Hand:
        """Return the hand by its tiles. Raise RuleError (unreadable_tile)."""
        return Hand(parse_tiles(self.tiles.data))

    def pips_hand(self) -> PipsHand | None:
        """Return the hand by its pips; None without any. Raise RuleError (unreadable_tile)."""
        lightest = self.lightest.data
        if self.pips.data is None:
            return None
        return PipsHand(self.pips.data, self.count.data, parse_tile(lightest) if lightest else None)
