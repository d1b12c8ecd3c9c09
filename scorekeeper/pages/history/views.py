"""Changing a match: every change is confirmed first, and can be undone; downloading it."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import clock
from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.interchange import import_export
from scorekeeper.pages.history import confirmation_texts
from scorekeeper.pages.history.confirmation_texts import Confirmation
from scorekeeper.pages.history.forms import EDITED, ConfirmForm, EditForm
from scorekeeper.pages.shared.list_pages import attached
from scorekeeper.pages.shared.rules_editor_texts import RULE_TEXTS
from scorekeeper.scorebook import changes, drafts, history, match_bin, matches
from scorekeeper.scorebook.changes import Change, ChangeKind
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right, Stale
from scorekeeper.scorebook.record import Lineups, lineup_in, lineups_from
from scorekeeper.scorebook.scored_match import Match, ReplayError
from scorekeeper.scorebook.seats import swapped_seats
from scorekeeper.web.hosts import sent_by_own_page

blueprint = Blueprint("history", __name__, url_prefix="/matches/<int:match_id>")


@blueprint.route("/edit", methods=["GET", "POST"])
@needs(Right.SCORE)
def edit_match(match_id: int) -> ResponseReturnValue:
    """Show the log of a match and the forms to change it; confirm a change."""
    match = matches.find_match(match_id)
    form, what = EditForm(match), request.form.get("what", "")
    if not form.is_submitted():
        return _render_edit(match, form)
    change = form.change(what) if what in EDITED else None
    if change is None:
        return _render_edit(match, form), form.refused_status

    sent_again = (("what", what), *form.sent_again(what))
    return _confirm_change(
        match, lambda _match: change, confirmation_texts.confirm_edit, form, sent_again
    )


@blueprint.route("/undo", methods=["GET", "POST"])
@needs(Right.SCORE)
def undo(match_id: int) -> ResponseReturnValue:
    """Undo the last change: at once from the table, which shows it, else after a confirmation."""
    return _confirm_turn(match_id, history.undoable, confirmation_texts.confirm_undo, history.undo)


@blueprint.route("/redo", methods=["GET", "POST"])
@needs(Right.SCORE)
def redo(match_id: int) -> ResponseReturnValue:
    """Redo the change that was undone last: at once from the table, else after a confirmation."""
    return _confirm_turn(match_id, history.redoable, confirmation_texts.confirm_redo, history.redo)


@blueprint.get("/timer")
@needs(Right.WATCH)
def timer(match_id: int) -> Response:
    """Return the time a match has left: {"left": seconds, None without a clock, "paused"}."""
    running = matches.find_match(match_id).record.timer
    left = running.seconds_left(clock.now()) if running else None
    answer = jsonify(left=left, paused=bool(running and running.paused))
    answer.cache_control.no_store = True
    return answer


@blueprint.route("/timer/<any(turn, longer):what>", methods=["GET", "POST"])
@needs(Right.SCORE)
def turn_timer(match_id: int, what: str) -> ResponseReturnValue:
    """Pause or resume the clock, or add five minutes: at once from the table, else confirmed."""

    def build(match: Match) -> Change:
        running, now = match.record.timer, clock.now()
        if running is None or running.stopped:
            raise Stale
        turned = running.turned(now) if what == "turn" else running.longer(now)
        return changes.timer_set(match.record, turned)

    def commit(match_id: int, version: int, submission: Submission) -> None:
        history.edit_match(match_id, version, submission, build)

    if done := _at_once(match_id, f"{what} timer", commit):
        return done
    return _confirm_change(matches.find_match(match_id), build, confirmation_texts.confirm_edit)


@blueprint.route("/rounds/<int:number>/remove", methods=["GET", "POST"])
@needs(Right.SCORE)
def remove(match_id: int, number: int) -> ResponseReturnValue:
    """Confirm, then remove a round; 404 if there is none of this number to ask about."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds) and not request.form:
        abort(404)

    def build(match: Match) -> Change:
        if not 1 <= number <= len(match.rounds):
            raise Stale
        return changes.round_removed(match.record, number)

    return _confirm_change(match, build, confirmation_texts.confirm_removal)


@blueprint.route("/delete", methods=["GET", "POST"])
@needs(Right.OWN)
def delete(match_id: int) -> ResponseReturnValue:
    """Confirm, then put the match into the bin."""

    def commit(_version: int, submission: Submission) -> None:
        match_bin.move_to_bin(match_id, submission)

    match, done = matches.find_match(match_id), url_for("bin.index")
    return _propose(match, confirmation_texts.confirm_deletion, commit, done=done)


@blueprint.route("/play-on", methods=["GET", "POST"])
@needs(Right.SCORE)
def play_on(match_id: int) -> ResponseReturnValue:
    """Confirm, then count the rounds recorded after the end."""

    def build(match: Match) -> Change:
        if not match.later:
            raise Stale
        return changes.play_on_allowed(match.record)

    return _confirm_change(
        matches.find_match(match_id), build, confirmation_texts.confirm_playing_on
    )


@blueprint.route("/end", methods=["GET", "POST"])
@needs(Right.SCORE)
def end(match_id: int) -> ResponseReturnValue:
    """Confirm, then end the match: remove the rounds after its end, or stop with who is ahead."""

    def build(match: Match) -> Change:
        if match.later:
            return changes.rounds_removed_after(match.record, len(match.rounds))
        if match.standing.over or not match.rounds:
            raise Stale
        return changes.match_stopped(match.record)

    def confirm(match: Match, change: Change) -> Confirmation:
        if match.later:
            return confirmation_texts.confirm_ending(match, change)
        draft = drafts.find_draft(match_id, match.next_number)
        return confirmation_texts.confirm_stopping(
            match, change, entered=bool(drafts.latest_hand(draft))
        )

    return _confirm_change(matches.find_match(match_id), build, confirm)


