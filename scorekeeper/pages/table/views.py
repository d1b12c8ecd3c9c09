"""A match: its table, all of its rounds, the wall, its winner, its result, the rematch."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.sansio.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from scorekeeper import i18n
from scorekeeper.access import devices, guard
from scorekeeper.access.attempt_limits import count_new_match
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.live.page_cache import PageCache, PageKey, page_key, respond_with, tag_of
from scorekeeper.pages.shared.fields import TokenForm
from scorekeeper.pages.table import banner, highlights, points_added, score_chart, scoreboard
from scorekeeper.pages.table import winner as ending
from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.points_in_play import points_in_play
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.web.hosts import sent_by_own_page

blueprint = Blueprint("table", __name__, url_prefix="/matches/<int:match_id>")

# Filters for these templates, besides those of all pages (shared/template_filters.py).
FILTERS = (
    banner.reasons_beside,
    banner.round_moves,
    banner.sum_of,
    ending.has_long_word,
    ending.pips_of,
    ending.podium,
    ending.points_size,
    ending.row_areas,
    ending.written,
    highlights.highlights_of,
    highlights.how_won,
    score_chart.fitted,
    score_chart.line_of,
    score_chart.text_width,
    scoreboard.are_short,
    scoreboard.later_numbers,
    scoreboard.meta_of,
    scoreboard.newest_rounds,
    scoreboard.news_of,
    scoreboard.notes_of,
)
for sentence in FILTERS:
    blueprint.add_app_template_filter(sentence)


@blueprint.get("")
@needs(Right.WATCH)
def show(match_id: int) -> ResponseReturnValue:
    """Show the scoreboard."""
    return _cached_page(match_id, "table")


@blueprint.get("/rounds")
@needs(Right.WATCH)
def rounds(match_id: int) -> ResponseReturnValue:
    """Show the table with all of its rounds."""
    return _cached_page(match_id, "rounds")


@blueprint.get("/wall")
@needs(Right.WATCH)
def wall(match_id: int) -> ResponseReturnValue:
    """Show the scores on a large screen."""
    return _cached_page(match_id, "wall")


@blueprint.get("/wall/evening")
@needs(Right.WATCH)
def evening_wall(match_id: int) -> ResponseReturnValue:
    """Show the wall, and between matches the day's table; go on to the next match."""
    match, seen = matches.find_match(match_id), guard.visible_matches()
    following = matches.rematch_of(match_id) if match.standing.over else None
    if following is not None and (seen is None or following in seen):
        return redirect(url_for(".evening_wall", match_id=following), 303)
    made = points_in_play(match)
    so_far = points_added.so_far_of(match, made)
    # Not cached for all who watch: each device has the day's play of the matches it may see.
    html = render_template(
        "table/wall.html",
        name="wall",
        seen=tag_of(match.version, made),
        match=so_far.match,
        so_far=so_far,
        can_score=guard.right() >= Right.SCORE,
        with_evening=True,
        club=nights.table_of(match.id),
        evening=ending.evening_places(match, seen) if match.standing.over else None,
    )
    return _unless_known(Response(html, mimetype="text/html"), weak=True)


@blueprint.get("/winner")
@needs(Right.WATCH)
def winner(match_id: int) -> ResponseReturnValue:
    """Show who won; a match that goes on redirects to its table."""
    match = matches.find_match(match_id)
    if not match.standing.over:
        return redirect(url_for(".show", match_id=match_id))
    return _render_winner(match, TokenForm())


@blueprint.get("/result.svg")
@needs(Right.WATCH)
def result(match_id: int) -> ResponseReturnValue:
    """Send the result as a picture, wide or square; a match that goes on redirects to its table."""
    match, name = matches.find_match(match_id), request.args.get("shape", "wide")
    if not match.standing.over:
        return redirect(url_for(".show", match_id=match_id))
    if name not in ("wide", "square"):
        abort(404)
    drawing = render_template("table/result.svg", match=match, name=name)
    return _unless_known(Response(drawing, mimetype="image/svg+xml"))


@blueprint.post("/rematch")
@needs(Right.SCORE)
def rematch(match_id: int) -> ResponseReturnValue:
    """Start the same match again: the same seats, the next player leads."""
    match, form = matches.find_match(match_id), TokenForm()
    if not match.standing.over:
        return redirect(url_for(".show", match_id=match_id), 303)
    # The page of a win is cached for many devices and has no token.
    if not sent_by_own_page() and not form.validate():
        return _render_winner(match, form), form.refused_status
    count_new_match(knows_device=guard.owns_any())
    rematch_id, opened = matches.open_rematch(match_id, device_name(), devices.own_device())
    if not opened and (link_state := rights.link_state(rematch_id)):
        # Another device at this table started it first.
        guard.accept_grant(link_state.link(Right.SCORE))
    return redirect(url_for(".show", match_id=rematch_id), 303)


def render_page(key: PageKey) -> str:
    """Render one of the pages that many devices watch."""
    match = matches.find_match(key.match_id, key.version)
    can_score = key.right >= Right.SCORE
    so_far = points_added.so_far_of(match, key.in_play)
    extra: dict[str, object] = {}
    if key.name == "table":
        playing = so_far.last is not None
        shown = so_far.banner if playing else partial(_banner, match)
        extra = {"banner": shown(can_score=can_score), "newest": scoreboard.NEWEST}
    return render_template(
        f"table/{key.name}.html",
        name=key.name,
        seen=key.seen,
        match=so_far.match,
        so_far=so_far,
        can_score=can_score,
        can_keep=not can_score and guard.in_house(),
        club=nights.table_of(match.id),
        **extra,
    )


def _banner(match: Match, *, can_score: bool) -> banner.Banner:
    last, undoes = history.latest_change(match), None
    if can_score and last is not None:
        # The last change can be undone; only after an undo the log must be asked what else can.
        undoes = history.next_undo(match.id) if last.undoes else last
    return banner.banner_of(match, last, undoes)


@blueprint.record_once
def add_page_cache(state: BlueprintSetupState) -> None:
    """Give the application its cache of rendered pages."""
    kept = state.app.config["KEPT_MEGABYTES"]
    state.app.extensions["page_cache"] = PageCache(render_page, kept)


def _cached_page(match_id: int, name: str) -> Response:
    """Send a page, or 304 if the device has it."""
    version = guard.version_read()
    if version is None:
        version = matches.version_of(match_id)
    made = points_in_play(matches.find_match(match_id, version))
    pages: PageCache[PageKey] = current_app.extensions["page_cache"]
    language = i18n.page_language()
    return respond_with(
        pages.page(page_key(name, match_id, version, made, guard.right(), language))
    )


def _unless_known(response: Response, *, weak: bool = False) -> Response:
    """Let the device cache an answer, but check each time whether it has changed."""
    response.add_etag(weak=weak)
    return response.make_conditional(request.environ)


def _render_winner(match: Match, form: TokenForm) -> str:
    return render_template(
        "table/winner.html",
        match=match,
        story=ending.story_of(match),
        row=ending.row_of(match, guard.visible_matches()),
        can_score=guard.right() >= Right.SCORE,
        form=form,
        club=nights.table_of(match.id),
        errors=form.problems,
    )
