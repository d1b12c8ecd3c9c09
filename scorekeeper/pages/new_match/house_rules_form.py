"""The form of house rules, with a field for each question about one game."""

from __future__ import annotations

from typing import Any

from wtforms import Field, SelectChoice, SelectField
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, NumberRange, ValidationError

from scorekeeper.messages import gettext as _
from scorekeeper.pages.new_match.house_rules import (
    BONUS,
    RuleChoice,
    RuleQuestion,
    bonuses_of,
    box_changes,
    is_played,
    questions_for,
)
from scorekeeper.pages.shared.fields import NO_CHOICE, NumberField
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import GoalTest
from scorekeeper.rules.schema import merge
from scorekeeper.wording.formats import number

# Ties, the box, who draws; and besides, how many tiles are dealt.
_OFTEN = ("blocked.rank", "tiles.highest", "table.boneyard")


class HouseRulesForm(BaseForm):
    """House rules for one game, filled in with the current values of the game."""

    def __init__(self, game: Game, formdata: object = None) -> None:
        self._game = game
        self._questions = {question.name: question for question in questions_for(game)}
        fields = {name: _field(question) for name, question in self._questions.items()}
        current = {name: question.field_value for name, question in self._questions.items()}
        super().__init__(fields, prefix="house-")
        self.process(formdata, data=current)

    @property
    def by_path(self) -> dict[str, Field]:
        """The fields by the paths of their keys."""
        return {question.path: self[name] for name, question in self._questions.items()}

    def parts(self, seated: int) -> tuple[list[Field], list[Field]]:
        """Return what people ask for when so many are `seated`, and all the rest."""
        deals = [f"deal.{seated}"] if seated in self._game.deal else []
        deals = deals or [path for path in self.by_path if path.startswith("deal.")]
        often = [self.by_path[path] for path in (*_OFTEN, *deals) if path in self.by_path]
        return often, [field for field in self if field not in often]

    @property
    def changes(self) -> dict[str, Any]:
        """The answers that change the game, as house rules; only after a successful validate()."""
        tree: dict[str, Any] = {BONUS: bonuses_of(self._game)}
        for name, question in self._questions.items():
            value = question.value_of(self[name].data)
            if value != question.current:
                _put(tree, question.keys, value)
        match = tree.get("match", {})
        if match.get("test") == GoalTest.EXACT and "match.at_once" in self.by_path:
            # Two who got there in one round would be level for ever.
            match["at_once"] = True
        played = {bonus["name"] for bonus in tree[BONUS] if is_played(bonus)}
        # One that stands for others goes with them.
        tree[BONUS] = [
            bonus
            for bonus in tree[BONUS]
            if {bonus["name"], *bonus.get("instead_of", ())} <= played
        ]
        if tree[BONUS] == self._game.definition.get(BONUS, []):
            del tree[BONUS]
        box = tree.get("tiles", {}).get("highest")
        return merge(box_changes(self._game, box), tree) if box else tree


class _ListField(SelectField):
    """A list to choose from; anything else is refused with our own sentence."""

    def pre_validate(self, form: BaseForm) -> None:
        try:
            super().pre_validate(form)
        except ValidationError:
            raise ValidationError(NO_CHOICE) from None


def _field(question: RuleQuestion) -> Field:
    if question.choices:
        choices = [SelectChoice(each.name, _label(each, question)) for each in question.choices]
        return _ListField(question.label, choices=choices)
    least, most = number(question.least), number(question.most)
    sentence = _("Enter a number from %(least)s to %(most)s.", least=least, most=most)
    bounds = NumberRange(question.least, question.most, sentence)
    return NumberField(question.label, validators=[InputRequired(sentence), bounds])


def _label(choice: RuleChoice, question: RuleQuestion) -> str:
    if choice.value != question.current:
        return str(choice.label)
    # For translators: marks the answer that the game itself gives.
    return _("%(answer)s · usual", answer=choice.label)


def _put(tree: Any, keys: tuple[str | int, ...], value: object) -> None:
    *parents, last = keys
    for key in parents:
        tree = tree.setdefault(key, {}) if isinstance(tree, dict) else tree[key]
    tree[last] = value
