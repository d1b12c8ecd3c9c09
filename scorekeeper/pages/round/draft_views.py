"""A half-entered round, kept for every device at the table; spoken with by scripts, in JSON."""

from http import HTTPStatus

from flask import Blueprint, jsonify, request
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorekeeper.access.devices import device_name
from scorekeeper.access.guard import AccessDenied, PinRequired, needs
from scorekeeper.pages.round import draft as boards
from scorekeeper.pages.round.draft_form import DraftForm, Unkeepable, sent_parts
from scorekeeper.pages.round.forms import RoundForm
from scorekeeper.pages.shared.fields import EXPIRED
from scorekeeper.scorebook import drafts, matches
from scorekeeper.scorebook.log import NoSuchMatch, Stale
from scorekeeper.scorebook.projection import Match
from scorekeeper.scorebook.rights import Right

blueprint = Blueprint("draft", __name__, url_prefix="/matches/<int:match_id>/rounds/<int:number>")

Answer = Response | tuple[Response, int]


@blueprint.get("/draft", defaults={"amends": False})
@blueprint.get("/amend/draft", defaults={"amends": True})
@needs(Right.SCORE)
def read(match_id: int, number: int, amends: bool) -> Answer:
    """Say what has been entered of a round; 304 where the asking device knows it."""
    match = matches.find_match(match_id)
    if not _is_there(match, number, amends):
        return _not_there(match, number)
    return _state(match, number, drafts.find_draft(match_id, number), amends)


@blueprint.post("/draft", defaults={"amends": False})
@blueprint.post("/amend/draft", defaults={"amends": True})
@needs(Right.SCORE)
def keep(match_id: int, number: int, amends: bool) -> Answer:
    """Keep the parts of a round that are sent, and say what has been entered of it by all."""
    match = matches.find_match(match_id)
    if not _is_there(match, number, amends):
        return _not_there(match, number)
    if not DraftForm().validate():
        return _refused(str(EXPIRED), HTTPStatus.BAD_REQUEST)
    try:
        parts = sent_parts(RoundForm(match.setup, match.names, match.standing.moment))
    except Unkeepable as error:
        return _refused(str(error), HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        draft = drafts.save(match_id, number, parts, device=device_name(), amends=amends)
    except Stale:
        # Not kept: whoever sent it is told what happened to its round instead.
        draft = drafts.Draft()
    return _state(matches.find_match(match_id), number, draft, amends)


@blueprint.errorhandler(NoSuchMatch)
def no_such_match(_error: NoSuchMatch) -> Answer:
    """Say that a match is not there."""
    return _refused(_("This scorebook has no match under that number."), HTTPStatus.NOT_FOUND)


@blueprint.errorhandler(AccessDenied)
@blueprint.errorhandler(PinRequired)
def not_yours(_error: Exception) -> Answer:
    """Say that this device may not score, or no longer."""
    said = _(
        "This device may not score this match now: ask whoever keeps the score for a new link."
    )
    return _refused(said, HTTPStatus.FORBIDDEN)


def unavailable() -> Answer:
    """Say that nothing can be kept just now."""
    said = _("Not saved: the scorebook cannot be written.")
    return _refused(said, HTTPStatus.SERVICE_UNAVAILABLE)


def _is_there(match: Match, number: int, amends: bool) -> bool:
    """Say whether a round is to be entered or amended, or was recorded meanwhile."""
    return drafts.accepts_draft(match, number, amends=amends) or 1 <= number <= len(match.rounds)


def _not_there(match: Match, number: int) -> Answer:
    return _refused(boards.cannot_take(match, number), HTTPStatus.NOT_FOUND)


def _state(match: Match, number: int, draft: drafts.Draft, amends: bool) -> Answer:
    answer = jsonify(boards.state(match, number, draft, amends=amends))
    answer.set_etag(boards.tag(match, draft))
    answer.cache_control.no_store = True
    return answer.make_conditional(request)


def _refused(sentence: str, status: HTTPStatus) -> Answer:
    return jsonify(error=sentence), status
