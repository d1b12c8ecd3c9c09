"""A match: starting it, its table, its winner."""

from functools import lru_cache

from flask import Blueprint, current_app, redirect, render_template, url_for
from flask.sansio.blueprints import BlueprintSetupState
from werkzeug.wrappers import Response

from scorekeeper import scorebook
from scorekeeper.boards import matches as boards
from scorekeeper.boards.games import game_card
from scorekeeper.forms import NewMatchForm, TokenForm
from scorekeeper.rules import game_ids, load_game

blueprint = Blueprint("matches", __name__, url_prefix="/matches")

Page = str | Response | tuple[str, int]

KEPT_PAGES = 256


@blueprint.record_once
def keep_table_pages(state: BlueprintSetupState) -> None:
    """Remember rendered tables by match and version: nothing else on them ever changes."""
    state.app.extensions["table_pages"] = lru_cache(maxsize=KEPT_PAGES)(_render_table)


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> Page:
    """Ask who plays what, and start the match."""
    form = NewMatchForm()
    setup = form.setup() if form.is_submitted() else None
    if setup is not None:
        match_id = scorebook.open_match(setup, form.players, form.submission)
        return redirect(url_for(".table", match_id=match_id), 303)
    page = render_template(
        "matches/new.html",
        form=form,
        games=[game_card(load_game(game_id)) for game_id in game_ids()],
        known_names=scorebook.known_names(),
        errors=form.problems,
    )
    return (page, _status(form)) if form.is_submitted() else page


@blueprint.get("/<int:match_id>")
def table(match_id: int) -> Page:
    """Show the scoreboard."""
    page: str = current_app.extensions["table_pages"](match_id, scorebook.version_of(match_id))
    return page


@blueprint.get("/<int:match_id>/winner")
def winner(match_id: int) -> Page:
    """Celebrate; a match that goes on has no winner yet."""
    match = scorebook.find_match(match_id)
    if match.standing.winner is None:
        return redirect(url_for(".table", match_id=match_id))
    return _render_winner(match, TokenForm())


@blueprint.post("/<int:match_id>/rematch")
def rematch(match_id: int) -> Page:
    """Play the same again: same seats, the next lead."""
    match, form = scorebook.find_match(match_id), TokenForm()
    if not match.standing.over:
        return redirect(url_for(".table", match_id=match_id), 303)
    if not form.validate():
        return _render_winner(match, form), _status(form)
    return redirect(url_for(".table", match_id=scorebook.open_rematch(match_id)), 303)


def _render_table(match_id: int, _version: int) -> str:
    return render_template(
        "matches/table.html", board=boards.scoreboard(scorebook.find_match(match_id))
    )


def _render_winner(match: scorebook.Match, form: TokenForm) -> str:
    return render_template(
        "matches/winner.html", winner=boards.winner(match), form=form, errors=form.problems
    )


def _status(form: TokenForm) -> int:
    return 400 if form.expired else 422
