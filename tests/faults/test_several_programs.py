"""Two programs on one PostgreSQL behind the proxy of deploy/Caddyfile, as on two machines."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.databases import POSTGRESQL_ONLY, REQUIRED
from tests.faults.player import playing, recorded, seated, wait_until
from tests.faults.site import Site, behind_proxy
from tests.live.test_live_server import read_until, stream

pytestmark = POSTGRESQL_ONLY


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
    with behind_proxy(caddy, 2, database_url, tmp_path) as site:
        yield site


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
