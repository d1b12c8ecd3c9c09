"""The home page: the match to continue, a new one, and the finished ones; those put away."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard, session
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.home.front import front_of
from scorekeeper.pages.home.match_lists import finished_list, open_list
from scorekeeper.pages.home.rows import add_row_cache
from scorekeeper.pages.home.search import Search, asked_for, choices_for
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.scorebook import trash
from scorekeeper.scorebook.listing import finished_matches, open_matches
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions.rights import Right

blueprint = Blueprint("home", __name__)
blueprint.record_once(add_row_cache)


@blueprint.get("/")
def index() -> str:
    """Show the matches: those that are looked for, a page at a time; 404 beyond the last page."""
    return _render(asked_for(guard.visible_matches()))


@blueprint.post("/matches/<int:match_id>/back")
@needs(Right.SCORE)
def bring_back(match_id: int) -> ResponseReturnValue:
    """Bring back a match that was put away."""
    form = EntryForm()
    if not form.validate():
        return _render(asked_for(guard.visible_matches()), form), form.refused_status
    trash.bring_back(match_id, Submission(form.submission, device_name()))
    return redirect(url_for("table.show", match_id=match_id), 303)


def _render(search: Search, form: EntryForm | None = None) -> str:
    wanted, scorable = search.wanted, guard.scorable_matches()
    page = (open_matches if search.state else finished_matches)(wanted, search.start)
    if search.before and not page.rows:
        abort(404)
    front = front_of(page, search.among, scorable) if search.at_front else None
    if form is None and (search.state or session.begun()):
        form = EntryForm()
    return render_template(
        "home/home.html",
        search=search,
        choices=choices_for(search),
        front=front,
        list=open_list(wanted, page, scorable) if search.state else finished_list(wanted, page),
        listed=bool(page.rows) or front is None,
        empty=not (front is None or front.current or front.put_away or page.rows),
        older=search.address_parts(page.rows[-1].place) if page.more else None,
        by_link=search.among is not None,
        trash=trash.any_of(guard.owned_matches()),
        form=form,
        errors=form.problems if form else (),
    )
