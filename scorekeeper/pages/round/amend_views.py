"""Amending a round: the page that takes rounds, filled with one that was recorded."""

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import needs
from scorekeeper.pages.history import proposal as mending_boards
from scorekeeper.pages.round import amend as boards
from scorekeeper.pages.round import draft as draft_boards
from scorekeeper.pages.round import preview as previews
from scorekeeper.pages.round.amend_form import AmendForm
from scorekeeper.pages.round.draft_form import resume
from scorekeeper.pages.shared.fields import Problem
from scorekeeper.rules import Round
from scorekeeper.scorebook import drafts, history, matches
from scorekeeper.scorebook.log import Stale, Submission
from scorekeeper.scorebook.projection import Match, ReplayError, as_of_round
from scorekeeper.scorebook.rights import Right
from scorekeeper.scorebook.round_json import fingerprint

blueprint = Blueprint("amend", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")

Page = str | Response | tuple[str, int]


@blueprint.route("/amend", methods=["GET", "POST"])
@needs(Right.SCORE)
def amend(match_id: int, number: int) -> Page:
    """Take a round as it should have been recorded, and put it in its place."""
    match, was = _recorded(match_id, number)
    form = _form(match, number)
    if not form.is_submitted():
        return _begin(match, number, form, was)
    match request.form.get("action"):
        case "afresh" if form.validate() or not form.expired:
            drafts.drop(match_id, number)
            return redirect(url_for(".amend", match_id=match_id, number=number), 303)
        case "check":
            said = _preview(match, number, form, was)
            return _page(match, number, form, said=said), 400 if form.expired else 200
        case str(entry) if entry in form.ways:
            form.turn_to(entry)
            return _page(match, number, form)
    return _amend(match, number, form, was)


@blueprint.post("/amend/preview")
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> Page:
    """Say what the hands entered would come to, and what that changes; nothing is saved."""
    match, was = _recorded(match_id, number)
    form = _form(match, number)
    said = _preview(match, number, form, was)
    return render_template("round/_preview.html", preview=said), 400 if form.expired else 200


def _begin(match: Match, number: int, form: AmendForm, was: Round) -> Page:
    """Show the round as it was recorded, or as it was being amended, here or elsewhere."""
    draft = drafts.find_draft(match.id, number)
    form.fill(was)
    resume(form, draft.fields)
    said = None if draft.parts else boards.preview(match, number, was)
    return _page(match, number, form, said=said, draft=draft)


def _amend(match: Match, number: int, form: AmendForm, was: Round) -> Page:
    played = form.amended(was)
    if played is None:
        return _page(match, number, form), form.refused_status
    done = redirect(url_for("round.result", match_id=match.id, number=number), 303)
    if played == was:
        return done
    if form.was.data != fingerprint(was):
        return _changed_meanwhile(match.id, number, form)
    if not _doubts_seen(match, number, form, played):
        return _page(match, number, form, said=boards.preview(match, number, played)), 422
    try:
        history.amend_round(
            match.id, number, was, played, Submission(form.submission, device_name())
        )
    except Stale:
        return _changed_meanwhile(match.id, number, form)
    except ReplayError as unfit:
        fault = mending_boards.misfit(unfit, match.names)
        return _page(match, number, form, problems=(Problem(None, fault),)), 422
    return done


def _recorded(match_id: int, number: int) -> tuple[Match, Round]:
    match = matches.find_match(match_id)
    if not 1 <= number <= len(match.rounds):
        abort(404)
    return match, match.rounds[number - 1].played


def _form(match: Match, number: int) -> AmendForm:
    return AmendForm(match.setup, match.names, match.before(number).moment)


def _doubts_seen(match: Match, number: int, form: AmendForm, played: Round) -> bool:
    broken = previews.laws_broken(as_of_round(match, number), played)
    return {*broken} <= {*form.overruled.data.split()}


def _preview(match: Match, number: int, form: AmendForm, was: Round) -> previews.Preview:
    played = form.amended(was)
    return previews.refused(form) if played is None else boards.preview(match, number, played)


def _changed_meanwhile(match_id: int, number: int, form: AmendForm) -> Page:
    """Show what was typed beside what the round has become; sent again, it takes its place."""
    match, was = _recorded(match_id, number)
    form.was.data = fingerprint(was)
    return _page(match, number, form, stale=boards.stale(number, was, match.names)), 409


def _page(
    match: Match,
    number: int,
    form: AmendForm,
    said: previews.Preview | None = None,
    problems: tuple[Problem, ...] = (),
    stale: str | None = None,
    draft: drafts.Draft | None = None,
) -> str:
    return render_template(
        "round/record.html",
        board=boards.record(match, number, form),
        form=form,
        preview=said,
        errors=() if said else problems or form.problems,
        stale=stale,
        kept=draft_boards.kept(
            match,
            number,
            draft or drafts.find_draft(match.id, number),
            sent=draft is None,
            amends=True,
        ),
    )
