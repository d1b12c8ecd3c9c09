"""The forms that change a match."""

from __future__ import annotations

from collections.abc import Iterator

from wtforms import Field, HiddenField, SelectField, StringField
from wtforms.validators import Regexp

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.shared.fields import (
    EXPIRED,
    NO_CHOICE,
    NO_GOAL,
    NO_TILES,
    DayField,
    EntryForm,
    SeatFields,
    goal_field,
    name_field,
    refuse,
    refuse_duplicate_names,
)
from scorekeeper.pages.shared.rules_editor_texts import RULE_TEXTS
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.round_entry import parse_lost_tiles
from scorekeeper.scorebook import changes, finished_match
from scorekeeper.scorebook.database.column_limits import MOST_SEATS
from scorekeeper.scorebook.people.seating import keys_of, player_key
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.wording.errors_and_doubts import error_sentence

# What can be changed on the page that edits a match, one at a time.
EDITED = ("names", "seats", "goal", "lost", "day")


class ConfirmForm(EntryForm):
    """Confirm a change of the match that the page showed at `version`."""

    version = HiddenField(validators=[Regexp(r"[0-9]{1,9}\Z", message=EXPIRED)])


class EditForm(ConfirmForm):
    """The names, seats, goal, lost tiles and day, of which one is changed at a time."""

    names = SeatFields(name_field(), min_entries=MOST_SEATS)
    one = SelectField(_l("This player"), validate_choice=False)
    other = SelectField(_l("swaps seats with"), validate_choice=False)
    goal = goal_field(_l("The goal"))
    lost = StringField(RULE_TEXTS["tiles.lost"].label)
    day = DayField(_l("Played on"))

    def __init__(self, match: Match) -> None:
        self._match = match
        super().__init__()
        seats = [(str(seat), name) for seat, name in enumerate(match.record.names)]
        self.one.choices = self.other.choices = seats
        del self.names.entries[len(seats) :]
        if not self.is_submitted():
            self._fill(match)

    def change(self, what: str) -> changes.Change | None:
        """Read one change (`what` is of EDITED); None if `problems` say what is wrong."""
        if not self.validate():
            return None
        change: changes.Change | None = getattr(self, f"_{what}")()
        return None if self.problems else change

    def sent_again(self, what: str) -> Iterator[tuple[str, str]]:
        """Name and value of each field that the confirmation page sends again."""
        several: dict[str, list[Field]] = {
            "names": [*self.names],
            "seats": [self.one, self.other],
        }
        for field in several.get(what) or [self[what]]:
            yield field.name, str(field.data)

    def _fill(self, match: Match) -> None:
        for field, name in zip(self.names, match.record.names, strict=True):
            field.data = name
        self.one.data, self.other.data = "0", "1"
        self.goal.data = match.setup.game.match.goal
        self.lost.data = " ".join(map(str, match.setup.game.tiles.lost))
        self.day.data = finished_match.day_of(match)

    def _names(self) -> changes.Change:
        for field in self.names:
            if not field.data:
                refuse(field, _("Enter a name for everybody."))
        refuse_duplicate_names(self.names)
        self._refuse_earlier_names()
        names = [str(field.data) for field in self.names]
        # The spelling of a name is changed on the player's page.
        if keys_of(names) == keys_of(self._match.record.names):
            refuse(self.names[0], _("These are the names already: change one first."))
        return changes.players_renamed(self._match.record, names)

    def _refuse_earlier_names(self) -> None:
        """Refuse the name of an earlier player there, whose rounds would become the new one's."""
        now = {*map(player_key, self._match.record.names)}
        before = {*map(player_key, self._match.record.people)} - now
        for field in self.names:
            if player_key(str(field.data)) in before:
                error = RuleError(Code.SITS_THERE, name=field.data)
                refuse(field, error_sentence(error))

    def _seats(self) -> changes.Change | None:
        seats = {value for value, _name in self.one.choices}
        for field in (self.one, self.other):
            if field.data not in seats:
                refuse(field, NO_CHOICE)
        if self.problems:
            return None
        if self.one.data == self.other.data:
            refuse(self.other, _("Choose two different players."))
        return changes.players_swapped(int(self.one.data), int(self.other.data))

    def _goal(self) -> changes.Change:
        goal, record = self.goal.data, self._match.record
        if goal is None:
            refuse(self.goal, NO_GOAL)
        elif goal == record.setup.game.match.goal:
            refuse(self.goal, _("That is the goal already: enter a different one."))
        else:
            try:
                changes.goal_changed(record, goal).apply_to(record)
            except RuleError as error:
                refuse(self.goal, error_sentence(error))
        return changes.goal_changed(record, goal or 0)

    def _lost(self) -> changes.Change | None:
        record = self._match.record
        try:
            tiles = parse_lost_tiles(self.lost.data or "")
            change = changes.tiles_lost(record, tiles)
            change.apply_to(record)
        except RuleError as error:
            unread = error.code is Code.UNREADABLE_TILE
            refuse(self.lost, NO_TILES if unread else error_sentence(error))
            return None
        if tiles == record.setup.game.tiles.lost:
            refuse(self.lost, _("These tiles are lost already: enter others."))
        return change

    def _day(self) -> changes.Change | None:
        if self.day.data in (None, finished_match.day_of(self._match)):
            refuse(self.day, _("That is the day already: enter a different one."))
            return None
        return finished_match.day_changed(self._match, self.day.data)
