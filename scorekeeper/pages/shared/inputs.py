"""Forms and their fields as WTForms and Flask-WTF make them, but ten times as fast.

The form of a round has 37 fields, and comes with every tap. Forms take this part of their `Meta`:
it is where WTForms lets an application make and write its fields. Flask-WTF signs a new token for
every form that is made, also for those that are only read; here a token is signed only where it is
shown, and checked once a page rather than a tap.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

from babel.support import NullTranslations, Translations
from cachetools import LRUCache
from flask import session
from flask_babel import get_locale
from flask_babel.speaklater import LazyString
from flask_wtf import FlaskForm
from markupsafe import Markup, escape
from wtforms import Field, Form
from wtforms.fields.core import UnboundField
from wtforms.i18n import messages_path
from wtforms.meta import DefaultMeta
from wtforms.widgets import CheckboxInput, HiddenInput, NumberInput, TextInput
from wtforms.widgets.core import clean_key

# Written here; whatever else there is, WTForms writes itself.
WRITTEN = (TextInput, NumberInput, HiddenInput, CheckboxInput)
MAX_FIELDS = 1024

_attribute_name = lru_cache(clean_key)


class _Sentences:
    """The sentences of WTForms, in the language of the page when one is needed."""

    def gettext(self, message: str) -> str:
        return _sentences(str(get_locale())).gettext(message)

    def ngettext(self, singular: str, plural: str, num: int) -> str:
        return _sentences(str(get_locale())).ngettext(singular, plural, num)


_SENTENCES = _Sentences()


class InputMeta(DefaultMeta):
    """Copies fields, writes inputs, and remembers the sentences of WTForms for each language."""

    def bind_field(self, form: Form, unbound_field: UnboundField, options: dict[str, Any]) -> Field:
        """Give a form a copy of a field of its class: that is the same for every request."""
        if getattr(type(form), options["name"], None) is not unbound_field:
            return super().bind_field(form, unbound_field, options)
        made = _made(unbound_field, options["name"], options["prefix"])
        # Called as a class, a field would be one that is not bound.
        field: Field = object.__new__(type(made))
        vars(field).update(vars(made), meta=self, _form=form)
        return field

    def render_field(self, field: Field, render_kw: dict[str, object]) -> Markup:
        """Write a field with some attributes."""
        if type(field.widget) not in WRITTEN or field.render_kw:
            html: Markup = super().render_field(field, render_kw)
            return html
        return _input(field, {_attribute_name(key): value for key, value in render_kw.items()})

    def get_translations(self, form: Form) -> _Sentences:
        """Return the sentences of WTForms in the language of the page."""
        return _SENTENCES


@lru_cache(MAX_FIELDS)
def _made(unbound_field: UnboundField, name: str, prefix: str) -> Field:
    """Make a field that belongs to no form."""
    options = {"name": name, "prefix": prefix, "translations": _SENTENCES}
    return unbound_field.bind(None, **options, _meta=InputMeta())


@lru_cache
def _sentences(locale: str) -> NullTranslations:
    return Translations.load(messages_path(), [locale], "wtforms")


def _input(field: Field, given: dict[str, object]) -> Markup:
    """Write an input; what is `given` goes before what the field and its validators ask for."""
    widget = field.widget
    attributes = {"id": field.id, "type": widget.input_type, "name": field.name}
    attributes.update(
        (flag, value)
        for flag, value in vars(field.flags).items()
        if flag in widget.validation_attrs
    )
    if isinstance(widget, CheckboxInput) and field.data:
        attributes["checked"] = True
    attributes.update(given)
    if "value" not in attributes:
        attributes["value"] = field._value()
    text = " ".join(_attributes(attributes))
    return Markup(f"<input {text}>")  # noqa: S704 # each attribute is escaped


def _attributes(attributes: dict[str, object]) -> list[str]:
    return [
        name if value is True else f'{name}="{escape(value)}"'
        for name, value in sorted(attributes.items())
        if value is not False
    ]


MAX_CHECKED = 1024

# What a token was good for: it has no end, so it stays so. By the key, the session and the token.
_checked: LRUCache[tuple[object, ...], bool] = LRUCache(MAX_CHECKED)
_lock = Lock()


class FormTokens(FlaskForm.Meta.csrf_class):
    """Signs and checks tokens as Flask-WTF does, and no more often than needed."""

    def generate_csrf_token(self, field: Field) -> LazyString:
        """Return the token as a text that is made when it is written."""
        return LazyString(super().generate_csrf_token, field)  # type: ignore[no-untyped-call]

    def validate_csrf_token(self, form: Form, field: Field) -> None:
        """Check the token that was sent. Raise ValidationError."""
        secret, name = self.meta.csrf_secret, self.meta.csrf_field_name
        token = secret, session.get(name), field.data
        with _lock:
            if self.meta.csrf_time_limit is None and token in _checked:
                return
        super().validate_csrf_token(form, field)
        with _lock:
            _checked[token] = True
