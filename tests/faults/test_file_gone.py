"""The file of a scorebook is deleted, moved or replaced while a server uses it."""

import json
import re
import shutil
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from itertools import chain
from types import SimpleNamespace

import pytest

from scorekeeper.maintenance import backup
from tests.faults.site import Player, playing, seated, wait_until
from tests.maintenance.scorebook_files import succeed
from tests.support.http_device import read_until, stream
from tests.support.running_server import running

pytestmark = [
    pytest.mark.skipif(
        sys.platform == "win32",
        reason="Windows lets nobody delete an open file. Run it on Linux.",
    ),
    # All in one process, which starts one server for them: each test has a match of its own.
    pytest.mark.xdist_group("file gone"),
]

RUBBISH = b"no scorebook" * 4096
# Whatever a server may keep of a file: several threads and connections take part.
OFTEN = 8


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server") / "instance"
    with running(folder) as served:
        yield folder / "scorekeeper.db", served.url


@pytest.fixture
def database(server):
    return server[0]


@pytest.fixture
def player(server):
    return seated(server[1])


def play(player, rounds=OFTEN):
    """Record rounds, each at once; Bea holds 12 pips."""
    player.statuses.clear()
    for _ in range(rounds):
        player.record(12)
    assert player.statuses == {200, 303}


def pages(player, rest=""):
    """Open a page often; return the statuses."""
    return {player.device.get(player.match + rest).status for _ in range(OFTEN)}


def pips_in(database, player):
    """Return the pips of each round of a match that is in a file."""
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        asked = "SELECT record FROM rounds WHERE match_id = ? ORDER BY number"
        found = file.execute(asked, [player.match.rpartition("/")[2]]).fetchall()
    return [json.loads(record)["hands"][1] for (record,) in found]


def copied(database, folder):
    backup.copy_database(database, copy := folder / "copy.db")
    return copy


def delete(database):
    database.unlink()


def delete_with_journal(database):
    for path in database.parent.glob("scorekeeper.db*"):
        path.unlink()


def move_away(database):
    database.rename(database.with_name("elsewhere.db"))


def put_something_else_there(database):
    (rubbish := database.with_name("rubbish")).write_bytes(RUBBISH)
    rubbish.replace(database)


def write_over(database):
    database.write_bytes(RUBBISH)


def restore(database, copy):
    # Its name is the time, and each test begins at the same.
    for replaced in database.parent.glob("backups/*-replaced*"):
        replaced.unlink()
    succeed(SimpleNamespace(instance_path=str(database.parent)), "restore", copy)


def move_in(database, copy):
    shutil.copy(copy, draft := database.with_name("draft.db"))
    draft.replace(database)


def move_back(database, _copy):
    database.with_name("elsewhere.db").rename(database)


@pytest.mark.parametrize(
    ("lose", "bring_back"),
    [
        (delete, restore),
        (delete_with_journal, move_in),
        (move_away, move_back),
        (put_something_else_there, move_in),
        (write_over, restore),
    ],
)
def test_nothing_is_acknowledged_without_a_file_and_all_goes_on_with_the_next(
    database, player, tmp_path, lose, bring_back
):
    play(player)
    copy, (address, form) = copied(database, tmp_path), player.filled(34)
    lose(database)
    for _ in range(OFTEN):
        answer = player.device.post(address, form)
        assert answer.status == 503
        # The page has what was entered, to be sent again.
        assert "Not saved" in answer.text
        assert form["entry_key"] in answer.text
    if lose is not write_over:
        assert pages(player) == {503}
    bring_back(database, copy)
    # Restored under other versions, the match takes the form of before.
    for _ in range(2):
        assert player.device.post(address, form).status == 303
    play(player)
    assert pages(player) == {200}
    assert pips_in(database, player) == [12] * OFTEN + [34] + [12] * OFTEN


@pytest.mark.parametrize("exchange", [restore, move_in])
def test_pages_are_those_of_the_file_that_is_there_now(database, player, tmp_path, exchange):
    play(player, 3)
    copy = copied(database, tmp_path)
    # As many rounds as there will be, but others.
    player.record(27)
    assert pages(player) == {200}
    with stream(player.device.url, player.match, seen=4) as opened:
        exchange(database, copy)
        assert read_until(opened, b"event: page")
    assert pages(player, "/rounds/4") == {404}
    play(player, 1)
    texts = [player.device.get(player.match).text for _ in range(OFTEN)]
    scores = {tuple(re.findall(r'class="score">.*?(\d+)', text, re.S)) for text in texts}
    assert scores == {("48", "0")}
    assert pips_in(database, player) == [12] * 4


def test_what_is_acknowledged_while_files_are_exchanged_is_in_one_of_them(
    database, player, tmp_path
):
    play(player, 2)
    copy = copied(database, tmp_path)
    device, match = player.device, player.match
    players = [Player(device, match, first) for first in (1, 21, 41)]
    with playing(players):
        for number in range(4):
            wait_until(players, 2)
            database.rename(database.with_name(f"moved-{number}.db"))
            assert device.get(match).status == 503
            (move_in if number % 2 else restore)(database, copy)
    statuses = set().union(*(each.statuses for each in players))
    # Saved, too late for another device, or not saved.
    assert {503} <= statuses <= {200, 303, 409, 503}
    files = [*database.parent.glob("moved-*.db"), database]
    assert len(files) == 5
    # All of them begin with what was copied.
    saved = Counter(chain(*(pips_in(file, player)[2:] for file in files)))
    assert Counter(chain(*(each.acknowledged for each in players))) <= saved
