"""The program as a process of its own, to be used over HTTP, and ports for other servers."""

import os
import re
import secrets
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from socket import create_server

# Port 0 takes a free port; the first line printed says which.
RUN = ("run", "--host", "127.0.0.1", "--port", "0")
# Below those the system gives to whoever asks for any: while nobody listens at a port found here,
# none of the many connections of other tests is given it.
PORTS = range(20_000, 32_000)


@dataclass(frozen=True, slots=True)
class Served:
    """A running program and its address; `url` ends in a slash."""

    process: subprocess.Popen[str]
    url: str

    def stop(self):
        """Terminate it; return its exit status and what it printed after the first line."""
        assert self.process.stdout is not None
        self.process.terminate()
        printed = self.process.stdout.read()
        return self.process.wait(timeout=20), printed

    def kill(self):
        """Kill it and the processes it started, as `kill -9` does."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=20)


@contextmanager
def serving(*command, environment, folder=None):
    """Run a command that serves, and kill it when the block ends."""
    with subprocess.Popen(
        command,
        env={**os.environ, **environment},
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        # A process group of its own, so that it can be killed as a whole.
        start_new_session=True,
    ) as process:
        try:
            assert process.stdout is not None
            printed, found = "", None
            for line in iter(process.stdout.readline, ""):
                printed += line
                if found := re.search(r"http://\S+/", line):
                    break
            assert found, printed
            yield Served(process, found[0])
        finally:
            process.kill()


def running(folder, *, begin="", command=None, **settings):
    """Run the program on a scorebook in a folder, after some statements, or as a command says."""
    program = f"from scorekeeper import cli; {begin}cli.main()"
    environment = {"SCOREKEEPER_INSTANCE": str(folder), **settings}
    return serving(*(command or (sys.executable, "-c", program, *RUN)), environment=environment)


def scorekeeper(*words):
    """Return the command line that runs this checkout."""
    return sys.executable, "-m", "scorekeeper", *words


def free_port():
    """Find a port for a server that has to be told one, or that takes it again later."""
    while True:
        port = secrets.choice(PORTS)
        with suppress(OSError), create_server(("", port)):
            return port
