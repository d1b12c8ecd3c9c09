"""The games to choose from on the form that starts a match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.messages import gettext as _
from scorekeeper.messages import lazy_gettext as _l
from scorekeeper.pages.new_match.forms import OfferedGame
from scorekeeper.pages.new_match.house_rules import counts_points
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.rules.games import game_ids, load_game
from scorekeeper.rules.keys import Game
from scorekeeper.rules.options import Ends, GoalTest
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.formats import join_names, number, players, rounds, tiles, wins
from scorekeeper.wording.rules import house_rules_in_words

LEAST_SEATED = 2
# Most games take no more.
MOST_USUAL = 5


class GameCard(NamedTuple):
    """A game to choose from.

    `numbers` says for how many players it is, and `fits` whether for as many as are entered.
    `data_sides` (JSON: number of players to Sides) and `usual_goal` are for the page's script.
    `saved` is the id of the rule set, where this is a game with saved house rules.
    """

    game_id: str
    name: str
    summary: str
    deal: str
    sides: str
    goal: str
    usual_goal: str
    counts_points: bool
    numbers: str
    fits: bool
    data_sides: str
    saved: int | None = None


class Offer(NamedTuple):
    """The games to choose from, by the value the form sends for each.

    `rules_of` is the name of the game whose house rules are open, `for_more` the games for more
    than so many as most games take. `lost` are saved rules that no longer fit their game.
    """

    cards: dict[str, GameCard]
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

    The chosen one comes first, then saved rules, then the games that were `played` here, the last
    one first, then the others.
    """
    cards = {choice_of(each.id): _saved_card(each, each.game, seated) for each in sets if each.game}
    known = dict.fromkeys((*played, *game_ids()))
    cards |= {game: _game_card(load_game(game), seated) for game in known if game in game_ids()}
    return Offer(
        cards=dict(sorted(cards.items(), key=lambda item: item[0] != chosen)),
        rules_of=cards[rules_of].name if rules_of in cards else "",
        for_more=join_names([_(game.name) for game in _games_for_more()]),
        lost=tuple(each for each in sets if each.game is None),
    )


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
        deal=" · ".join(_dealt(game)),
        sides=str(_SIDES[frozenset(sides.values())]),
        goal=goal_of(Setup.of(game, min(game.deal))),
        usual_goal=_usual_goal(game),
        counts_points=counts_points(game),
        numbers=_numbers(game),
        # One name alone says nothing yet of how many there will be.
        fits=seated < LEAST_SEATED or seated in game.deal,
        data_sides=json.dumps(sides),
        saved=saved,
    )


def _dealt(game: Game) -> Iterator[str]:
    """Say what is dealt, with the unit once: 2 players: 7 tiles each · 3 players: 5."""
    (seats, dealt), *more = game.deal.items()
    # For translators: 2 players: 7 tiles each.
    yield _("%(players)s: %(tiles)s each", players=players(seats), tiles=tiles(dealt))
    for seats, dealt in more:
        # For translators: 3 players: 5, after the tiles were mentioned.
        yield _("%(players)s: %(number)s", players=players(seats), number=dealt)


def _numbers(game: Game) -> str:
    """Say for how many players a game is: for 2 to 4, for 2 or 4, for 4."""
    *most, last = sorted(game.deal)
    if not most:
        # For translators: a game for 4 players, and for no other number.
        return _("for %(number)s", number=last)
    if len(most) > 1:
        # For translators: a game for 2 to 4 players.
        return _("for %(least)s to %(most)s", least=most[0], most=last)
    # For translators: a game for 2 or 4 players.
    return _("for %(one)s or %(other)s", one=most[0], other=last)


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


_SIDES = {
    frozenset({"solo"}): _l("each alone"),
    frozenset({"pairs"}): _l("partners"),
    frozenset({"either", "solo"}): _l("each alone, or partners with four"),
    frozenset({"either"}): _l("each alone or partners"),
    frozenset({"solo", "pairs"}): _l("each alone with two, partners with four"),
}
