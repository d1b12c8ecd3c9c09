"""A match that can be started again as it was: what it is, in a few words."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.shared.house_rules import game_without_house_rules
from scorekeeper.pages.shared.match import narrator_of, title_of
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.scorebook.projection import Match


class SameAgain(NamedTuple):
    """A match to start again: the game, its goal and house rules, and who plays."""

    match_id: int
    game: str
    rules: str
    names: str


def same_again(match: Match) -> SameAgain:
    """Describe a match to start again."""
    narrator, setup = narrator_of(match), match.setup
    rules = (_("with house rules"),) if game_without_house_rules(setup.game) else ()
    return SameAgain(
        match_id=match.id,
        game=title_of(match),
        rules=" · ".join((goal_of(setup), *rules)),
        names=", ".join(narrator.label(side) for side in range(len(setup.sides))),
    )
