"""Pages of statistics: players, a player, two players, a season, a day's play; their matches."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.config import LARGEST_ID
from scorekeeper.figures.match_results import Figure
from scorekeeper.interchange.spreadsheets import as_csv, players_table
from scorekeeper.pages.players.figures_address import Asked, asked_for, to_choose_from
from scorekeeper.pages.players.match_lines import lines_of, lines_of_matches
from scorekeeper.pages.players.player_figures import (
    MOST_RECENT,
    Order,
    against_page,
    person_page,
    sorted_players,
)
from scorekeeper.pages.shared.list_pages import attached, part_asked_for
from scorekeeper.scorebook.database.column_limits import LONGEST_NAME
from scorekeeper.scorebook.figures import page_figures as figures_read
from scorekeeper.scorebook.figures.queries import Figures
from scorekeeper.scorebook.figures.recounting import are_kept, are_rated
from scorekeeper.scorebook.people.players import (
    NoSuchPlayer,
    Player,
    find_player,
    list_players,
    players_by_id,
)
from scorekeeper.scorebook.people.similar_names import clean_name

LISTED_A_PAGE = 50
MATCHES_A_PAGE = 20
# Which of two finished ahead, as in the address.
_AHEAD = {"": None, "ahead": 1, "behind": -1, "level": 0}

blueprint = Blueprint("players", __name__)


@blueprint.get("/players")
def index() -> ResponseReturnValue:
    """List the players, or the hidden ones; perhaps only those with a word in their names."""
    asked, order = asked_for(), Order.of(request.args.get("sort", ""))
    word, hidden = clean_name(request.args.get("q", "")[:LONGEST_NAME]), "hidden" in request.args
    seen, came = asked.frame.seen, guard.came()
    found = sorted_players(list_players(seen, word, came=came, hidden=hidden), asked, order)
    return _page(
        "players/index.html",
        asked,
        page=part_asked_for(found, LISTED_A_PAGE),
        number_of_players=len(found),
        played=Figures(asked.frame).number(),
        order=order,
        word=word,
        hidden=hidden,
        others=bool(list_players(seen, came=came, hidden=not hidden)),
    )


@blueprint.get("/players/<int:player_id>")
def show(player_id: int) -> ResponseReturnValue:
    """Show the figures of a player."""
    asked = asked_for()
    page = person_page(_player(player_id, asked), asked, everybody="all" in request.args)
    return _page("players/player.html", asked, **page)


@blueprint.get("/players/<int:player_id>/matches")
def show_matches(player_id: int) -> ResponseReturnValue:
    """List the matches behind a number in a player's statistics."""
    asked = asked_for()
    return _matches_behind(asked, _player(player_id, asked))


@blueprint.get("/players/<int:player_id>/against/<int:other_id>")
def against(player_id: int, other_id: int) -> ResponseReturnValue:
    """Show how two players did against each other."""
    asked = asked_for()
    page = against_page(*_two(player_id, other_id, asked), asked)
    return _page("players/against.html", asked, **page)


@blueprint.get("/players/<int:player_id>/against/<int:other_id>/matches")
def against_matches(player_id: int, other_id: int) -> ResponseReturnValue:
    """List the matches of two players against each other."""
    asked, figure = asked_for(), request.args.get("figure", "")
    one, two = _two(player_id, other_id, asked)
    if figure == "row":
        # Matches in which the first was ahead, up to the last one in the address, or to now.
        last = request.args.get("last", None, type=int)
        found = figures_read.matches_in_a_row(one.id, two.id, asked.frame, last)
    elif figure in _AHEAD:
        met, ahead = Figures(asked.frame).meetings(one.id, two.id), _AHEAD[figure]
        found = tuple(each.match_id for each in met if ahead in (None, each.ahead))
    else:
        abort(404)
    return _matches(asked, figure, found, players=(one, two), rivals=True)


