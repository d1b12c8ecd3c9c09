"""The pages of figures: players, a player, two players, a season, an evening; and their matches."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.interchange.tables import as_csv, players_table
from scorekeeper.pages.players.asked import Asked, asked_for
from scorekeeper.pages.players.behind import behind_pair, behind_player, behind_rivals
from scorekeeper.pages.players.everybody import (
    LISTED_A_PAGE,
    columns_of,
    lines_of_players,
    order_of,
    sorted_players,
)
from scorekeeper.pages.players.filters import filters_for
from scorekeeper.pages.players.gathering import evening_page, season_lines
from scorekeeper.pages.players.person import person_page
from scorekeeper.pages.players.two import against_page, pair_page
from scorekeeper.pages.shared.attachments import attached
from scorekeeper.pages.shared.paging import part_asked_for
from scorekeeper.scorebook.database.limits import LONGEST_NAME
from scorekeeper.scorebook.figures import read as figures_read
from scorekeeper.scorebook.figures.state import are_kept, are_rated
from scorekeeper.scorebook.people.looks import clean_name
from scorekeeper.scorebook.people.players import NoSuchPlayer, Player, find_player, list_players
from scorekeeper.wording.formats import matches as matches_text
from scorekeeper.wording.formats import players as players_text

blueprint = Blueprint("players", __name__)


@blueprint.get("/players")
def index() -> ResponseReturnValue:
    """List the players, or those who are hidden; those with a word in their names."""
    asked, order = _asked(), order_of(request.args.get("sort", ""))
    word, hidden = clean_name(request.args.get("q", "")[:LONGEST_NAME]), "hidden" in request.args
    found = sorted_players(list_players(asked.seen, word, hidden=hidden), asked, order)
    page = part_asked_for(found, LISTED_A_PAGE)
    played = figures_read.number_of_matches(asked.frame)
    return _page(
        "players/index.html",
        asked,
        lines=lines_of_players(page.rows),
        counts=f"{players_text(len(found))}, {matches_text(played)}",
        played=played > 0,
        columns=columns_of(order),
        order=order.text,
        word=word,
        hidden=hidden,
        others=bool(list_players(asked.seen, hidden=not hidden)),
        page=page,
    )


@blueprint.get("/players/<int:player_id>")
def show(player_id: int) -> ResponseReturnValue:
    """Show the figures of a player."""
    asked = _asked()
    everybody = "all" in request.args
    page = person_page(_player(player_id, asked), asked, everybody=everybody)
    return _page("players/player.html", asked, page=page)


@blueprint.get("/players/<int:player_id>/matches")
def show_matches(player_id: int) -> ResponseReturnValue:
    """List the matches that a figure of a player was counted from."""
    asked = _asked()
    page = behind_player(_player(player_id, asked), asked)
    return _page("players/matches.html", asked, page=page)


@blueprint.get("/players/<int:player_id>/against/<int:other_id>")
def against(player_id: int, other_id: int) -> ResponseReturnValue:
    """Show how two players did against each other."""
    asked = _asked()
    return _page(
        "players/against.html", asked, page=against_page(*_two(player_id, other_id, asked), asked)
    )


@blueprint.get("/players/<int:player_id>/against/<int:other_id>/matches")
def against_matches(player_id: int, other_id: int) -> ResponseReturnValue:
    """List the matches of two players against each other."""
    asked = _asked()
    page = behind_rivals(*_two(player_id, other_id, asked), asked)
    return _page("players/matches.html", asked, page=page)


@blueprint.get("/players/<int:player_id>/with/<int:other_id>")
def pair(player_id: int, other_id: int) -> ResponseReturnValue:
    """Show what two players came to as partners."""
    asked = _asked()
    return _page(
        "players/pair.html", asked, page=pair_page(*_two(player_id, other_id, asked), asked)
    )


@blueprint.get("/players/<int:player_id>/with/<int:other_id>/matches")
def pair_matches(player_id: int, other_id: int) -> ResponseReturnValue:
    """List the matches that a figure of two partners was counted from."""
    asked = _asked()
    page = behind_pair(*_two(player_id, other_id, asked), asked)
    return _page("players/matches.html", asked, page=page)


@blueprint.get("/season")
def season() -> ResponseReturnValue:
    """Show the players in the order of a season, to be printed."""
    asked = _asked()
    lines = season_lines(asked)
    counts = players_text(len(lines))
    return _page("players/index.html", asked, season=True, lines=lines, counts=counts)


@blueprint.get("/players.csv")
def table() -> Response:
    """Send the figures of everybody as a table for spreadsheets."""
    rows = players_table(_asked().frame)
    return attached(as_csv(rows), "players.csv", "text/csv")


@blueprint.get("/evenings/<day>")
def evening(day: str) -> ResponseReturnValue:
    """Show what was played in an evening, its matches a page at a time."""
    try:
        page = evening_page(date.fromisoformat(day), guard.visible_matches())
    except (ValueError, OverflowError):
        abort(404)
    return _answer(render_template("players/evening.html", page=page, **_state()))


def _asked() -> Asked:
    return asked_for(guard.visible_matches())


def _player(player_id: int, asked: Asked) -> Player:
    try:
        return find_player(player_id, asked.seen)
    except NoSuchPlayer:
        abort(404)


def _two(player_id: int, other_id: int, asked: Asked) -> tuple[Player, Player]:
    if player_id == other_id:
        abort(404)
    return _player(player_id, asked), _player(other_id, asked)


def _page(template: str, asked: Asked, **values: object) -> Response:
    filters = filters_for(asked)
    return _answer(render_template(template, asked=asked, filters=filters, **values, **_state()))


def _state() -> dict[str, bool]:
    return {"counting": not (are_kept() and are_rated())}


def _answer(html: str) -> Response:
    """Answer with a page that a browser keeps, and asks whether it is still the same."""
    response = Response(html, mimetype="text/html")
    response.add_etag(weak=True)
    response.headers["Cache-Control"] = "private, no-cache"
    return response.make_conditional(request.environ)
