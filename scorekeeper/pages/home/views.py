"""The home page: the matches there are."""

from flask import Blueprint, abort, render_template, url_for

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name, display_name
from scorekeeper.pages.shared.match import card
from scorekeeper.pages.shared.paging import page_number
from scorekeeper.scorebook import matches as scorebook

blueprint = Blueprint("home", __name__)


@blueprint.get("/")
def index() -> str:
    """Show the matches in progress and the finished ones, a page at a time."""
    page = page_number()
    mine = guard.visible_matches()
    playing = scorebook.matches_in_progress(page, mine)
    finished = scorebook.finished_matches(page, mine)
    binned = scorebook.trashed_matches(1, guard.owned_matches())
    if page > 1 and not (playing.matches or finished.matches):
        abort(404)
    more = playing.more or finished.more
    return render_template(
        "home/home.html",
        playing=tuple(map(card, playing.matches)),
        finished=tuple(map(card, finished.matches)),
        by_link=mine is not None,
        device=display_name(device_name()),
        older_url=url_for("home.index", page=page + 1) if more else None,
        bin_url=url_for("trash.index") if binned.matches else None,
        newer_url=url_for("home.index", page=page - 1) if page > 1 else None,
    )
