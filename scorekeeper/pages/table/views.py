"""The pages of a match: its table, its winner, the rematch."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.shared.fields import TokenForm
from scorekeeper.pages.table.stream import shown
from scorekeeper.pages.table.winner import winner_page
from scorekeeper.scorebook import links, matches
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("table", __name__, url_prefix="/matches")


@blueprint.get("/<int:match_id>")
@needs(Right.WATCH)
def show(match_id: int) -> ResponseReturnValue:
    """Show the scoreboard."""
    return shown(match_id, "table")


@blueprint.get("/<int:match_id>/winner")
@needs(Right.WATCH)
def winner(match_id: int) -> ResponseReturnValue:
    """Show who won; a match that goes on redirects to its table."""
    match = matches.find_match(match_id)
    if match.standing.winner is None:
        return redirect(url_for(".show", match_id=match_id))
    return _render_winner(match, TokenForm())


@blueprint.post("/<int:match_id>/rematch")
@needs(Right.SCORE)
def rematch(match_id: int) -> ResponseReturnValue:
    """Start the same match again: the same seats, the next player leads."""
    match, form = matches.find_match(match_id), TokenForm()
    if not match.standing.over:
        return redirect(url_for(".show", match_id=match_id), 303)
    if not form.validate():
        return _render_winner(match, form), form.refused_status
    rematch_id, opened = matches.open_rematch(match_id, device_name())
    if opened or guard.right() is Right.OWN:
        guard.grant_ownership(rematch_id)
    elif link_state := links.link_state(rematch_id):
        # Another device at this table started it first.
        guard.accept_grant(link_state.link(Right.SCORE))
    return redirect(url_for(".show", match_id=rematch_id), 303)


def _render_winner(match: Match, form: TokenForm) -> str:
    page = winner_page(match, guard.right())
    return render_template("table/winner.html", page=page, form=form, errors=form.problems)
