"""The draft of a round, shared by every device at the table: for scripts, mostly in JSON."""

from http import HTTPStatus

from flask import Blueprint, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.access import guard
from scorekeeper.access.guard import PinRequired, needs
from scorekeeper.messages import gettext as _
from scorekeeper.pages.round.draft import draft_json, draft_tag, no_such_round
from scorekeeper.pages.round.draft_form import DraftForm, InvalidPart, sent_parts
from scorekeeper.pages.round.draft_keeping import is_there, keep_parts
from scorekeeper.pages.round.draft_preview import draft_preview
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.fields import EXPIRED, TokenForm
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.locking import NoSuchMatch
from scorekeeper.scorebook.permissions.rights import AccessDenied, Right
from scorekeeper.scorebook.projection import Match
from scorekeeper.web.unavailable import when_unavailable

blueprint = Blueprint("draft", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")


def not_saved() -> ResponseReturnValue:
    """Say that the database is unavailable."""
    sentence = _("Not saved: the scorebook cannot be written.")
    return _refused(sentence, HTTPStatus.SERVICE_UNAVAILABLE)


@blueprint.get("/draft", defaults={"amends": False})
@blueprint.get("/amend/draft", defaults={"amends": True})
@when_unavailable(not_saved)
@needs(Right.SCORE)
def read(match_id: int, number: int, amends: bool) -> ResponseReturnValue:
    """Return the draft of a round (draft_json); 304 where the device has it already."""
    match = matches.find_match(match_id, guard.version_read())
    if not is_there(match, number, amends):
        return _no_such_round(match, number)
    return _state(match, number, drafts.find_draft(match_id, number), amends)


@blueprint.post("/draft", defaults={"amends": False})
@blueprint.post("/amend/draft", defaults={"amends": True})
@when_unavailable(not_saved)
@needs(Right.SCORE)
def keep(match_id: int, number: int, amends: bool) -> ResponseReturnValue:
    """Save the parts that are sent, and return the draft with those of every device."""
    match = matches.find_match(match_id, guard.version_read())
    if not is_there(match, number, amends):
        return _no_such_round(match, number)
    if not DraftForm().validate():
        return _refused(str(EXPIRED), HTTPStatus.BAD_REQUEST)
    try:
        parts = sent_parts(RoundForm(match.setup, match.names, match.standing.moment))
    except InvalidPart as error:
        return _refused(str(error), HTTPStatus.UNPROCESSABLE_ENTITY)
    match, draft = keep_parts(match_id, number, parts, amends)
    return _state(match, number, draft, amends)


@blueprint.get("/draft/preview")
@when_unavailable(not_saved)
@needs(Right.SCORE)
def preview(match_id: int, number: int) -> ResponseReturnValue:
    """Say what the draft of the next round comes to, with the form that records it, in HTML."""
    match = matches.find_match(match_id, guard.version_read())
    if match.standing.over or number != match.next_number:
        return _no_such_round(match, number)
    draft, out = drafts.find_draft(match_id, number), request.args.get("out", type=int)
    answer = make_response(
        render_template(
            "round/_draft_preview.html",
            match_id=match_id,
            number=number,
            draft=draft_preview(match, draft, out),
            token=TokenForm(),
        )
    )
    answer.cache_control.no_store = True
    return answer


@blueprint.errorhandler(NoSuchMatch)
def no_such_match(_error: NoSuchMatch) -> ResponseReturnValue:
    """Say that there is no such match."""
    return _refused(_("This scorebook has no match with that number."), HTTPStatus.NOT_FOUND)


@blueprint.errorhandler(AccessDenied)
@blueprint.errorhandler(PinRequired)
def not_yours(_error: Exception) -> ResponseReturnValue:
    """Say that this device may not score."""
    sentence = _(
        "This device may not score this match now: ask whoever keeps the score for a new link."
    )
    return _refused(sentence, HTTPStatus.FORBIDDEN)


def _no_such_round(match: Match, number: int) -> ResponseReturnValue:
    return _refused(no_such_round(match, number), HTTPStatus.NOT_FOUND)


def _state(match: Match, number: int, draft: drafts.Draft, amends: bool) -> ResponseReturnValue:
    answer = jsonify(draft_json(match, number, draft, amends=amends))
    answer.set_etag(draft_tag(match, draft))
    answer.cache_control.no_store = True
    return answer.make_conditional(request)


def _refused(sentence: str, status: HTTPStatus) -> ResponseReturnValue:
    return jsonify(error=sentence), status
