"""A match: its table, its winner, the rematch."""

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.shared.fields import TokenForm
from scorekeeper.pages.table import scoreboard as boards
from scorekeeper.pages.table.stream import shown
from scorekeeper.scorebook import links
from scorekeeper.scorebook import matches as scorebook
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("table", __name__, url_prefix="/matches")

Page = str | Response | tuple[str, int]


@blueprint.get("/<int:match_id>")
@needs(Right.WATCH)
def show(match_id: int) -> Page:
    """Show the scoreboard."""
    return shown(match_id, "table")


@blueprint.get("/<int:match_id>/winner")
@needs(Right.WATCH)
def winner(match_id: int) -> Page:
    """Celebrate; a match that goes on has no winner yet."""
    match = scorebook.find_match(match_id)
    if match.standing.winner is None:
        return redirect(url_for(".show", match_id=match_id))
    return _render_winner(match, TokenForm())


@blueprint.post("/<int:match_id>/rematch")
@needs(Right.SCORE)
def rematch(match_id: int) -> Page:
    """Play the same again: same seats, the next lead."""
    match, form = scorebook.find_match(match_id), TokenForm()
    if not match.standing.over:
        return redirect(url_for(".show", match_id=match_id), 303)
    if not form.validate():
        return _render_winner(match, form), form.refused_status
    rematch_id, opened = scorebook.open_rematch(match_id, device_name())
    if opened or guard.right() is Right.OWN:
        guard.grant_ownership(rematch_id)
    elif link_state := links.link_state(rematch_id):
        # Somebody else at this table pressed the button first.
        guard.accept_grant(link_state.link(Right.SCORE))
    return redirect(url_for(".show", match_id=rematch_id), 303)


def _render_winner(match: Match, form: TokenForm) -> str:
    board = boards.winner(match, guard.right())
    return render_template("table/winner.html", winner=board, form=form, errors=form.problems)
