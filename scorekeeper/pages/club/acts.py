"""What officials do in an evening: names, draws, tables, results, clocks."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from http import HTTPStatus

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import open_to_all
from scorekeeper.club.draw import CannotDraw, How
from scorekeeper.figures import clock
from scorekeeper.messages import gettext as _
from scorekeeper.messages import ngettext
from scorekeeper.pages.club import shown
from scorekeeper.pages.club.forms import PeopleForm, ResultForm, VersionForm
from scorekeeper.pages.club.page import only_officials, page_of
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.scorebook import changes, evenings, history
from scorekeeper.scorebook.changes import Change
from scorekeeper.scorebook.evening import Seen
from scorekeeper.scorebook.evenings import StillPlayed
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.timer import Timer

blueprint = Blueprint("evening", __name__, url_prefix="/club")


@blueprint.post("/<key>/people")
@open_to_all
def come(key: str) -> ResponseReturnValue:
    """Add people."""
    seen = evenings.see(key)
    form = PeopleForm()
    pairs = seen.evening.settings.how is not How.CHANGING

    def act(version: int) -> None:
        people = form.people(pairs=pairs)
        if people is not None:
            evenings.come(key, version, people)

    return _act(seen, form, act, "people")


@blueprint.post("/<key>/people/<int:place>/<any(leave, back):way>")
@open_to_all
def turn(key: str, place: int, way: str) -> ResponseReturnValue:
    """Let somebody leave, with the partner they came with, or come back."""
    seen = evenings.see(key)
    if place >= len(seen.evening.people):
        abort(404)
    return _act(
        seen,
        VersionForm(),
        lambda version: evenings.leave(key, version, place, here=way == "back"),
        "people",
    )


@blueprint.post("/<key>/draw")
@open_to_all
def draw(key: str) -> ResponseReturnValue:
    """Draw the next round, or draw it again."""
    seed = secrets.randbelow(2**31)
    return _act(
        evenings.see(key),
        VersionForm(),
        lambda version: evenings.draw_next(key, version, seed),
        "draw",
    )


@blueprint.post("/<key>/swap")
@open_to_all
def swap(key: str) -> ResponseReturnValue:
    """Let two people change places in the draw."""
    seen, chosen = evenings.see(key), request.form.getlist("swap", type=int)
    form = VersionForm()

    def act(version: int) -> None:
        if len(set(chosen)) != 2 or not all(0 <= one < len(seen.evening.people) for one in chosen):
            form.entry_key.errors = [_("Tap the two who are to change places.")]
            return
        evenings.swap(key, version, *chosen)

    return _act(seen, form, act, "draw")


@blueprint.post("/<key>/open")
@open_to_all
def open_round(key: str) -> ResponseReturnValue:
    """Open a match at each table of the draw."""
    return _act(
        evenings.see(key),
        VersionForm(),
        lambda version: evenings.open_round(key, version, device_name()),
        "tables",
    )


@blueprint.route("/<key>/rounds/<int:number>/tables/<int:table>", methods=["GET", "POST"])
@open_to_all
def result(key: str, number: int, table: int) -> ResponseReturnValue:
    """Enter what came of a table without its rounds, or who did not come."""
    seen = evenings.see(key)
    if not 1 <= number <= len(seen.evening.played):
        abort(404)
    boards = shown.boards(seen, number)
    if not 1 <= table <= len(boards):
        abort(404)
    board = boards[table - 1]
    form = ResultForm(board.sides)
    if not form.is_submitted():
        only_officials(seen.evening)
        form.version.data = seen.evening.version
        if board.scores:
            form.one.data, form.other.data = board.scores
        return _render_result(seen, number, board, form)

    def act(version: int) -> None:
        typed = form.typed(seen.evening.game)
        if not form.problems:
            evenings.enter_result(key, version, number, table, typed)

    return _act(seen, form, act, "tables", partial(_render_result, seen, number, board, form))


@blueprint.post("/<key>/clocks/<any(pause, go_on, more, stop):change>")
@open_to_all
def clocks(key: str, change: str) -> ResponseReturnValue:
    """Pause the clocks of all tables, let them go on, add five minutes, or end the matches."""
    seen, form = evenings.see(key), VersionForm()
    # Sent twice, it is done once at each table.
    submission = Submission(f"{change} {form.submission}"[:64], device_name())
    return _act(seen, form, lambda _version: _turn_clocks(seen, change, submission), "tables")


def _act(
    seen: Seen,
    form: VersionForm,
    act: Callable[[int], None],
    anchor: str,
    again: Callable[[], str] | None = None,
) -> ResponseReturnValue:
    """Do what a form asks, and show the evening; say why where it cannot be done."""
    key = seen.evening.key
    only_officials(seen.evening)
    show_again = again or (lambda: page_of(evenings.see(key), form))
    if not form.validate():
        return show_again(), form.refused_status
    problem, status = "", HTTPStatus.CONFLICT
    try:
        act(int(form.version.data))
    except Stale:
        problem = _("Somebody else has changed this evening. Look again, and send it once more.")
    except StillPlayed as error:
        problem = ngettext(
            "Table %(tables)s has no result yet: finish it, or enter one.",
            "Tables %(tables)s have no result yet: finish them, or enter them.",
            len(error.tables),
            tables=", ".join(map(str, error.tables)),
        )
    except CannotDraw as error:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        problem = _("At least %(needed)s have to be here to draw a round.", needed=error.needed)
    if problem:
        return page_of(evenings.see(key), form, (Problem(None, problem),)), status
    if form.problems:
        return show_again(), form.refused_status
    return redirect(url_for("club.show", key=key, _anchor=anchor), 303)


def _render_result(seen: Seen, number: int, board: shown.Board, form: ResultForm) -> str:
    return render_template(
        "club/result.html",
        evening=seen.evening,
        number=number,
        board=board,
        form=form,
        errors=form.problems,
    )


def _turn_clocks(seen: Seen, what: str, submission: Submission) -> None:
    """Change the clocks of all tables of the last round that are still played."""
    now = clock.now()
    for board in shown.boards(seen, len(seen.evening.played)) if seen.evening.played else ():
        match = board.match
        turned = None if match is None or board.over else _turned(match.record.timer, what, now)
        if match is None or turned is None:
            continue
        build = partial(_set_timer, turned)
        # Where a round came in between, that table is left as it is.
        with suppress(Stale):
            history.edit_match(match.id, match.version, submission, build)


def _turned(timer: Timer | None, what: str, now: datetime) -> Timer | None:
    """Return a clock as it is after a button; None where it stays as it is."""
    if what == "stop":
        return Timer(stopped=True)
    if timer is None:
        return None
    if what == "more":
        return timer.longer(now)
    return timer.turned(now) if timer.paused is (what == "go_on") else None


def _set_timer(timer: Timer, match: Match) -> Change:
    return changes.timer_set(match.record, timer)
