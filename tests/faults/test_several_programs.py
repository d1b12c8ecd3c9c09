"""Two programs on one PostgreSQL behind the proxy of deploy/Caddyfile, as on two machines."""

import os
import re
import shutil
from contextlib import ExitStack

import pytest

from tests.databases import POSTGRESQL_ONLY, REQUIRED
from tests.faults.player import PATIENCE_SECONDS, playing, recorded, seated, wait_until
from tests.faults.site import PROGRAM, behind_proxy, program
from tests.faults.test_greedy import BODY, HEAD, greedy
from tests.http_device import Device
from tests.live.test_live_server import read_until, stream

pytestmark = POSTGRESQL_ONLY


@pytest.fixture(scope="session")
def caddy():
    """Return the program of the proxy, or fail or skip without it."""
    found = shutil.which("caddy")
    if found is None and os.environ.get(REQUIRED) == "1":
        pytest.fail("Caddy is not installed.", pytrace=False)
    if found is None:
        pytest.skip("There is no proxy to test with: install caddy.")
    return found


@pytest.fixture
def site(caddy, database_url, tmp_path):
    with behind_proxy(caddy, 2, database_url, tmp_path) as site:
        yield site


def test_each_program_shows_what_is_recorded_through_the_other_and_goes_on_when_that_is_killed(
    site, database_url, tmp_path
):
    watched, *players = (seated(url) for url in (site.programs[0].url, site.url, site.url))
    with ExitStack() as opened:
        places = (*(each.url for each in site.programs), site.url)
        streams = [opened.enter_context(stream(place, watched.match)) for place in places]
        watched.record(12)
        for each in streams:
            read_until(each, b"Round 1: Ana went out")
    with playing(players):
        wait_until(players, 3)
        site.programs[0].kill()
        wait_until(players, 3)
    for player in players:
        assert recorded(database_url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 502, 503}


@pytest.mark.usefixtures("at_length")
def test_drafts_and_links_are_the_same_in_every_program(database_url, tmp_path):
    settings = {"SCOREKEEPER_ACCESS": "links"}
    with (
        program(database_url, tmp_path / "1", PROGRAM, settings) as first,
        program(database_url, tmp_path / "2", PROGRAM, settings) as second,
    ):
        player = seated(first.url)
        owner, match = player.device, player.match
        links = owner.get(f"{match}/links")
        scorer = Device(second.url)
        scorer.get(links.links["score"])
        # Entered through one, it is on the page of the other.
        token = {"csrf_token": owner.get(f"{match}/rounds/new").hidden["csrf_token"]}
        entered = {**token, "part": "hands-1", "hands-1-pips": "34"}
        assert owner.post(f"{match}/rounds/1/draft", entered).status == 200
        page = scorer.get(f"{match}/rounds/new?entry=pips")
        assert re.search(r'name="hands-1-pips"[^>]* value="34"', page.text)
        # Ended through one, a link gives nothing in the other.
        assert owner.post(f"{match}/links/score", links.hidden).status == 303
        assert scorer.post(f"{match}/rounds/new", page.hidden).status in (403, 404)
        assert scorer.get(match).status in (403, 404)


@pytest.mark.usefixtures("at_length")
@pytest.mark.parametrize("begun", [HEAD, BODY])
def test_the_proxy_closes_whoever_does_not_finish_a_request(site, begun):
    player = seated(site.url)
    with greedy(player.device, begun, sockets=200) as sockets:
        player.record(12)
        for each in sockets:
            each.settimeout(PATIENCE_SECONDS)
            while each.recv(65536):
                pass
    player.record(12)
    assert player.statuses == {200, 303}
