"""Fields for the names of players, and the limits of names, seats and goals."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel.speaklater import LazyString
from wtforms import Field, StringField
from wtforms.validators import Length

from scorekeeper.i18n import gettext as _
from scorekeeper.i18n import lazy_gettext as _l
from scorekeeper.pages.shared.fields import clean_name, refuse
from scorekeeper.scorebook.limits import LONGEST_NAME
from scorekeeper.wording.formats import number

MOST_SEATS = 5
LEAST_GOAL, MOST_GOAL = 1, 10_000

# The bounds of a goal as facts of a sentence; formatted when the sentence is translated.
GOAL_RANGE = {
    "least": LEAST_GOAL,
    "most": LazyString(number, MOST_GOAL),  # type: ignore[no-untyped-call] # has types in part
}

TOO_LONG = _l("Enter a name of at most %(most)s letters.", most=LONGEST_NAME)


def name_field() -> Field:
    """Return a field for the name of a player."""
    return StringField(
        filters=[clean_name], validators=[Length(max=LONGEST_NAME, message=TOO_LONG)]
    )


def refuse_duplicate_names(names: Iterable[Field]) -> None:
    """Refuse a name that an earlier seat has, ignoring case."""
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
