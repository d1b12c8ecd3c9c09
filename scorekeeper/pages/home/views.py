"""The home page: the match to continue, a new one, and the finished ones."""

from flask import Blueprint, abort, render_template

from scorekeeper.access import guard, session
from scorekeeper.pages.home.front import front_of
from scorekeeper.pages.home.match_lists import finished_list, open_list
from scorekeeper.pages.home.rows import add_row_cache
from scorekeeper.pages.home.search import asked_for, choices_for
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.scorebook import trash
from scorekeeper.scorebook.listing import finished_matches, open_matches

blueprint = Blueprint("home", __name__)
blueprint.record_once(add_row_cache)


@blueprint.get("/")
def index() -> str:
    """Show the matches: those that are looked for, a page at a time; 404 beyond the last page."""
    search = asked_for(guard.visible_matches())
    read, shown = (open_matches, open_list) if search.open else (finished_matches, finished_list)
    wanted = search.wanted
    page = read(wanted, search.before)
    if search.before and not page.rows:
        abort(404)
    front = front_of(page, search.among, guard.scorable_matches()) if search.at_front else None
    return render_template(
        "home/home.html",
        search=search,
        choices=choices_for(search),
        front=front,
        list=shown(wanted, page),
        listed=bool(page.rows) or front is None,
        empty=front is not None and front.current is None and not page.rows,
        older=search.address_parts(page.rows[-1].place) if page.more else None,
        by_link=search.among is not None,
        trash=trash.any_of(guard.owned_matches()),
        form=EntryForm() if session.begun() else None,
    )
