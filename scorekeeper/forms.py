"""The forms. Each ends in a method that returns a value of the rules, or None and its problems."""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256

from flask import request
from flask_wtf import FlaskForm
from wtforms import (
    BooleanField,
    Field,
    FieldList,
    Form,
    HiddenField,
    IntegerField,
    RadioField,
    StringField,
)
from wtforms.validators import (
    AnyOf,
    Length,
    NumberRange,
    Optional,
    Regexp,
    StopValidation,
    ValidationError,
)

from scorekeeper.rules import (
    Code,
    Hand,
    PipsHand,
    Round,
    RuleError,
    Setup,
    Tile,
    faults,
    game_ids,
    load_game,
    parse_tiles,
    score_round,
)
from scorekeeper.words import told

GOALS = (50, 100, 150, 200)
LEAST_GOAL, MOST_GOAL = 1, 10_000
MOST_SEATS = 4
LONGEST_NAME = 40
# Joins letters in some scripts and people in some emoji: invisible, but part of a name.
JOINERS = "\u200c\u200d"

NO_CHOICE = "Select one of these."
EXPIRED = (
    "This page had expired, so nothing was saved. What you entered is still here: send it again."
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence about what is wrong, and the id of the field it is about, if it is about one."""

    field_id: str | None
    message: str


def visible(text: str | None) -> str:
    """Put blanks for what cannot be seen, and none around the text."""
    seen = (char if char.isprintable() or char in JOINERS else " " for char in text or "")
    return "".join(seen).strip()


def clean_name(text: str | None) -> str:
    """Take what cannot be seen out of a name, and spell it in one way."""
    words = visible(unicodedata.normalize("NFC", text or "")).split()
    return " ".join(word for word in (word.strip(JOINERS) for word in words) if word)


class NumberField(IntegerField):
    """A whole number from people, who are told so in a sentence."""

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            self.raw_data = [visible(text) for text in valuelist]
            super().process_formdata([text for text in self.raw_data if text])
        except ValueError:
            raise ValueError("Enter a whole number, such as 17.") from None

    def pre_validate(self, form: Form) -> None:
        # What is no number is in no range either, but one sentence about it is enough.
        if self.process_errors:
            raise StopValidation


class ChoiceField(RadioField):
    """One of several; anything else gets a sentence."""

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            super().process_formdata(valuelist)
        except ValueError:
            raise ValueError(NO_CHOICE) from None

    def pre_validate(self, form: Form) -> None:
        try:
            super().pre_validate(form)
        except ValidationError:
            raise ValidationError(NO_CHOICE) from None


class TokenForm(FlaskForm):
    """A form of one button: only its token is checked."""

    @property
    def expired(self) -> bool:
        """Whether the token was missing or wrong."""
        return "csrf_token" in self.errors

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the page."""
        return tuple(_problems(self))


class EntryForm(TokenForm):
    """A form that saves something; by its entry key, what is sent twice is saved once."""

    entry_key = HiddenField(validators=[Regexp(r"[0-9a-f]{32}\Z", message=EXPIRED)])

    def __init__(self) -> None:
        super().__init__()
        if not self.is_submitted():
            self.entry_key.data = secrets.token_hex(16)

    def validate(self, extra_validators: dict[str, list[object]] | None = None) -> bool:
        """Check every field; a key that cannot be read is made anew, to be sent again."""
        valid = bool(super().validate(extra_validators))
        if self.entry_key.errors:
            self.entry_key.data = secrets.token_hex(16)
        return valid

    @property
    def submission(self) -> str:
        """Name what was sent: the same twice, and another once anything in it was corrected."""
        sent = {name: values for name, values in request.form.lists() if name not in _UNSAVED}
        return sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


_UNSAVED = ("csrf_token", "action")


class UndoForm(TokenForm):
    """Take the last round back; the page showed round `number` of the match at `version`."""

    number = HiddenField(validators=[Regexp(r"[1-9][0-9]{0,5}\Z", message=EXPIRED)])
    version = HiddenField(validators=[Regexp(r"[0-9]{1,9}\Z", message=EXPIRED)])


class SeatFields(FieldList):
    """A field a seat: the seats are those of the page, whatever numbers are sent."""

    def _extract_indices(self, prefix: str, formdata: object) -> Iterator[int]:
        yield from range(self.min_entries)


class NewMatchForm(EntryForm):
    """Who plays what, and to how many points."""

    names = SeatFields(
        StringField(
            filters=[clean_name],
            validators=[
                Length(max=LONGEST_NAME, message=f"Enter a name of at most {LONGEST_NAME} letters.")
            ],
        ),
        min_entries=MOST_SEATS,
    )
    partners = BooleanField("Partners: seats 1 and 3 against 2 and 4")
    game = ChoiceField(default="block")
    goal = ChoiceField(
        coerce=int,
        choices=[str(goal) for goal in GOALS],
        default=100,
        validators=[Optional()],
    )
    other_goal = NumberField(
        "or any other number",
        validators=[
            Optional(),
            NumberRange(
                LEAST_GOAL, MOST_GOAL, f"Enter a goal from {LEAST_GOAL} to {MOST_GOAL:,} points."
            ),
        ],
    )

    def __init__(self) -> None:
        super().__init__()
        self.game.choices = list(game_ids())

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in order of play, without the empty seats."""
        return tuple(name.data for name in self.names if name.data)

    def setup(self) -> Setup | None:
        """Set the game up as the form says; None where it cannot be, which `problems` explain."""
        if not self.validate() or not self._check_names():
            return None
        goal = self.other_goal.data or self.goal.data
        changes = {"match": {"goal": goal}} if goal else {}
        try:
            game = load_game(self.game.data).with_house_rules(changes)
            return Setup.of(game, len(self.players), self.partners.data or None)
        except RuleError as error:
            about_partners = error.code is Code.PARTNERS_NOT_ALLOWED
            _refuse(self.partners if about_partners else self.names[0], told(error))
            return None

    def _check_names(self) -> bool:
        if len(self.players) < 2:
            empty = next(name for name in self.names if not name.data)
            _refuse(empty, "Enter the names of at least two players.")
        seen: set[str] = set()
        for name in self.names:
            if name.data and name.data.casefold() in seen:
                _refuse(name, f"{name.data} sits here twice: give every player a different name.")
            seen.add(name.data.casefold())
        return not any(name.errors for name in self.names)


class HandForm(Form):
    """What is left in one hand: its tiles, or its pips where nobody wants to enter tiles."""

    tiles = StringField(
        filters=[visible], validators=[Length(max=400, message="Enter fewer tiles.")]
    )
    pips = NumberField(validators=[Optional(), NumberRange(0, 999, "Enter pips from 0 to 999.")])
    count = NumberField(validators=[Optional(), NumberRange(0, 99, "Enter tiles from 0 to 99.")])
    lightest = StringField(
        filters=[visible], validators=[Length(max=10, message="Enter one tile, such as 1-2.")]
    )

    def fields_of(self, entry: str) -> tuple[Field, ...]:
        """Name the fields of a way of entry; those of the other are only carried along."""
        return (self.pips, self.count, self.lightest) if entry == "pips" else (self.tiles,)

    def tiles_hand(self) -> Hand:
        """Read the tiles. Raise RuleError (unreadable_tile)."""
        return Hand(parse_tiles(self.tiles.data))

    def pips_hand(self) -> PipsHand | None:
        """Read the pips; None where nothing was entered. Raise RuleError (unreadable_tile)."""
        lightest = self.lightest.data
        if self.pips.data is None:
            return None
        return PipsHand(self.pips.data, self.count.data, Tile.parse(lightest) if lightest else None)


class RoundForm(EntryForm):
    """The hands at the end of a round. `round_no` is the round its page was opened for."""

    round_no = HiddenField(validators=[Regexp(r"[0-9]{1,6}\Z", message=EXPIRED)])
    entry = HiddenField(default="tiles", validators=[AnyOf(("tiles", "pips"), message=EXPIRED)])

    def __init__(self, setup: Setup, names: tuple[str, ...], number: int) -> None:
        super().__init__()
        self._setup, self._names, self._number = setup, names, number
        if not self.is_submitted():
            self.round_no.data = number
        self.asks: tuple[int, ...] = ()
        sent = request.form if self.is_submitted() else None
        self.hands = tuple(HandForm(sent, prefix=f"hands-{seat}-") for seat in range(setup.players))

    def validate(self, extra_validators: dict[str, list[object]] | None = None) -> bool:
        """Check every field of its own; what cannot be read and not be typed is made anew."""
        valid = super().validate(extra_validators)
        if self.round_no.errors:
            self.round_no.data = self._number
        if self.entry.errors:
            self.entry.data = "tiles"
        return valid

    def turn_to(self, entry: str) -> None:
        """Go on by the other way of entry; what was entered stays, but tiles say their pips."""
        self.entry.data = entry
        for hand in self.hands:
            with suppress(RuleError):
                if entry == "pips" and hand.tiles.data:
                    # A field shows what was sent, so this is as if the sum had been sent.
                    hand.pips.raw_data = [str(hand.tiles_hand().pips)]

    @property
    def by_pips(self) -> bool:
        return bool(self.entry.data == "pips")

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the page."""
        found = (*super().problems, *(p for hand in self.hands for p in _problems(hand)))
        return tuple(dict.fromkeys(found))

    def played(self) -> Round | None:
        """Read the round; None where it cannot be, which `problems` explain."""
        # All are asked, so that all that is wrong is said at once.
        valid = [
            self.validate(),
            *(f.validate(hand) for hand in self.hands for f in hand.fields_of(self.entry.data)),
        ]
        hands = [self._hand(seat) for seat in range(len(self.hands))] if all(valid) else []
        if not all(valid) or self.problems:
            return None
        played = Round(tuple(hand for hand in hands if hand is not None))
        for fault in self._faults(played):
            self._refuse_fault(fault)
        return None if self.problems else played

    def _hand(self, seat: int) -> Hand | PipsHand | None:
        form = self.hands[seat]
        try:
            hand = form.pips_hand() if self.by_pips else form.tiles_hand()
        except RuleError as error:
            self._refuse_fault(error.in_hand_of(seat))
            return None
        if hand is None:
            self._refuse_fault(RuleError(Code.MISSING_HAND, seats=(seat,)))
        return hand

    def _faults(self, played: Round) -> Iterator[RuleError]:
        found = tuple(faults(self._setup, played))
        yield from found
        if not found:
            try:
                score_round(self._setup, played)
            except RuleError as error:
                yield error

    def _refuse_fault(self, fault: RuleError) -> None:
        if fault.code is Code.LIGHTEST_TILE_NEEDED:
            self.asks = fault.seats
        hand = self.hands[fault.seats[0]]
        field = hand.pips if self.by_pips else hand.tiles
        if self.by_pips and (fault.tiles or fault.code in _ABOUT_THE_LIGHTEST):
            field = hand.lightest
        _refuse(field, told(fault, self._names))


_ABOUT_THE_LIGHTEST = (Code.LIGHTEST_TILE_NEEDED, Code.UNREADABLE_TILE)


def _refuse(field: Field, sentence: str) -> None:
    field.errors = [*field.errors, sentence]


def _problems(form: Form) -> Iterator[Problem]:
    for field in form:
        fields = field.entries if isinstance(field, FieldList) else (field,)
        for each in fields:
            for error in each.errors:
                hidden = isinstance(each, HiddenField)
                yield Problem(None, EXPIRED) if hidden else Problem(each.id, str(error))