@blueprint.get("/players/<int:player_id>/with/<int:other_id>")
def pair(player_id: int, other_id: int) -> ResponseReturnValue:
    """Show how two players did as partners."""
    asked = asked_for()
    one, two = _two(player_id, other_id, asked)
    figures = figures_read.pair_figures(one.id, two.id, asked.frame, MOST_RECENT)
    lines = lines_of(figures.newest)
    return _page("players/pair.html", asked, one=one, two=two, figures=figures, recent_lines=lines)


@blueprint.get("/players/<int:player_id>/with/<int:other_id>/matches")
def pair_matches(player_id: int, other_id: int) -> ResponseReturnValue:
    """List the matches behind a number in the statistics of two partners."""
    asked = asked_for()
    return _matches_behind(asked, *_two(player_id, other_id, asked))


@blueprint.get("/season")
def season() -> ResponseReturnValue:
    """Show the ranking of a season to print, without hidden players."""
    asked = asked_for()
    names = {player.id: player for player in list_players(asked.frame.seen)}
    lines = [line for line in figures_read.season_table(asked.frame) if line.player in names]
    return _page("players/index.html", asked, season=True, lines=lines, names=names)


@blueprint.get("/players.csv")
def table() -> Response:
    """Send everybody's statistics as a table for spreadsheets."""
    rows = players_table(asked_for().frame)
    return attached(as_csv(rows), "players.csv", "text/csv")


@blueprint.get("/evenings/<day>")
def evening(day: str) -> ResponseReturnValue:
    """Show a day's play: matches that go on, then the newest, a page at a time."""
    seen = guard.visible_matches()
    try:
        began_on = date.fromisoformat(day)
        found = figures_read.evening(began_on, seen)
    except (ValueError, OverflowError):
        abort(404)
    page = part_asked_for((*found.going_on, *reversed(found.matches)), MATCHES_A_PAGE)
    names = players_by_id(seen)
    going_on = [each for each in page.rows if each in found.going_on]
    values = {
        "day": began_on,
        "evening": found,
        "names": names,
        "table": [each for each in found.players if each.player in names],
        "page": page,
        "going_on": lines_of_matches(going_on),
        "over": lines_of_matches(page.rows[len(going_on) :]),
    }
    return _answer(render_template("players/evening.html", **values, **_state()))


def _player(player_id: int, asked: Asked) -> Player:
    try:
        return find_player(player_id, asked.frame.seen, guard.came())
    except NoSuchPlayer:
        abort(404)


def _two(player_id: int, other_id: int, asked: Asked) -> tuple[Player, Player]:
    if player_id == other_id:
        abort(404)
    return _player(player_id, asked), _player(other_id, asked)


def _matches_behind(asked: Asked, *players: Player) -> Response:
    """List the matches behind a number of a player or of two partners; 404 if there is none."""
    name, ids = request.args.get("figure", ""), tuple(sorted(player.id for player in players))
    if name not in ("", *Figure):
        abort(404)
    found = Figures(asked.frame, ids).behind(ids, Figure(name) if name else None)
    return _matches(asked, name, found, players=players, rivals=False)


def _matches(asked: Asked, figure: str, match_ids: Sequence[int], **values: object) -> Response:
    """Show a page of a list of matches: the first, or the one after the match in the address."""
    before = request.args.get("before", 0, type=int)
    if not 0 <= before <= LARGEST_ID:
        abort(404)
    first = match_ids.index(before) + 1 if before in match_ids else 0
    shown = match_ids[first : first + MATCHES_A_PAGE]
    return _page(
        "players/matches.html",
        asked,
        figure=figure,
        lines=lines_of_matches(shown),
        older=shown[-1] if first + len(shown) < len(match_ids) else None,
        **values,
    )


def _page(template: str, asked: Asked, **values: object) -> Response:
    choice = to_choose_from(asked)
    return _answer(render_template(template, asked=asked, **choice, **values, **_state()))


def _state() -> dict[str, bool]:
    return {"counting": not (are_kept() and are_rated())}


def _answer(html: str) -> Response:
    """Answer with a page that a browser caches, but checks each time."""
    response = Response(html, mimetype="text/html")
    response.add_etag(weak=True)
    return response.make_conditional(request.environ)
