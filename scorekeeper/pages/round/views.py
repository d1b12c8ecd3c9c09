"""A round: entering it, what it came to."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.access import guard
from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.round import conflict
from scorekeeper.pages.round import draft as draft_boards
from scorekeeper.pages.round import entry as boards
from scorekeeper.pages.round import preview as previews
from scorekeeper.pages.round import result as results
from scorekeeper.pages.round.draft_form import number_of, resume
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.rules import Round, RuleError
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.log import Stale
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("round", __name__, url_prefix="/matches/<int:match_id>")

Page = str | Response | tuple[str, int]


@blueprint.route("/rounds/new", methods=["GET", "POST"])
@needs(Right.SCORE)
def record(match_id: int) -> Page:
    """Take the hands of the next round and record it."""
    match = matches.find_match(match_id)
    form = RoundForm(match.setup, match.names, match.standing.moment)
    if not form.is_submitted():
        if match.standing.over:
            return redirect(url_for("table.winner", match_id=match_id))
        return _begin(match, form)
    match request.form.get("action"):
        case "afresh":
            return _start_afresh(match, form)
        case "check":
            said = _preview(match, form)
            return _page(match, form, preview=said), 400 if form.expired else 200
        case str(entry) if entry in form.ways:
            form.turn_to(entry)
            return _page(match, form)
    return _record(match, form)


@blueprint.post("/rounds/preview")
@needs(Right.SCORE)
def preview(match_id: int) -> Page:
    """Say what the hands entered so far would come to; nothing is recorded."""
    match = matches.find_match(match_id)
    form = RoundForm(match.setup, match.names, match.standing.moment)
    said = _preview(match, form)
    return render_template("round/_preview.html", preview=said), 400 if form.expired else 200


def unavailable() -> tuple[str, int]:
    """Say that nothing can be scored just now, where the preview would be."""
    said = _("The score cannot be shown just now: what you entered is kept on this page.")
    return render_template("round/_preview.html", preview=previews.Preview(said, fault=True)), 503


@blueprint.get("/rounds/<int:number>")
@needs(Right.WATCH)
def result(match_id: int, number: int) -> Page:
    """Show what a round came to and why."""
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    result = results.result(match, number, guard.right())
    return render_template("round/result.html", result=result)


def _begin(match: Match, form: RoundForm) -> Page:
    """Open the form of the next round with what was entered of it, here or on another device."""
    draft = drafts.find_draft(match.id, match.next_number)
    form.turn_to(boards.usual_way(match) or form.ways[0])
    form.led_by(match.standing.lead.seat)
    resume(form, draft.fields, request.args.get("entry", ""))
    return _page(match, form, draft=draft)


def _start_afresh(match: Match, form: RoundForm) -> Page:
    form.validate()
    if form.expired:
        return _page(match, form), 400
    drafts.start_over(match.id, match.next_number, device=device_name())
    return redirect(url_for(".record", match_id=match.id), 303)


def _record(match: Match, form: RoundForm) -> Page:
    played = form.played()
    if played is None:
        return _page(match, form), form.refused_status
    if not {*previews.laws_broken(match, played)} <= {*form.overruled.data.split()}:
        # Not refused: said once, and recorded if it is sent again.
        return _page(match, form, preview=previews.preview(match, played)), 422
    try:
        number = matches.record_round(
            match.id, int(form.round_no.data), form.submission, played, device_name()
        )
    except (Stale, RuleError):
        # The form was right when it was opened: since then the match has gone on, or is over.
        return _late(matches.find_match(match.id), form, played), 409
    return redirect(_after(match.id, number), 303)


def _late(match: Match, form: RoundForm, played: Round) -> str:
    """Show what was recorded meanwhile beside what was entered here."""
    late = conflict.conflict(match, int(form.round_no.data), played)
    if late and late.same:
        return render_template("round/unchanged.html", late=late)
    form.round_no.data = match.next_number
    return _page(match, form, stale=boards.stale_record(match), late=late)


def _after(match_id: int, number: int) -> str:
    """Go to the winner, or to what the round came to; it may have been undone since."""
    match = matches.find_match(match_id)
    if match.standing.over:
        return url_for("table.winner", match_id=match_id)
    if number > len(match.rounds):
        return url_for("table.show", match_id=match_id)
    return url_for(".result", match_id=match_id, number=number)


def _preview(match: Match, form: RoundForm) -> previews.Preview:
    played = form.played()
    return previews.refused(form) if played is None else previews.preview(match, played)


def _page(
    match: Match,
    form: RoundForm,
    preview: previews.Preview | None = None,
    stale: str | None = None,
    late: conflict.Conflict | None = None,
    draft: drafts.Draft | None = None,
) -> str:
    number = number_of(form, match.next_number)
    return render_template(
        "round/record.html",
        board=boards.record(match, form),
        form=form,
        preview=preview,
        errors=() if preview else form.problems,
        stale=stale,
        late=late,
        kept=draft_boards.kept(
            match, number, draft or drafts.find_draft(match.id, number), sent=draft is None
        ),
    )
