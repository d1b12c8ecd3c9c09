"""What is counted: in files that all processes of one machine share, a file a process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client import generate_latest as written
from prometheus_client.multiprocess import MultiProcessCollector

# Seconds. Pages take milliseconds; a writer gives up after five seconds.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Counters(NamedTuple):
    """The metrics; `seconds` has the labels view, method and status, `entries` what came of one."""

    folder: Path
    seconds: Histogram
    entries: Counter
    streams: Gauge
    writes: Gauge

    def exposed(self) -> tuple[bytes, str]:
        """Return what all processes counted, as Prometheus reads it, and its content type."""
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(self.folder))  # type: ignore[no-untyped-call] # has types in part
        return written(registry), CONTENT_TYPE_LATEST


def open_counters(folder: Path) -> Counters:
    """Make the metrics of this process, and forget those of processes that ended."""
    for path in folder.glob("*.db"):
        if not _runs(int(path.stem.rpartition("_")[2])):
            path.unlink(missing_ok=True)
    return Counters(
        folder,
        Histogram(
            "scorekeeper_request_seconds",
            "Seconds from the first look at a request to its response.",
            ("view", "method", "status"),
            buckets=BUCKETS,
            registry=None,
        ),
        Counter(
            "scorekeeper_entries",
            "Entries of rounds, by what came of them.",
            ("came",),
            registry=None,
        ),
        _now("scorekeeper_streams", "Pages that are told of changes at once."),
        _now("scorekeeper_writes", "Forms that are being worked on, or wait for their turn."),
    )


def _now(name: str, meaning: str) -> Gauge:
    return Gauge(name, meaning, registry=None, multiprocess_mode="livesum")


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
