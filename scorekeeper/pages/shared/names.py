"""Fields for the names of players, and the limits of names and goals."""

from __future__ import annotations

from collections.abc import Iterable

from wtforms import Field, Form, StringField
from wtforms.validators import Length, StopValidation

from scorekeeper.messages import LazyString
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import refuse
from scorekeeper.scorebook.database.limits import LONGEST_NAME
from scorekeeper.scorebook.people.looks import clean_name, is_blank, look
from scorekeeper.wording.formats import number

LEAST_GOAL, MOST_GOAL = 1, 10_000

# The bounds of a goal as facts of a sentence; formatted when the sentence is translated.
GOAL_RANGE = {
    "least": LEAST_GOAL,
    "most": LazyString(number, MOST_GOAL),
}

TOO_LONG = _l("Enter a name of at most %(most)s letters.", most=LONGEST_NAME)
BLANK = _l("This name cannot be seen: enter one with letters.")


def refuse_blank(_form: Form, field: Field) -> None:
    """Refuse a name of letters that show nothing; none at all is for others to judge."""
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
                    "%(name)s sits here twice: add a second word to one, such as “%(name)s B”.",
                    name=name.data,
                ),
            )
        seen.add(look(name.data or ""))
