"""What sixteen tables get that record at once, over HTTP, on SQLite: the real server.

Run it by hand, `python -m tests.bench.tables`; it prints a table in Markdown. Who plays is on the
same machine, and takes from the server what it has. Each table sends the next round at once.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from statistics import quantiles
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from tests.bench.live import cpu_seconds, processes, proportional_mb
from tests.support.http_device import FORM, Device, hands
from tests.support.running_server import RUN, Served, scorekeeper, serving

TABLES, SECONDS = 16, 8
# The first rounds of a program are its slowest, and no match lasts for ever.
WARM_SECONDS = 2


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        settings = {"SCOREKEEPER_INSTANCE": folder, "SCOREKEEPER_SHARE": "100"}
        with serving(*scorekeeper(*RUN), environment=settings) as served:
            took, cpu = evening(served)
            memory = sum(map(proportional_mb, processes(served.process.pid)))
    cuts = quantiles([1000 * each for each in took], n=100)
    print("| 16 tables at once | rounds/s | p50 ms | p99 ms | most ms | CPU ms a round | MB |")
    print("|---|---|---|---|---|---|---|")
    print(
        f"| SQLite, over HTTP | {len(took) / SECONDS:.0f} | {cuts[49]:.0f} | {cuts[98]:.0f}"
        f" | {1000 * max(took):.0f} | {1000 * cpu / len(took):.1f} | {memory:.0f} |"
    )


def evening(served: Served) -> tuple[list[float], float]:
    """Let all tables record; return what each round took, and the CPU seconds of all of them."""
    tables = [Device(served.url) for _ in range(TABLES)]
    games = [(device, urlsplit(device.start()).path) for device in tables]
    begin = time.monotonic() + WARM_SECONDS
    with ThreadPoolExecutor(TABLES) as pool:
        playing = [pool.submit(lambda game: [*recorded(*game, begin)], game) for game in games]
        time.sleep(max(0.0, begin - time.monotonic()))
        before = cpu_seconds(served.process.pid)
        took = [each for game in playing for each in game.result()]
    return took, cpu_seconds(served.process.pid) - before


def recorded(device: Device, match: str, begin: float) -> Iterator[float]:
    """Record one round after another; yield what each took that was sent after the beginning."""
    address = f"{match}/rounds/new"
    fields = device.get(address).hidden | hands()
    place = urlsplit(device.url).netloc
    with closing(HTTPConnection(place, timeout=30)) as connection:
        number = 0
        while (sent := time.monotonic()) < begin + SECONDS:
            number += 1
            form = fields | {"entry_key": uuid4().hex, "round_no": str(number)}
            connection.request("POST", address, urlencode(form), FORM | {"Cookie": device.cookie})
            answer = connection.getresponse()
            answer.read()
            assert answer.status == 303, answer.status
            if sent > begin:
                yield time.monotonic() - sent


if __name__ == "__main__":
    main()
