"""The home page: the list of matches."""

from flask import Blueprint, abort, render_template

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name, display_name
from scorekeeper.pages.home.cards import match_card
from scorekeeper.pages.shared.paging import page_number
from scorekeeper.scorebook.matches import finished_matches, matches_in_progress, trashed_matches

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> str:
    """List the matches in progress and the finished ones, a page at a time."""
    page = page_number()
    mine = guard.visible_matches()
    playing = matches_in_progress(page, mine)
    finished = finished_matches(page, mine)
    trashed = trashed_matches(1, guard.owned_matches())
    if page > 1 and not (playing.matches or finished.matches):
        abort(404)
    return render_template(
        "home/home.html",
        playing=tuple(map(match_card, playing.matches)),
        finished=tuple(map(match_card, finished.matches)),
        by_link=mine is not None,
        device=display_name(device_name()),
        page=page,
        older=playing.more or finished.more,
        trash=bool(trashed.matches),
    )
