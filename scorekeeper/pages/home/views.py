"""The home page: the match to continue, a new one, and the finished ones; those put away.

From there, all matches or all of their rounds are downloaded as tables for spreadsheets.
"""

from flask import Blueprint, Response, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import devices, guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.interchange.spreadsheets import as_csv, matches_table, rounds_table
from scorekeeper.pages.home.home_lists import (
    best_first,
    finished_list,
    front_of,
    open_list,
    put_away_title,
)
from scorekeeper.pages.home.search import Search, asked_for, games_for, players_for
from scorekeeper.pages.shared.dates_and_figures import format_day
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.pages.shared.list_pages import attached
from scorekeeper.pages.shared.panel_texts import round_of
from scorekeeper.scorebook import match_bin
from scorekeeper.scorebook.figures.page_figures import scores_of
from scorekeeper.scorebook.match_lists import finished_matches, open_matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right

blueprint = Blueprint("home", __name__)
for sentence in (best_first, format_day, put_away_title, round_of):
    blueprint.add_app_template_filter(sentence)

# More take too long for a page: `scorekeeper export` has all of them.
MOST_MATCHES = 1_000


@blueprint.get("/")
def index() -> str:
    """Show the matches, perhaps those searched for, a page at a time; 404 beyond the last page."""
    return _render(asked_for(guard.visible_matches()))


@blueprint.post("/matches/<int:match_id>/back")
@needs(Right.SCORE)
def bring_back(match_id: int) -> ResponseReturnValue:
    """Bring back a match that was put away."""
    form = EntryForm()
    if not form.validate():
        return _render(asked_for(guard.visible_matches()), form), form.refused_status
    match_bin.bring_back(match_id, Submission(form.submission, device_name()))
    return redirect(url_for("table.show", match_id=match_id), 303)


@blueprint.get("/matches.csv")
def matches() -> Response:
    """Send the matches that the device may see, a row each."""
    rows = matches_table(guard.visible_matches(), MOST_MATCHES)
    return attached(as_csv(rows), "matches.csv", "text/csv")


@blueprint.get("/rounds.csv")
def rounds() -> Response:
    """Send the rounds of the same matches, a row each."""
    rows = rounds_table(guard.visible_matches(), MOST_MATCHES)
    return attached(as_csv(rows), "rounds.csv", "text/csv")


def _render(search: Search, form: EntryForm | None = None) -> str:
    wanted, scorable = search.wanted, guard.scorable_matches()
    page = (open_matches if search.state else finished_matches)(wanted, search.start)
    if search.before and not page.rows:
        abort(404)
    front = front_of(page, search.among, scorable) if search.at_front else None
    if form is None and (search.state or devices.begun()):
        form = EntryForm()
    count, groups = (open_list if search.state else finished_list)(wanted, page)
    shown = [*page.rows, *(front.others if front else ())]
    return render_template(
        "home/home.html",
        search=search,
        players=players_for(search),
        games=games_for(search),
        front=front,
        count=count,
        groups=groups,
        scores={score.match_id: score for score in scores_of([row.match_id for row in shown])},
        scorable=scorable,
        listed=bool(page.rows) or front is None,
        empty=not (front is None or front.current or front.put_away or page.rows),
        older=search.address_parts(page.rows[-1].place) if page.more else None,
        by_link=search.among is not None,
        bin_in_use=match_bin.any_of(guard.owned_matches()),
        form=form,
        errors=form.problems if form else (),
    )
