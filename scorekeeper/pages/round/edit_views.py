"""The page that enters a round, filled with a recorded one."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.draft import preview_answer, resume
from scorekeeper.pages.round.edit_form import RoundEditForm, edited_round, refreshed, write_earlier
from scorekeeper.pages.round.preview import no_preview, round_preview
from scorekeeper.pages.round.record_page import render
from scorekeeper.pages.round.views import enter
from scorekeeper.pages.shared.change_sentences import entered_round
from scorekeeper.rules.round_entry import Round
from scorekeeper.scorebook import drafts, history, matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right, Stale
from scorekeeper.scorebook.round_edits import stale
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.scorebook.scored_match import Match
from scorekeeper.web.flask_app import when_unavailable

blueprint = Blueprint(
    "edit_round", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>"
)


@blueprint.route("/edit", methods=["GET", "POST"])
@needs(Right.SCORE)
def edit(match_id: int, number: int) -> ResponseReturnValue:
    """Show a recorded round in the form, and save changes."""
    form = _form(match_id, number)
    if not form.is_submitted():
        return _open(form)
    if request.form.get("action") == "leave-out" and (form.validate() or not form.expired):
        return _save(form, None)
    return enter(form, _start_over, _edit)


@blueprint.post("/edit/preview")
@when_unavailable(no_preview)
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> ResponseReturnValue:
    """Return what the entered hands would score and change, and keep them; the round stays."""
    return preview_answer(_form(match_id, number))


def _form(match_id: int, number: int) -> RoundEditForm:
    return RoundEditForm(edited_round(matches.find_match(match_id, guard.version_read()), number))


def _open(form: RoundEditForm) -> ResponseReturnValue:
    """Show the round as recorded, with the edits in its draft from any device."""
    editing = form.editing
    draft = drafts.find_draft(editing.match.id, editing.number)
    form.fill()
    resume(form, drafts.fields_of(draft))
    preview = None if draft or editing.entered_again else round_preview(form, editing.fitted)
    return render(form, preview=preview, draft=draft)


def _start_over(form: RoundEditForm) -> ResponseReturnValue:
    match_id, number = form.editing.match.id, form.editing.number
    drafts.drop(match_id, number)
    return redirect(url_for(".edit", match_id=match_id, number=number), 303)


def _edit(form: RoundEditForm, played: Round) -> ResponseReturnValue:
    editing = form.editing
    if played == editing.was and not editing.earlier:
        return _to_table(editing.match)
    return _save(form, played)


def _save(form: RoundEditForm, played: Round | None) -> ResponseReturnValue:
    """Save the round with the rounds edited before it, or go on to the next that no longer fits."""
    editing, match = form.editing, form.editing.match
    edits = editing.edits_with(form.was.data, played)
    submission = Submission(form.submission, device_name())
    if stale(match, edits):
        sent_before = history.was_sent(match.id, submission)
        return _to_table(match) if sent_before else _render_stale(form)
    if played is not None and not form.doubts_seen(played):
        return render(form, preview=round_preview(form, played)), 422
    if next_ := editing.going_on(edits):
        return _open(RoundEditForm(next_, sent=False))
    try:
        history.edit_rounds(match.id, edits, submission)
    except Stale:
        return _render_stale(form)
    return _to_table(match)


def _to_table(match: Match) -> ResponseReturnValue:
    return redirect(url_for("table.show", match_id=match.id), 303)


def _render_stale(form: RoundEditForm) -> ResponseReturnValue:
    """Show what was entered and what the round is now; sent again, it replaces that."""
    match = matches.find_match(form.editing.match.id)
    now = edited_round(match, form.editing.number)
    form.editing, form.match = now, now.before
    changed = stale(match, now.edits_with(form.was.data, None)) or now.number
    form.was.data = fingerprint(now.was)
    form.earlier.data = write_earlier(refreshed(now))
    sentence = _(
        "Round %(number)s was changed while this page was open, so nothing was saved."
        " It is now: %(hands)s. Save what you entered in its place?",
        number=changed,
        hands=entered_round(match.record.entries[changed - 1].played, match.at(changed).names),
    )
    return render(form, stale=sentence), 409
