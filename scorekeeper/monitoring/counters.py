"""The counters: each process of a machine has a file, and all read them together.

Requests are counted by view and status; no player, no match and no address is named.
"""

from __future__ import annotations

import os
from hmac import compare_digest
from pathlib import Path
from time import perf_counter

from flask import Blueprint, Flask, Response, abort, g, request
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from scorekeeper.access.guard import open_to_all

# Seconds. Pages take milliseconds; a writer gives up after five seconds.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
# Views whose forms are entries of a round.
ENTRIES = {"round.record": "recorded", "edit_round.edit": "edited"}
STREAMS = "stream.events"


def init_app(app: Flask, folder: Path) -> None:
    """Count the requests of `app`, and tell it who sends the METRICS_TOKEN."""
    _forget_what_ended(folder)
    seconds = Histogram(
        "scorekeeper_request_seconds",
        "Seconds from the first look at a request to its response.",
        ("view", "method", "status"),
        buckets=BUCKETS,
        registry=None,
    )
    entries = Counter(
        "scorekeeper_entries", "Entries of rounds, by what came of them.", ("came",), registry=None
    )
    streams = _now("scorekeeper_streams", "Pages that are told of changes at once.")
    writes = _now("scorekeeper_writes", "Forms that are being worked on, or wait for their turn.")
    metrics = Blueprint("metrics", __name__)

    @metrics.get("/metrics")
    @open_to_all
    def show() -> Response:
        """Send what all processes counted, as Prometheus reads it; 401 without the token."""
        sent = request.authorization
        token = sent.token if sent and sent.type == "bearer" else None
        if not compare_digest((token or "").encode(), app.config["METRICS_TOKEN"].encode()):
            abort(401)
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(folder))  # type: ignore[no-untyped-call] # has types in part
        headers = {"Cache-Control": "no-store"}
        return Response(generate_latest(registry), 200, headers, content_type=CONTENT_TYPE_LATEST)

    @app.before_request
    def start() -> None:
        g.started = perf_counter()
        if request.method == "POST":
            writes.inc()

    @app.after_request
    def count(response: Response) -> Response:
        view, status = request.endpoint or "none", response.status_code
        if "started" in g:
            seconds.labels(view, request.method, status).observe(perf_counter() - g.started)
            if request.method == "POST":
                writes.dec()
        if view in ENTRIES and request.method == "POST":
            entries.labels(ENTRIES[view] if status == 303 else "refused").inc()
        if view == STREAMS and status == 200:
            streams.inc()
            response.call_on_close(streams.dec)
        return response

    app.register_blueprint(metrics)


def _now(name: str, meaning: str) -> Gauge:
    return Gauge(name, meaning, registry=None, multiprocess_mode="livesum")


def _forget_what_ended(folder: Path) -> None:
    """Remove the counts of processes that have ended."""
    for path in folder.glob("*.db"):
        try:
            os.kill(int(path.stem.rpartition("_")[2]), 0)
        except ProcessLookupError:
            path.unlink(missing_ok=True)
        except PermissionError:
            # The process exists, but belongs to another user.
            pass
