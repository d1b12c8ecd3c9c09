"""Several programs on one PostgreSQL behind the proxy of deploy/Caddyfile, a machine each."""

import os
import subprocess
import time
from collections.abc import Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection

from scorekeeper.config import CHECKOUT
from tests.faults.player import PATIENCE_SECONDS
from tests.ports import free_port
from tests.running_server import RUN, Served, scorekeeper, serving

CADDYFILE = CHECKOUT / "deploy/Caddyfile"
PROGRAM = scorekeeper(*RUN)


@dataclass(frozen=True, slots=True)
class Site:
    """Programs, and the address people open, which ends without a slash."""

    programs: Sequence[Served]
    url: str


@contextmanager
def behind_proxy(caddy, programs, database_url, folder, command=PROGRAM, **settings):
    """Run some programs on one database and the proxy before them, until the block ends."""
    with ExitStack() as running:
        served = [
            running.enter_context(program(database_url, folder / str(number), command, settings))
            for number in range(1, programs + 1)
        ]
        url = f"http://127.0.0.1:{free_port()}"
        apps = " ".join(each.url.removeprefix("http://").rstrip("/") for each in served)
        log = running.enter_context((folder / "proxy.log").open("w+"))
        proxy = subprocess.Popen(
            (caddy, "run", "--config", CADDYFILE, "--adapter", "caddyfile"),
            env={**os.environ, "SITE": url, "APPS": apps, "HOME": str(folder)},
            stdout=log,
            stderr=log,
        )
        running.callback(proxy.wait)
        running.callback(proxy.kill)
        wait_for(url, proxy, log)
        yield Site(served, url)


def program(database_url, folder, command, settings):
    """Run a program as on a machine of its own: it shares the database and the secret key."""
    environment = {
        "SCOREKEEPER_INSTANCE": str(folder),
        "SCOREKEEPER_DATABASE_URL": database_url,
        "SCOREKEEPER_SECRET_KEY": "the same on every machine",
        "SCOREKEEPER_PROXIES": "1",
        **settings,
    }
    return serving(*command, environment=environment)


def wait_for(url, proxy, log):
    """Wait until the proxy leads to a program that is ready."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline and proxy.poll() is None:
        connection = HTTPConnection(url.removeprefix("http://"), timeout=10)
        try:
            connection.request("GET", "/readyz")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.05)
    log.seek(0)
    raise AssertionError(f"The proxy does not answer. It said:\n{log.read()}")
