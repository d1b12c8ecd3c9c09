"""The forms that change a player: one thing at a time, by the button pressed.

The last one splits a player in two: which matches were somebody else's, and their name.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from flask import request
from wtforms import Field, SelectField, SelectMultipleField
from wtforms.validators import ValidationError

from scorekeeper import clock
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import NO_CHOICE, DayField, EntryForm, name_field, refuse
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.people.logged_players import SameTable
from scorekeeper.scorebook.people.players import Ids, Player, matches_of_player
from scorekeeper.scorebook.player_changes import (
    EveryMatch,
    NameOfAnother,
    NotTheirs,
    NotYours,
)

# Why a change that a form asks for may be refused.
REFUSALS = (NotYours, NameOfAnother, SameTable, EveryMatch, NotTheirs)
# Older matches are chosen by day.
MOST_LISTED = 60
A_DAY = timedelta(days=1)


class NameForm(EntryForm):
    """A name for a player, or for somebody who was taken for them."""

    name = name_field(_l("Name"))

    def __init__(self, player: Player) -> None:
        super().__init__()
        self._player = player

    def validate_name(self, name: Field) -> None:
        """Refuse an empty name."""
        if not name.data:
            raise ValidationError(_("Enter a name."))

    def refuse(self, refusal: Exception) -> None:
        """Show why a change was refused though the form was valid."""
        if isinstance(refusal, NotYours):
            sentence = _(
                "%(name)s also plays in matches that this device cannot change: ask the "
                "person who started them.",
                name=self._player.name,
            )
        else:
            sentence = _(
                "Somebody called %(name)s played at the same table: enter another name.",
                name=self.name.data,
            )
        refuse(self.name, sentence)


class PlayerForm(NameForm):
    """The name of a player, and whom to join them with.

    `change` is what the pressed button does, with the `number` of the player for a join.
    """

    into = SelectField(_l("is the same person as"), validate_choice=False)

    def __init__(self, player: Player, others: Sequence[Player]) -> None:
        super().__init__(player)
        self.change, _dash, self.number = request.form.get("what", "").partition("-")
        self._others = {str(other.id): other for other in others if other.id != player.id}
        self.into.choices = [("", _("Choose")), *((key, o.name) for key, o in self._others.items())]
        if not self.is_submitted() or self.name.data is None:
            self.name.data = player.name

    def new_name(self) -> str | None:
        """Return the new name; None if `problems` say what is wrong."""
        return str(self.name.data) if self.validate() else None

    def joined_with(self) -> Player | None:
        """Return whom to join the player with; None if `problems` say what is wrong."""
        found = self._others.get(self.into.data)
        if self.can_be_sent() and found is None:
            refuse(self.into, NO_CHOICE)
        return None if self.errors else found

    def can_be_sent(self) -> bool:
        """Check only the fields that every button sends."""
        fields = [self[name] for name in ("csrf_token", "entry_key") if name in self]
        return all(field.validate(self) for field in fields)

    def refuse(self, refusal: Exception) -> None:
        """Show why a change was refused; if the name is taken, offer to join the two."""
        if isinstance(refusal, NameOfAnother):
            self.into.data = str(refusal.player_id)
            sentence = _(
                "There is already a %(name)s. If it is the same person, merge the two. If "
                "not, add a surname or an initial, such as “%(name)s B”.",
                name=self.name.data,
            )
            refuse(self.name, sentence)
        elif isinstance(refusal, SameTable) and self.change == "join":
            sentence = _(
                "%(name)s and %(other)s played at the same table, so they are two people.",
                name=self._player.name,
                other=self._others[self.into.data].name,
            )
            refuse(self.into, sentence)
        elif isinstance(refusal, SameTable) and self.change == "undo":
            sentence = _(
                "Somebody with that name is at the same table now: rename them there first."
            )
            refuse(self.into, sentence)
        else:
            super().refuse(refusal)


class SplitForm(NameForm):
    """The name of the other player, the days of their matches, and matches of other days."""

    name = name_field(_l("The other player’s name"))
    first = DayField(_l("From"))
    last = DayField(_l("Until"))
    # A field called “matches” would hide the method `matches` of the form from scripts.
    ticked = SelectMultipleField(validate_choice=False)

    def __init__(self, player: Player, seen: Ids | None) -> None:
        super().__init__(player)
        self._seen = seen
        self.listed = matches_of_player(player.id, seen, most=MOST_LISTED)
        if not self.is_submitted():
            # For translators: a second word for somebody of the same name: Ana B.
            self.name.data = _("%(name)s B", name=player.name)[:LONGEST_NAME]

    def chosen(self) -> Ids | None:
        """Return the matches of the other player; None if `problems` say what is wrong."""
        if not self.validate():
            return None
        ticked = {*self.ticked.data}
        found = {each for each in self.listed if str(each) in ticked}.union(self._of_days())
        if not found:
            refuse(self.first, self._nothing())
        return tuple(found)

    def refuse(self, refusal: Exception) -> None:
        """Show why the player was not split."""
        if isinstance(refusal, NameOfAnother):
            taken = _(
                "There is already a %(name)s: add a surname or an initial.", name=self.name.data
            )
            refuse(self.name, taken)
        elif isinstance(refusal, EveryMatch):
            sentence = _(
                "These are all of %(name)s’s matches. If this is only one person, rename "
                "them instead.",
                name=self._player.name,
            )
            refuse(self.first, sentence)
        elif isinstance(refusal, NotTheirs):
            refuse(self.ticked, NO_CHOICE)
        else:
            super().refuse(refusal)

    def validate_last(self, last: Field) -> None:
        """Refuse days that end before they begin."""
        if self.first.data and last.data and last.data < self.first.data:
            raise ValidationError(_("The last day is before the first."))

    def validate_ticked(self, ticked: Field) -> None:
        """Refuse matches that were not offered."""
        if not {*(ticked.data or ())} <= {*map(str, self.listed)}:
            raise ValidationError(str(NO_CHOICE))

    def _of_days(self) -> Ids:
        first, last = self.first.data, self.last.data
        if not (first or last):
            return ()
        since = _midnight(first) if first else None
        until = _midnight(last + A_DAY) if last else None
        return matches_of_player(self._player.id, self._seen, since=since, until=until)

    def _nothing(self) -> str:
        if self.first.data or self.last.data:
            return _("%(name)s has no match that began on these days.", name=self._player.name)
        return _("Enter days, or tick matches.")


def _midnight(day: date) -> datetime:
    return clock.moment_at(datetime.combine(day, time()))
