"""What the form that starts a match shows of the games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from scorekeeper.pages.new_match.forms import OnOffer
from scorekeeper.pages.new_match.house_rules import counts_points
from scorekeeper.pages.shared.sides import goal_of
from scorekeeper.rules import Game, Setup, game_ids, load_game
from scorekeeper.rules.keys import Ends, GoalTest
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.formats import number, players, rounds, tiles, wins
from scorekeeper.wording.rules import house_rules_in_words


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game to choose from.

    The page's script is told who may be partners (`data_sides`) and the usual goal; `saved` is the
    number of the rule set where the game has saved house rules.
    """

    name: str
    summary: str
    deal: str
    sides: str
    goal: str
    guide_url: str
    usual_goal: str
    counts_points: bool
    data_sides: str
    saved: int | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """The games to choose from, by what the form sends for each.

    `rules_of` names the one whose house rules are open; `lost` rules fit no game any more.
    """

    cards: dict[str, GameCard]
    rules_of: str
    lost: tuple[RuleSet, ...]


def games_on_offer(sets: Sequence[RuleSet]) -> dict[str, OnOffer]:
    """List what can be played, saved rules first, by what the form sends for each."""
    saved = {choice_of(each.id): OnOffer(each.name, each.game) for each in sets if each.game}
    games = map(load_game, game_ids())
    return saved | {game.id: OnOffer(_(game.name), game) for game in games}


def choice_of(set_id: int) -> str:
    """Say what the form sends for a rule set."""
    return f"set-{set_id}"


def offer(sets: Sequence[RuleSet], chosen: str | None, rules_of: str | None) -> Offer:
    """Show what can be played: what is chosen first, then saved rules, then the games."""
    cards = {choice_of(each.id): _saved_card(each, each.game) for each in sets if each.game}
    cards |= {game_id: _game_card(load_game(game_id)) for game_id in game_ids()}
    return Offer(
        cards=dict(sorted(cards.items(), key=lambda item: item[0] != chosen)),
        rules_of=cards[rules_of].name if rules_of in cards else "",
        lost=tuple(each for each in sets if each.game is None),
    )


def _game_card(game: Game) -> GameCard:
    return _card(game, _(game.name), _(game.summary))


def _saved_card(kept: RuleSet, game: Game) -> GameCard:
    base = load_game(game.id)
    words = " · ".join(house_rules_in_words(base, game))
    summary = _("%(game)s with house rules: %(rules)s.", game=_(base.name), rules=words)
    return _card(game, kept.name, summary, kept.id)


def _card(game: Game, name: str, summary: str, saved: int | None = None) -> GameCard:
    sides = {seats: str(game.sides_for(seats)) for seats in game.deal}
    return GameCard(
        name=name,
        summary=summary,
        deal=" · ".join(_dealt(game)),
        sides=str(_SIDES[frozenset(sides.values())]),
        goal=goal_of(Setup.of(game, min(game.deal))),
        guide_url=url_for("guide.game", game_id=game.id),
        usual_goal=_usual_goal(game),
        counts_points=counts_points(game),
        data_sides=json.dumps(sides),
        saved=saved,
    )


def _dealt(game: Game) -> Iterator[str]:
    """Say what is dealt: 2 players: 7 tiles each, and what more players are dealt more briefly."""
    (seats, dealt), *more = game.deal.items()
    # For translators: 2 players: 7 tiles each.
    yield _("%(players)s: %(tiles)s each", players=players(seats), tiles=tiles(dealt))
    for seats, dealt in more:
        # For translators: 3 players: 5, after the tiles were mentioned.
        yield _("%(players)s: %(number)s", players=players(seats), number=dealt)


def _usual_goal(game: Game) -> str:
    goal = _counted_goal(game)
    beyond = game.match.test is GoalTest.EXCEED and game.match.ends is not Ends.ROUNDS
    return _("more than %(goal)s", goal=goal) if beyond else goal


def _counted_goal(game: Game) -> str:
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
