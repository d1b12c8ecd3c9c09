"""What went wrong, as a program reads it: problem details in JSON (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from flask import Response

PROBLEM = "application/problem+json"
RETRY_SECONDS = "5"

Facts = Mapping[str, Any]


class Refused(Exception):
    """A request that is refused: its status, a code, a sentence, and what is wrong where.

    `errors` have a code, a sentence and a JSON pointer each; `facts` are what else is said.
    """

    def __init__(
        self, status: int, code: str, detail: str, errors: Sequence[Facts] = (), **facts: object
    ) -> None:
        super().__init__(status, code, detail)
        self.status, self.code, self.detail = status, code, detail
        self.errors, self.facts = errors, facts


def problem(
    status: int,
    code: str,
    detail: str,
    errors: Sequence[Facts] = (),
    facts: Facts | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with a problem."""
    told = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **({"errors": [*errors]} if errors else {}),
        **(facts or {}),
    }
    text = json.dumps(told, ensure_ascii=False)
    response = Response(f"{text}\n", status, headers, mimetype=PROBLEM)
    # What is wrong may be right in a moment.
    response.cache_control.no_store = True
    return response


def unavailable() -> Response:
    """Say that the scorebook cannot be read or written; sent again, a request counts once."""
    sentence = "The scorebook cannot be read or written just now. Send the same again."
    return problem(503, "unavailable", sentence, headers={"Retry-After": RETRY_SECONDS})


def pointer(*path: object) -> str:
    """Return a JSON pointer to a place in what was sent, as the end of an address.

    >>> pointer("hands", "Ana/Bea", 0)
    '#/hands/Ana~1Bea/0'
    """
    parts = (str(part).replace("~", "~0").replace("/", "~1") for part in path)
    return "".join(("#", *(f"/{part}" for part in parts)))
