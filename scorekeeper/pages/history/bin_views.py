"""The bin: the matches that were deleted, and restoring one."""

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.shared.fields import EntryForm
from scorekeeper.pages.shared.list_pages import part_asked_for
from scorekeeper.scorebook import match_bin, matches
from scorekeeper.scorebook.cache import matches_at
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right

blueprint = Blueprint("bin", __name__)

MATCHES_A_PAGE = 12


@blueprint.get("/bin")
def index() -> ResponseReturnValue:
    """Show the matches in the bin, a page at a time; 404 beyond the last page."""
    return _render(EntryForm())


@blueprint.post("/matches/<int:match_id>/restore")
@needs(Right.OWN)
def restore(match_id: int) -> ResponseReturnValue:
    """Restore a match from the bin."""
    form = EntryForm()
    if not form.validate():
        return _render(form), form.refused_status
    match_bin.restore_match(match_id, Submission(form.submission, device_name()))
    return redirect(url_for("table.show", match_id=match_id), 303)


def _render(form: EntryForm) -> str:
    page = part_asked_for(matches.matches_in_bin(guard.owned_matches()), MATCHES_A_PAGE)
    return render_template(
        "history/bin.html",
        matches=matches_at(page.rows),
        days_kept=match_bin.DAYS_KEPT,
        kept_until=match_bin.kept_until,
        next_page=page.number + 1 if page.more else None,
        form=form,
        errors=form.problems,
    )
