"""Health checks, open to everybody; and metrics for Prometheus, if METRICS_TOKEN is set.

Without it there is no metrics page, and nothing is counted.
"""

from __future__ import annotations

import os
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Flask, Response

from scorekeeper.access.guard import open_to_all
from scorekeeper.scorebook.database.db import why_not_ready

health = Blueprint("health", __name__)

# prometheus_client reads it when it is imported: each process then counts in a file of its own.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def init_app(app: Flask) -> None:
    """Register the health checks; with a token, count requests and serve the metrics."""
    app.register_blueprint(health)
    if not app.config["METRICS_TOKEN"]:
        return
    folder = Path(app.config["INSTANCE"]) / "metrics"
    folder.mkdir(exist_ok=True)
    os.environ[FOLDER] = str(folder)
    # Imported here: prometheus_client is an extra that may not be installed.
    from scorekeeper.monitoring import counters

    counters.init_app(app, folder)


@health.get("/healthz")
@open_to_all
def alive() -> Response:
    """Say that the program answers, even if its database does not."""
    return _said("alive", HTTPStatus.OK)


@health.get("/readyz")
@open_to_all
def ready() -> Response:
    """Return whether rounds can be recorded; 503 with the reason while they cannot."""
    reason = why_not_ready()
    return _said(reason or "ready", HTTPStatus.SERVICE_UNAVAILABLE if reason else HTTPStatus.OK)


def _said(text: str, status: HTTPStatus) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(f"{text}\n", status, headers, mimetype="text/plain")
