"""Mending a match: every change is asked about first, and can be undone."""

from collections.abc import Callable, Iterable

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.history import log as log_boards
from scorekeeper.pages.history import proposal as boards
from scorekeeper.pages.history import trash as bin_boards
from scorekeeper.pages.history.forms import MENDED, MendForm, SheetForm
from scorekeeper.scorebook import changes, history, matches, trash
from scorekeeper.scorebook.changes import Change
from scorekeeper.scorebook.log import Stale, Submission
from scorekeeper.scorebook.projection import Match, ReplayError
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("history", __name__, url_prefix="/matches/<int:match_id>")

Page = str | Response | tuple[str, int]
# How a match as it is now is asked about; None where there is nothing to change (any more).
Asking = Callable[[Match], boards.Ask | None]
# Makes the change to a match that was seen at a version.
Making = Callable[[int, Submission], None]


@blueprint.route("/mend", methods=["GET", "POST"])
@needs(Right.SCORE)
def edit_match(match_id: int) -> Page:
    """Show what can be mended and all that happened; change names, places or the goal."""
    match = matches.find_match(match_id)
    form, what = SheetForm(match), request.form.get("what", "")
    if not form.is_submitted():
        return _mend_page(match, form)
    change = form.change(what) if what in MENDED else None
    if change is None:
        return _mend_page(match, form), form.refused_status

    def make(version: int, submission: Submission) -> None:
        history.edit_match(match_id, version, submission, lambda _match: change)

    kept = (("what", what), *form.kept(what))
    return _propose(match, form, lambda match: boards.making(match, change), make, kept)


@blueprint.route("/undo", methods=["GET", "POST"])
@needs(Right.SCORE)
def undo(match_id: int) -> Page:
    """Ask, then take the last change back."""
    return _turn(match_id, history.undoable, boards.undo, history.undo)


@blueprint.route("/redo", methods=["GET", "POST"])
@needs(Right.SCORE)
def redo(match_id: int) -> Page:
    """Ask, then make the change again that was undone last."""
    return _turn(match_id, history.redoable, boards.redo, history.redo)


@blueprint.route("/rounds/<int:number>/remove", methods=["GET", "POST"])
@needs(Right.SCORE)
def remove(match_id: int, number: int) -> Page:
    """Ask, then take a round out."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds) and not request.form:
        abort(404)

    def ask(match: Match) -> boards.Ask | None:
        if not 1 <= number <= len(match.rounds):
            return None
        return boards.removing(match, changes.round_removed(match.record, number), number)

    return _change(match, lambda match: changes.round_removed(match.record, number), ask)


@blueprint.route("/delete", methods=["GET", "POST"])
@needs(Right.OWN)
def delete(match_id: int) -> Page:
    """Ask, then put the match into the bin."""

    def make(_version: int, submission: Submission) -> None:
        trash.move_to_trash(match_id, submission)

    match = matches.find_match(match_id)
    done = url_for("trash.index")
    return _propose(match, MendForm(), bin_boards.deleting, make, done=done)


@blueprint.route("/play-on", methods=["GET", "POST"])
@needs(Right.SCORE)
def play_on(match_id: int) -> Page:
    """Ask, then let rounds that were recorded after the end count."""

    def build(match: Match) -> Change:
        return changes.play_on_allowed(match.record)

    def ask(match: Match) -> boards.Ask | None:
        return boards.playing_on(match, build(match)) if match.later else None

    return _change(matches.find_match(match_id), build, ask)


@blueprint.route("/end", methods=["GET", "POST"])
@needs(Right.SCORE)
def end(match_id: int) -> Page:
    """Ask, then take the rounds out that were recorded after the end."""

    def build(match: Match) -> Change:
        return changes.rounds_removed_after(match.record, len(match.rounds))

    def ask(match: Match) -> boards.Ask | None:
        return boards.ending(match, build(match)) if match.later else None

    return _change(matches.find_match(match_id), build, ask)


def _turn(
    match_id: int,
    find: Callable[[int], Change | None],
    show: Callable[[Match, Change], boards.Ask],
    turn: Callable[[int, int, Submission], None],
) -> Page:
    def ask(match: Match) -> boards.Ask | None:
        change = find(match_id)
        return None if change is None else show(match, change)

    def make(version: int, submission: Submission) -> None:
        turn(match_id, version, submission)

    return _propose(matches.find_match(match_id), MendForm(), ask, make)


def _change(match: Match, build: Callable[[Match], Change], ask: Asking) -> Page:
    def make(version: int, submission: Submission) -> None:
        history.edit_match(match.id, version, submission, build)

    return _propose(match, MendForm(), ask, make)


def _propose(
    match: Match,
    form: MendForm,
    ask: Asking,
    make: Making,
    kept: Iterable[tuple[str, str]] = (),
    done: str | None = None,
) -> Page:
    """Ask whether a change is to be made; once somebody was sure, make it and go on to `done`."""
    status, late = 200, False
    if "sure" in request.form:
        if form.validate():
            try:
                make(int(form.version.data), Submission(form.submission, device_name()))
                return redirect(done, 303) if done else _to_table(match.id)
            except (Stale, ReplayError):
                match, status, late = matches.find_match(match.id), 409, True
        else:
            status = form.refused_status
    asked = ask(match)
    if asked is None:
        return _to_table(match.id)
    form.version.data = match.version
    page = render_template(
        "history/confirm.html",
        ask=asked,
        form=form,
        kept=kept,
        errors=form.problems,
        late=boards.LATE if late else None,
    )
    return page, status


def _mend_page(match: Match, form: SheetForm) -> str:
    form.version.data = match.version
    return render_template(
        "history/edit_match.html",
        mend=log_boards.mend(
            match,
            history.log(match.id),
            history.undoable(match.id),
            history.redoable(match.id),
            owned=guard.right() is Right.OWN,
        ),
        form=form,
        errors=form.problems,
    )


def _to_table(match_id: int) -> Response:
    return redirect(url_for("table.show", match_id=match_id), 303)
