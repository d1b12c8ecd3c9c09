"""The games to choose from on the form that starts a match, and the groups they are in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.new_match.house_rules import counts_points
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import Ends, GoalTest
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.formats import as_sentence, join_names, number, one_of, rounds, wins
from scorekeeper.wording.rules import house_rules_in_words

LEAST_SEATED = 2
# Most games take no more.
MOST_USUAL = 5
MOST_SUGGESTED = 3

# Suggested where nothing was played yet: all three need only the usual box. Block always is.
COMMON = ("block", "draw", "all-fives")

# The best known game of a group comes first.
_GROUPS = (
    (
        _l("Block and its relatives"),
        "block draw partnership hoyle mexican-partners eight-minus-players gaple matador french"
        " hungarian kozel kozel-alone",
    ),
    (
        _l("Caribbean"),
        "dominican-patio dominican-formal cuban-double-nine cuban-east puerto-rico-500"
        " puerto-rico-san-juan jamaican-partners jamaican-one-all jamaican-cut-throat jamaican-draw"
        " venezuelan-partners colombian-partners martinique",
    ),
    (_l("Brazil"), "brazil-to-six brazil-to-100"),
    (_l("Trains and feet"), "mexican-train chicken-foot"),
    (
        _l("Scoring while you play"),
        "all-fives fives-and-threes all-threes five-up sniff bergen italian",
    ),
    (_l("Other tiles"), "triominos rummikub"),
)
GROUPS = tuple((name, tuple(games.split())) for name, games in _GROUPS)


class OfferedGame(NamedTuple):
    """A game to choose from, under its own name or that of saved rules, `saved` by this id."""

    name: str
    game: Game
    saved: int | None = None

    @property
    def summary(self) -> str:
        """What it is, or which house rules it has."""
        base = load_game(self.game.id)
        if self.saved is None:
            return _(base.summary)
        rules = " · ".join(house_rules_in_words(base, self.game))
        return _("%(game)s with house rules: %(rules)s.", game=_(base.name), rules=rules)

    @property
    def goal(self) -> str:
        """The goal, as a sentence after the summary."""
        return f"{as_sentence(goal_of(Setup.of(self.game, min(self.game.deal))))}."

    @property
    def usual_goal(self) -> str:
        """The goal as the page's script writes it: 100, more than 100, 9 rounds."""
        goal, match = _goal_with_unit(self.game), self.game.match
        if match.test is GoalTest.EXACT:
            return _("%(goal)s exactly", goal=goal)
        exceed = match.test is GoalTest.EXCEED and match.ends is not Ends.ROUNDS
        return _("more than %(goal)s", goal=goal) if exceed else goal

    @property
    def counts_points(self) -> bool:
        """Whether the goal is points."""
        return counts_points(self.game)

    @property
    def numbers(self) -> str:
        """For how many players it is."""
        # For translators: a game for 2 to 4 players, for 2 or 4, or for 4.
        return _("for %(number)s", number=one_of(self.game.deal))

    @property
    def data_sides(self) -> str:
        """For the page's script, as JSON: what sides there are, by the number of players."""
        sides = {seats: str(self.game.sides_for(seats)) for seats in self.game.deal}
        return json.dumps(sides)

    def fits(self, seated: int) -> bool:
        """Say whether it is for so many; one name alone says nothing yet of how many come."""
        return seated < LEAST_SEATED or seated in self.game.deal


# By the value that the form sends for each.
Games = Mapping[str, OfferedGame]


def offered_games(sets: Sequence[RuleSet]) -> dict[str, OfferedGame]:
    """Return the games to choose from by the value the form sends, saved rules first."""
    saved = {
        choice_of(each.id): OfferedGame(each.name, each.game, each.id) for each in sets if each.game
    }
    games = map(load_game, game_ids())
    return saved | {game.id: OfferedGame(_(game.name), game) for game in games}


def choice_of(set_id: int) -> str:
    """Return the value the form sends for a rule set."""
    return f"set-{set_id}"


def suggested(games: Games, chosen: str | None, played: Sequence[str] = ()) -> Games:
    """Return the `chosen` game, that `played` last, Block, those played most, and saved rules."""
    saved = (value for value, offered in games.items() if offered.saved)
    likely = dict.fromkeys((chosen, *played[:1], *COMMON[:1], *played[1:], *saved, *COMMON))
    found = [value for value in likely if value in games][:MOST_SUGGESTED]
    return {value: games[value] for value in found if value}


def in_groups(games: Games, but: Games) -> Iterator[tuple[str, Games]]:
    """Yield the games by the names of their groups, `but` for some, saved rules first."""
    saved = tuple(value for value, offered in games.items() if offered.saved)
    for name, values in ((_("Saved rules"), saved), *GROUPS):
        if left := {value: games[value] for value in values if value not in but}:
            yield str(name), left


def games_for_more() -> str:
    """Name the games for more than so many as most games take."""
    games = map(load_game, game_ids())
    return join_names([_(game.name) for game in games if max(game.deal) > MOST_USUAL])


def _goal_with_unit(game: Game) -> str:
    if game.match.ends is Ends.ROUNDS:
        return rounds(game.match.goal)
    return number(game.match.goal) if counts_points(game) else wins(game.match.goal)
