"""The bin: matches that were deleted, and the way back."""

from flask import Blueprint, abort, redirect, render_template, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.history import trash as boards
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.pages.shared.paging import requested_page
from scorekeeper.scorebook import matches as scorebook
from scorekeeper.scorebook import trash
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("trash", __name__)

Page = str | Response | tuple[str, int]


@blueprint.get("/bin")
def index() -> Page:
    """Show what lies in the bin, a page at a time."""
    return _page(EntryForm())


@blueprint.post("/matches/<int:match_id>/restore")
@needs(Right.OWN)
def restore(match_id: int) -> Page:
    """Take a match out of the bin."""
    form = EntryForm()
    if not form.validate():
        return _page(form), form.refused_status
    trash.restore_match(match_id, Submission(form.submission, device_name()))
    return redirect(url_for("table.show", match_id=match_id), 303)


def _page(form: EntryForm) -> str:
    number = requested_page()
    page = scorebook.trashed_matches(number, guard.owned_matches())
    if number > 1 and not page.matches:
        abort(404)
    return render_template(
        "history/trash.html",
        matches=tuple(map(boards.binned, page.matches)),
        older_url=url_for("trash.index", page=number + 1) if page.more else None,
        form=form,
        errors=form.problems,
    )
