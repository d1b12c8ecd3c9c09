"""Base classes of forms, fields with our own error messages, and fields for names."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Iterator
from datetime import date
from hashlib import sha256
from http import HTTPStatus
from typing import NamedTuple

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
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
    Length,
    NumberRange,
    Optional,
    Regexp,
    StopValidation,
    ValidationError,
)
from wtforms.widgets import DateInput

from scorekeeper import clock
from scorekeeper.interchange.written_days import comes_day_first, read_day
from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.dates_and_figures import format_day
from scorekeeper.rules.game_keys import LEAST_GOAL, MOST_GOAL
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.people.similar_names import (
    clean_name,
    is_blank,
    look,
    visible,
)
from scorekeeper.wording.formats import format_number

# Outside every allowed range. NumberRange fails on far larger numbers.
BEYOND = 10**9

# Points made in play: one sum, or each score.
_SCORES = re.compile(r"[+-]?[0-9]{1,9}(\s*[+-]\s*[0-9]{1,9}|\s+[0-9]{1,9})*")
_SCORE = re.compile(r"[+-]?\s*[0-9]+")
_MOST_POINTS = 999

NO_CHOICE = _l("Choose one of these.")
EXPIRED = _l(
    "This page had expired, so nothing was saved. What you entered is still here: send it again."
)


class Problem(NamedTuple):
    """A sentence about what is wrong, and the id of its field; None for the whole form."""

    field_id: str | None
    message: str


class NotTaken(Exception):
    """Raised to refuse what a script or photo sent: `sentence` says why, `status` is for HTTP."""

    def __init__(
        self,
        sentence: str | LazyString,
        status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY,
    ) -> None:
        super().__init__(sentence)
        self.sentence, self.status = str(sentence), status


class TickField(BooleanField):
    """A checkbox with a fixed value: WTForms would show the one that was sent."""

    def _value(self) -> str:
        return "y"


class NumberField(IntegerField):
    """A whole number; refuses anything else with our own message."""

    data: int | None

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            super().process_formdata([text for text in valuelist if text])
            if self.data is not None:
                self.data = max(-BEYOND, min(self.data, BEYOND))
        except ValueError:
            raise ValueError(_("Enter a whole number, such as 17.")) from None

    def pre_validate(self, form: Form) -> None:
        # One message is enough: do not check the range of something that is not a number.
        if self.process_errors:
            raise StopValidation


class SumField(NumberField):
    """A whole number, or the sum of several: 10+15+8."""

    def process_formdata(self, valuelist: list[str]) -> None:
        super().process_formdata([_summed(text) for text in valuelist])


def _summed(text: str) -> str:
    """Add up what is typed with a plus in between. Raise ValueError with a sentence."""
    if "+" not in text.strip().lstrip("+"):
        return text
    parts = [part.strip() for part in text.split("+")]
    for part in parts:
        if not part:
            raise ValueError(_("In %(sum)s a number is missing beside a plus.", sum=text))
        if not part.isdecimal():
            raise ValueError(_("In %(sum)s, %(part)s is not a whole number.", sum=text, part=part))
    # Longer numbers are too large in any case.
    return str(sum(int(part[:10]) for part in parts))


class ScoresField(StringField):
    """Points made in play: each score, such as 2+3+1, or their sum."""

    data: tuple[int, ...]

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


class DayField(StringField):
    """A day up to today; if the browser has no calendar, it may be typed as people write it."""

    data: date | None
    widget = DateInput()

    def __init__(self, label: LazyString, **options: object) -> None:
        super().__init__(label, render_kw={"max": clock.today().isoformat()}, **options)

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data, text = None, "".join(valuelist).strip()
        if not text:
            return
        try:
            self.data, _time = read_day(text, day_first=comes_day_first([text]))
        except ValueError:
            day = format_day(clock.now())
            raise ValueError(_("Enter a day such as %(day)s.", day=day)) from None
        if self.data > clock.today():
            raise ValueError(_("This day is still to come."))

    def _value(self) -> str:
        return self.data.isoformat() if self.data else "".join(self.raw_data or ())


class ChoiceField(RadioField):
    """Radio buttons; refuses anything else with our own message."""

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            # An empty value means neither an optional choice nor the default.
            self.process_data(None)
            super().process_formdata([value for value in valuelist if value.strip()])
        except ValueError:
            raise ValueError(NO_CHOICE) from None

    def pre_validate(self, form: Form) -> None:
        if self.data is None and not self.process_errors:
            # WTForms would create an object for each choice before it refuses this value.
            raise ValidationError(NO_CHOICE)
        try:
            super().pre_validate(form)
        except ValidationError:
            raise ValidationError(NO_CHOICE) from None


class SeatFields(FieldList):
    """A field for each seat: always `min_entries` of them, whatever indices are sent."""

    def _extract_indices(self, prefix: str, formdata: object) -> Iterator[int]:
        yield from range(self.min_entries)


class TokenWhenShown(FlaskForm.Meta.csrf_class):
    """Creates a token only when it is shown, so that mere readers get no cookie."""

    def generate_csrf_token(self, field: Field) -> LazyString:
        """Return a lazy text that creates the token when it is rendered."""
        return LazyString(super().generate_csrf_token, field)


class TokenForm(FlaskForm):
    """A form with only a CSRF token, for pages with a single button."""

    class Meta(FlaskForm.Meta):
        """Ignores JSON, which Flask-WTF would read as form data, and files."""

        csrf_class = TokenWhenShown

        def wrap_formdata(self, form: Form, formdata: object) -> object:
            is_sent = form.is_submitted() and not request.is_json
            sent = super().wrap_formdata(form, formdata) if is_sent else None
            if sent is None:
                return None
            values = sent.items(multi=True)
            # A refused form shows what was sent, in every kind of field.
            form.sent_values = MultiDict(
                (name, visible(v)) for name, v in values if isinstance(v, str)
            )
            return form.sent_values

    # What was sent, without invisible letters; None if nothing was.
    sent_values: MultiDict[str, str] | None = None

    @property
    def expired(self) -> bool:
        """Whether the token was missing or wrong."""
        return "csrf_token" in self.errors

    @property
    def refused_status(self) -> int:
        """The HTTP status of a page that shows a refused form: 400 if it expired, else 422."""
        return 400 if self.expired else 422

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the fields."""
        return tuple(problems_of(self))


