"""A round: entering it, and its result."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.round.conflict import conflict_of
from scorekeeper.pages.round.draft_form import number_of, resume
from scorekeeper.pages.round.draft_keeping import preview_answer
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.round.preview import (
    doubt_fingerprints,
    open_preview,
    preview_of,
    round_preview,
)
from scorekeeper.pages.round.record_page import last_method, stale_sentence
from scorekeeper.pages.round.rendering import render
from scorekeeper.pages.round.result import result_page
from scorekeeper.pages.round.unavailable import no_preview
from scorekeeper.rules.errors import RuleError
from scorekeeper.rules.rounds import Round
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.web.unavailable import when_unavailable

blueprint = Blueprint("round", __name__, url_prefix="/matches/<int:match_id>")


@blueprint.route("/rounds/new", methods=["GET", "POST"])
@needs(Right.SCORE)
def record(match_id: int) -> ResponseReturnValue:
    """Show the form of the next round, and record it."""
    match = matches.find_match(match_id, guard.version_read())
    form = _form(match)
    if not form.is_submitted():
        if match.standing.over:
            return redirect(url_for("table.winner", match_id=match_id))
        return _open(match, form)
    match request.form.get("action"):
        case "afresh":
            return _start_afresh(match, form)
        case "check":
            shown = preview_of(match, form)
            return render(match, form, preview=shown), 400 if form.expired else 200
        case str(method) if method in form.methods:
            form.switch_to(method)
            return render(match, form)
    return _record(match, form)


@blueprint.post("/rounds/preview")
@when_unavailable(no_preview)
@needs(Right.SCORE)
def preview(match_id: int) -> ResponseReturnValue:
    """Say what the hands entered so far would score, and keep them; nothing is recorded."""
    match = matches.find_match(match_id, guard.version_read())
    form = _form(match)
    number = number_of(form, match.next_number)
    return preview_answer(match, number, form, preview_of(match, form))


@blueprint.get("/rounds/<int:number>")
@needs(Right.WATCH)
def result(match_id: int, number: int) -> ResponseReturnValue:
    """Show the score of a round and the reasons; 404 where it is not recorded."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return render_template("round/result.html", page=result_page(match, number, guard.right()))


def _form(match: Match) -> RoundForm:
    return RoundForm(match.setup, match.names, match.standing.moment)


def _open(match: Match, form: RoundForm) -> ResponseReturnValue:
    """Show the form of the next round, with what is in its draft from any device."""
    draft = drafts.find_draft(match.id, match.next_number)
    form.switch_to(last_method(match) or form.methods[0])
    form.suggest_opener(match.standing.lead.seat)
    resume(form, draft.fields, request.args.get("entry", ""))
    return render(match, form, draft=draft)


def _start_afresh(match: Match, form: RoundForm) -> ResponseReturnValue:
    form.validate()
    if form.expired:
        return render(match, form), 400
    # A round that is recorded by now has nothing left to start over.
    with suppress(Stale):
        number = number_of(form, match.next_number)
        drafts.start_over(match.id, number, device=device_name())
    return redirect(url_for(".record", match_id=match.id), 303)


def _record(match: Match, form: RoundForm) -> ResponseReturnValue:
    played = form.played()
    if played is None:
        # Where only one hand is empty, the page asks whether that player went out.
        asked = None if form.perhaps_out is None else open_preview(match, form)
        return render(match, form, preview=asked, refused=True), form.refused_status
    if not {*doubt_fingerprints(match, played)} <= {*form.overruled.data.split()}:
        # Doubts are shown once; sent again with them, the round is recorded.
        return render(match, form, preview=round_preview(match, played)), 422
    try:
        matches.record_round(
            match.id, int(form.round_no.data), form.submission, played, device_name()
        )
    except (Stale, RuleError):
        # The round is valid, but meanwhile the match went on or ended.
        return _render_conflict(matches.find_match(match.id), form, played), 409
    return redirect(_after(match.id), 303)


def _render_conflict(match: Match, form: RoundForm, played: Round) -> str:
    """Show the round that another device recorded beside the one that was entered here."""
    conflict = conflict_of(match, int(form.round_no.data), played)
    if conflict and conflict.same:
        return render_template("round/unchanged.html", conflict=conflict)
    form.round_no.data = match.next_number
    return render(match, form, stale=stale_sentence(match), conflict=conflict)


def _after(match_id: int) -> str:
    """Return the address after recording: the winner, or the table."""
    over = matches.find_match(match_id).standing.over
    return url_for("table.winner" if over else "table.show", match_id=match_id)
