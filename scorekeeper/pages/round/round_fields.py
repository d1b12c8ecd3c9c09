"""The fields of a round: the hands left over or the tiles laid, claims, tallies, corrections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flask import request
from wtforms import HiddenField, SelectMultipleField, StringField
from wtforms.validators import Length, NumberRange, Optional, Regexp

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.round.hand_form import HandForm
from scorekeeper.pages.shared.fields import EXPIRED, ChoiceField, EntryForm, NumberField
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.options import Entry, For
from scorekeeper.rules.rounds import Hand, Moment
from scorekeeper.rules.setup import Setup
from scorekeeper.rules.tiles import Tile
from scorekeeper.rules.weighing import weigh
from scorekeeper.scorebook.people.looks import visible
from scorekeeper.wording.labels import translate_name

# How a round can be entered, by what the rules of its game count.
_METHODS = {Entry.TILES: ("tiles", "pips"), Entry.TOTALS: ("totals",), Entry.PLAYS: ("plays",)}


# Answers of a question.
YES, NO = "1", "0"


class RoundFields(EntryForm):
    """A round at its end, for `setup` and players of these `names` at a `moment` of their match.

    `round_no` is the number of the round the page was opened for, `entry` how it is entered (one
    of `methods`). `order` has the seats in the order in which they scored in play. `overruled`
    lists the doubts the page showed, which count as accepted.
    """

    round_no = HiddenField(validators=[Regexp(r"[0-9]{1,6}\Z", message=EXPIRED)])
    entry = HiddenField()
    opener = ChoiceField(validators=[Optional()])
    blocker = ChoiceField(validators=[Optional()])
    ends = StringField(
        filters=[visible],
        validators=[Length(max=12, message=_l("Enter two numbers, such as 3 5."))],
    )
    order = HiddenField(validators=[Length(max=600, message=EXPIRED)])
    last_tile_scored = ChoiceField(validators=[Optional()])
    events = SelectMultipleField()
    plays = StringField(
        filters=[visible], validators=[Length(max=600, message=_l("Enter fewer tiles."))]
    )
    correction_side = ChoiceField(validators=[Optional()])
    correction_points = NumberField(
        validators=[Optional(), NumberRange(-9999, 9999, _l("Enter points from -9999 to 9999."))]
    )
    correction_note = StringField(
        filters=[visible],
        validators=[Length(max=80, message=_l("Enter a note of at most 80 letters."))],
    )
    overruled = StringField(filters=[visible], validators=[Length(max=200, message=EXPIRED)])

    def __init__(self, setup: Setup, names: tuple[str, ...], moment: Moment) -> None:
        self._setup, self._names, self._moment = setup, names, moment
        super().__init__()
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        self.opener.choices = self.blocker.choices = seats
        self.last_tile_scored.choices = [(YES, _("Yes")), (NO, _("No"))]
        self.events.choices = list(self._claims())
        self.correction_side.choices = [
            (str(side), " & ".join(names[seat] for seat in members))
            for side, members in enumerate(setup.sides)
        ]
        if not self.is_submitted():
            self.round_no.data, self.entry.data = str(moment.number), self.methods[0]
        sent = request.form if self.is_submitted() else None
        self.hands = tuple(HandForm(sent, prefix=f"hands-{seat}-") for seat in range(setup.players))

    @property
    def methods(self) -> tuple[str, ...]:
        """How a round of this game can be entered, the usual method first."""
        return _METHODS[self._setup.game.table.entry]

    @property
    def by_pips(self) -> bool:
        """Whether hands are entered as numbers: as pips, or as totals."""
        return self.entry.data in ("pips", "totals")

    def suggest_opener(self, seat: int | None) -> None:
        """Select who leads, as far as the match knows; the user can select somebody else."""
        if self.entry.data == "plays" and not self.is_submitted():
            self.opener.data = str(seat or 0)

    def switch_to(self, method: str) -> None:
        """Switch to another method of entry; tiles that were entered are shown as their pips."""
        if method not in self.methods:
            return
        self.entry.data = method
        for hand in self.hands:
            with suppress(RuleError):
                if method == "pips" and hand.tiles.data:
                    # A field shows its raw data, so this looks as if the sum had been sent.
                    hand.pips.raw_data = [str(weigh(self._setup.game, hand.tiles_hand()))]

    def fill_hand(self, seat: int, tiles: tuple[Tile, ...]) -> None:
        """Fill a hand in with its tiles; where pips are counted, with what they count too."""
        hand = self.hands[seat]
        hand.tiles.data = " ".join(map(str, tiles))
        hand.out.data = False
        if self.entry.data == "pips":
            hand.pips.raw_data = [str(weigh(self._setup.game, Hand(tiles)))]

    def _claims(self) -> Iterator[tuple[str, str]]:
        """Yield the choices of `events`: the index of a bonus, `@seat` if a player claims it."""
        for index, bonus in enumerate(self._setup.game.claims):
            if bonus.to is For.WINNER:
                yield str(index), translate_name(bonus.name)
            else:
                for seat, name in enumerate(self._names):
                    yield f"{index}@{seat}", f"{translate_name(bonus.name)}: {name}"
