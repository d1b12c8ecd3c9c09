"""The form that starts a match."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from flask import request
from wtforms import HiddenField, SelectChoice, StringField
from wtforms.validators import DataRequired, Length

from scorekeeper.interchange.rules_file import rules_as_json
from scorekeeper.messages import LazyString, lazy_pgettext
from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.new_match.games import AGREED, Games, agreed_game
from scorekeeper.pages.new_match.house_rules import HouseRulesForm
from scorekeeper.pages.shared.fields import (
    NO_GOAL,
    TOO_LONG,
    ChoiceField,
    DayField,
    EntryForm,
    Problem,
    SeatFields,
    TickField,
    goal_field,
    minutes_field,
    name_field,
    problems_of,
    refuse,
    refuse_blank,
    refuse_duplicate_names,
)
from scorekeeper.rules.errors import Code, RuleError
from scorekeeper.rules.game_files import load_game, with_box_for, with_house_rules
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME, MOST_SEATS
from scorekeeper.scorebook.people.similar_names import clean_name
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.formats import rounds

USUAL, OTHER = "usual", "other"
POINTS, ROUNDS = ("50", "100", "150", "200"), ("6", "7", "10", "13")
# Checked only if the rules are saved; a match starts with any name.
NAME_OF_RULES = (
    DataRequired(_l("Enter a name for these rules.")),
    Length(max=LONGEST_NAME, message=TOO_LONG),
    refuse_blank,
)


class NewMatchForm(EntryForm):
    """Who plays what, to which goal and by which house rules.

    `games` are those to choose from, by the value sent for each; `agreed_rules` are house rules
    among them that are not saved. `rules_of` is the game that their editor shows, `night` what was
    entered for the club night that they are for.
    """

    names = SeatFields(name_field(), min_entries=MOST_SEATS)
    partners = TickField(_l("Partners"))
    game = ChoiceField(default="block")
    goal = ChoiceField(
        _l("The goal"),
        choices=[
            SelectChoice(USUAL, _l("the game’s usual goal")),
            *(SelectChoice(goal, goal, {"data-unit": "points"}) for goal in POINTS),
            *(
                SelectChoice(goal, LazyString(rounds, int(goal)), {"data-unit": "rounds"})
                for goal in ROUNDS
            ),
            # For translators: any other goal than those that are offered.
            SelectChoice(OTHER, lazy_pgettext("goal", "other")),
        ],
        default=USUAL,
    )
    other_goal = goal_field(_l("or another number"))
    minutes = minutes_field(_l("or minutes"))
    day = DayField(_l("Played on"))
    agreed_rules = HiddenField()
    rules_of = HiddenField()
    night = HiddenField()
    save_as = StringField(
        _l("Save these rules as"), filters=[clean_name], render_kw={"maxlength": LONGEST_NAME}
    )

    def __init__(self, games: Games) -> None:
        super().__init__()
        self.games = games
        self.game.choices = list(games)
        self.house_rules: HouseRulesForm | None = None

    def prefer(self, *games: str) -> None:
        """Preselect the last of these games that is offered."""
        for game in games:
            if game in self.games:
                self.game.data = game

    def open_rules(self) -> HouseRulesForm:
        """Return the editor, filled in with what was sent, or with the chosen game and its goal."""
        game = self.games[self.game.data].game
        sent = request.form if self.rules_of.data == self.game.data else None
        goal = self.is_submitted() and sent is None
        if goal and self.validate() and not self._points_missing():
            with suppress(RuleError):
                game = with_house_rules(game, self._changes())
        self.rules_of.data = self.game.data
        self.house_rules = HouseRulesForm(load_game(game.id), game, sent)
        return self.house_rules

    def agree(self, game: Game) -> None:
        """Choose a game with house rules that have no name."""
        self.agreed_rules.data = rules_as_json(game)
        self.games = {**self.games, AGREED: agreed_game(game)}
        self.choose(AGREED)

    def choose(self, game: str) -> None:
        """Choose a game with its usual goal."""
        self.game.choices = list(self.games)
        self.game.data, self.goal.data, self.other_goal.data = game, USUAL, None
        self.other_goal.raw_data = self.minutes.raw_data = []
        self.minutes.data, self.save_as.data = None, ""

    @property
    def players(self) -> tuple[str, ...]:
        """The names in order of play, without empty seats."""
        return tuple(name.data for name in self.names if name.data)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Everything that was refused, in the order of the page."""
        return (*super().problems, *(problems_of(self.house_rules) if self.house_rules else ()))

    def setup(self) -> Setup | None:
        """Set the game up; return None if `problems` say what is wrong."""
        game = self.agreed_game()
        if game is None or not self._check_names():
            return None
        try:
            seats = len(self.players)
            return Setup.of(with_box_for(game, seats), seats, self.partners.data or None)
        except RuleError as error:
            about_partners = error.code is Code.PARTNERS_NOT_ALLOWED
            refuse(self.partners if about_partners else self.game, error_sentence(error))
            return None

    def agreed_game(self) -> Game | None:
        """Return the game with its goal; None if `problems` say why not."""
        if not self.validate() or not self._check_choices():
            return None
        try:
            return with_house_rules(self.games[self.game.data].game, self._changes())
        except RuleError as error:
            self._refuse_goal(error)
            return None

    def edited_game(self) -> Game | None:
        """Return the game by the rules in the editor; None if `problems` say why not."""
        rules = self.house_rules
        if rules is None or not rules.validate():
            return None
        try:
            return with_house_rules(rules.base, rules.changes)
        except RuleError as error:
            field = rules.field_of(error.key)
            error.key = f"“{field.label.text if field else error.key}”"
            refuse(field or self.game, error_sentence(error))
            return None

    def rules_to_save(self) -> Game | None:
        """Return the game to save as `save_as`; None if `problems` say why not."""
        game = self.edited_game()
        if game is None:
            return None
        if self.save_as.validate(self, NAME_OF_RULES) and game == load_game(game.id):
            refuse(
                self.save_as,
                _(
                    "These are the usual rules of %(game)s: change one before you save.",
                    game=_(game.name),
                ),
            )
        return None if self.save_as.errors else game

    def refuse_name(self) -> None:
        """Refuse a name that other rules have."""
        refuse(
            self.save_as,
            _("The name “%(name)s” is taken: choose another.", name=self.save_as.data),
        )

    def can_be_shown_again(self) -> bool:
        """Validate only the token and the game, for buttons that show the form again."""
        fields = [self[name] for name in ("csrf_token", "game") if name in self]
        return all(field.validate(self) for field in fields)

    def _changes(self) -> dict[str, Any]:
        chosen = int(self.goal.data) if self.goal.data in (*POINTS, *ROUNDS) else None
        goal = self.other_goal.data or chosen
        match = {"goal": goal, "minutes": self.minutes.data}
        return {"match": {key: value for key, value in match.items() if value}}

    def _points_missing(self) -> bool:
        """Whether a goal in points is chosen though points do not count."""
        counts = self.games[self.game.data].unit == "points"
        return self.goal.data in POINTS and not self.other_goal.data and not counts

    def _check_choices(self) -> bool:
        """Refuse a goal in points if points do not count."""
        chosen = self.games[self.game.data]
        if self.goal.data == OTHER and not self.other_goal.data:
            refuse(self.other_goal, NO_GOAL)
        if self._points_missing():
            refuse(
                self.goal,
                _(
                    "%(game)s does not count points: choose its usual goal, or enter a number.",
                    game=chosen.name,
                ),
            )
        return not (self.goal.errors or self.other_goal.errors)

    def _refuse_goal(self, error: RuleError) -> None:
        """Refuse the goal, or the game if the error is about another rule."""
        goal = self.other_goal if self.other_goal.data else self.goal
        field = goal if error.key == "match.goal" else self.game
        error.key = f"“{self.goal.label.text if field is goal else error.key}”"
        refuse(field, error_sentence(error))

    def _check_names(self) -> bool:
        if len(self.players) < 2:
            empty = next(name for name in self.names if not name.data)
            refuse(empty, _("Enter the names of at least two players."))
        refuse_duplicate_names(self.names)
        return not any(name.errors for name in self.names)
