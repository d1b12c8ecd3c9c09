"""The pages of a club night that anybody may look at, its codes, and a season of nights."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hmac import compare_digest
from http import HTTPStatus
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as cookie
from flask.typing import ResponseReturnValue
from itsdangerous import URLSafeSerializer

from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import open_to_all
from scorekeeper.club.standings import season as season_of
from scorekeeper.config import Access
from scorekeeper.interchange import spreadsheets
from scorekeeper.messages import gettext as _
from scorekeeper.pages.club import night_texts
from scorekeeper.pages.club.forms import HOWS, PeopleForm, StartForm, VersionForm
from scorekeeper.pages.club.night_page import (
    GUESTS,
    OfficialsOnly,
    is_official,
    make_official,
    only_officials,
    page_of,
    remember,
    send_kept,
    table_of_night,
)
from scorekeeper.pages.club.table_texts import sanctions_of
from scorekeeper.pages.shared.list_pages import attached
from scorekeeper.scorebook import rule_sets
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.club.night import ClubNight
from scorekeeper.scorebook.club.night_rows import find_night
from scorekeeper.scorebook.club.night_state import NoSuchNight, night_state
from scorekeeper.scorebook.club.with_matches import NightWithMatches, night_at, night_with_matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right, Stale
from scorekeeper.web.hosts import base_url

blueprint = Blueprint("club", __name__, url_prefix="/club")
for each in night_texts.FILTERS:
    blueprint.add_app_template_filter(each)


@blueprint.app_errorhandler(NoSuchNight)
def not_there(_why: NoSuchNight) -> ResponseReturnValue:
    """Say that there is no such night: 404."""
    text = _("This scorebook has no club night at that address.")
    return _error(_("Club night not found"), text), HTTPStatus.NOT_FOUND


@blueprint.app_errorhandler(OfficialsOnly)
def officials_only(_why: OfficialsOnly) -> ResponseReturnValue:
    """Say who may change a club night: 403."""
    text = _(
        "Only the device that started the club night, or one with its link for officials, "
        "can do this."
    )
    return _error(_("You do not run this club night"), text), HTTPStatus.FORBIDDEN


@blueprint.route("", methods=["GET", "POST"])
def index() -> ResponseReturnValue:
    """Start a night, like the last one or a new one."""
    form = _start_form()
    if not form.is_submitted():
        form.recall(request.args)
        return _start_page(form, new="new" in request.args)
    if request.form.get("action") == "rules":
        night = urlencode(form.entered)
        return redirect(url_for("new_match.new", game=form.game.data, rules="", night=night), 303)
    game = form.played()
    if game is None:
        return _start_page(form, new=True), form.refused_status
    count_new_match(knows_device=guard.owns_any())
    owner = devices.own_device()
    key = nights.start(form.name.data, game, form.settings(), form.submission, owner)
    return redirect(url_for(".show", key=key), 303)


@blueprint.post("/again")
def again() -> ResponseReturnValue:
    """Start a night like the last one, with the same people."""
    form, last = StartForm(again=True), _last()
    if last is None:
        return redirect(url_for(".index"), 303)
    if not form.validate():
        return _start_page(form, new=False), form.refused_status
    count_new_match(knows_device=guard.owns_any())
    key = nights.start_again(last.night, form.submission, devices.own_device())
    return redirect(url_for(".show", key=key), 303)


@blueprint.get("/season")
def season() -> str:
    """Add up the points of all nights that are over."""
    played = [night_with_matches(each.key) for each in nights.nights(_whose())]
    over = [seen for seen in played if seen.night.record.played and not seen.unfinished]
    people = {
        player: seen.night.names[person]
        for seen in over
        for person, player in seen.night.players.items()
    }
    rows = [
        [
            row._replace(side=tuple(seen.night.players[person] for person in row.side))
            for row in seen.rows
            if row.played
        ]
        for seen in over
    ]
    points = over[0].night.settings.season if over else ()
    return render_template(
        "club/season.html", nights=over, totals=season_of(rows, points), people=people
    )


@blueprint.get("/<key>")
@open_to_all
def show(key: str) -> ResponseReturnValue:
    """Show a club night: who is here, the draw, the tables, or who has won."""
    state = night_state(key)
    seen = night_at(state)
    if is_official(seen.night):
        return page_of(seen, chosen=request.args.get("swap", type=int))
    return send_kept(state, "night")


@blueprint.get("/<key>/people")
@open_to_all
def people(key: str) -> str:
    """Show who is here, also while tables are played."""
    naming = "name" in request.args
    chosen = request.args.get("name" if naming else "pair", type=int)
    seen = night_at(night_state(key))
    official = is_official(seen.night)
    return page_of(seen, "people", chosen=chosen, official=official, naming=naming)


@blueprint.get("/<key>/wall")
@open_to_all
def wall(key: str) -> Response:
    """Show the tables and the standings on a big screen."""
    return send_kept(night_state(key), "wall")


@blueprint.get("/<key>/me")
@open_to_all
def me(key: str) -> ResponseReturnValue:
    """Ask who the guest is, or show the page of the one whom this device remembers."""
    night, kept = find_night(key), cookie.get(GUESTS, {}).get(key)
    if kept in night.names and "other" not in request.args:
        return redirect(url_for(".of", key=key, person=kept), 303)
    return render_template("club/who.html", night=night, shown=night_texts)


@blueprint.get("/<key>/for/<int:person>")
@open_to_all
def of(key: str, person: int) -> ResponseReturnValue:
    """Show a guest their table, and remember on this device who they are."""
    state = night_state(key)
    if person not in night_at(state).night.names:
        return redirect(url_for(".me", key=key, other=""), 303)
    if cookie.get(GUESTS, {}).get(key) != person:
        remember(GUESTS, key, person)
    return send_kept(state, "guest", person)


@blueprint.get("/<key>/codes")
@open_to_all
def codes(key: str) -> str:
    """Show a code for each table, to print and lay there, and one for officials."""
    night = find_night(key)
    only_officials(night)
    form, people = PeopleForm(), len(night.record.here)
    form.version.data = night.version
    at_table = max(night.sizes, default=4)
    most = max((len(each.meetings) for each in night.record.rounds), default=-(-people // at_table))
    wanted = request.args.get("tables", max(most, 1), type=int)
    site = base_url()
    tables = [
        (table, site + url_for(".table", key=key, number=table, token=token_of(night, table)))
        for table in range(1, min(max(wanted, 1), 128) + 1)
    ]
    return render_template(
        "club/codes.html",
        night=night,
        form=form,
        tables=tables,
        watch=site + url_for(".me", key=key),
        official=site + url_for(".official", key=key, token=token_of(night, 0)),
    )


@blueprint.route("/<key>/tables/<int:number>/<token>", methods=["GET", "POST"])
@open_to_all
def table(key: str, number: int, token: str) -> ResponseReturnValue:
    """Open the match at a table on the device that lies there; wait if the next is not open yet."""
    seen, form = night_at(night_state(key)), VersionForm()
    _check(seen.night, number, token)
    if form.is_submitted():
        if form.validate():
            _open_another(key, number, form)
        return redirect(url_for(".table", key=key, number=number, token=token), 303)
    form.version.data = str(seen.night.version)
    board = seen.tables[number - 1] if 1 <= number <= len(seen.tables) else None
    match = board.last.match if board and not board.over and not board.asks else None
    if match is None:
        events = url_for("live_club.events", key=key, name="")
        at = {"number": number, "board": board, "stamp": seen.tag, "events": events}
        return render_template(
            "club/table.html", night=seen.night, shown=night_texts, form=form, **at
        )
    guard.accept_first_link(match.id, Right.SCORE)
    cookie["table"] = [key, number, token]
    return redirect(url_for("table.show", match_id=match.id), 303)


def _open_another(key: str, number: int, form: VersionForm) -> None:
    """Open the next match of a table that plays several, unless another device did."""
    count_new_match(knows_device=guard.owns_any())
    with suppress(Stale):
        sent = Submission(form.submission, device_name())
        nights.open_another(key, int(form.version.data), sent, number)


@blueprint.get("/<key>/rounds/<int:number>/tables/<int:at>/match")
@open_to_all
def match(key: str, number: int, at: int) -> ResponseReturnValue:
    """Open the match at a table: officials may score it, and watchers of the night may watch."""
    seen = night_at(night_state(key))
    board = seen.board(number, at)
    found = board.match(at).match if board else None
    if found is None:
        abort(404)
    if guard.visible_matches() is not None:
        right = Right.SCORE if is_official(seen.night) else Right.WATCH
        guard.accept_first_link(found.id, right)
    return redirect(url_for("table.show", match_id=found.id), 303)


@blueprint.get("/<key>/tables/<int:number>")
@open_to_all
def go_on(key: str, number: int) -> ResponseReturnValue:
    """Redirect the device at a table to its next match, and everybody else to the night."""
    find_night(key)
    last_key, last_number, token = cookie.get("table", ("", 0, ""))
    if (last_key, last_number) == (key, number):
        return redirect(url_for(".table", key=key, number=number, token=token), 303)
    return redirect(url_for(".show", key=key), 303)


@blueprint.get("/<key>/official/<token>")
@open_to_all
def official(key: str, token: str) -> ResponseReturnValue:
    """Make this device an official of the night."""
    night = find_night(key)
    _check(night, 0, token)
    devices.own_device()
    make_official(night, night.generation)
    return redirect(url_for(".show", key=key), 303)


@blueprint.get("/<key>/standings.csv")
@open_to_all
def as_csv(key: str) -> Response:
    """Send the standings for a spreadsheet."""
    seen = night_with_matches(key)
    keys = night_texts.columns(seen)
    lines: list[spreadsheets.Row] = [["place", "names", *(each.value for each in keys)]]
    lines += [
        [row.place, seen.night.side_name(row.side), *map(row.value, keys)] for row in seen.rows
    ]
    return attached(spreadsheets.as_csv(lines), "standings.csv", "text/csv")


@blueprint.get("/<key>/matches.csv")
@open_to_all
def matches_csv(key: str) -> Response:
    """Send who played whom, and the results, for a spreadsheet."""
    seen = night_with_matches(key)
    found = [(number, board) for number, each in enumerate(seen.boards, start=1) for board in each]
    most = max((len(board.names) for _number, board in found), default=2)
    lines: list[spreadsheets.Row] = [["round", "table", *["names", "points"] * most, "sanctions"]]
    for number, board in found:
        scores: Sequence[spreadsheets.Cell] = board.scores or ("",) * len(board.names)
        sides: spreadsheets.Row = []
        for cells in zip(board.names, scores, strict=True):
            sides += cells
        empty = [""] * (2 * most - len(sides))
        sanctions = " · ".join(told for _place, told in sanctions_of(board))
        lines.append([number, board.number, *sides, *empty, sanctions])
    return attached(spreadsheets.as_csv(lines), "matches.csv", "text/csv")


@blueprint.get("/<key>/paper/<any(places, matches):what>")
@open_to_all
def paper(key: str, what: str) -> str:
    """Show a page to print: who sits where, and the standings; or who played whom."""
    seen = night_at(night_state(key))
    return render_template("club/paper.html", **table_of_night(seen), what=what)


@blueprint.get("/<key>/podium.svg")
@open_to_all
def podium(key: str) -> Response:
    """Draw a picture of the first three to share."""
    seen = night_with_matches(key)
    drawing = render_template("club/podium.svg", seen=seen, shown=night_texts)
    return Response(drawing, mimetype="image/svg+xml")


def _start_form() -> StartForm:
    """Return the form of a new night; outside of a house, strangers share no rules."""
    return StartForm(rule_sets.rule_sets() if guard.in_house() else ())


def _start_page(form: StartForm, *, new: bool) -> str:
    last = _last()
    if last and not form.is_submitted():
        form.name.data = form.name.data or last.night.name
    return render_template(
        "club/start.html",
        nights=nights.nights(_whose()),
        binned=nights.nights(_whose(), binned=True),
        last=last,
        new=new or last is None,
        form=form,
        in_house=guard.in_house(),
        hows=HOWS,
        shown=night_texts,
        errors=form.problems,
    )


def _last() -> NightWithMatches | None:
    """Return the last night that was started."""
    found = nights.nights(_whose())
    return night_with_matches(found[0].key) if found else None


def _whose() -> str | None:
    """Return whose nights are listed: everybody's in a house."""
    return devices.device() if current_app.config["ACCESS"] == Access.LINKS else None


def _error(title: str, text: str) -> str:
    return render_template("errors/error.html", title=title, text=text, asks_pin=False)


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="link to a table of a club night")


def token_of(night: ClubNight, table: int) -> str:
    """Sign a link to a table; table 0 is that of the officials."""
    return str(_signer().dumps([night.key, table, night.generation]))


def _check(night: ClubNight, table: int, token: str) -> None:
    # Compare every letter: some bits of the last one are unused, so others would pass too.
    if not compare_digest(token.encode(), token_of(night, table).encode()):
        abort(404)
