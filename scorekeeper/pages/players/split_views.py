"""The page on which a player turns out to be two people of one name."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access.devices import device_name
from scorekeeper.pages.players.changing import player_in, scope_of_device
from scorekeeper.pages.players.match_lines import lines_of_matches
from scorekeeper.pages.players.split_form import SplitForm
from scorekeeper.scorebook import player_changes
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.numbers import SameTable
from scorekeeper.scorebook.people.players import Ids, Player
from scorekeeper.scorebook.player_changes import NameOfAnother, NotYours, Scope

blueprint = Blueprint("split_player", __name__, url_prefix="/players/<int:player_id>")


@blueprint.route("/split", methods=["GET", "POST"])
def split(player_id: int) -> ResponseReturnValue:
    """Ask which matches were somebody else's, and make another player of them."""
    scope = scope_of_device()
    player = player_in(player_id, scope)
    form = SplitForm(player, scope.seen)
    if not form.is_submitted():
        return _render(player, form)
    made = player_changes.split_before(form.name.data or "", Submission(form.submission))
    if made is None and (chosen := form.chosen()):
        try:
            made = _split(player, chosen, form, scope)
        except NotYours:
            form.refuse_owner()
            return _render(player, form), 403
    if made is None:
        return _render(player, form), form.refused_status
    return redirect(url_for("edit_player.edit", player_id=made, was=player.id), 303)


def _split(player: Player, chosen: Ids, form: SplitForm, scope: Scope) -> int | None:
    submission = Submission(form.submission, device_name())
    try:
        return player_changes.split(player.id, str(form.name.data), chosen, submission, scope)
    except NameOfAnother:
        form.refuse_name()
    except SameTable:
        form.refuse_neighbour()
    except player_changes.EveryMatch:
        form.refuse_all()
    except player_changes.NotTheirs:
        form.refuse_others()
    return None


def _render(player: Player, form: SplitForm) -> str:
    return render_template(
        "players/split.html",
        player=player,
        form=form,
        lines=lines_of_matches(form.listed),
        errors=form.problems,
    )
