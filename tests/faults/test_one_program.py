"""One program: a client beside it takes all it can get, or it is killed; a name that it forgot."""

import sqlite3
import sys
import time
from contextlib import ExitStack, closing
from itertools import chain
from random import Random
from statistics import median

import pytest

from tests.faults.site import PATIENCE_SECONDS, Player, playing, recorded, seated, wait_until
from tests.support.http_device import Device
from tests.support.names_in_files import NAME, files_with
from tests.support.running_server import free_port, running, scorekeeper
from tests.support.unfinished_requests import BODY, HEAD, greedy

LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="127.0.0.2 is no address. Run it on Linux."
)
MOST_SECONDS_A_PAGE = 1
PIPELINED = b"GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + HEAD
CHUNKED = HEAD[:-8] + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhe"
KINDS = (HEAD, BODY, PIPELINED, CHUNKED)
KILLS, KILLS_THOROUGH = 3, 100
# Lives of the server that a match is played through at the most; then two new ones are opened.
LIVES = 10
# Seconds from the first answers to the kill, at the most.
MOST = 0.5
GONE = "The old name of this player is gone."


def seconds_of_a_round(player):
    """Play a round; return how long its three pages took."""
    start = time.monotonic()
    player.record(12)
    assert player.device.get(player.match).status == 200
    return time.monotonic() - start


@LINUX
def test_a_table_goes_on_beside_one_client_that_finishes_no_request(tmp_path, thorough):
    with running(tmp_path) as served:
        player = seated(served.url)
        player.record(12)
        for kinds in (KINDS, *(([each] for each in KINDS) if thorough else ())):
            with greedy(served.url, *kinds):
                took = [seconds_of_a_round(player) for _ in range(8)]
            # The usual round, as the machine may be busy with other tests for a while.
            assert median(took) < 3 * MOST_SECONDS_A_PAGE
        assert player.statuses == {200, 303}


def play_through(folder, kills, chance):
    """Let two play at each of two matches while the server is killed and started again."""
    # Under one address, to which whoever got no answer sends again.
    command = scorekeeper("run", "--host", "127.0.0.1", "--port", str(free_port()))
    with ExitStack() as until_stopped:

        def start():
            return until_stopped.enter_context(running(folder, command=command))

        served = start()
        players = [seated(served.url) for _ in range(2)]
        players += [Player(Device(served.url), each.match, first=21) for each in players]
        with playing(players):
            for _ in range(kills):
                wait_until(players, 1)
                time.sleep(chance.uniform(0, MOST))
                served.kill()
                served = start()
            wait_until(players, 1)
    return players


def test_every_acknowledged_round_outlives_every_kill(tmp_path, tried, thorough, seed):
    kills, chance = KILLS_THOROUGH if thorough else KILLS, Random(seed)
    database = tmp_path / "scorekeeper.db"
    for before in range(0, kills, LIVES):
        players = play_through(tmp_path, min(LIVES, kills - before), chance)
        with closing(sqlite3.connect(database)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        for match in {each.match for each in players}:
            acknowledged = [each.acknowledged for each in players if each.match == match]
            found = recorded(f"sqlite:///{database}", tmp_path, match)
            # Each once, in the order of whoever recorded it, and no others.
            assert sorted(found) == sorted(chain(*acknowledged))
            for own in acknowledged:
                assert [pips for pips in found if pips in {*own}] == own
            tried["rounds"] += len(found)
    tried["kills"] += kills


def test_a_name_is_in_no_file_while_others_play_and_after_the_program_has_ended(tmp_path):
    # A backup of before has the name.
    with running(tmp_path, SCOREKEEPER_BACKUPS="0") as served:
        players = [*(seated(served.url) for _ in range(2)), seated(served.url, **{"names-0": NAME})]
        with playing(players):
            wait_until(players, 3)
            assert files_with(tmp_path)
            device, asked = players[-1].device, "/players/3/forget"
            page = device.get(asked)
            assert NAME in page.text
            done = device.post(asked, page.hidden).location
            deadline = time.monotonic() + PATIENCE_SECONDS
            while GONE not in device.get(done).text:
                assert time.monotonic() < deadline, "The name is not gone."
                time.sleep(0.1)
            assert files_with(tmp_path) == []
            wait_until(players, 3)
        assert files_with(tmp_path) == []
        assert served.stop()[0] == 0
    assert (tmp_path / "scorekeeper.db").is_file()
    assert files_with(tmp_path) == []
