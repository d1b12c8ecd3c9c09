"""What programs cost as a whole: CPU seconds and the most memory of a fresh process.

Run it by hand, `python -m tests.bench.programs`; it prints a table in Markdown. Memory of the
server is what its processes have of their own, what they share counted in parts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from statistics import median
from urllib.request import urlopen

from tests.bench.live import cpu_seconds, processes, proportional_mb
from tests.support.running_server import RUN, scorekeeper, serving

TIMES = 5
REQUEST = {"game": "block", "seats": ["Ana", "Bea"], "hands": {"Ana": [], "Bea": ["5-5", "3-4"]}}


# Started by a small program: the memory of a process counts what started it.
MEASURED = """
import os, sys
child = os.fork()
if not child:
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(child, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def main() -> None:
    # As an installed program is: what was compiled is kept, also where the tests do not keep it.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print("| program | CPU s | MB |")
    print("|---|---|---|")
    print(row("Python that does nothing", [child("-c", "pass") for _ in range(TIMES)]))
    score = ("-m", "scorekeeper", "score", "-")
    child(*score)
    print(row("`scorekeeper score`, the whole process", [child(*score) for _ in range(TIMES)]))
    with tempfile.TemporaryDirectory() as folder:
        print(row("the server, from its first start to its first page", [served(folder)]))
        again = [served(folder) for _ in range(TIMES)]
    print(row("the same, each time after", again))


def row(name: str, found: list[tuple[float, float]]) -> str:
    seconds, megabytes = (median(each) for each in zip(*found, strict=True))
    return f"| {name} | {seconds:.2f} | {megabytes:.0f} |"


def child(*arguments: str) -> tuple[float, float]:
    """Run Python; return the CPU seconds and the most memory in MB of that process alone."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, sys.executable, *arguments],
        input=json.dumps(REQUEST),
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, kilobytes = map(float, done.stderr.split())
    return seconds, kilobytes / 1024


def served(folder: str) -> tuple[float, float]:
    """Start the server and ask for a page; return what that took, and the memory it has then."""
    environment = {"SCOREKEEPER_INSTANCE": folder}
    with serving(*scorekeeper(*RUN), environment=environment) as server:
        with urlopen(server.url) as page:
            page.read()
        first = server.process.pid
        return cpu_seconds(first), sum(map(proportional_mb, processes(first)))


if __name__ == "__main__":
    main()
