"""Two programs on one PostgreSQL behind the proxy of deploy/Caddyfile, as on two machines."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest

from scorekeeper.config import CHECKOUT
from tests.databases import POSTGRESQL_ONLY, REQUIRED
from tests.faults.cluster import free_port
from tests.faults.player import PATIENCE_SECONDS, playing, recorded, seated, wait_until
from tests.live.test_live_server import read_until, stream
from tests.running_server import RUN, Served, scorekeeper, serving

pytestmark = POSTGRESQL_ONLY


@dataclass(frozen=True, slots=True)
class Site:
    """Two programs, and the address of the proxy before them, which ends without a slash."""

    programs: tuple[Served, Served]
    url: str


@pytest.fixture(scope="session")
def caddy() -> str:
    """Return the program of the proxy, or fail or skip without it."""
    found = shutil.which("caddy")
    if found is None and os.environ.get(REQUIRED) == "1":
        pytest.fail("Caddy is not installed.", pytrace=False)
    if found is None:
        pytest.skip("There is no proxy to test with: install caddy.")
    return found


@pytest.fixture
def site(caddy: str, database_url: str, tmp_path: Path) -> Iterator[Site]:
    with ExitStack() as running:
        first, second = (
            running.enter_context(program(database_url, tmp_path / name)) for name in ("1", "2")
        )
        url = f"http://127.0.0.1:{free_port()}"
        apps = " ".join(each.url.removeprefix("http://").rstrip("/") for each in (first, second))
        proxy = subprocess.Popen(
            (caddy, "run", "--config", CHECKOUT / "deploy/Caddyfile", "--adapter", "caddyfile"),
            env={**os.environ, "SITE": url, "APPS": apps, "HOME": str(tmp_path)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        running.callback(proxy.wait)
        running.callback(proxy.kill)
        wait_for(url)
        yield Site((first, second), url)


def program(database_url: str, folder: Path) -> AbstractContextManager[Served]:
    """Run a program as on a machine of its own: it shares the database and the secret key."""
    environment = {
        "SCOREKEEPER_INSTANCE": str(folder),
        "SCOREKEEPER_DATABASE_URL": database_url,
        "SCOREKEEPER_SECRET_KEY": "the same on every machine",
        "SCOREKEEPER_PROXIES": "1",
    }
    return serving(*scorekeeper(*RUN), environment=environment)


def wait_for(url: str) -> None:
    """Wait until the proxy leads to a program that is ready."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
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
    raise AssertionError("The proxy does not answer.")


def test_who_watches_through_one_program_sees_a_round_recorded_through_the_other(
    site: Site,
) -> None:
    player = seated(site.programs[0].url.rstrip("/"))
    with ExitStack() as opened:
        places = (*(each.url.rstrip("/") for each in site.programs), site.url)
        streams = [opened.enter_context(stream(place, player.match)) for place in places]
        player.record(12)
        for each in streams:
            read_until(each, b"Round 1: Ana went out")


def test_when_one_program_is_killed_everybody_goes_on_through_the_other(
    site: Site, database_url: str, tmp_path: Path
) -> None:
    players = [seated(site.url) for _ in range(2)]
    with playing(players):
        wait_until(players, 3)
        site.programs[0].kill()
        wait_until(players, 3)
    for player in players:
        assert recorded(database_url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 502, 503}
