"""A match: starting it, its table, its winner."""

from collections.abc import Callable

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.config import Access
from scorekeeper.pages.new_match.forms import NewMatchForm
from scorekeeper.pages.new_match.game_cards import choice_of, games_on_offer, offer
from scorekeeper.pages.shared.fields import TokenForm
from scorekeeper.pages.table import scoreboard as boards
from scorekeeper.pages.table.stream import shown
from scorekeeper.scorebook import links, rule_sets
from scorekeeper.scorebook import matches as scorebook
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right
from scorekeeper.scorebook.rule_sets import RuleSet

blueprint = Blueprint("matches", __name__, url_prefix="/matches")

Page = str | Response | tuple[str, int]


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> Page:
    """Ask who plays what, and start the match; the buttons about house rules show it again."""
    form = _new_match_form()
    if not form.is_submitted():
        form.prefer(request.args.get("game", ""))
        return _render_new(form)
    action, _dash, number = request.form.get("action", "").partition("-")
    if action in ("save", "delete") and not _keeps_rules():
        abort(403)
    if action == "delete":
        return _delete_rules(form, number)
    return _ACTIONS.get(action, _start)(form)


def _start(form: NewMatchForm) -> Page:
    setup = form.setup()
    if setup is None:
        return _render_new(form), _status(form)
    match_id = scorebook.open_match(setup, form.players, form.submission, device=device_name())
    guard.start(match_id)
    return redirect(url_for(".table", match_id=match_id), 303)


def _open_rules(form: NewMatchForm) -> Page:
    if not form.trusted():
        return _render_new(form), _status(form)
    form.open_rules()
    return _render_new(form)


def _close_rules(form: NewMatchForm) -> Page:
    form.close_rules()
    return _render_new(form)


def _save_rules(form: NewMatchForm) -> Page:
    game, name = form.rules_to_save(), form.save_as.data
    if game is None:
        return _render_new(form), _status(form)
    try:
        set_id = rule_sets.save_rule_set(name, game)
    except rule_sets.NameTaken:
        form.refuse_name()
        return _render_new(form), _status(form)
    form = _new_match_form()
    form.choose(choice_of(set_id))
    return _render_new(form, _("“%(name)s” is saved and chosen.", name=name))


def _delete_rules(form: NewMatchForm, number: str) -> Page:
    """Forget a rule set; who had chosen it keeps its game."""
    if not form.trusted() and form.expired:
        return _render_new(form), _status(form)
    gone = next((each for each in rule_sets.rule_sets() if str(each.id) == number), None)
    if gone is None:
        return _render_new(form, _("These rules were deleted before."))
    rule_sets.delete_rule_set(gone.id)
    form = _new_match_form()
    form.leave(choice_of(gone.id), gone.game_id)
    return _render_new(form, _("“%(name)s” is deleted.", name=gone.name))


_ACTIONS: dict[str, Callable[[NewMatchForm], Page]] = {
    "rules": _open_rules,
    "plain": _close_rules,
    "save": _save_rules,
}


@blueprint.get("/<int:match_id>")
@needs(Right.WATCH)
def table(match_id: int) -> Page:
    """Show the scoreboard."""
    return shown(match_id, "table")


@blueprint.get("/<int:match_id>/winner")
@needs(Right.WATCH)
def winner(match_id: int) -> Page:
    """Celebrate; a match that goes on has no winner yet."""
    match = scorebook.find_match(match_id)
    if match.standing.winner is None:
        return redirect(url_for(".table", match_id=match_id))
    return _render_winner(match, TokenForm())


@blueprint.post("/<int:match_id>/rematch")
@needs(Right.SCORE)
def rematch(match_id: int) -> Page:
    """Play the same again: same seats, the next lead."""
    match, form = scorebook.find_match(match_id), TokenForm()
    if not match.standing.over:
        return redirect(url_for(".table", match_id=match_id), 303)
    if not form.validate():
        return _render_winner(match, form), _status(form)
    rematch_id, opened = scorebook.open_rematch(match_id, device_name())
    if opened or guard.right() is Right.OWN:
        guard.start(rematch_id)
    elif door := links.door_of(rematch_id):
        # Somebody else at this table pressed the button first.
        guard.take(door.link(Right.SCORE))
    return redirect(url_for(".table", match_id=rematch_id), 303)


def _new_match_form() -> NewMatchForm:
    return NewMatchForm(games_on_offer(_rule_sets()))


def _rule_sets() -> tuple[RuleSet, ...]:
    """List the house rules to choose from: where strangers come by links, there is no house."""
    return rule_sets.rule_sets() if _keeps_rules() else ()


def _keeps_rules() -> bool:
    return bool(current_app.config["ACCESS"] == Access.HOUSE)


def _render_new(form: NewMatchForm, notice: str = "") -> str:
    return render_template(
        "matches/new.html",
        form=form,
        offer=offer(_rule_sets(), form.game.data, form.rules_of.data),
        keeps_rules=_keeps_rules(),
        known_names=scorebook.known_names(guard.mine()),
        notice=notice,
        errors=form.problems,
    )


def _render_winner(match: Match, form: TokenForm) -> str:
    board = boards.winner(match, guard.right())
    return render_template("matches/winner.html", winner=board, form=form, errors=form.problems)


def _status(form: TokenForm) -> int:
    return 400 if form.expired else 422