class EntryForm(TokenForm):
    """A form that saves something, and thanks to its entry key only once."""

    entry_key = HiddenField(validators=[Regexp(r"[0-9a-f]{32}\Z", message=EXPIRED)])

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        if not self.is_submitted():
            self.entry_key.data = secrets.token_hex(16)

    def validate(self, extra_validators: dict[str, list[object]] | None = None) -> bool:
        """Check every field; replace an invalid entry key."""
        valid = bool(super().validate(extra_validators))
        if self.entry_key.errors:
            self.entry_key.data = secrets.token_hex(16)
        return valid

    @property
    def submission(self) -> str:
        """Return a hash (hex) of what was sent: the same if sent twice, different if corrected."""
        sent = {name: values for name, values in request.form.lists() if name not in _UNSAVED}
        return sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


_UNSAVED = ("csrf_token", "action")


def refuse(field: Field, sentence: str | LazyString) -> None:
    """Add an error to a field."""
    field.errors = [*field.errors, sentence]


def problems_of(form: Form) -> Iterator[Problem]:
    """Yield the errors of all fields, in the order of the form."""
    for field in form:
        fields = field.entries if isinstance(field, FieldList) else (field,)
        for each in fields:
            for error in each.errors:
                hidden = isinstance(each, HiddenField)
                yield Problem(None if hidden else each.id, str(EXPIRED if hidden else error))


NO_TILES = _l("Enter tiles such as 1-2 or 3-5.")
# Numbers are formatted when the sentence is translated.
NO_GOAL = _l(
    "Enter a goal from %(least)s to %(most)s.",
    least=LEAST_GOAL,
    most=LazyString(format_number, MOST_GOAL),
)


def number_field(
    least: int, most: int, outside: LazyString, label: LazyString | None = None
) -> NumberField:
    """Return a field for a number within bounds; it may be empty."""
    return NumberField(label, validators=[Optional(), NumberRange(least, most, outside)])


def goal_field(label: LazyString) -> NumberField:
    """Return a field for the points, or rounds, to which a match is played; it may be empty."""
    return number_field(LEAST_GOAL, MOST_GOAL, NO_GOAL, label)


def minutes_field(label: LazyString) -> NumberField:
    """Return a field for the minutes after which a match ends; it may be empty."""
    return number_field(5, 180, _l("Enter 5 to 180 minutes."), label)


TOO_LONG = _l("Enter a name of at most %(most)s characters.", most=LONGEST_NAME)
BLANK = _l("This name cannot be seen: enter one with letters.")


def refuse_blank(_form: Form, field: Field) -> None:
    """Refuse a name of invisible letters; an empty name is checked elsewhere."""
    if field.data and is_blank(field.data):
        raise StopValidation(str(BLANK))


def name_field(label: LazyString | None = None) -> Field:
    """Return a field for the name of a player."""
    return StringField(
        label,
        filters=[clean_name],
        validators=[Length(max=LONGEST_NAME, message=TOO_LONG), refuse_blank],
    )


def refuse_duplicate_names(names: Iterable[Field]) -> None:
    """Refuse a name that looks like that of an earlier seat, ignoring case."""
    seen: set[str] = set()
    for name in names:
        if name.data and look(name.data) in seen:
            refuse(
                name,
                _(
                    "%(name)s sits here twice: add a surname or an initial to one, such as "
                    "“%(name)s B”.",
                    name=name.data,
                ),
            )
        seen.add(look(name.data or ""))
