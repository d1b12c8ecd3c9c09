"""A PostgreSQL with a synchronous standby: either machine may die, and no round is lost."""

import os
import time

import pytest

from tests.databases import REQUIRED
from tests.faults.cluster import cluster, programs
from tests.faults.player import playing, recorded, seated, wait_until
from tests.running_server import RUN, scorekeeper, serving

# All in one process, which makes one cluster for them: the last of them ends it.
pytestmark = pytest.mark.xdist_group("failover")

PLAYERS = 4
# What somebody at the table is ready to wait for.
MOST_SECONDS_FOR_503 = 10
MOST_SECONDS_AFTER_PROMOTION = 5


@pytest.fixture(scope="module")
def both():
    """Return a primary and its standby, or fail or skip where there is no PostgreSQL."""
    found = programs()
    if found is None and os.environ.get(REQUIRED) == "1":
        pytest.fail("PostgreSQL's own programs are not installed.", pytrace=False)
    if found is None:
        pytest.skip("PostgreSQL's own programs, such as initdb, are not installed.")
    with cluster(found) as both:
        yield both


@pytest.fixture(scope="module")
def served(both, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("instance"))
    environment = {"SCOREKEEPER_INSTANCE": folder, "SCOREKEEPER_DATABASE_URL": both.url}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        yield served


def test_without_a_standby_a_round_is_not_saved_and_nobody_waits_for_long(both, served, tmp_path):
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


def test_no_round_is_lost_or_there_twice_when_the_standby_takes_over(both, served, tmp_path):
    players = [seated(served.url) for _ in range(PLAYERS)]
    with playing(players):
        wait_until(players, 3)
        both.primary.kill()
        both.standby.promote()
        promoted = time.monotonic()
        wait_until(players, 1)
        assert time.monotonic() - promoted < MOST_SECONDS_AFTER_PROMOTION
        wait_until(players, 2)
    for player in players:
        assert recorded(both.url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 503}, served.stop()[1]
