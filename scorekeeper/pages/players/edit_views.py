"""The pages on which a player is renamed, joined, hidden, forgotten, or made two people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

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
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people.logged_players import joined_into, joins_of
from scorekeeper.scorebook.people.players import (
    NoSuchPlayer,
    Player,
    find_player,
    list_players,
    players_by_id,
)
from scorekeeper.scorebook.player_changes import NotYours, Scope

blueprint = Blueprint("edit_player", __name__, url_prefix="/players/<int:player_id>")

AnyForm = TypeVar("AnyForm", bound=NameForm)


@blueprint.route("/edit", methods=["GET", "POST"])
def edit(player_id: int) -> ResponseReturnValue:
    """Show the forms that change a player; make the change of the button pressed."""
    scope = _scope_of_device()
    into = joined_into(EntryForm().submission) if request.form.get("what") == "join" else None
    if into is not None:
        # The form was sent twice, and the first one joined the player with another.
        return redirect(url_for(".edit", player_id=into), 303)
    player = _player_in(player_id, scope)
    form = PlayerForm(player, list_players(scope.seen, came=scope.came, beside=player.id))
    # The player that this one was just split from, to be joined again with one tap.
    was = players_by_id(scope.seen).get(request.args.get("was", 0, type=int))
    values = {
        "joins": joins_of(player.id, scope.owned),
        "was": was if was and was.id != player.id else None,
        "can_hide": scope.seen is None,
        "wiped": is_wiped(),
    }
    change = _CHANGES.get(form.change, _nothing)
    return _answer("players/edit.html", change, player, form, scope, **values)


@blueprint.route("/forget", methods=["GET", "POST"])
def forget(player_id: int) -> ResponseReturnValue:
    """Explain what forgetting a player does; then replace the name with a number, for good."""
    scope = _scope_of_device()
    player = _player_in(player_id, scope)
    form = PlayerForm(player, ())
    return _answer("players/forget.html", _forget, player, form, scope, example=_numbered(3))


@blueprint.route("/split", methods=["GET", "POST"])
def split(player_id: int) -> ResponseReturnValue:
    """Ask which matches were somebody else's, and move them to another player."""
    scope = _scope_of_device()
    player = _player_in(player_id, scope)
    form = SplitForm(player, scope.seen)
    lines = lines_of_matches(form.listed)
    return _answer("players/split.html", _split, player, form, scope, lines=lines)


def _scope_of_device() -> Scope:
    """Return which matches the device may see and change: in a house, all."""
    seen = guard.visible_matches()
    if seen is None:
        return Scope()
    return Scope(seen, guard.owned_matches(), guard.owned_matches, guard.came())


def _player_in(player_id: int, scope: Scope) -> Player:
    """Return a player; 404 if the device may not see this one."""
    try:
        return find_player(player_id, scope.seen, scope.came)
    except NoSuchPlayer:
        abort(404)


def _answer(
    template: str,
    change: Callable[[Player, AnyForm, Scope], int | None],
    player: Player,
    form: AnyForm,
    scope: Scope,
    **values: object,
) -> ResponseReturnValue:
    """Show a form; once sent, make its change, or show in it why that is refused.

    A change returns the player to show next, or None if the form has errors.
    """
    changed, status = None, None
    if form.is_submitted():
        try:
            changed = change(player, form, scope)
        except REFUSALS as refusal:
            form.refuse(refusal)
            status = 403 if isinstance(refusal, NotYours) else None
    if changed is not None:
        was = player.id if isinstance(form, SplitForm) else None
        return redirect(url_for(".edit", player_id=changed, was=was), 303)
    page = render_template(template, player=player, form=form, errors=form.problems, **values)
    return page, status or (form.refused_status if form.is_submitted() else 200)


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
