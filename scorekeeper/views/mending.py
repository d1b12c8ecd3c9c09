"""Mending a match: undo and redo, as far back as it goes."""

from collections.abc import Callable

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper import mending, scorebook
from scorekeeper.boards import mending as boards
from scorekeeper.folding import Match
from scorekeeper.forms.mending import MendForm
from scorekeeper.ledger import Author, Stale
from scorekeeper.sheets import Change

blueprint = Blueprint("mending", __name__, url_prefix="/matches/<int:match_id>")

Page = str | Response | tuple[str, int]


@blueprint.route("/undo", methods=["GET", "POST"])
def undo(match_id: int) -> Page:
    """Ask, then take the last change back."""
    return _turn(match_id, mending.undoable, _undo_page, mending.undo)


@blueprint.route("/redo", methods=["GET", "POST"])
def redo(match_id: int) -> Page:
    """Ask, then make the change again that was undone last."""
    return _turn(match_id, mending.redoable, _redo_page, mending.redo)


def _turn(
    match_id: int,
    find: Callable[[int], Change | None],
    ask: Callable[[Match, Change], boards.Ask],
    make: Callable[[int, int, Author], None],
) -> Page:
    form, match, change = MendForm(), scorebook.find_match(match_id), find(match_id)
    if form.is_submitted() and form.validate():
        try:
            make(match_id, int(form.version.data), Author(form.submission))
            return _to_table(match_id)
        except Stale:
            if change is None:
                return _to_table(match_id)
            return _ask(match, ask(match, change), form, late=True), 409
    if change is None:
        return _to_table(match_id)
    return _ask(match, ask(match, change), form), 400 if form.expired else 200


def _undo_page(match: Match, change: Change) -> boards.Ask:
    return boards.undo(match, mending.what_if(match, change.inverse), change)


def _redo_page(match: Match, change: Change) -> boards.Ask:
    return boards.redo(match, mending.what_if(match, change), change)


def _ask(match: Match, asked: boards.Ask, form: MendForm, late: bool = False) -> str:
    form.version.data = match.version
    return render_template(
        "mending/ask.html",
        ask=asked,
        form=form,
        errors=form.problems,
        late=boards.LATE if late else "",
    )


def _to_table(match_id: int) -> Response:
    return redirect(url_for("matches.table", match_id=match_id), 303)
