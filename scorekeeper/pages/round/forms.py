"""The form of a round: the hands left over or the tiles laid, claims, tallies, corrections."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import Field, HiddenField, SelectMultipleField, StringField
from wtforms.validators import Length, NumberRange, Optional, Regexp

from scorekeeper.pages.round.hand_form import HandForm
from scorekeeper.pages.shared.fields import (
    EXPIRED,
    NO_CHOICE,
    ChoiceField,
    EntryForm,
    NumberField,
    Problem,
    problems_of,
    refuse,
    visible,
)
from scorekeeper.rules import (
    Code,
    Correction,
    Event,
    Hand,
    Moment,
    PipsHand,
    Play,
    Round,
    RuleError,
    Setup,
    faults,
    score_round,
)
from scorekeeper.rules.notation import parse_tile
from scorekeeper.rules.options import Entry, For
from scorekeeper.rules.weighing import weigh
from scorekeeper.wording.errors import error_sentence
from scorekeeper.wording.labels import translate_name

# What is typed for a player who passes.
PASSES = ("x", "pass")
# How a round can be entered, by what the rules of its game count.
_METHODS = {Entry.TILES: ("tiles", "pips"), Entry.TOTALS: ("totals",), Entry.PLAYS: ("plays",)}


class RoundForm(EntryForm):
    """A round at its end, for `setup` and players of these `names` at a `moment` of their match.

    `round_no` is the number of the round the page was opened for, `entry` how it is entered (one
    of `methods`). `overruled` lists the doubts the page showed, which count as accepted.
    """

    round_no = HiddenField(validators=[Regexp(r"[0-9]{1,6}\Z", message=EXPIRED)])
    entry = HiddenField()
    opener = ChoiceField(validators=[Optional()])
    blocker = ChoiceField(validators=[Optional()])
    ends = StringField(
        filters=[visible],
        validators=[Length(max=12, message=_l("Enter two numbers, such as 3 5."))],
    )
    events = SelectMultipleField()
    plays = StringField(
        filters=[visible], validators=[Length(max=600, message=_l("Enter fewer tiles."))]
    )
    correction_side = ChoiceField(validators=[Optional()])
    correction_points = NumberField(
        validators=[Optional(), NumberRange(-9999, 9999, _l("Enter points from -9999 to 9999."))]
    )
    correction_note = StringField(
        filters=[visible], validators=[Length(max=80, message=_l("Enter a note of 80 letters."))]
    )
    overruled = StringField(filters=[visible], validators=[Length(max=200, message=EXPIRED)])

    def __init__(self, setup: Setup, names: tuple[str, ...], moment: Moment) -> None:
        self._setup, self._names, self._moment = setup, names, moment
        super().__init__()
        seats = [(str(seat), name) for seat, name in enumerate(names)]
        self.opener.choices = self.blocker.choices = seats
        self.events.choices = list(self._claims())
        self.correction_side.choices = [
            (str(side), " & ".join(names[seat] for seat in members))
            for side, members in enumerate(setup.sides)
        ]
        if not self.is_submitted():
            self.round_no.data, self.entry.data = moment.number, self.methods[0]
        # What the ranking needs answered: fields, and seats whose lightest tile must be entered.
        self.questions: tuple[str, ...] = ()
        self.lightest_needed: tuple[int, ...] = ()
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

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All error messages, in the order of the page, each once."""
        found = (*super().problems, *(p for hand in self.hands for p in problems_of(hand)))
        return tuple(dict.fromkeys(found))

    def validate(self, extra_validators: dict[str, list[object]] | None = None) -> bool:
        """Check the form's own fields; hidden ones that are invalid get a valid value."""
        valid = super().validate(extra_validators)
        if self.events.errors:
            self.events.errors = [NO_CHOICE]
        if self.round_no.errors:
            self.round_no.data = self._moment.number
        if self.entry.data not in self.methods:
            self.entry.data = self.methods[0]
            refuse(self.entry, EXPIRED)
            return False
        return valid

    def suggest_opener(self, seat: int | None) -> None:
        """Select who leads, as far as the match knows; the user can select somebody else."""
        if self._by_plays and not self.is_submitted():
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

    def played(self) -> Round | None:
        """Return the round; None where it is not valid, and `problems` say why."""
        # No short circuit: all errors are shown at once.
        own = self.validate()
        fields = [(f, hand) for hand in self.hands for f in hand.fields_of(self.entry.data)]
        valid = all([own, *(field.validate(hand) for field, hand in fields)])
        played = self._read() if valid else None
        if played is None or self.problems:
            return None
        for fault in self._faults(played):
            self._refuse_fault(fault)
        return None if self.problems else played

    def _read(self) -> Round | None:
        hands = [self._hand(seat) for seat in range(len(self.hands))]
        if any(hand is None for hand in hands):
            return None
        try:
            return Round(
                hands=() if self._by_plays else tuple(hand for hand in hands if hand is not None),
                opener=_number(self.opener),
                blocker=_number(self.blocker),
                ends=self._ends(),
                events=tuple(map(self._event, self.events.data or ())),
                tally=self._tally(),
                plays=tuple(self._plays()) if self._by_plays else (),
                corrections=self._corrections(),
            )
        except RuleError as error:
            self._refuse_fault(error)
            return None

    @property
    def _by_plays(self) -> bool:
        return bool(self.entry.data == "plays")

    def _hand(self, seat: int) -> Hand | PipsHand | None:
        form = self.hands[seat]
        if seat in self._moment.put_out or self._by_plays:
            return Hand()
        try:
            hand = form.pips_hand() if self.by_pips else form.tiles_hand()
        except RuleError as error:
            self._refuse_fault(error.in_hand_of(seat))
            return None
        if hand is None:
            self._refuse_fault(RuleError(Code.MISSING_HAND, seats=(seat,)))
        return hand

    def _tally(self) -> tuple[int, ...]:
        tally = tuple(hand.tally.data or 0 for hand in self.hands)
        return tally if any(tally) else ()

    def _ends(self) -> tuple[int, int] | None:
        """Read the open ends: two numbers, or as a tile. Raise RuleError (no_such_end)."""
        if not self.ends.data:
            return None
        try:
            tile = parse_tile("-".join(self.ends.data.split()))
        except RuleError:
            raise RuleError(Code.NO_SUCH_END, end=self.ends.data) from None
        return tile.low, tile.high

    def _claims(self) -> Iterator[tuple[str, str]]:
        """Yield the choices of `events`: the index of a bonus, `@seat` if a player claims it."""
        for index, bonus in enumerate(self._setup.game.claims):
            if bonus.to is For.WINNER:
                yield str(index), translate_name(bonus.name)
            else:
                for seat, name in enumerate(self._names):
                    yield f"{index}@{seat}", f"{translate_name(bonus.name)}: {name}"

    def _event(self, value: str) -> Event:
        index, _at, seat = value.partition("@")
        return Event(self._setup.game.claims[int(index)].name, int(seat) if seat else None)

    def _plays(self) -> Iterator[Play]:
        """Read tiles in the order they were laid, turn by turn from the opener; x is a pass."""
        seat = _number(self.opener) or 0
        for word in self.plays.data.replace(",", " ").split():
            if word.lower() not in PASSES:
                try:
                    yield Play(seat, parse_tile(word))
                except RuleError as error:
                    raise error.in_hand_of(seat) from error
            seat = (seat + 1) % self._setup.players

    def _corrections(self) -> tuple[Correction, ...]:
        points = self.correction_points.data
        if not points:
            return ()
        side = _number(self.correction_side)
        if side is None:
            refuse(self.correction_side, _("Select whose points are corrected."))
            return ()
        return (Correction(side, points, self.correction_note.data),)

    def _faults(self, played: Round) -> Iterator[RuleError]:
        try:
            score_round(self._setup, played, self._moment)
        except RuleError as error:
            # Scoring stops at the first fault; the page shows all of them.
            yield from [*faults(self._setup, played, self._moment)] or [error]

    def _refuse_fault(self, fault: RuleError) -> None:
        if fault.code is Code.LIGHTEST_TILE_NEEDED:
            self.lightest_needed = fault.seats
        if fault.code in _QUESTIONS:
            self.questions = (*self.questions, _QUESTIONS[fault.code])
        refuse(self._field_of(fault), error_sentence(fault, self._names))

    def _field_of(self, fault: RuleError) -> Field:
        if fault.code in _FIELD_OF:
            return self[_FIELD_OF[fault.code]]
        hand = self.hands[fault.seats[0] if fault.seats else 0]
        if fault.code is Code.NEGATIVE_TOTAL and (hand.tally.data or 0) < 0:
            return hand.tally
        if self._by_plays:
            return self.plays
        if self.by_pips and (fault.tiles or fault.code in _ABOUT_THE_LIGHTEST):
            return hand.lightest
        return hand.pips if self.by_pips else hand.tiles


_ABOUT_THE_LIGHTEST = (Code.LIGHTEST_TILE_NEEDED, Code.UNREADABLE_TILE)
_QUESTIONS = {Code.OPENER_NEEDED: "opener", Code.BLOCKER_NEEDED: "blocker"}
_FIELD_OF = {
    **_QUESTIONS,
    Code.NO_SUCH_END: "ends",
    Code.UNKNOWN_EVENT: "events",
    Code.EVENT_TWICE: "events",
    Code.EVENT_AT_WRONG_ENDING: "events",
    Code.EVENT_WITHOUT_WINNER: "events",
    Code.SEAT_NEEDED: "events",
}


def _number(field: Field) -> int | None:
    return int(field.data) if field.data else None
