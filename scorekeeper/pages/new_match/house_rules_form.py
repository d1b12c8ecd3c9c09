"""The form of house rules, made of what one game lets a table change."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from wtforms import Field, SelectChoice, SelectField
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, NumberRange, ValidationError

from scorekeeper.pages.new_match.house_rules import (
    BONUS,
    Answer,
    Asked,
    asked_of,
    bonuses_of,
    is_played,
)
from scorekeeper.pages.shared.fields import NO_CHOICE, NumberField
from scorekeeper.rules import Game
from scorekeeper.wording.formats import number


class HouseForm(BaseForm):
    """House rules for one game, filled in with what the game says."""

    def __init__(self, game: Game, sent: object = None) -> None:
        self._game = game
        self._asked = {asked.name: asked for asked in asked_of(game)}
        fields = {name: _field(asked) for name, asked in self._asked.items()}
        super().__init__(fields, prefix="house-")
        self.process(sent, data={name: asked.shown for name, asked in self._asked.items()})

    @property
    def by_path(self) -> dict[str, Field]:
        """The fields by the paths of their keys."""
        return {asked.path: self[name] for name, asked in self._asked.items()}

    @property
    def changes(self) -> dict[str, Any]:
        """What differs from the game, as house rules; to be asked for when all fields are valid."""
        tree: dict[str, Any] = {BONUS: bonuses_of(self._game)}
        for name, asked in self._asked.items():
            value = asked.value(self[name].data)
            if value != asked.now:
                _put(tree, asked.steps, value)
        tree[BONUS] = [bonus for bonus in tree[BONUS] if is_played(bonus)]
        if tree[BONUS] == self._game.definition.get(BONUS, []):
            del tree[BONUS]
        return tree


class _ListField(SelectField):
    """A list to choose from; anything else gets a sentence."""

    def pre_validate(self, form: BaseForm) -> None:
        try:
            super().pre_validate(form)
        except ValidationError:
            raise ValidationError(NO_CHOICE) from None


def _field(asked: Asked) -> Field:
    if asked.answers:
        choices = [SelectChoice(each.name, _words(each, asked)) for each in asked.answers]
        return _ListField(asked.label, choices=choices)
    least, most = number(asked.least), number(asked.most)
    sentence = _("Enter a number from %(least)s to %(most)s.", least=least, most=most)
    bounds = NumberRange(asked.least, asked.most, sentence)
    return NumberField(asked.label, validators=[InputRequired(sentence), bounds])


def _words(answer: Answer, asked: Asked) -> str:
    if answer.value != asked.now:
        return str(answer.words)
    # For translators: marks the answer that the game itself gives.
    return _("%(answer)s · usual", answer=answer.words)


def _put(tree: Any, steps: tuple[str | int, ...], value: object) -> None:
    *way, last = steps
    for step in way:
        tree = tree.setdefault(step, {}) if isinstance(tree, dict) else tree[step]
    tree[last] = value
