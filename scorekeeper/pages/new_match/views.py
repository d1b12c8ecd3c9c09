"""The page that starts a match, with its buttons for house rules."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import clock
from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.config import Access
from scorekeeper.messages import gettext as _
from scorekeeper.pages.new_match.forms import NewMatchForm
from scorekeeper.pages.new_match.games import (
    PAIRS,
    choice_of,
    in_groups,
    offered_games,
    suggested,
)
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.scorebook import matches, rule_sets
from scorekeeper.scorebook.match_lists import PlayedGame, games_played, last_played
from scorekeeper.scorebook.people.players import named_alike, recent_players
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.results import moment_of
from scorekeeper.scorebook.rule_sets import RuleSet

blueprint = Blueprint("new_match", __name__, url_prefix="/matches")

Page = str | Response | tuple[str, int]


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> Page:
    """Show the form and start the match; the buttons for house rules show the form again."""
    form = new_match_form()
    if not form.is_submitted():
        played = games_played(guard.visible_matches())
        form.prefer(*(each.game for each in played[:1]), _asked())
        return render_new(form)
    action, _dash, number = request.form.get("action", "").partition("-")
    if action in ("save", "delete") and not _rules_can_be_saved():
        abort(403)
    if action == "delete":
        return _delete_rules(form, number)
    return _ACTIONS.get(action, _start)(form)


@blueprint.route("/<int:match_id>/again", methods=["GET", "POST"])
@needs(Right.SCORE)
def again(match_id: int) -> Page:
    """Start the same match once more: game, house rules, goal and seats; the lead goes on."""
    match, form = matches.find_match(match_id), EntryForm()
    if not form.validate_on_submit():
        page = render_template("new_match/again.html", match=match, form=form, errors=form.problems)
        return page, form.refused_status if form.is_submitted() else 200
    count_new_match(knows_device=guard.owns_any())
    opened = matches.open_again(match_id, form.submission, device_name(), devices.own_device())
    return redirect(url_for("table.show", match_id=opened), 303)


def _start(form: NewMatchForm) -> Page:
    setup = form.setup()
    if setup is None:
        return render_new(form), form.refused_status
    count_new_match(knows_device=guard.owns_any())
    owner = devices.own_device()
    players_of = guard.plays_for(owner)
    match_id = matches.open_match(
        setup,
        named_alike(form.players, guard.visible_matches(), players_of),
        form.submission,
        device=device_name(),
        owner=owner,
        players_of=players_of,
        at=moment_of(form.day.data) if form.day.data not in (None, clock.today()) else None,
    )
    return redirect(url_for("table.show", match_id=match_id), 303)


def _open_rules(form: NewMatchForm) -> Page:
    if not form.can_be_shown_again():
        return render_new(form), form.refused_status
    form.open_rules()
    return render_new(form)


def _close_rules(form: NewMatchForm) -> Page:
    form.close_rules()
    return render_new(form)


def _save_rules(form: NewMatchForm) -> Page:
    game, name = form.rules_to_save(), form.save_as.data
    if game is None:
        return render_new(form), form.refused_status
    try:
        set_id = rule_sets.save_rule_set(name, game)
    except rule_sets.NameTaken:
        form.refuse_name()
        return render_new(form), form.refused_status
    form = new_match_form()
    form.choose(choice_of(set_id))
    return render_new(form, _("“%(name)s” is saved and chosen.", name=name))


def _delete_rules(form: NewMatchForm, number: str) -> Page:
    """Delete a rule set; a form that had it chosen falls back to its game."""
    if not form.can_be_shown_again() and form.expired:
        return render_new(form), form.refused_status
    gone = next((each for each in rule_sets.rule_sets() if str(each.id) == number), None)
    if gone is None:
        return render_new(form, _("These rules were already deleted."))
    rule_sets.delete_rule_set(gone.id)
    form = new_match_form()
    form.forget_rules(choice_of(gone.id), gone.game_id)
    return render_new(form, _("“%(name)s” is deleted.", name=gone.name))


_ACTIONS: dict[str, Callable[[NewMatchForm], Page]] = {
    "rules": _open_rules,
    "plain": _close_rules,
    "save": _save_rules,
}


def new_match_form() -> NewMatchForm:
    """Return the form with the games and the saved house rules to choose from."""
    return NewMatchForm(offered_games(_rule_sets()))


def _rule_sets() -> tuple[RuleSet, ...]:
    """List the saved house rules; with ACCESS other than house, strangers share no rules."""
    return rule_sets.rule_sets() if _rules_can_be_saved() else ()


def _rules_can_be_saved() -> bool:
    return bool(current_app.config["ACCESS"] == Access.HOUSE)


def render_new(form: NewMatchForm, notice: str = "") -> str:
    """Show the form; also where it says who has played a match that is over."""
    seen = guard.visible_matches()
    played, last, known = games_played(seen), last_played(seen), recent_players(seen)
    names = {player.name for player in known}
    return render_template(
        "new_match/new_match.html",
        form=form,
        suggested=suggested(form.games, played),
        pairs=_in_pairs(form, played),
        asked=form.is_submitted() or _asked() == form.game.data,
        groups=[*in_groups(form.games)],
        lost=[each for each in _rule_sets() if each.game is None],
        can_save_rules=_rules_can_be_saved(),
        known=known,
        last=last.match if last and names.issuperset(last.match.names) else None,
        notice=notice,
        finished=request.endpoint == "new_match.finished" or "finished" in request.form,
        errors=form.problems,
    )


def _asked() -> str:
    """Return the game that a link asks for, if it does."""
    return request.args.get("game", "")


def _in_pairs(form: NewMatchForm, played: tuple[PlayedGame, ...]) -> bool:
    """Say how four play: as the game that was asked for has it, as was sent, or as last time."""
    asked = form.is_submitted() or _asked() == form.game.data
    tables = form.games[form.game.data].tables if asked and form.game.data in form.games else ()
    if (PAIRS in tables) != ("4" in tables):
        return PAIRS in tables
    if form.is_submitted() and len(form.players) == 4:
        return bool(form.partners.data)
    return next((each.partners for each in played if each.seats == 4), False)
