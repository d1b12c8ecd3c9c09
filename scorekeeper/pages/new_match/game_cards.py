"""The games to choose from on the form that starts a match."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.pages.new_match.forms import OfferedGame
from scorekeeper.pages.new_match.groups import COMMON, GROUPS
from scorekeeper.pages.new_match.house_rules import counts_points
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import Ends, GoalTest
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.formats import join_names, number, one_of, rounds, wins
from scorekeeper.wording.rules import house_rules_in_words

LEAST_SEATED = 2
# Most games take no more.
MOST_USUAL = 5
MOST_SUGGESTED = 3


class GameCard(NamedTuple):
    """A game to choose from.

    `numbers` says for how many players it is, and `fits` whether for as many as are entered.
    `data_sides` (JSON: number of players to Sides) and `usual_goal` are for the page's script.
    `saved` is the id of the rule set, where this is a game with saved house rules.
    """

    game_id: str
    name: str
    summary: str
    goal: str
    usual_goal: str
    counts_points: bool
    numbers: str
    fits: bool
    data_sides: str
    saved: int | None = None


# By the value that the form sends for each.
Cards = dict[str, GameCard]


class Offer(NamedTuple):
    """The games to choose from: a few `suggested`, and the others in named `groups`.

    `rules_of` is the name of the game whose house rules are open, `for_more` the games for more
    than so many as most games take. `lost` are saved rules that no longer fit their game.
    """

    suggested: Cards
    groups: tuple[tuple[str, Cards], ...]
    rules_of: str
    for_more: str
    lost: tuple[RuleSet, ...]


def offered_games(sets: Sequence[RuleSet]) -> dict[str, OfferedGame]:
    """Return the games to choose from by the value the form sends, saved rules first."""
    saved = {choice_of(each.id): OfferedGame(each.name, each.game) for each in sets if each.game}
    games = map(load_game, game_ids())
    return saved | {game.id: OfferedGame(_(game.name), game) for game in games}


def choice_of(set_id: int) -> str:
    """Return the value the form sends for a rule set."""
    return f"set-{set_id}"


def offer_of(
    sets: Sequence[RuleSet],
    chosen: str | None,
    rules_of: str | None,
    played: Sequence[str] = (),
    seated: int = 0,
) -> Offer:
    """Describe the games to choose from, when so many players are `seated`.

    Suggested are the `chosen` one, that `played` last, Block, those played most, and saved rules.
    """
    saved = {choice_of(each.id): _saved_card(each, each.game, seated) for each in sets if each.game}
    cards = saved | {game: _game_card(load_game(game), seated) for game in game_ids()}
    likely = dict.fromkeys((chosen, *played[:1], *COMMON[:1], *played[1:], *saved, *COMMON))
    suggested = [value for value in likely if value in cards][:MOST_SUGGESTED]
    groups = ((_("Saved rules"), tuple(saved)), *((str(name), games) for name, games in GROUPS))
    return Offer(
        suggested={value: cards[value] for value in suggested if value},
        groups=tuple(_others(groups, cards, suggested)),
        rules_of=cards[rules_of].name if rules_of in cards else "",
        for_more=join_names([_(game.name) for game in _games_for_more()]),
        lost=tuple(each for each in sets if each.game is None),
    )


def _others(
    groups: Iterable[tuple[str, tuple[str, ...]]], cards: Cards, suggested: Sequence[str | None]
) -> Iterator[tuple[str, Cards]]:
    for name, values in groups:
        if left := {value: cards[value] for value in values if value not in suggested}:
            yield name, left


def _games_for_more() -> Iterator[Game]:
    return (game for game in map(load_game, game_ids()) if max(game.deal) > MOST_USUAL)


def _game_card(game: Game, seated: int) -> GameCard:
    return _card(game, seated, _(game.name), _(game.summary))


def _saved_card(rule_set: RuleSet, game: Game, seated: int) -> GameCard:
    base = load_game(game.id)
    rules = " · ".join(house_rules_in_words(base, game))
    summary = _("%(game)s with house rules: %(rules)s.", game=_(base.name), rules=rules)
    return _card(game, seated, rule_set.name, summary, rule_set.id)


def _card(game: Game, seated: int, name: str, summary: str, saved: int | None = None) -> GameCard:
    sides = {seats: str(game.sides_for(seats)) for seats in game.deal}
    return GameCard(
        game_id=game.id,
        name=name,
        summary=summary,
        goal=goal_of(Setup.of(game, min(game.deal))),
        usual_goal=_usual_goal(game),
        counts_points=counts_points(game),
        # For translators: a game for 2 to 4 players, for 2 or 4, or for 4.
        numbers=_("for %(number)s", number=one_of(game.deal)),
        # One name alone says nothing yet of how many there will be.
        fits=seated < LEAST_SEATED or seated in game.deal,
        data_sides=json.dumps(sides),
        saved=saved,
    )


def _usual_goal(game: Game) -> str:
    goal = _goal_with_unit(game)
    if game.match.test is GoalTest.EXACT:
        return _("%(goal)s exactly", goal=goal)
    exceed = game.match.test is GoalTest.EXCEED and game.match.ends is not Ends.ROUNDS
    return _("more than %(goal)s", goal=goal) if exceed else goal


def _goal_with_unit(game: Game) -> str:
    if game.match.ends is Ends.ROUNDS:
        return rounds(game.match.goal)
    return number(game.match.goal) if counts_points(game) else wins(game.match.goal)
