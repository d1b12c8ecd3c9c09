"""Fields and forms that the others are made of."""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, FieldList, Form, HiddenField, IntegerField, RadioField
from wtforms.validators import Regexp, StopValidation, ValidationError

# Joins letters in some scripts and people in some emoji: invisible, but part of a name.
JOINERS = "\u200c\u200d"

# Outside of every range we ask for. What lies beyond is no number to those who check ranges.
BEYOND = 10**9

NO_CHOICE = _l("Select one of these.")
EXPIRED = _l(
    "This page had expired, so nothing was saved. What you entered is still here: send it again."
)


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence about what is wrong, and the id of the field it is about, if it is about one."""

    field_id: str | None
    message: str


def printable(text: str) -> str:
    """Put blanks for what cannot be seen: a page with control characters is not HTML."""
    return "".join(char if char.isprintable() or char in JOINERS else " " for char in text)


def visible(text: str | None) -> str:
    """Put blanks for what cannot be seen, and none around the text."""
    return printable(text or "").strip()


def clean_name(text: str | None) -> str:
    """Take what cannot be seen out of a name, and spell it in one way."""
    words = visible(unicodedata.normalize("NFC", text or "")).split()
    return " ".join(word for word in (word.strip(JOINERS) for word in words) if word)


class NumberField(IntegerField):
    """A whole number from people, who are told so in a sentence."""

    data: int | None

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            self.raw_data = [visible(text) for text in valuelist]
            super().process_formdata([text for text in self.raw_data if text])
            if self.data is not None:
                self.data = max(-BEYOND, min(self.data, BEYOND))
        except ValueError:
            raise ValueError(_("Enter a whole number, such as 17.")) from None

    def pre_validate(self, form: Form) -> None:
        # What is no number is in no range either, but one sentence about it is enough.
        if self.process_errors:
            raise StopValidation


class ChoiceField(RadioField):
    """One of several; anything else gets a sentence."""

    def process_formdata(self, valuelist: list[str]) -> None:
        try:
            # A blank is no choice: it passes neither for one that may be left out, nor for the
            # one that is chosen beforehand.
            self.process_data(None)
            super().process_formdata([value for value in valuelist if value.strip()])
        except ValueError:
            raise ValueError(NO_CHOICE) from None

    def pre_validate(self, form: Form) -> None:
        try:
            super().pre_validate(form)
        except ValidationError:
            raise ValidationError(NO_CHOICE) from None


class SeatFields(FieldList):
    """A field a seat: the seats are those of the page, whatever numbers are sent."""

    def _extract_indices(self, prefix: str, formdata: object) -> Iterator[int]:
        yield from range(self.min_entries)


class TokenForm(FlaskForm):
    """A form of one button: only its token is checked."""

    class Meta(FlaskForm.Meta):
        """Reads forms alone: what is sent as JSON, or as a file, is none of ours."""

        def wrap_formdata(self, form: Form, formdata: object) -> object:
            sent = None if request.is_json else super().wrap_formdata(form, formdata)
            if sent is None:
                return None
            values = sent.items(multi=True)
            # A form that is refused shows what was sent, in every kind of field.
            return MultiDict((name, printable(v)) for name, v in values if isinstance(v, str))

    @property
    def expired(self) -> bool:
        """Whether the token was missing or wrong."""
        return "csrf_token" in self.errors

    @property
    def refused_status(self) -> int:
        """The HTTP status of a page that shows a refused form: 400 where it expired, else 422."""
        return 400 if self.expired else 422

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the page."""
        return tuple(problems_of(self))


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


def refuse(field: Field, sentence: str | LazyString) -> None:
    """Say what is wrong with a field."""
    field.errors = [*field.errors, sentence]


def problems_of(form: Form) -> Iterator[Problem]:
    """Everything the fields of a form were refused for, in their order."""
    for field in form:
        fields = field.entries if isinstance(field, FieldList) else (field,)
        for each in fields:
            for error in each.errors:
                hidden = isinstance(each, HiddenField)
                yield Problem(None if hidden else each.id, str(EXPIRED if hidden else error))
