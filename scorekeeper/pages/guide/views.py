"""The guide: every game, how it is scored, and the same hands under all of them."""

from flask import Blueprint, abort, render_template, request

from scorekeeper.pages.guide import compare_form, comparison, lessons
from scorekeeper.rules import game_ids, load_game

blueprint = Blueprint("guide", __name__, url_prefix="/games")


@blueprint.get("")
def index() -> str:
    """List the games."""
    games = [lessons.game_entry(load_game(game_id)) for game_id in game_ids()]
    return render_template("guide/index.html", games=games)


@blueprint.get("/<game_id>")
def game(game_id: str) -> str:
    """Show how one game is played and scored."""
    if game_id not in game_ids():
        abort(404)
    return render_template("guide/game.html", lesson=lessons.lesson(load_game(game_id)))


@blueprint.get("/compare")
def compare() -> tuple[str, int]:
    """Score the same hands under every game that can."""
    form = compare_form.read_form(request.args)
    page = render_template(
        "guide/compare.html",
        form=form,
        comparison=comparison.compare(form.asked) if form.asked else None,
        errors=form.problems,
    )
    return page, 422 if form.problems else 200
