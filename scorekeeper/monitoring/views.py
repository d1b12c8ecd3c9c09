"""Health checks, open to everybody; and metrics for Prometheus, for who sends the METRICS_TOKEN.

They count requests, by view and status, and name no player, no match and no address. Without a
token set there is no such page, and nothing is counted.
"""

from __future__ import annotations

import os
from hmac import compare_digest
from http import HTTPStatus
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Blueprint, Flask, Response, abort, current_app, g, request

from scorekeeper.access.guard import open_to_all
from scorekeeper.scorebook.database.db import why_not_ready

if TYPE_CHECKING:
    from scorekeeper.monitoring.counters import Counters

health = Blueprint("health", __name__)
metrics = Blueprint("metrics", __name__)

# Views whose forms are entries of a round.
ENTRIES = {"round.record": "recorded", "amend.amend": "amended"}
STREAMS = "stream.events"
# prometheus_client reads it when it is imported: each process then counts in a file of its own.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def init_app(app: Flask) -> None:
    """Say how `app` is; count its requests and answer with that where there is a token."""
    app.register_blueprint(health)
    if not app.config["METRICS_TOKEN"]:
        return
    folder = Path(app.config["INSTANCE"]) / "metrics"
    folder.mkdir(exist_ok=True)
    os.environ[FOLDER] = str(folder)
    # Imported here: prometheus_client is there only where somebody asked for it.
    from scorekeeper.monitoring import counters

    app.extensions["counters"] = counters.open_counters(folder)
    app.register_blueprint(metrics)
    app.before_request(_start)
    app.after_request(_count)


@health.get("/healthz")
@open_to_all
def alive() -> Response:
    """Say that the program answers, whatever became of its database."""
    return _said("alive", HTTPStatus.OK)


@health.get("/readyz")
@open_to_all
def ready() -> Response:
    """Say whether rounds can be recorded; 503 with the reason while they cannot."""
    reason = why_not_ready()
    return _said(reason or "ready", HTTPStatus.SERVICE_UNAVAILABLE if reason else HTTPStatus.OK)


def _said(text: str, status: HTTPStatus) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(f"{text}\n", status, headers, mimetype="text/plain")


@metrics.get("/metrics")
@open_to_all
def show() -> Response:
    """Send what all processes counted; 401 without the token."""
    sent = request.authorization
    token = sent.token if sent and sent.type == "bearer" else None
    if not compare_digest((token or "").encode(), current_app.config["METRICS_TOKEN"].encode()):
        abort(401)
    body, mimetype = _counters().exposed()
    return Response(body, headers={"Cache-Control": "no-store"}, content_type=mimetype)


def _start() -> None:
    g.started = perf_counter()
    if request.method == "POST":
        _counters().writes.inc()


def _count(response: Response) -> Response:
    counters, view, status = _counters(), request.endpoint or "none", response.status_code
    if "started" in g:
        counters.seconds.labels(view, request.method, status).observe(perf_counter() - g.started)
        if request.method == "POST":
            counters.writes.dec()
    if view in ENTRIES and request.method == "POST":
        counters.entries.labels(ENTRIES[view] if status == 303 else "refused").inc()
    if view == STREAMS and status == 200:
        counters.streams.inc()
        response.call_on_close(counters.streams.dec)
    return response


def _counters() -> Counters:
    found: Counters = current_app.extensions["counters"]
    return found
