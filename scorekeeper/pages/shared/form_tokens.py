"""The token of a form: signed only where it is shown, and checked once a page rather than a tap.

Flask-WTF signs a new one for every form that is made, also for those that are only read.
"""

from __future__ import annotations

from threading import Lock

from cachetools import LRUCache
from flask import session
from flask_babel.speaklater import LazyString
from flask_wtf import FlaskForm
from wtforms import Field, Form

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
