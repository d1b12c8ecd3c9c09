"""The guide: the list of games, a page for each, and the comparison."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.pages.guide.compare_form import CompareForm
from scorekeeper.pages.guide.comparison import compare_games
from scorekeeper.pages.guide.lessons import game_entry, games_left_out, lesson_of
from scorekeeper.rules.games import game_ids, load_game

blueprint = Blueprint("guide", __name__, url_prefix="/games")


@blueprint.get("")
def index() -> str:
    """List the games."""
    games = [game_entry(load_game(game_id)) for game_id in game_ids()]
    return render_template("guide/index.html", games=games, left_out=games_left_out())


@blueprint.get("/<game_id>")
def game(game_id: str) -> str:
    """Explain how one game is played and scored."""
    if game_id not in game_ids():
        abort(404)
    return render_template("guide/game.html", lesson=lesson_of(load_game(game_id)))


@blueprint.get("/compare")
def compare() -> tuple[str, int]:
    """Score the same hands under every game that can."""
    form = CompareForm(request.args)
    hands = form.hands_to_compare()
    page = render_template(
        "guide/compare.html",
        form=form,
        comparison=compare_games(hands) if hands else None,
        errors=form.problems,
    )
    return page, 200 if hands else 422
