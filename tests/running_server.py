"""The program as its own process, to be used over HTTP."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Port 0 lets the machine choose a free one; the first line printed says which.
RUN = ("run", "--host", "127.0.0.1", "--port", "0")


@dataclass(frozen=True, slots=True)
class Served:
    """A running program and where it answers; `url` ends in a slash."""

    process: subprocess.Popen[str]
    url: str

    def stop(self) -> tuple[int, str]:
        """Ask it to stop; return the exit status and what else it printed."""
        assert self.process.stdout is not None
        self.process.terminate()
        printed = self.process.stdout.read()
        return self.process.wait(timeout=20), printed

    def kill(self) -> None:
        """End it and the processes it started at once, as `kill -9` does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=20)


@contextmanager
def serving(
    *command: str | Path, environment: Mapping[str, str], folder: Path | None = None
) -> Iterator[Served]:
    """Run a command that serves, until the block ends."""
    with subprocess.Popen(
        command,
        env={**os.environ, **environment},
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # A group of its own, so that it can be killed with all its processes.
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            found = re.search(r"http://\S+/", first)
            assert found, first + process.stdout.read()
            yield Served(process, found[0])
        finally:
            process.kill()


def scorekeeper(*words: str) -> Sequence[str]:
    """Return the command line that runs this checkout."""
    return sys.executable, "-m", "scorekeeper", *words
