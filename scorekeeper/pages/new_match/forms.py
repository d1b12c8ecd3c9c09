"""The form that starts a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, Field, HiddenField, SelectChoice, StringField
from wtforms.validators import NumberRange, Optional

from scorekeeper.pages.new_match.house_rules import counts_points
from scorekeeper.pages.new_match.house_rules_form import HouseForm
from scorekeeper.pages.shared.fields import (
    ChoiceField,
    EntryForm,
    NumberField,
    Problem,
    SeatFields,
    clean_name,
    problems_of,
    refuse,
)
from scorekeeper.pages.shared.names import (
    GOAL_RANGE,
    LEAST_GOAL,
    MOST_GOAL,
    MOST_SEATS,
    TOO_LONG,
    name_field,
    refuse_namesakes,
)
from scorekeeper.rules import Code, Game, RuleError, Setup, load_game
from scorekeeper.rules.schema import merge
from scorekeeper.scorebook.changes import LONGEST_NAME
from scorekeeper.wording.errors import error_sentence

USUAL = "usual"
GOALS = ("50", "100", "150", "200")


@dataclass(frozen=True, slots=True)
class OnOffer:
    """A game that can be chosen, under its own name or that of saved rules."""

    name: str
    game: Game


class NewMatchForm(EntryForm):
    """Who plays what, to which goal and by which house rules.

    `games` are those on offer, by what is sent for them. `rules_of` names the game that the house
    rules on the page were opened for; without it there are none.
    """

    names = SeatFields(name_field(), min_entries=MOST_SEATS)
    partners = BooleanField(_l("Partners: seats 1 and 3 against 2 and 4"))
    game = ChoiceField(default="block")
    goal = ChoiceField(
        _l("The goal"),
        choices=[SelectChoice(USUAL, _l("the game’s usual goal")), *map(SelectChoice, GOALS)],
        default=USUAL,
    )
    other_goal = NumberField(
        _l("or any other number"),
        validators=[
            Optional(),
            NumberRange(
                LEAST_GOAL,
                MOST_GOAL,
                _l("Enter a goal from %(least)s to %(most)s points.", **GOAL_RANGE),
            ),
        ],
    )
    rules_of = HiddenField()
    save_as = StringField(_l("Save these rules as"), filters=[clean_name])

    def __init__(self, games: Mapping[str, OnOffer]) -> None:
        super().__init__()
        self._games = games
        self.game.choices = list(games)
        of = games.get(self.rules_of.data or "")
        self.house = HouseForm(of.game, request.form) if of else None
        self._rules_gone = bool(self.rules_of.data) and of is None
        if self._rules_gone:
            self.close_rules()

    def prefer(self, game: str) -> None:
        """Choose a game beforehand, if it is on offer."""
        if game in self._games:
            self.game.data = game

    def open_rules(self) -> None:
        """Ask for the house rules of the chosen game; those already open for it stay."""
        if self.rules_of.data != self.game.data or self.house is None:
            self.rules_of.data = self.game.data
            self.house = HouseForm(self._games[self.game.data].game)

    def close_rules(self) -> None:
        """Play without house rules."""
        self.rules_of.data, self.house = "", None

    def choose(self, game: str) -> None:
        """Choose a game as it is: its own goal, and no house rules."""
        self.game.data, self.goal.data, self.other_goal.data = game, USUAL, None
        self.other_goal.raw_data = []
        self.save_as.data = ""
        self.close_rules()

    def leave(self, gone: str, game: str) -> None:
        """Go back to a game where rules were chosen, or open, that are gone."""
        if self.game.data == gone:
            self.choose(game)
        if self.rules_of.data == gone:
            self.close_rules()

    @property
    def players(self) -> tuple[str, ...]:
        """The names, in order of play, without the empty seats."""
        return tuple(name.data for name in self.names if name.data)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the page."""
        return (*super().problems, *(problems_of(self.house) if self.house else ()))

    def setup(self) -> Setup | None:
        """Set the game up as the form says; None where it cannot be, which `problems` explain."""
        game = self.agreed_game()
        if game is None or not self._check_names():
            return None
        try:
            return Setup.of(game, len(self.players), self.partners.data or None)
        except RuleError as error:
            about_partners = error.code is Code.PARTNERS_NOT_ALLOWED
            refuse(self.partners if about_partners else self.names[0], error_sentence(error))
            return None

    def agreed_game(self) -> Game | None:
        """The game with its goal and house rules; None where `problems` say why not."""
        readable = self.house is None or self.house.validate()
        if not self.validate() or not readable or not self._check_choices():
            return None
        try:
            return self._games[self.game.data].game.with_house_rules(self._changes())
        except RuleError as error:
            self._refuse_rule(error)
            return None

    def rules_to_save(self) -> Game | None:
        """Return the game as it is to be kept under `save_as`; None where `problems` say why."""
        game = self.agreed_game()
        if game is None:
            return None
        name = self.save_as.data
        if not name:
            refuse(self.save_as, _("Enter a name for these rules."))
        elif len(name) > LONGEST_NAME:
            refuse(self.save_as, TOO_LONG)
        elif game == load_game(game.id):
            refuse(
                self.save_as,
                _("These are the rules of %(game)s: change one to save them.", game=_(game.name)),
            )
        return None if self.save_as.errors else game

    def refuse_name(self) -> None:
        """Say that other rules have the name they were to be saved under."""
        refuse(
            self.save_as,
            _("“%(name)s” is taken: give these rules another name.", name=self.save_as.data),
        )

    def trusted(self) -> bool:
        """Check what it takes to show the form again: nobody forged it, and a game is chosen."""
        fields = [self[name] for name in ("csrf_token", "game") if name in self]
        return all(field.validate(self) for field in fields)

    def _changes(self) -> dict[str, Any]:
        chosen = None if self.goal.data == USUAL else int(self.goal.data)
        goal = self.other_goal.data or chosen
        changes = {"match": {"goal": goal}} if goal else {}
        return merge(self.house.changes, changes) if self.house else changes

    def _check_choices(self) -> bool:
        """Check that what is chosen is about one game."""
        chosen = self._games[self.game.data]
        if self._rules_gone:
            refuse(
                self.game,
                _(
                    "These house rules were for a game that is gone:"
                    " open those of %(game)s, or do without.",
                    game=chosen.name,
                ),
            )
        elif self.house and self.rules_of.data != self.game.data:
            refuse(
                self.game,
                _(
                    "The house rules below are those of %(game)s:"
                    " choose it again, or open the house rules of %(chosen)s.",
                    game=self._games[self.rules_of.data].name,
                    chosen=chosen.name,
                ),
            )
        if self.goal.data != USUAL and not self.other_goal.data and not counts_points(chosen.game):
            refuse(
                self.goal,
                _(
                    "%(game)s does not count points: choose its usual goal, or enter a number.",
                    game=chosen.name,
                ),
            )
        return not self.game.errors and not self.goal.errors

    def _refuse_rule(self, error: RuleError) -> None:
        """Say what the rules refuse, at the field of the key they name."""
        goal = self.other_goal if self.other_goal.data else self.goal
        named: dict[str, tuple[Field, str]] = {"match.goal": (goal, self.goal.label.text)}
        for path, asked in self.house.by_path.items() if self.house else ():
            named[path] = asked, asked.label.text
        field, label = named.get(error.key, (self.game, error.key))
        error.key = f"“{label}”"
        refuse(field, error_sentence(error))

    def _check_names(self) -> bool:
        if len(self.players) < 2:
            empty = next(name for name in self.names if not name.data)
            refuse(empty, _("Enter the names of at least two players."))
        refuse_namesakes(self.names)
        return not any(name.errors for name in self.names)