@blueprint.get("/export.json")
@needs(Right.WATCH)
def as_json(match_id: int) -> Response:
    """Send a match as JSON, which another scorebook can import."""
    file = import_export.export_match(match_id)
    return attached(file.content, f"{file.name}.json", "application/json")


@blueprint.get("/export.csv")
@needs(Right.WATCH)
def as_csv(match_id: int) -> Response:
    """Send the rounds of a match as CSV, for a spreadsheet."""
    file = import_export.export_spreadsheet(match_id)
    return attached(file.content, f"{file.name}.csv", "text/csv")


def _confirm_turn(
    match_id: int,
    find: Callable[[int], tuple[Match, Change | None]],
    build: Callable[[Match, Change], Confirmation],
    turn: Callable[[int, int, Submission], None],
) -> ResponseReturnValue:
    """Undo or redo by `turn` the change that `find` finds; confirm first, unless the table asks."""
    if done := _at_once(match_id, str(request.endpoint), turn):
        return done

    def confirm(_match: Match) -> Confirmation:
        # Read again, together with its log.
        match, change = find(match_id)
        if change is None:
            raise Stale
        return build(match, change)

    return _propose(matches.find_match(match_id), confirm, partial(turn, match_id))


def _at_once(
    match_id: int, name: str, turn: Callable[[int, int, Submission], None]
) -> ResponseReturnValue | None:
    """Do at once what the table asks for; None if it must be confirmed first.

    The table is cached for many devices and has no token: one of our own pages must have sent it.
    """
    seen = request.form.get("seen", type=int)
    if seen is None or not sent_by_own_page():
        return None
    try:
        # Everybody who saw this version sends the same key: pressed twice, it is done once.
        turn(match_id, seen, Submission(f"{name} {seen}", device_name()))
    except Stale:
        return _to_table(match_id, "went-on")
    except ReplayError:
        # The confirmation page says why it cannot be done.
        return None
    return _to_table(match_id)


def _confirm_change(
    match: Match,
    build: Callable[[Match], Change],
    confirm: Callable[[Match, Change], Confirmation],
    form: ConfirmForm | None = None,
    sent_again: tuple[tuple[str, str], ...] = (),
) -> ResponseReturnValue:
    """Confirm the change that `build` returns; it raises Stale if there is none."""

    def commit(version: int, submission: Submission) -> None:
        history.edit_match(match.id, version, submission, build)

    return _propose(match, lambda now: confirm(now, build(now)), commit, form, sent_again)


def _propose(
    match: Match,
    confirm: Callable[[Match], Confirmation],
    commit: Callable[[int, Submission], None],
    form: ConfirmForm | None = None,
    sent_again: tuple[tuple[str, str], ...] = (),
    done: str = "",
) -> ResponseReturnValue:
    """Ask before a change is made; make it once confirmed. 409 if the match has changed meanwhile.

    `confirm` builds the page that asks, for the current match; it raises Stale if there is
    nothing left to change. `commit` makes the change, if the match is still at the version that was
    confirmed, and leads to `done`, the table unless it is given. `sent_again` are the fields that
    say what the change is.
    """
    form, status = form or ConfirmForm(), 200
    if "sure" in request.form and not form.validate():
        status = form.refused_status
    elif "sure" in request.form:
        try:
            commit(int(form.version.data), Submission(form.submission, device_name()))
            return redirect(done, 303) if done else _to_table(match.id)
        except (Stale, ReplayError):
            match, status = matches.find_match(match.id), 409
    try:
        page = confirm(match)
    except Stale:
        return _to_table(match.id)
    form.version.data = page.version
    html = render_template(
        "history/confirm.html",
        page=page,
        form=form,
        sent_again=sent_again,
        errors=form.problems,
        stale=confirmation_texts.STALE if status == 409 else None,
    )
    return html, status


def _render_edit(match: Match, form: EditForm) -> str:
    form.version.data = match.version
    return render_template(
        "history/edit_match.html",
        match=match,
        log=_with_names(history.changes_of(match.id), match.record.lineups),
        undoable=history.undoable(match.id)[1],
        redoable=history.redoable(match.id)[1],
        owned=guard.right() is Right.OWN,
        bg_stats=import_export.bg_stats_link(match.id) if match.standing.over else "",
        form=form,
        about_lost=RULE_TEXTS["tiles.lost"].sentence,
        errors=form.problems,
    )


def _with_names(
    log: Iterable[Change], lineups: Lineups
) -> Iterator[tuple[Change, tuple[str, ...]]]:
    """Yield each change, the latest first, with the players in the seats before it."""
    for change in log:
        after = change.after or {}
        if change.kind is ChangeKind.SEATS:
            seats = swapped_seats(len(lineups[-1].names), *after["swap"])
            lineups = tuple(each.in_order(seats) for each in lineups)
        elif change.kind is ChangeKind.PEOPLE:
            lineups = lineups_from(change.before or {})
        number = after["number"] if change.kind is ChangeKind.ROUNDS else lineups[-1].first
        yield change, lineup_in(lineups, max(number, 1)).names


def _to_table(match_id: int, anchor: str | None = None) -> ResponseReturnValue:
    return redirect(url_for("table.show", match_id=match_id, _anchor=anchor), 303)
