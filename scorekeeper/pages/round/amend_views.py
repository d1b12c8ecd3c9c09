"""Amending a round: the page on which rounds are entered, filled with a recorded one."""

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.round.amend_form import AmendForm, form_of
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
from scorekeeper.pages.shared.editing import Editing, edited_round, refreshed, write_earlier
from scorekeeper.rules.rounds import Round
from scorekeeper.scorebook import drafts, history, matches
from scorekeeper.scorebook.amending import stale
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.web.unavailable import when_unavailable

blueprint = Blueprint("amend", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")


@blueprint.route("/amend", methods=["GET", "POST"])
@needs(Right.SCORE)
def amend(match_id: int, number: int) -> ResponseReturnValue:
    """Show a recorded round in the form, and save what is changed."""
    editing = edited_round(matches.find_match(match_id, guard.version_read()), number)
    form = form_of(editing)
    if not form.is_submitted():
        return _open(editing, form)
    match request.form.get("action"):
        case "afresh" if form.validate() or not form.expired:
            drafts.drop(match_id, number)
            return redirect(url_for(".amend", match_id=match_id, number=number), 303)
        case "check":
            checked = _preview(editing, form)
            return render_amended(editing, form, preview=checked), 400 if form.expired else 200
        case str(method) if method in form.methods:
            form.switch_to(method)
            return render_amended(editing, form)
        case "leave-out" if form.validate() or not form.expired:
            return _save(editing, form, None)
    return _amend(editing, form)


@blueprint.post("/amend/preview")
@when_unavailable(no_preview)
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> ResponseReturnValue:
    """Say what the hands entered would score and change, and keep them; the round stays."""
    editing = edited_round(matches.find_match(match_id, guard.version_read()), number)
    form = form_of(editing)
    return preview_answer(editing.match, number, form, _preview(editing, form), amends=True)


def _open(editing: Editing, form: AmendForm) -> ResponseReturnValue:
    """Show the round as it was recorded, with what was amended in its draft on any device."""
    draft = drafts.find_draft(editing.match.id, editing.number)
    form.fill(editing.was, editing.came_back)
    resume(form, draft.fields)
    blank = draft.parts or editing.came_back
    preview = None if blank else amend_preview(editing, editing.fitted)
    return render_amended(editing, form, preview=preview, draft=draft)


def _amend(editing: Editing, form: AmendForm) -> ResponseReturnValue:
    played = form.amended(editing.was)
    if played is None:
        asked = None if form.perhaps_out is None else open_amend_preview(editing, form)
        return render_amended(editing, form, preview=asked, refused=True), form.refused_status
    if played == editing.was and not editing.earlier:
        return _to_table(editing.match)
    return _save(editing, form, played)


def _save(editing: Editing, form: AmendForm, played: Round | None) -> ResponseReturnValue:
    """Save the round with those amended earlier, or go on to the next that no longer fits."""
    match, amendments = editing.match, editing.amending(form.was.data, played)
    submission = Submission(form.submission, device_name())
    if stale(match, amendments):
        sent_before = history.was_sent(match.id, submission)
        return _to_table(match) if sent_before else _render_stale(editing, form)
    if played is not None and not _doubts_seen(editing, form, played):
        return render_amended(editing, form, preview=amend_preview(editing, played)), 422
    if next_ := editing.going_on(amendments):
        return _open(next_, form_of(next_, sent=False))
    try:
        history.amend_rounds(match.id, amendments, submission)
    except Stale:
        return _render_stale(editing, form)
    return _to_table(match)


def _to_table(match: Match) -> ResponseReturnValue:
    return redirect(url_for("table.show", match_id=match.id), 303)


def _doubts_seen(editing: Editing, form: AmendForm, played: Round) -> bool:
    found = doubt_fingerprints(editing.before, played)
    return {*found} <= {*form.overruled.data.split()}


def _preview(editing: Editing, form: AmendForm) -> Preview:
    played = form.amended(editing.was)
    if played is None:
        return open_amend_preview(editing, form)
    return amend_preview(editing, played)


def _render_stale(editing: Editing, form: AmendForm) -> ResponseReturnValue:
    """Show what was entered and what a round is now; sent again, it replaces that."""
    match = matches.find_match(editing.match.id)
    now = edited_round(match, editing.number)
    changed = stale(match, now.amending(form.was.data, None)) or now.number
    was = match.record.entries[changed - 1].played
    form.was.data = fingerprint(now.was)
    form.earlier.data = write_earlier(refreshed(now))
    return render_amended(now, form, stale=stale_sentence(changed, was, match.names)), 409
