"""The pages on which a player is renamed, joined, hidden, forgotten, or made two people."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.messages import gettext as _
from scorekeeper.pages.players.forms import REFUSALS, NameForm, PlayerForm, SplitForm
from scorekeeper.pages.players.match_lines import lines_of_matches
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.scorebook import player_changes
from scorekeeper.scorebook.database.wiping import is_wiped
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.numbers import joined_into, joins_of
from scorekeeper.scorebook.people.players import (
    NoSuchPlayer,
    Player,
    find_player,
    list_players,
    players_by_id,
)
from scorekeeper.scorebook.player_changes import NotYours, Scope

blueprint = Blueprint("edit_player", __name__, url_prefix="/players/<int:player_id>")


@blueprint.route("/edit", methods=["GET", "POST"])
def edit(player_id: int) -> ResponseReturnValue:
    """Show the forms that change a player; make the change of the button pressed."""
    scope = _scope_of_device()
    into = joined_into(EntryForm().submission) if request.form.get("what") == "join" else None
    if into is not None:
        # The form was sent twice, and the first time there was another player.
        return redirect(url_for(".edit", player_id=into), 303)
    player = _player_in(player_id, scope)
    form = PlayerForm(player, list_players(scope.seen, beside=player.id))
    change = _CHANGES.get(form.change, _nothing)
    return _answer(
        form, partial(_render, player, form, scope), partial(change, player, form, scope)
    )


@blueprint.route("/forget", methods=["GET", "POST"])
def forget(player_id: int) -> ResponseReturnValue:
    """Say what forgetting a player does; then write a number for the name, for good."""
    scope = _scope_of_device()
    player = _player_in(player_id, scope)
    form = PlayerForm(player, ())
    change = partial(_forget, player, form, scope)
    return _answer(form, partial(_render_forget, player, form), change)


@blueprint.route("/split", methods=["GET", "POST"])
def split(player_id: int) -> ResponseReturnValue:
    """Ask which matches were somebody else's, and make another player of them."""
    scope = _scope_of_device()
    player = _player_in(player_id, scope)
    form = SplitForm(player, scope.seen)
    change = partial(_split, player, form, scope)
    return _answer(form, partial(_render_split, player, form), change, was=player.id)


def _scope_of_device() -> Scope:
    """Return which matches the device may see and change: in the house that is all."""
    seen = guard.visible_matches()
    return Scope() if seen is None else Scope(seen, guard.owned_matches(), guard.owned_matches)


def _player_in(player_id: int, scope: Scope) -> Player:
    """Return a player; 404 where the device may know of none."""
    try:
        return find_player(player_id, scope.seen)
    except NoSuchPlayer:
        abort(404)


def _answer(
    form: NameForm,
    page: Callable[[], str],
    change: Callable[[], int | None],
    was: int | None = None,
) -> ResponseReturnValue:
    """Show a form; once it is sent make its change, or say in it why that cannot be.

    A change returns whose page is next, or None where the form says what is wrong.
    """
    if not form.is_submitted():
        return page()
    status = None
    try:
        changed = change()
    except REFUSALS as refusal:
        form.refuse(refusal)
        changed, status = None, 403 if isinstance(refusal, NotYours) else None
    if changed is None:
        return page(), status or form.refused_status
    return redirect(url_for(".edit", player_id=changed, was=was), 303)


def _rename(player: Player, form: PlayerForm, scope: Scope) -> int | None:
    name = form.new_name()
    if name is None:
        return None
    return player_changes.rename(player.id, name, _submission(form), scope)


def _join(player: Player, form: PlayerForm, scope: Scope) -> int | None:
    other = form.joined_with()
    if other is None:
        return None
    player_changes.join(player.id, other.id, _submission(form), scope)
    return other.id


def _undo(player: Player, form: PlayerForm, scope: Scope) -> int | None:
    if not form.can_be_sent():
        return None
    known = {str(join.id): join.id for join in joins_of(player.id, scope.owned)}
    if form.number not in known:
        # It was undone before.
        return player.id
    return player_changes.undo_join(known[form.number], _submission(form), scope)


def _hide(player: Player, form: PlayerForm, scope: Scope) -> int | None:
    if not form.can_be_sent():
        return None
    player_changes.hide(player.id, scope, hidden=form.change == "hide")
    return player.id


def _nothing(player: Player, form: PlayerForm, _scope: Scope) -> int | None:
    return player.id if form.can_be_sent() else None


_CHANGES = {"rename": _rename, "join": _join, "undo": _undo, "hide": _hide, "show": _hide}


def _forget(player: Player, form: PlayerForm, scope: Scope) -> int | None:
    if not form.can_be_sent():
        return None
    return player_changes.forget(player.id, _numbered, _submission(form), scope)


def _split(player: Player, form: SplitForm, scope: Scope) -> int | None:
    name, submission = form.name.data or "", _submission(form)
    made = player_changes.split_before(name, submission)
    if made is None and (chosen := form.chosen()):
        return player_changes.split(player.id, name, chosen, submission, scope)
    return made


def _submission(form: NameForm) -> Submission:
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


def _render_split(player: Player, form: SplitForm) -> str:
    return render_template(
        "players/split.html",
        player=player,
        form=form,
        lines=lines_of_matches(form.listed),
        errors=form.problems,
    )
