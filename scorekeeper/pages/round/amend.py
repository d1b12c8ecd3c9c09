"""Amending a round: the page on which rounds are entered, filled with a recorded one."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.amend_form import AmendForm, edited_round, refreshed, write_earlier
from scorekeeper.pages.round.draft import preview_answer, resume
from scorekeeper.pages.round.preview import (
    Preview,
    doubts_seen,
    no_preview,
    open_preview,
    round_preview,
)
from scorekeeper.pages.round.record_page import render
from scorekeeper.pages.shared.changes import consequences, entered_round
from scorekeeper.pages.shared.editing import Editing
from scorekeeper.pages.shared.match import side_changes
from scorekeeper.rules.rounds import Round
from scorekeeper.scorebook import drafts, history, matches
from scorekeeper.scorebook.amending import change_to, stale
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.projection import Match, with_change
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.web.flask_app import when_unavailable

blueprint = Blueprint("amend", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")


@blueprint.route("/amend", methods=["GET", "POST"])
@needs(Right.SCORE)
def amend(match_id: int, number: int) -> ResponseReturnValue:
    """Show a recorded round in the form, and save what is changed."""
    form = _form(match_id, number)
    if not form.is_submitted():
        return _open(form)
    match request.form.get("action"):
        case "afresh" if form.validate() or not form.expired:
            drafts.drop(match_id, number)
            return redirect(url_for(".amend", match_id=match_id, number=number), 303)
        case "check":
            checked = _preview(form)
            return render(form, editing=form.editing, preview=checked), 400 if form.expired else 200
        case str(method) if method in form.methods:
            form.switch_to(method)
            return render(form, editing=form.editing)
        case "leave-out" if form.validate() or not form.expired:
            return _save(form, None)
    return _amend(form)


@blueprint.post("/amend/preview")
@when_unavailable(no_preview)
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> ResponseReturnValue:
    """Say what the hands entered would score and change, and keep them; the round stays."""
    form = _form(match_id, number)
    return preview_answer(form.editing.match, number, form, _preview(form), amends=True)


def _form(match_id: int, number: int) -> AmendForm:
    return AmendForm(edited_round(matches.find_match(match_id, guard.version_read()), number))


def _open(form: AmendForm) -> ResponseReturnValue:
    """Show the round as it was recorded, with what was amended in its draft on any device."""
    editing = form.editing
    draft = drafts.find_draft(editing.match.id, editing.number)
    form.fill()
    resume(form, draft.fields)
    blank = draft.parts or editing.came_back
    preview = None if blank else _amended_preview(editing, editing.fitted)
    return render(form, editing=form.editing, preview=preview, draft=draft)


def _amend(form: AmendForm) -> ResponseReturnValue:
    played, editing = form.played(), form.editing
    if played is None:
        asked = None if form.perhaps_out is None else _open_preview(form)
        return render(form, editing=form.editing, preview=asked, refused=True), form.refused_status
    if played == editing.was and not editing.earlier:
        return _to_table(editing.match)
    return _save(form, played)


def _save(form: AmendForm, played: Round | None) -> ResponseReturnValue:
    """Save the round with those amended earlier, or go on to the next that no longer fits."""
    editing, match = form.editing, form.editing.match
    amendments = editing.amending(form.was.data, played)
    submission = Submission(form.submission, device_name())
    if stale(match, amendments):
        sent_before = history.was_sent(match.id, submission)
        return _to_table(match) if sent_before else _render_stale(form)
    if played is not None and not doubts_seen(form, played):
        return render(form, editing=form.editing, preview=_amended_preview(editing, played)), 422
    if next_ := editing.going_on(amendments):
        return _open(AmendForm(next_, sent=False))
    try:
        history.amend_rounds(match.id, amendments, submission)
    except Stale:
        return _render_stale(form)
    return _to_table(match)


def _to_table(match: Match) -> ResponseReturnValue:
    return redirect(url_for("table.show", match_id=match.id), 303)


def _preview(form: AmendForm) -> Preview:
    played = form.played()
    return _open_preview(form) if played is None else _amended_preview(form.editing, played)


def _open_preview(form: AmendForm) -> Preview:
    """Say what is still to come, or wrong, in an amended round that cannot be scored."""
    return open_preview(form)._replace(totals=(), amends=True)


def _amended_preview(editing: Editing, played: Round) -> Preview:
    """Score a round in place of the recorded one, and say what else that changes."""
    # The totals after that round are not those of the match: what follows says those.
    preview = round_preview(editing.before, played)._replace(totals=(), amends=True)
    amendments = editing.amending(fingerprint(editing.was), played)
    if next_ := editing.going_on(amendments):
        follows = next_.what_follows()
        return preview._replace(reasons=(), follows=follows, goes_on_to=next_.number)
    after = with_change(editing.match, change_to(editing.match.record, amendments))
    follows = (_score_sentence(editing.match, after), *consequences(editing.match, after))
    return preview._replace(follows=follows)


def _score_sentence(before: Match, after: Match) -> str:
    """Say how the totals change, if they do."""
    if before.standing.totals == after.standing.totals:
        return _("The score stays as it is.")
    changed = (
        _("%(side)s %(now)s instead of %(was)s", side=side.name, now=side.after, was=side.before)
        for side in side_changes(before, after)
        if side.before != side.after
    )
    return f"{', '.join(changed)}."


def _render_stale(form: AmendForm) -> ResponseReturnValue:
    """Show what was entered and what a round is now; sent again, it replaces that."""
    match = matches.find_match(form.editing.match.id)
    now = edited_round(match, form.editing.number)
    form.editing, form.match = now, now.before
    changed = stale(match, now.amending(form.was.data, None)) or now.number
    form.was.data = fingerprint(now.was)
    form.earlier.data = write_earlier(refreshed(now))
    sentence = _(
        "Round %(number)s was changed while this page was open, so nothing was saved."
        " It is now: %(hands)s. Save what you entered in its place?",
        number=changed,
        hands=entered_round(match.record.entries[changed - 1].played, match.names),
    )
    return render(form, editing=form.editing, stale=sentence), 409
