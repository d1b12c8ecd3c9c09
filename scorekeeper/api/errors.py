"""The errors of the program as problems: the same sentences as the pages have."""

from __future__ import annotations

from flask import Response, g, request
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException, InternalServerError

from scorekeeper.access.bearer import BadToken
from scorekeeper.access.guard import PinRequired
from scorekeeper.access.limits import TooMany
from scorekeeper.access.sentences import denied_sentence
from scorekeeper.api.blueprint import blueprint
from scorekeeper.api.problems import Refused, problem
from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.locking import NoSuchMatch
from scorekeeper.scorebook.permissions.rights import AccessDenied
from scorekeeper.web.hosts import UnknownHost


@blueprint.errorhandler(Refused)
def refused(error: Refused) -> Response:
    """Say what is wrong with what was sent."""
    return problem(error.status, error.code, error.detail, error.errors, error.facts)


@blueprint.errorhandler(NoSuchMatch)
def no_such_match(_error: NoSuchMatch) -> Response:
    """Say that there is no such match: 404."""
    return problem(404, "no_such_match", _("This scorebook has no match with that number."))


@blueprint.errorhandler(AccessDenied)
def access_denied(error: AccessDenied) -> Response:
    """Say what may not be done, and who can allow it: 403."""
    return problem(403, "not_allowed", denied_sentence(error), facts={"needs": error.needed.word})


@blueprint.errorhandler(BadToken)
def bad_token(_error: BadToken) -> Response:
    """Say that a token is none of this scorebook: 401."""
    sentence = "The token is none of this scorebook: it is what a link has after /join/."
    return problem(401, "bad_token", sentence, headers={"WWW-Authenticate": "Bearer"})


@blueprint.errorhandler(PinRequired)
def pin_required(_error: PinRequired) -> Response:
    """Say that a token is needed where there is a PIN: 403."""
    sentence = "This scorebook has a PIN: send the token of a link to the match."
    return problem(403, "pin_required", sentence)


@blueprint.errorhandler(TooMany)
def too_many(error: TooMany) -> Response:
    """Say what there was too much of, and how long to wait: 429."""
    return problem(429, "too_many", error.sentence, headers={"Retry-After": str(error.seconds)})


@blueprint.errorhandler(RateLimitExceeded)
def rate_limited(_error: RateLimitExceeded) -> Response:
    """Say that too much is sent, and how long to wait: 429."""
    sentence = _("Too many requests came from here at once.")
    return problem(429, "too_many", sentence, headers={"Retry-After": str(g.wait_seconds)})


@blueprint.errorhandler(UnknownHost)
def unknown_host(_error: UnknownHost) -> Response:
    """Say that the site does not answer to this name: 400."""
    sentence = "This scorebook does not know the name in the address (SCOREKEEPER_HOSTS)."
    return problem(400, "unknown_host", sentence)


@blueprint.errorhandler(HTTPException)
def http_error(error: HTTPException) -> Response:
    """Say what went wrong by its HTTP status."""
    status = error.code or 500
    code, sentence = _BY_STATUS.get(status, ("refused", "The request cannot be answered."))
    headers = dict(error.get_headers(request.environ))
    headers.pop("Content-Type", None)
    return problem(status, code, sentence, headers=headers)


@blueprint.before_app_request
def no_such_number() -> Response | None:
    """Say it as a problem too where a number in the address is larger than any there can be.

    Such an address leads to no view, so that the blueprint would not hear of it.
    """
    wrong = request.routing_exception
    if wrong is None or not request.path.startswith(f"{blueprint.url_prefix}/"):
        return None
    return http_error(wrong)


@blueprint.errorhandler(500)
def internal_error(_error: InternalServerError) -> Response:
    """Say that the program has a fault, and that nothing was recorded: 500."""
    return problem(500, "fault", "The fault is in the program, and nothing was recorded.")


_BY_STATUS = {
    404: ("not_found", "There is nothing at this address of the API."),
    405: ("method_not_allowed", "This address of the API is used by other methods."),
    413: ("too_large", "That is more than a round of dominoes can hold."),
}
