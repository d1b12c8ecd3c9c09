"""Several programs on one PostgreSQL, or one on several machines: any of them may die or be old."""

import io
import re
import shutil
import subprocess
import sys
import tarfile
import time
from contextlib import ExitStack

import pytest
from alembic.script import ScriptDirectory

from scorekeeper.config import CHECKOUT, PACKAGE
from scorekeeper.scorebook.database import threads
from tests.databases import POSTGRESQL_ONLY, leave_out
from tests.effort import THOROUGH
from tests.faults.site import (
    PATIENCE_SECONDS,
    behind_proxy,
    cluster,
    playing,
    postgresql,
    program,
    recorded,
    seated,
    wait_until,
)
from tests.support.http_device import Device, read_until, stream
from tests.support.running_server import RUN, running
from tests.support.unfinished_requests import BODY, HEAD, greedy

MIGRATIONS = PACKAGE / "migrations"
PLAYERS = 4
# What somebody at the table is ready to wait for.
MOST_SECONDS_FOR_503 = 10
MOST_SECONDS_AFTER_PROMOTION = 5
# Not eight, as nobody wants to wait for them.
IMPATIENT = "from scorekeeper.scorebook.database import threads; threads.SECONDS = 3; "


@pytest.fixture
def site(database_url, tmp_path):
    """Run two programs behind a proxy, where nobody sees a match without a link."""
    caddy = shutil.which("caddy") or leave_out("There is no proxy to test with: install caddy.")
    settings = {"SCOREKEEPER_ACCESS": "links"}
    with behind_proxy(caddy, 2, database_url, tmp_path, **settings) as site:
        yield site


@POSTGRESQL_ONLY
def test_all_is_the_same_in_every_program_and_one_that_is_killed_is_not_missed(
    site, database_url, tmp_path
):
    first, second = (each.url for each in site.programs)
    watched, *players = (seated(url) for url in (first, site.url, site.url))
    owner, match = watched.device, watched.match
    with ExitStack() as opened:
        streams = [
            opened.enter_context(stream(place, match, cookie=owner.cookie))
            for place in (first, second, site.url)
        ]
        watched.record(12)
        for each in streams:
            read_until(each, b"Ana went out")
    links = owner.get(f"{match}/links")
    scorer = Device(second)
    scorer.get(links.links["score"])
    # Entered through one, it is on the page of the other.
    token = {"csrf_token": owner.get(f"{match}/rounds/new").hidden["csrf_token"]}
    entered = {**token, "part": "hands-1", "hands-1-pips": "34"}
    assert owner.post(f"{match}/rounds/2/draft", entered).status == 200
    page = scorer.get(f"{match}/rounds/new?entry=pips")
    assert re.search(r'name="hands-1-pips"[^>]* value="34"', page.text)
    # Ended through one, a link gives nothing in the other.
    assert owner.post(f"{match}/links/score", links.hidden).status == 303
    assert scorer.post(f"{match}/rounds/new", page.hidden).status in (403, 404)
    assert scorer.get(match).status in (403, 404)
    with playing(players):
        wait_until(players, 3)
        site.programs[0].kill()
        wait_until(players, 3)
    for player in players:
        assert recorded(database_url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 502, 503}


@POSTGRESQL_ONLY
@THOROUGH
def test_the_proxy_closes_whoever_does_not_finish_a_request(site):
    player = seated(site.url)
    with greedy(site.url, HEAD, BODY, sockets=400) as sockets:
        player.record(12)
        for each in sockets:
            each.settimeout(PATIENCE_SECONDS)
            while each.recv(65536):
                pass
    player.record(12)
    assert player.statuses == {200, 303}


def git(*words):
    command = (shutil.which("git") or "false", *words)
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False).stdout


@pytest.fixture
def version_before(tmp_path):
    """Install the program as it was before the last migration, and return its command.

    It comes from the history of this checkout, with what it needed then.
    """
    newest = ScriptDirectory(str(MIGRATIONS)).get_revision("head")
    assert newest is not None
    history = git("log", "--diff-filter=A", "--format=%H", "--", newest.path).split()
    if not history or not git("rev-parse", "--verify", "--quiet", f"{history[-1].decode()}^"):
        pytest.skip("The history of this checkout does not go back to the version before.")
    with tarfile.open(fileobj=io.BytesIO(git("archive", f"{history[-1].decode()}^"))) as files:
        files.extractall(tmp_path / "before", filter="data")
    programs = tmp_path / "python/bin"
    subprocess.run((sys.executable, "-m", "venv", programs.parent), check=True)
    install = (programs / "pip", "install", "--quiet", f"{tmp_path / 'before'}[postgresql]")
    subprocess.run(install, check=True)
    return programs / "scorekeeper"


@POSTGRESQL_ONLY
@THOROUGH
def test_the_version_before_records_beside_this_one_and_no_round_is_lost(
    version_before, empty_url, tmp_path
):
    old = program(empty_url, tmp_path / "1", (version_before, *RUN))
    with old as before, ExitStack() as later:
        players = [seated(before.url) for _ in range(3)]
        with playing(players):
            wait_until(players, 2)
            # It migrates the tables while they play.
            now = later.enter_context(program(empty_url, tmp_path / "2"))
            players[0].device.url = now.url
            wait_until(players, 3)
        with stream(now.url, players[1].match) as watching:
            players[1].record(44)
            read_until(watching, b"44")
        before.stop()
        for player in players:
            player.device.url = now.url
            player.record(45)
    for player in players:
        assert recorded(empty_url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 503}


def test_either_of_two_machines_may_die_and_no_round_is_lost_or_there_twice(tmp_path):
    """A primary, and a standby that has to confirm each change."""
    assert threads.SECONDS < MOST_SECONDS_FOR_503
    programs = postgresql() or leave_out("There is no initdb to test with: install postgresql.")
    with (
        cluster(programs) as both,
        running(tmp_path, begin=IMPATIENT, SCOREKEEPER_DATABASE_URL=both.url) as served,
    ):
        # Without a standby a round is not saved, and nobody waits for long.
        player = seated(served.url)
        player.record(12)
        both.standby.kill()
        form = player.filled(34)
        started = time.monotonic()
        answer = player.device.post(*form)
        assert answer.status == 503
        assert time.monotonic() - started < MOST_SECONDS_FOR_503
        assert 'name="hands-1-pips" value="34"' in answer.text
        assert player.device.get(player.match).status == 200
        both.standby.start()
        player.insist((303,), player.device.post, *form)
        assert recorded(both.url, tmp_path, player.match) == [12, 34]
        # The standby takes over.
        players = [seated(served.url) for _ in range(PLAYERS)]
        with playing(players):
            wait_until(players, 3)
            both.primary.kill()
            both.standby.promote()
            promoted = time.monotonic()
            wait_until(players, 1)
            assert time.monotonic() - promoted < MOST_SECONDS_AFTER_PROMOTION
            wait_until(players, 2)
        for each in players:
            assert recorded(both.url, tmp_path, each.match) == each.acknowledged
            assert each.statuses <= {200, 303, 503}
