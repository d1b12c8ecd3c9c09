"""The pages on which a player is renamed, joined, hidden, forgotten, or made two people."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.players.forms import PlayerForm, SplitForm
from scorekeeper.pages.players.match_lines import lines_of_matches
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.scorebook import player_changes
from scorekeeper.scorebook.database.wiping import is_wiped
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.numbers import SameTable, joined_into, joins_of
from scorekeeper.scorebook.people.players import (
    Ids,
    NoSuchPlayer,
    Player,
    find_player,
    list_players,
    players_by_id,
)
from scorekeeper.scorebook.player_changes import NameOfAnother, NotYours, Scope

blueprint = Blueprint("edit_player", __name__, url_prefix="/players/<int:player_id>")


def scope_of_device() -> Scope:
    """Return which matches the device may see and change: in the house that is all."""
    seen = guard.visible_matches()
    return Scope() if seen is None else Scope(seen, guard.owned_matches(), guard.owned_matches)


def player_in(player_id: int, scope: Scope) -> Player:
    """Return a player; 404 where the device may know of none."""
    try:
        return find_player(player_id, scope.seen)
    except NoSuchPlayer:
        abort(404)


@blueprint.route("/edit", methods=["GET", "POST"])
def edit(player_id: int) -> ResponseReturnValue:
    """Show the forms that change a player; make the change of the button pressed."""
    scope, what = scope_of_device(), request.form.get("what", "")
    into = joined_into(EntryForm().submission) if what == "join" else None
    if into is not None:
        # The form was sent twice, and the first time there was another player.
        return redirect(url_for(".edit", player_id=into), 303)
    player = player_in(player_id, scope)
    form = PlayerForm(player, list_players(scope.seen, beside=player.id))
    if not form.is_submitted():
        return _render(player, form, scope)
    change, _dash, number = what.partition("-")
    try:
        changed = _CHANGES.get(change, _nothing)(player, form, scope, number)
    except NotYours:
        form.refuse_owner()
        return _render(player, form, scope), 403
    if changed is None:
        return _render(player, form, scope), form.refused_status
    return redirect(url_for(".edit", player_id=changed), 303)


@blueprint.route("/forget", methods=["GET", "POST"])
def forget(player_id: int) -> ResponseReturnValue:
    """Say what forgetting a player does; then write a number for the name, for good."""
    scope = scope_of_device()
    player = player_in(player_id, scope)
    form = PlayerForm(player, ())
    if not form.is_submitted():
        return _render_forget(player, form)
    if not form.can_be_sent():
        return _render_forget(player, form), form.refused_status
    try:
        changed = player_changes.forget(player.id, _numbered, _submission(form), scope)
    except NotYours:
        form.refuse_owner()
        return _render_forget(player, form), 403
    return redirect(url_for(".edit", player_id=changed), 303)


@blueprint.route("/split", methods=["GET", "POST"])
def split(player_id: int) -> ResponseReturnValue:
    """Ask which matches were somebody else's, and make another player of them."""
    scope = scope_of_device()
    player = player_in(player_id, scope)
    form = SplitForm(player, scope.seen)
    if not form.is_submitted():
        return _render_split(player, form)
    made = player_changes.split_before(form.name.data or "", Submission(form.submission))
    if made is None and (chosen := form.chosen()):
        try:
            made = _split(player, chosen, form, scope)
        except NotYours:
            form.refuse_owner()
            return _render_split(player, form), 403
    if made is None:
        return _render_split(player, form), form.refused_status
    return redirect(url_for(".edit", player_id=made, was=player.id), 303)


def _rename(player: Player, form: PlayerForm, scope: Scope, _number: str) -> int | None:
    name = form.new_name()
    if name is None:
        return None
    try:
        return player_changes.rename(player.id, name, _submission(form), scope)
    except NameOfAnother as taken:
        form.refuse_taken(taken.player_id)
    except SameTable:
        form.refuse_neighbour()
    return None


def _join(player: Player, form: PlayerForm, scope: Scope, _number: str) -> int | None:
    other = form.joined_with()
    if other is None:
        return None
    try:
        player_changes.join(player.id, other.id, _submission(form), scope)
    except SameTable:
        form.refuse_join(other)
        return None
    return other.id


def _undo(player: Player, form: PlayerForm, scope: Scope, number: str) -> int | None:
    if not form.can_be_sent():
        return None
    known = {str(join.id): join.id for join in joins_of(player.id, scope.owned)}
    if number not in known:
        # It was undone before.
        return player.id
    try:
        return player_changes.undo_join(known[number], _submission(form), scope)
    except SameTable:
        form.refuse_undo()
    return None


def _hide(player: Player, form: PlayerForm, scope: Scope, _number: str) -> int | None:
    return _set_hidden(player, form, scope, hidden=True)


def _show_again(player: Player, form: PlayerForm, scope: Scope, _number: str) -> int | None:
    return _set_hidden(player, form, scope, hidden=False)


def _set_hidden(player: Player, form: PlayerForm, scope: Scope, *, hidden: bool) -> int | None:
    if not form.can_be_sent():
        return None
    player_changes.hide(player.id, scope, hidden=hidden)
    return player.id


def _nothing(player: Player, form: PlayerForm, _scope: Scope, _number: str) -> int | None:
    return player.id if form.can_be_sent() else None


_CHANGES: dict[str, Callable[[Player, PlayerForm, Scope, str], int | None]] = {
    "rename": _rename,
    "join": _join,
    "undo": _undo,
    "hide": _hide,
    "show": _show_again,
}


def _submission(form: PlayerForm) -> Submission:
    return Submission(form.submission, device_name())


def _numbered(number: int) -> str:
    # For translators: the name of somebody whose own name is forgotten: Player 3.
    return _("Player %(number)s", number=number)


def _render(player: Player, form: PlayerForm, scope: Scope) -> str:
    return render_template(
        "players/edit.html",
        player=player,
        form=form,
        joins=joins_of(player.id, scope.owned),
        was=_was(player, scope),
        can_hide=scope.seen is None,
        wiped=is_wiped(),
        errors=form.problems,
    )


def _was(player: Player, scope: Scope) -> Player | None:
    """Return of whom the player was made just now, to be joined again with one tap."""
    was = players_by_id(scope.seen).get(request.args.get("was", 0, type=int))
    return was if was and was.id != player.id else None


def _render_forget(player: Player, form: PlayerForm) -> str:
    return render_template(
        "players/forget.html",
        player=player,
        example=_numbered(3),
        form=form,
        errors=form.problems,
    )


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


def _render_split(player: Player, form: SplitForm) -> str:
    return render_template(
        "players/split.html",
        player=player,
        form=form,
        lines=lines_of_matches(form.listed),
        errors=form.problems,
    )
