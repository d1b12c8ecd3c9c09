"""The page that starts a match, with its buttons for house rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper import clock
from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.interchange.rules_file import MOST_BYTES, rules_as_json, rules_from_json
from scorekeeper.messages import gettext as _
from scorekeeper.pages.new_match.forms import NewMatchForm
from scorekeeper.pages.new_match.games import (
    AGREED,
    PAIRS,
    OfferedGame,
    choice_of,
    in_groups,
    offered_games,
    suggested,
)
from scorekeeper.pages.shared.fields import EntryForm, Problem, problems_of
from scorekeeper.pages.shared.list_pages import attached
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.game_files import load_game
from scorekeeper.rules.game_setup import Game, Setup
from scorekeeper.scorebook import matches, rule_sets
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.finished_match import moment_of
from scorekeeper.scorebook.match_lists import PlayedGame, games_played, last_played
from scorekeeper.scorebook.people.players import named_alike, recent_players
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.scorebook.rule_sets import RuleSet
from scorekeeper.wording.errors_and_doubts import error_sentence
from scorekeeper.wording.rules_in_words import house_rules_in_words

blueprint = Blueprint("new_match", __name__, url_prefix="/matches")

Page = str | Response | tuple[str, int]


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> Page:
    """Show the form and start the match, or show the editor of house rules and use them."""
    form = new_match_form()
    if not form.is_submitted():
        played = games_played(guard.visible_matches())
        form.prefer(*(each.game for each in played[:1]), _asked())
        if "rules" in request.args:
            form.save_as.data = request.args["rules"][:LONGEST_NAME]
            form.night.data = request.args.get("night", "")
            form.open_rules()
            return _render_rules(form)
        return render_new(form)
    action = request.form.get("action", "rules" if "usual" in request.form else "")
    if action == "save" and not guard.in_house():
        abort(403)
    return _ACTIONS.get(action, _start)(form)


@blueprint.route("/<int:match_id>/again", methods=["GET", "POST"])
@needs(Right.SCORE)
def again(match_id: int) -> Page:
    """Start the same match again, perhaps with saved rules: the same seats; the lead goes on."""
    match, form = matches.find_match(match_id), EntryForm()
    seats, partners = match.setup.players, match.setup.partners
    sets = {str(each.id): each for each in _sets() if each.game and _seats(each.game, match.setup)}
    if not form.validate_on_submit():
        page = render_template(
            "new_match/again.html",
            match=match,
            form=form,
            sets=[*sets.values()],
            errors=form.problems,
        )
        return page, form.refused_status if form.is_submitted() else 200
    count_new_match(knows_device=guard.owns_any())
    chosen = sets.get(request.form.get("rules", ""))
    setup = Setup(chosen.game, seats, partners) if chosen and chosen.game else None
    device, owner = device_name(), devices.own_device()
    opened = matches.open_again(match_id, form.submission, device, owner, setup)
    return redirect(url_for("table.show", match_id=opened), 303)


def _seats(game: Game, setup: Setup) -> bool:
    """Whether the same people may play a game as they play now."""
    try:
        return bool(Setup(game, setup.players, setup.partners))
    except RuleError:
        return False


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


def _edited(form: NewMatchForm, take: Callable[[Game], Page] | None = None) -> Page:
    """Use the rules in the editor; show it if they are not valid, or if it was only opened."""
    valid = form.can_be_shown_again()
    opened = valid or form.rules_of.data
    if not opened or form.game.data not in form.games:
        return render_new(form), form.refused_status
    form.open_rules()
    # Show errors at once.
    game = form.edited_game()
    if valid and take and game:
        return take(game)
    return _render_rules(form), form.refused_status if take or not valid else 200


def _play_by_rules(form: NewMatchForm) -> Page:
    def take(game: Game) -> Page:
        if game == load_game(game.id):
            form.choose(game.id)
        else:
            form.agree(game)
        return render_new(form)

    return _edited(form, take)


def _save_rules(form: NewMatchForm) -> Page:
    def take(_game: Game) -> Page:
        game, name = form.rules_to_save(), form.save_as.data
        try:
            set_id = rule_sets.save_rule_set(name, game) if game else 0
        except rule_sets.NameTaken:
            form.refuse_name()
            set_id = 0
        if not set_id:
            return _render_rules(form), form.refused_status
        if form.night.data:
            return _to_night(form, game=choice_of(set_id))
        saved = new_match_form()
        saved.choose(choice_of(set_id))
        return render_new(saved, _("“%(name)s” is saved and chosen.", name=name))

    return _edited(form, take)


def _download(form: NewMatchForm) -> Page:
    return _edited(form, lambda game: _file(game, form.save_as.data or ""))


def _file(game: Game, name: str) -> Response:
    """Send house rules as a file to be shared."""
    called = "-".join(re.findall(r"\w+", name or game.id)).lower()
    text = rules_as_json(game, name, indent=2)
    return attached(text.encode(), f"{called}.rules.json", "application/json")


def _back(form: NewMatchForm) -> Page:
    return _to_night(form) if form.night.data else render_new(form)


def _to_night(form: NewMatchForm, **chosen: str) -> Response:
    """Go back to the club night that the rules are for, with what was entered for it."""
    entered = dict(parse_qsl(form.night.data)) | chosen | {"new": ""}
    return redirect(f"{url_for('club.index')}?{urlencode(entered)}", 303)


_ACTIONS: dict[str, Callable[[NewMatchForm], Page]] = {
    "rules": _edited,
    "play": _play_by_rules,
    "save": _save_rules,
    "file": _download,
    "back": _back,
}


@blueprint.route("/rules", methods=["GET", "POST"])
def saved_rules() -> Page:
    """List the saved house rules; delete some, or open a file of rules in the editor."""
    form, file = EntryForm(), request.files.get("file")
    problem, notice = "", ""
    if form.validate_on_submit() and file is None:
        notice = _delete_rules(request.form.get("delete", ""))
    elif form.is_submitted() and file is not None and not form.expired:
        try:
            rules = rules_from_json(file.read(MOST_BYTES + 1).decode())
        except (InvalidJson, UnicodeDecodeError):
            problem = _("This is not a file of house rules: choose one that was downloaded here.")
        except RuleError as error:
            problem = error_sentence(error)
        else:
            agreed = rules_as_json(rules.game)
            to = url_for(".new", game=AGREED, agreed_rules=agreed, rules=rules.name)
            return redirect(to, 303)
    errors = (*form.problems, *([Problem("file", problem)] if problem else ()))
    sets = _sets()
    page = render_template(
        "new_match/saved_rules.html",
        form=form,
        sets=[(each, each.game and OfferedGame(each.name, each.game, each.id)) for each in sets],
        played=rule_sets.times_played(sets),
        games=offered_games(()),
        notice=notice,
        errors=errors,
    )
    return page, form.refused_status if errors else 200


@blueprint.get("/rules/<int:set_id>/file")
def rules_file(set_id: int) -> Page:
    """Send saved house rules as a file."""
    found = next((each for each in _sets() if each.id == set_id and each.game), None)
    return _file(found.game, found.name) if found and found.game else abort(404)


def _delete_rules(number: str) -> str:
    """Delete a rule set, and return a notice."""
    if not guard.in_house():
        abort(403)
    gone = next((each for each in _sets() if str(each.id) == number), None)
    if gone is None:
        return _("These rules were already deleted.")
    rule_sets.delete_rule_set(gone.id)
    return _("“%(name)s” is deleted.", name=gone.name)


def new_match_form() -> NewMatchForm:
    """Return the form with the games and the saved house rules to choose from."""
    sent = request.values.get("agreed_rules", "")
    try:
        agreed = rules_from_json(sent).game if sent else None
    except (InvalidJson, RuleError):
        agreed = None
    form = NewMatchForm(offered_games(_sets(), agreed))
    form.agreed_rules.data = sent if agreed else ""
    return form


def _sets() -> tuple[RuleSet, ...]:
    """List the saved house rules; with ACCESS other than house, strangers share no rules."""
    return rule_sets.rule_sets() if guard.in_house() else ()


def _render_rules(form: NewMatchForm) -> str:
    """Show the editor; whatever else was entered for the match is sent along."""
    rules = form.house_rules or form.open_rules()
    changed = house_rules_in_words(rules.base, rules.game)
    errors = [*problems_of(rules), *(p for p in form.problems if p.field_id in ("save_as", None))]
    return render_template(
        "new_match/rules.html",
        form=form,
        groups=[*rules.groups],
        changed=changed,
        can_save_rules=guard.in_house(),
        errors=errors,
    )


def render_new(form: NewMatchForm, notice: str = "") -> str:
    """Show the form; also for entering a finished match."""
    form.rules_of.data = ""
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
    """Return whether four play in pairs: by the chosen game, else as sent, else as last time."""
    asked = form.is_submitted() or _asked() == form.game.data
    tables = form.games[form.game.data].tables if asked and form.game.data in form.games else ()
    if (PAIRS in tables) != ("4" in tables):
        return PAIRS in tables
    if form.is_submitted() and len(form.players) == 4:
        return bool(form.partners.data)
    return next((each.partners for each in played if each.seats == 4), False)
