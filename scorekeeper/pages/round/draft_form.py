"""The form of a round in parts: each is saved in a draft, and filled in from it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flask import request
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.fields import TokenForm

REST = "rest"
# Fields that belong to one submission of the form, not to the round.
_NOT_SAVED = ("csrf_token", "entry_key", "round_no", "entry", "overruled", "was", "earlier")
# Letters in a value, and values of a field: more than any game has choices.
LONGEST = 600
MOST_VALUES = 64


class InvalidPart(ValueError):
    """What was sent is no part of a round; its message is a sentence for people."""


class DraftForm(TokenForm):
    """Parts of a round: `part` names each that is sent, with all of its fields."""


class DraftedRound(RoundForm):
    """A round as its draft has it: nothing is sent, so it needs no token."""

    class Meta(RoundForm.Meta):
        """Looks for no token."""

        csrf = False


def parts_of(form: RoundForm) -> dict[str, tuple[Field, ...]]:
    """Return the fields of each part: `hands-0`, `hands-1` … and the rest."""
    rest = tuple(field for field in form if field.name not in _NOT_SAVED)
    hands = {f"hands-{seat}": tuple(hand) for seat, hand in enumerate(form.hands)}
    return {**hands, REST: rest}


def sent_parts(form: RoundForm, *, alone: bool = True) -> dict[str, dict[str, list[str]]]:
    """Read the parts that were sent: the values of each field, by part. Raise InvalidPart.

    Sent `alone`, no field of another part may come with them.
    """
    known = parts_of(form)
    named = request.form.getlist("part")
    if not named or not {*named} <= known.keys():
        raise InvalidPart(_("A part of this round is one of: %(parts)s.", parts=", ".join(known)))
    names = {field.name for part in named for field in known[part]}
    unknown = request.form.keys() - names - {"csrf_token", "part"}
    if alone and unknown:
        raise InvalidPart(_("Only the fields of the named parts can be kept."))
    return {part: dict(_values(known[part])) for part in named}


def _values(fields: tuple[Field, ...]) -> Iterator[tuple[str, list[str]]]:
    for field in fields:
        values = request.form.getlist(field.name)
        if len(values) > MOST_VALUES or any(len(text) > LONGEST for text in values):
            raise InvalidPart(_("Enter less: a field holds %(most)s letters.", most=LONGEST))
        if values:
            # PostgreSQL refuses NUL in a text, and nobody types it.
            yield field.name, [text.replace("\x00", "") for text in values]


def resume(form: RoundForm, parts: Mapping[str, Mapping[str, list[str]]], method: str = "") -> None:
    """Fill in the parts of a draft as if they had been sent, and switch to their method of entry.

    `method` is another one that is asked for.
    """
    saved = {
        name: MultiDict((key, text) for key in part for text in part[key])
        for name, part in parts.items()
    }
    known = parts_of(form)
    for name in saved.keys() & known.keys():
        for field in known[name]:
            field.process(saved[name])
    form.switch_to(method or (_method_of(form) if saved else ""))
    for name, hand in zip(known, form.hands, strict=False):
        # Pips that were counted win over the sum of the tiles.
        if saved.get(name, {}).get(hand.pips.name):
            hand.pips.process(saved[name])


def _method_of(form: RoundForm) -> str:
    """Return the method by which the hands are filled in; empty where they are blank."""
    if any(hand.pips.data is not None and not hand.tiles.data for hand in form.hands):
        return form.methods[-1]
    return form.methods[0] if any(hand.tiles.data for hand in form.hands) else ""


def number_of(form: RoundForm, otherwise: int) -> int:
    """Return the round that a form is for; `otherwise` where what was sent is no number."""
    sent = str(form.round_no.data)
    return int(sent) if _NUMBER.fullmatch(sent) else otherwise


_NUMBER = re.compile("[0-9]{1,6}")
