"""The pages of an evening that anybody may look at, its codes, and a season of evenings."""

from __future__ import annotations

import csv
import io
from http import HTTPStatus
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from flask import session as cookie
from flask.typing import ResponseReturnValue
from itsdangerous import BadData, URLSafeSerializer

from scorekeeper.access import guard, session
from scorekeeper.access.guard import open_to_all
from scorekeeper.access.limits import count_new_match
from scorekeeper.club.standings import season as season_of
from scorekeeper.config import Access
from scorekeeper.messages import gettext as _
from scorekeeper.pages.club import shown
from scorekeeper.pages.club.forms import StartForm
from scorekeeper.pages.club.page import (
    OFFICIALS,
    OfficialsOnly,
    only_officials,
    page_of,
    stamp_of,
)
from scorekeeper.pages.shared.lists import attached
from scorekeeper.scorebook import evenings
from scorekeeper.scorebook.evenings import NoSuchEvening
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.web.hosts import base_url

blueprint = Blueprint("club", __name__, url_prefix="/club")
for each in shown.FILTERS:
    blueprint.add_app_template_filter(each)


@blueprint.app_errorhandler(NoSuchEvening)
def not_there(_why: NoSuchEvening) -> ResponseReturnValue:
    """Say that there is no such evening: 404."""
    text = _("This scorebook has no evening with that address.")
    return _error(_("Evening not found"), text), HTTPStatus.NOT_FOUND


@blueprint.app_errorhandler(OfficialsOnly)
def officials_only(_why: OfficialsOnly) -> ResponseReturnValue:
    """Say who may change an evening: 403."""
    text = _("Only whoever started the evening, or has its link for officials, can do this.")
    return _error(_("Not your evening"), text), HTTPStatus.FORBIDDEN


@blueprint.route("", methods=["GET", "POST"])
def index() -> ResponseReturnValue:
    """List the evenings, and start one."""
    form = StartForm()
    if not form.is_submitted():
        return _list(form)
    game = form.played()
    if game is None:
        return _list(form), form.refused_status
    count_new_match(knows_device=guard.owns_any())
    owner = session.own_device()
    key = evenings.start(form.name.data, game, form.settings(), form.submission, owner)
    return redirect(url_for(".show", key=key), 303)


@blueprint.get("/season")
def season() -> str:
    """Add up the points of all evenings that are over."""
    played = [evenings.see(each.key) for each in evenings.evenings(_whose())]
    over = [seen for seen in played if seen.evening.played and not seen.unfinished]
    people = {person.player_id: person.name for seen in over for person in seen.evening.people}
    rows = [
        [
            row._replace(side=tuple(seen.evening.people[at].player_id for at in row.side))
            for row in seen.standings()
            if row.played
        ]
        for seen in over
    ]
    points = over[0].evening.settings.season if over else ()
    return render_template(
        "club/season.html", evenings=over, totals=season_of(rows, points), people=people
    )


@blueprint.get("/<key>")
@open_to_all
def show(key: str) -> str:
    """Show an evening: its draw, its tables, its standings, and who is here."""
    return page_of(evenings.see(key))


@blueprint.get("/<key>/wall")
@open_to_all
def wall(key: str) -> str:
    """Show the tables and the standings on a big screen."""
    return page_of(evenings.see(key), template="club/wall.html")


@blueprint.get("/<key>/at")
@open_to_all
def at(key: str) -> Response:
    """Say whether the evening has changed, for pages that look: {"stamp": a text}."""
    return jsonify(stamp=stamp_of(evenings.see(key)))


