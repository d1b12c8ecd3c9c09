"""A round that is half entered: its form in parts, kept and filled in again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from flask import request
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import Field

from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.fields import TokenForm

REST = "rest"
# What belongs to one sending of the form, not to the round.
_NOT_KEPT = ("csrf_token", "entry_key", "round_no", "entry", "overruled", "was")
LONGEST = 600
# More values than a field of any game has choices.
MOST_VALUES = 64


class Unkeepable(ValueError):
    """Say in a sentence why what was sent is no part of a round."""


class DraftForm(TokenForm):
    """Parts of a round: `part` names each that is sent, followed by all of its fields."""


def parts_of(form: RoundForm) -> dict[str, tuple[Field, ...]]:
    """Name the parts of a round, and the fields of each."""
    rest = tuple(field for field in form if field.name not in _NOT_KEPT)
    hands = {f"hands-{seat}": tuple(hand) for seat, hand in enumerate(form.hands)}
    return {**hands, REST: rest}


def sent_parts(form: RoundForm) -> dict[str, dict[str, list[str]]]:
    """Read the parts that were sent. Raise Unkeepable."""
    known = parts_of(form)
    named = request.form.getlist("part")
    if not named or not {*named} <= known.keys():
        raise Unkeepable(_("A part of this round is one of: %(parts)s.", parts=", ".join(known)))
    names = {field.name for part in named for field in known[part]}
    unknown = request.form.keys() - names - {"csrf_token", "part"}
    if unknown:
        raise Unkeepable(_("Only the fields of the named parts can be kept."))
    return {part: dict(_kept(known[part])) for part in named}


def _kept(fields: tuple[Field, ...]) -> Iterator[tuple[str, list[str]]]:
    for field in fields:
        values = request.form.getlist(field.name)
        if len(values) > MOST_VALUES or any(len(text) > LONGEST for text in values):
            raise Unkeepable(_("Enter less: a field holds %(most)s letters.", most=LONGEST))
        if values:
            # A database may refuse it, and nobody typed it.
            yield field.name, [text.replace("\x00", "") for text in values]


def resume(form: RoundForm, parts: Mapping[str, Mapping[str, list[str]]], way: str = "") -> None:
    """Fill in the parts that were kept, as if they had been sent, and turn to their way of entry.

    `way` is another way that is asked for.
    """
    kept = {
        name: MultiDict((key, text) for key in part for text in part[key])
        for name, part in parts.items()
    }
    known = parts_of(form)
    for name in kept.keys() & known.keys():
        for field in known[name]:
            field.process(kept[name])
    form.turn_to(way or (_way_of(form) if kept else ""))
    for name, hand in zip(known, form.hands, strict=False):
        # Pips that were counted win over those the tiles would come to.
        if kept.get(name, {}).get(hand.pips.name):
            hand.pips.process(kept[name])


def _way_of(form: RoundForm) -> str:
    """Say how what is filled in was entered; nothing where the fields of no way are."""
    if any(hand.pips.data is not None and not hand.tiles.data for hand in form.hands):
        return form.ways[-1]
    return form.ways[0] if any(hand.tiles.data for hand in form.hands) else ""


def number_of(form: RoundForm, otherwise: int) -> int:
    """Say which round a form is for, as it was sent; what cannot be read is for another."""
    sent = str(form.round_no.data)
    return int(sent) if _NUMBER.fullmatch(sent) else otherwise


_NUMBER = re.compile("[0-9]{1,6}")
