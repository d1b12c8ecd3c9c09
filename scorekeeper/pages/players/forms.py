"""The forms that change a player: one thing at a time, by the button that is pressed."""

from __future__ import annotations

from collections.abc import Sequence

from wtforms import SelectField

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import NO_CHOICE, EntryForm, name_field, refuse
from scorekeeper.scorebook.people.players import Player


class NameForm(EntryForm):
    """A name that is given to a player, or to somebody who was taken for them."""

    name = name_field(_l("Name"))

    def __init__(self, player: Player) -> None:
        super().__init__()
        self._player = player

    def refuse_neighbour(self) -> None:
        """Refuse a name that somebody at the same table has had."""
        refuse(
            self.name,
            _(
                "Somebody called %(name)s sat at the same table: enter another name.",
                name=self.name.data,
            ),
        )

    def refuse_owner(self) -> None:
        """Refuse to change matches of others."""
        refuse(
            self.name,
            _(
                "%(name)s also plays in matches that this device may not change: ask whoever"
                " started those.",
                name=self._player.name,
            ),
        )


class PlayerForm(NameForm):
    """The name of a player, and whom to join them with."""

    into = SelectField(_l("is the same person as"), validate_choice=False)

    def __init__(self, player: Player, others: Sequence[Player]) -> None:
        super().__init__(player)
        self._others = {str(other.id): other for other in others if other.id != player.id}
        self.into.choices = [("", _("Choose")), *((key, o.name) for key, o in self._others.items())]
        if not self.is_submitted() or self.name.data is None:
            self.name.data = player.name

    def new_name(self) -> str | None:
        """Return the name to give; None where `problems` say what is wrong."""
        if self.validate() and not self.name.data:
            refuse(self.name, _("Enter a name."))
        return None if self.errors else str(self.name.data)

    def joined_with(self) -> Player | None:
        """Return whom to join the player with; None where `problems` say what is wrong."""
        found = self._others.get(self.into.data)
        if self.can_be_sent() and found is None:
            refuse(self.into, NO_CHOICE)
        return None if self.errors else found

    def can_be_sent(self) -> bool:
        """Check only what every button sends along."""
        fields = [self[name] for name in ("csrf_token", "entry_key") if name in self]
        return all(field.validate(self) for field in fields)

    def refuse_taken(self, other: int) -> None:
        """Refuse the name of another player, and offer to join the two."""
        self.into.data = str(other)
        refuse(
            self.name,
            _(
                "Somebody is called %(name)s already. Is it the same person? Then join the two."
                " If not, add a second word, such as “%(name)s B”.",
                name=self.name.data,
            ),
        )

    def refuse_join(self, other: Player) -> None:
        """Refuse to join two who sat at one table."""
        refuse(
            self.into,
            _(
                "%(name)s and %(other)s sat at one table: they are two people.",
                name=self._player.name,
                other=other.name,
            ),
        )

    def refuse_undo(self) -> None:
        """Refuse to make two of one where that name sits at the table by now."""
        refuse(
            self.into,
            _("Somebody of that name sits at the same table now: rename them there first."),
        )
