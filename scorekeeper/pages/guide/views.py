"""The guide: the list of games, a page and a score sheet for each, and the comparison."""

from collections.abc import Iterator
from contextlib import suppress

from flask import Blueprint, abort, render_template, request

from scorekeeper.pages.guide.compare import CompareForm, compare_games, shown_hands, sides_of_hands
from scorekeeper.pages.guide.examples import examples
from scorekeeper.pages.guide.lessons import in_three_sentences, sections
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import game_ids, load_game
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.wording.rules_in_words import differences, rules_in_words

blueprint = Blueprint("guide", __name__, url_prefix="/games")

for sentence in (in_three_sentences, rules_in_words, differences, sections, examples):
    blueprint.add_app_template_filter(sentence)


@blueprint.get("")
def index() -> str:
    """List the games."""
    return render_template("guide/index.html", games=[*map(load_game, game_ids())])


@blueprint.get("/<game_id>")
def game(game_id: str) -> str:
    """Explain how one game is played and scored."""
    if game_id not in game_ids():
        abort(404)
    return render_template("guide/game.html", game=load_game(game_id), reference=load_game("block"))


@blueprint.get("/<game_id>/sheet")
def sheet(game_id: str) -> str:
    """Show a blank score sheet to print, for two pairs or some number of single players."""
    if game_id not in game_ids():
        abort(404)
    played = load_game(game_id)
    setups = [setup for number in played.deal for setup in _setups(played, number)]
    asked = request.args.get("sides", type=int)
    setup = next((each for each in setups if len(each.sides) == asked), setups[0])
    sizes = sorted({len(each.sides) for each in setups})
    return render_template("guide/sheet.html", game=played, setup=setup, sizes=sizes, lines=24)


def _setups(played: Game, number: int) -> Iterator[Setup]:
    """Yield each way in which this many players can play a game."""
    for partners in (True, False):
        with suppress(RuleError):
            yield Setup.of(played, number, partners)


@blueprint.get("/compare")
def compare() -> tuple[str, int]:
    """Score the same hands under every game that can."""
    form = CompareForm(request.args)
    hands, partners = form.hands_to_compare() or (), form["partners"].data
    page = render_template(
        "guide/compare.html",
        form=form,
        highest=max((tile.high for hand in hands for tile in hand.tiles), default=0),
        hands=[*shown_hands(hands, partners=partners)],
        sides=sides_of_hands(len(hands), partners=partners),
        verdicts=compare_games(hands, partners=partners) if hands else (),
        errors=form.problems,
    )
    return page, 200 if hands else 422
