"""Amending a round: the page on which rounds are entered, filled with a recorded one."""

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.round.amend_form import AmendForm
from scorekeeper.pages.round.amend_preview import (
    amend_preview,
    open_amend_preview,
    stale_sentence,
)
from scorekeeper.pages.round.draft_form import resume
from scorekeeper.pages.round.draft_keeping import preview_answer
from scorekeeper.pages.round.preview import Preview, doubt_fingerprints
from scorekeeper.pages.round.rendering import render_amended
from scorekeeper.pages.round.unavailable import no_preview
from scorekeeper.pages.shared.consequences import replay_error_sentence
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.rules.rounds import Round
from scorekeeper.scorebook import drafts, history, matches
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match, ReplayError, as_of_round
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.web.unavailable import when_unavailable

blueprint = Blueprint("amend", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")


@blueprint.route("/amend", methods=["GET", "POST"])
@needs(Right.SCORE)
def amend(match_id: int, number: int) -> ResponseReturnValue:
    """Show a recorded round in the form, and save what is changed."""
    match, was = _recorded(match_id, number)
    form = _form(match, number)
    if not form.is_submitted():
        return _open(match, number, form, was)
    match request.form.get("action"):
        case "afresh" if form.validate() or not form.expired:
            drafts.drop(match_id, number)
            return redirect(url_for(".amend", match_id=match_id, number=number), 303)
        case "check":
            checked = _preview(match, number, form, was)
            return render_amended(
                match, number, form, preview=checked
            ), 400 if form.expired else 200
        case str(method) if method in form.methods:
            form.switch_to(method)
            return render_amended(match, number, form)
    return _amend(match, number, form, was)


@blueprint.post("/amend/preview")
@when_unavailable(no_preview)
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> ResponseReturnValue:
    """Say what the hands entered would score and change, and keep them; the round stays."""
    match, was = _recorded(match_id, number)
    form = _form(match, number)
    shown = _preview(match, number, form, was)
    return preview_answer(match, number, form, shown, amends=True)


def _open(match: Match, number: int, form: AmendForm, was: Round) -> ResponseReturnValue:
    """Show the round as it was recorded, with what was amended in its draft on any device."""
    draft = drafts.find_draft(match.id, number)
    form.fill(was)
    resume(form, draft.fields)
    preview = None if draft.parts else amend_preview(match, number, was)
    return render_amended(match, number, form, preview=preview, draft=draft)


def _amend(match: Match, number: int, form: AmendForm, was: Round) -> ResponseReturnValue:
    played = form.amended(was)
    if played is None:
        asked = None if form.perhaps_out is None else open_amend_preview(match, number, form)
        return render_amended(match, number, form, preview=asked, refused=True), form.refused_status
    done = redirect(url_for("table.show", match_id=match.id), 303)
    if played == was:
        return done
    if form.was.data != fingerprint(was):
        return _render_stale(match.id, number, form)
    if not _doubts_seen(match, number, form, played):
        return render_amended(
            match, number, form, preview=amend_preview(match, number, played)
        ), 422
    try:
        history.amend_round(
            match.id, number, was, played, Submission(form.submission, device_name())
        )
    except Stale:
        return _render_stale(match.id, number, form)
    except ReplayError as error:
        fault = replay_error_sentence(error, match.names)
        return render_amended(match, number, form, problems=(Problem(None, fault),)), 422
    return done


def _recorded(match_id: int, number: int) -> tuple[Match, Round]:
    match = matches.find_match(match_id, guard.version_read())
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return match, match.rounds[number - 1].played


def _form(match: Match, number: int) -> AmendForm:
    return AmendForm(match.setup, match.names, match.before(number).moment)


def _doubts_seen(match: Match, number: int, form: AmendForm, played: Round) -> bool:
    found = doubt_fingerprints(as_of_round(match, number), played)
    return {*found} <= {*form.overruled.data.split()}


def _preview(match: Match, number: int, form: AmendForm, was: Round) -> Preview:
    played = form.amended(was)
    if played is None:
        return open_amend_preview(match, number, form)
    return amend_preview(match, number, played)


def _render_stale(match_id: int, number: int, form: AmendForm) -> ResponseReturnValue:
    """Show what was entered and what the round is now; sent again, it replaces that."""
    match, was = _recorded(match_id, number)
    form.was.data = fingerprint(was)
    return render_amended(match, number, form, stale=stale_sentence(number, was, match.names)), 409
