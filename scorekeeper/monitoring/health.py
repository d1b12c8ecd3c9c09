"""Health checks, for whatever starts and stops the program: plain text, open to everybody."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response

from scorekeeper.access.guard import open_to_all
from scorekeeper.scorebook.database.db import why_not_ready

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
@open_to_all
def alive() -> Response:
    """Say that the program answers, whatever became of its database."""
    return _said("alive", HTTPStatus.OK)


@blueprint.get("/readyz")
@open_to_all
def ready() -> Response:
    """Say whether rounds can be recorded; 503 with the reason while they cannot."""
    reason = why_not_ready()
    return _said(reason or "ready", HTTPStatus.SERVICE_UNAVAILABLE if reason else HTTPStatus.OK)


def _said(text: str, status: HTTPStatus) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(f"{text}\n", status, headers, mimetype="text/plain")
