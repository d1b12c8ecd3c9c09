"""What went wrong, as a program reads it: problem details in JSON (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, g, request
from flask.typing import ResponseReturnValue
from flask_limiter import RateLimitExceeded
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from scorekeeper.access.attempt_limits import TooMany
from scorekeeper.access.devices import READ_BY, BadToken
from scorekeeper.access.guard import PinRequired, denied_sentence
from scorekeeper.messages import gettext as _
from scorekeeper.scorebook.permissions.rights import AccessDenied, NoSuchMatch
from scorekeeper.scorebook.round_json import InvalidJson
from scorekeeper.web.hosts import UnknownHost

# Each version has an address of its own.
VERSION = "1"
blueprint = Blueprint(READ_BY, __name__, url_prefix=f"/api/v{VERSION}")

PROBLEM = "application/problem+json"
RETRY_SECONDS = "5"
METHODS = ("GET", "POST")
# One thing that is wrong: its code, a sentence, and a JSON pointer to its place.
Wrong = Mapping[str, Any]
ErrorHandler = Callable[[HTTPException], ResponseReturnValue]

_BY_STATUS = {
    404: ("not_found", "There is nothing at this address of the API."),
    405: ("method_not_allowed", "This address of the API is used by other methods."),
    413: ("too_large", "That is more than a round of dominoes can hold."),
    500: ("fault", "The fault is in the program, and nothing was recorded."),
}


class Refused(Exception):
    """A request that is refused: its status, a code, a sentence, and other facts."""

    def __init__(self, status: int, code: str, detail: str, **facts: Any) -> None:
        super().__init__(status, code, detail)
        self.status, self.code, self.detail, self.facts = status, code, detail, facts


def unfit(errors: Sequence[Wrong], code: str = "") -> Refused:
    """Refuse a request for all its errors; the first gives the sentence."""
    first = errors[0]
    return Refused(422, code or first["code"], first["detail"], errors=[*errors])


def wrong(code: str, detail: str, *place: object, **more: str) -> Wrong:
    """Describe an error, and where in the request it is."""
    return {"code": code, "detail": detail, "pointer": pointer(*place), **more}


def wrong_shape(detail: str, *place: object) -> Wrong:
    """Report a value of the wrong shape."""
    return wrong("wrong_shape", detail, *place)


def pointer(*path: object) -> str:
    """Return a JSON pointer to a place in what was sent, as the end of an address.

    >>> pointer("hands", "Ana/Bea", 0)
    '#/hands/Ana~1Bea/0'
    """
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join(("#", *(f"/{part}" for part in parts)))


def problem(
    status: int, code: str, detail: str, headers: Mapping[str, str] | None = None, **facts: Any
) -> Response:
    """Answer with a problem."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **facts,
    }
    text = json.dumps(body, ensure_ascii=False)
    response = Response(f"{text}\n", status, headers, mimetype=PROBLEM)
    # A retry may succeed in a moment.
    response.cache_control.no_store = True
    return response


def unavailable() -> Response:
    """Say that the scorebook cannot be read or written: 503. A request sent again counts once."""
    sentence = "The scorebook cannot be read or written just now. Send the same again."
    return problem(503, "unavailable", sentence, {"Retry-After": RETRY_SECONDS})


@blueprint.errorhandler(Refused)
def refused(error: Refused) -> Response:
    """Say why a request was refused."""
    return problem(error.status, error.code, error.detail, **error.facts)


@blueprint.errorhandler(InvalidJson)
def invalid_json(error: InvalidJson) -> Response:
    """Say what has the wrong shape: 422."""
    return refused(unfit([wrong_shape(f"Not as it should be: {error}.")]))


@blueprint.errorhandler(RecursionError)
def too_deep(_error: RecursionError) -> Response:
    """Say that the JSON is nested too deeply to be read: 400."""
    return problem(400, "unreadable_json", "What was sent is no JSON: it is too deep.")


@blueprint.errorhandler(NoSuchMatch)
def no_such_match(_error: NoSuchMatch) -> Response:
    """Say that there is no such match: 404."""
    return problem(404, "no_such_match", _("This scorebook has no match with that number."))


@blueprint.errorhandler(AccessDenied)
def access_denied(error: AccessDenied) -> Response:
    """Say what is not allowed, and who can allow it: 403."""
    return problem(403, "not_allowed", denied_sentence(error), needs=error.needed.word)


@blueprint.errorhandler(BadToken)
def bad_token(_error: BadToken) -> Response:
    """Say that a token does not belong to this scorebook: 401."""
    sentence = "The token is none of this scorebook: it is what a link has after /join/."
    return problem(401, "bad_token", sentence, {"WWW-Authenticate": "Bearer"})


@blueprint.errorhandler(PinRequired)
def pin_required(_error: PinRequired) -> Response:
    """Say that a token is needed because of the PIN: 403."""
    sentence = "This scorebook has a PIN: send the token of a link to the match."
    return problem(403, "pin_required", sentence)


@blueprint.errorhandler(TooMany)
def too_many(error: TooMany) -> Response:
    """Say what there is too much of, and how long to wait: 429."""
    return problem(429, "too_many", error.sentence, {"Retry-After": str(error.seconds)})


@blueprint.errorhandler(RateLimitExceeded)
def rate_limited(_error: RateLimitExceeded) -> Response:
    """Say that there are too many requests, and how long to wait: 429."""
    sentence = _("Too many requests at once.")
    return problem(429, "too_many", sentence, {"Retry-After": str(g.wait_seconds)})


@blueprint.errorhandler(UnknownHost)
def unknown_host(_error: UnknownHost) -> Response:
    """Say that the site does not answer to this name: 400."""
    sentence = "This scorebook does not know the name in the address (SCOREKEEPER_HOSTS)."
    return problem(400, "unknown_host", sentence)


@blueprint.errorhandler(500)
@blueprint.errorhandler(HTTPException)
def http_error(error: HTTPException) -> Response:
    """Say what went wrong by its HTTP status."""
    status = error.code or 500
    code, sentence = _BY_STATUS.get(status, ("refused", "The request cannot be answered."))
    headers = dict(error.get_headers(request.environ))
    headers.pop("Content-Type", None)
    if isinstance(error, MethodNotAllowed):
        allowed = {*(error.valid_methods or ())}
        headers["Allow"] = ", ".join(method for method in METHODS if method in allowed)
    return problem(status, code, sentence, headers)


def at_the_api(elsewhere: ErrorHandler) -> ErrorHandler:
    """Return an error handler that answers with a problem under the address of the API.

    An unknown address belongs to no blueprint, so the path is compared.
    """

    def answer(error: HTTPException) -> ResponseReturnValue:
        asked = request.path.startswith(f"{blueprint.url_prefix}/")
        return http_error(error) if asked else elsewhere(error)

    return answer
