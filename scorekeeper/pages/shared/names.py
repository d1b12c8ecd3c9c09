"""Asking who plays."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString
from wtforms import Field, StringField
from wtforms.validators import Length

from scorekeeper.pages.shared.fields import (
    clean_name,
    refuse,
)
from scorekeeper.scorebook.changes import LONGEST_NAME
from scorekeeper.wording.formats import number

TOO_LONG = _l("Enter a name of at most %(most)s letters.", most=LONGEST_NAME)


def name_field() -> Field:
    """Ask for a name."""
    return StringField(
        filters=[clean_name], validators=[Length(max=LONGEST_NAME, message=TOO_LONG)]
    )


def refuse_namesakes(names: Iterable[Field]) -> None:
    """Refuse a name that another seat has already; upper and lower case are the same."""
    seen: set[str] = set()
    for name in names:
        if name.data and name.data.casefold() in seen:
            refuse(
                name,
                _(
                    "%(name)s sits here twice: give every player a different name.",
                    name=name.data,
                ),
            )
        seen.add((name.data or "").casefold())


LEAST_GOAL, MOST_GOAL = 1, 10_000


# Between which a goal lies, as a sentence about it says.
GOAL_RANGE = {
    "least": LEAST_GOAL,
    "most": LazyString(number, MOST_GOAL),  # type: ignore[no-untyped-call] # has types in part
}


MOST_SEATS = 5
