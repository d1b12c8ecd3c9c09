"""The form of house rules, with a field for each question about one game."""

from __future__ import annotations

from typing import Any

from wtforms import Field
from wtforms.form import BaseForm

from scorekeeper.pages.new_match.house_rules import (
    BONUS,
    Keys,
    bonuses_of,
    box_changes,
    is_played,
    questions_for,
    value_in,
)
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import GoalTest
from scorekeeper.rules.schema import merge

# Ties, the box, who draws; and besides, how many tiles are dealt.
_OFTEN = ("blocked.rank", "tiles.highest", "table.boneyard")


class HouseRulesForm(BaseForm):
    """House rules for one game, filled in with the current values of the game."""

    def __init__(self, game: Game, formdata: object = None) -> None:
        self._game = game
        fields = dict(questions_for(game))
        self._keys = {_name(keys): keys for keys in fields}
        super().__init__({_name(keys): field for keys, field in fields.items()}, "house-")
        self.process(formdata)

    @property
    def by_path(self) -> dict[str, Field]:
        """The fields by the paths in `RuleError.key`: blocked.winner.own."""
        return {".".join(map(str, keys)): self[name] for name, keys in self._keys.items()}

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
        for name, keys in self._keys.items():
            if self[name].data != self[name].default:
                _put(tree, keys, value_in(self[name]))
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


def _name(keys: Keys) -> str:
    """Name the field of a key: blocked-winner-own."""
    return "-".join(map(str, keys)).replace("_", "-")


def _put(tree: Any, keys: Keys, value: object) -> None:
    *parents, last = keys
    for key in parents:
        tree = tree.setdefault(key, {}) if isinstance(tree, dict) else tree[key]
    tree[last] = value