@blueprint.get("/<key>/codes")
@open_to_all
def codes(key: str) -> str:
    """Show a code for each table, to print and lay there, and one for officials."""
    evening = evenings.find(key)
    only_officials(evening)
    people = sum(person.here for person in evening.people)
    most = max((len(each.drawn.tables) for each in evening.rounds), default=people // 4)
    wanted = request.args.get("tables", max(most, 1), type=int)
    site = base_url()
    tables = [
        (table, site + url_for(".table", key=key, number=table, token=token_of_table(key, table)))
        for table in range(1, min(max(wanted, 1), 128) + 1)
    ]
    return render_template(
        "club/codes.html",
        evening=evening,
        tables=tables,
        watch=site + url_for(".show", key=key),
        official=site + url_for(".official", key=key, token=token_of_table(key, 0)),
    )


@blueprint.get("/<key>/tables/<int:number>/<token>")
@open_to_all
def table(key: str, number: int, token: str) -> ResponseReturnValue:
    """Open the match at a table on whatever lies there; wait where the next is not open yet."""
    _check(key, number, token)
    seen = evenings.see(key)
    played = seen.evening.played
    current = shown.boards(seen, len(played)) if played else []
    board = current[number - 1] if 1 <= number <= len(current) else None
    if board is None or board.match is None or board.over:
        return render_template(
            "club/table.html", seen=seen, number=number, board=board, stamp=stamp_of(seen)
        )
    state = links.link_state(board.match.id)
    if state is not None:
        guard.accept_grant(state.link(Right.SCORE))
    cookie["table"] = [key, number, token]
    return redirect(url_for("table.show", match_id=board.match.id), 303)


@blueprint.get("/<key>/tables/<int:number>")
@open_to_all
def go_on(key: str, number: int) -> ResponseReturnValue:
    """Lead what lies at a table to its next match, and everybody else to the evening."""
    evenings.find(key)
    last_key, last_number, token = cookie.get("table", ("", 0, ""))
    if (last_key, last_number) == (key, number):
        return redirect(url_for(".table", key=key, number=number, token=token), 303)
    return redirect(url_for(".show", key=key), 303)


@blueprint.get("/<key>/official/<token>")
@open_to_all
def official(key: str, token: str) -> ResponseReturnValue:
    """Let this device draw, too."""
    _check(key, 0, token)
    cookie[OFFICIALS] = [*{*cookie.get(OFFICIALS, []), key}]
    return redirect(url_for(".show", key=key), 303)


@blueprint.get("/<key>/standings.csv")
@open_to_all
def as_csv(key: str) -> Response:
    """Send the standings for a spreadsheet."""
    seen = evenings.see(key)
    keys, text = shown.columns(seen.evening), io.StringIO()
    lines = csv.writer(text)
    lines.writerow(["place", "names", *(each.value for each in keys)])
    for row in seen.standings():
        name = shown.side_name(seen.evening, row.side)
        lines.writerow([row.place, _plain(name), *(row.value(each) for each in keys)])
    return attached(text.getvalue().encode("utf-8-sig"), "standings.csv", "text/csv")


@blueprint.get("/<key>/podium.svg")
@open_to_all
def podium(key: str) -> Response:
    """Draw the first three, as a picture to share."""
    seen = evenings.see(key)
    drawing = render_template("club/podium.svg", seen=seen, shown=shown, rows=seen.standings()[:3])
    return Response(drawing, mimetype="image/svg+xml")


def _plain(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text


def _list(form: StartForm) -> str:
    return render_template(
        "club/index.html",
        evenings=evenings.evenings(_whose()),
        form=form,
        errors=form.problems,
    )


def _whose() -> str | None:
    """Return whose evenings are listed: everybody's in a house."""
    return session.device() if current_app.config["ACCESS"] == Access.LINKS else None


def _error(title: str, text: str) -> str:
    return render_template("errors/error.html", title=title, text=text, asks_pin=False)


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="link to a table of an evening")


def token_of_table(key: str, table: int) -> str:
    """Sign a link to a table; table 0 is that of the officials."""
    return str(_signer().dumps([key, table]))


def _check(key: str, table: int, token: str) -> None:
    try:
        signed: Any = _signer().loads(token)
    except BadData:
        signed = None
    if signed != [key, table]:
        abort(404)
