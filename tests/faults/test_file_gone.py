"""The file of a scorebook is deleted, moved or replaced while a server of two processes uses it."""

import json
import re
import shutil
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from scorekeeper.maintenance import backup
from tests.http_device import Device, hands, read_until, stream
from tests.maintenance.scorebook_files import succeed
from tests.running_server import running

pytestmark = [
    pytest.mark.skipif(
        sys.platform == "win32", reason="Windows lets nobody delete a file that is open."
    ),
    # All in one process, which starts one server for them: each test has a match of its own.
    pytest.mark.xdist_group("file gone"),
]

RUBBISH = b"no scorebook" * 4096
# So many that hardly ever one process gets all of them.
OFTEN = 8


@dataclass
class Table:
    """A match on a running server, and the keys of the forms that were acknowledged."""

    folder: Path
    device: Device
    address: str
    acknowledged: set[str] = field(default_factory=set)

    @property
    def database(self):
        return self.folder / "scorekeeper.db"

    def form(self):
        page = self.device.get(f"{self.address}/rounds/new?entry=pips")
        assert page.status == 200
        return page.hidden | hands()

    def send(self, form):
        """Send a form; remember that it was acknowledged."""
        answer = self.device.post(f"{self.address}/rounds/new", form)
        if answer.status == 303:
            self.acknowledged.add(key_of(form))
        return answer

    def play(self, rounds=OFTEN):
        for _ in range(rounds):
            assert self.send(self.form()).status == 303

    def copy_to(self, folder):
        backup.copy_database(self.database, copy := folder / "copy.db")
        return copy

    def pages(self, rest=""):
        """Open a page often enough to meet both processes; return the statuses."""
        return {self.device.get(self.address + rest).status for _ in range(OFTEN)}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server") / "instance"
    with running(folder) as served:
        yield folder, served.url


@pytest.fixture
def table(server):
    folder, url = server
    device = Device(url)
    return Table(folder, device, device.start())


def key_of(form):
    """Return what the scorebook knows a form by."""
    sent = {name: [text] for name, text in form.items() if name not in ("csrf_token", "action")}
    return sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


def keys_in(database, match):
    """Return the keys of all rounds of a match that are in a file, by the match's address."""
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        asked = "SELECT entry_key FROM changes WHERE version > 0 AND match_id = ?"
        return {key for (key,) in file.execute(asked, [match.rpartition("/")[2]])}


def delete(table):
    table.database.unlink()


def delete_with_journal(table):
    for path in table.folder.glob("scorekeeper.db*"):
        path.unlink()


def move_away(table):
    table.database.rename(table.folder / "elsewhere.db")


def put_something_else_there(table):
    (table.folder / "rubbish").write_bytes(RUBBISH)
    (table.folder / "rubbish").replace(table.database)


def write_over(table):
    table.database.write_bytes(RUBBISH)


def restore(table, copy):
    # Its name is the time, and each test begins at the same.
    for replaced in table.folder.glob("backups/*-replaced*"):
        replaced.unlink()
    succeed(SimpleNamespace(instance_path=str(table.folder)), "restore", copy)


def delete_and_restore(table, copy):
    delete(table)
    restore(table, copy)


def move_in(table, copy):
    shutil.copy(copy, table.folder / "draft.db")
    (table.folder / "draft.db").replace(table.database)


def move_back(table, _copy):
    (table.folder / "elsewhere.db").rename(table.database)


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
    table, tmp_path, lose, bring_back
):
    table.play()
    copy = table.copy_to(tmp_path)
    form = table.form()
    lose(table)
    for _ in range(OFTEN):
        answer = table.send(form)
        assert answer.status == 503
        # The page has what was entered, to be sent again.
        assert "Not saved" in answer.text
        assert form["entry_key"] in answer.text
    if lose is not write_over:
        assert table.pages() == {503}
    bring_back(table, copy)
    # Restored under other versions, the match takes the form of before.
    assert table.send(form).status == 303
    assert table.send(form).status == 303
    table.play()
    assert table.pages() == {200}
    assert table.acknowledged == keys_in(table.database, table.address)
    assert len(table.acknowledged) == 2 * OFTEN + 1


@pytest.mark.parametrize("exchange", [restore, delete_and_restore, move_in])
def test_pages_are_those_of_the_file_that_is_there_now(table, tmp_path, exchange):
    table.play(3)
    copy = table.copy_to(tmp_path)
    # As many rounds as there will be, but others.
    number = len(table.acknowledged) + 1
    form = table.form() | {"hands-1-pips": "27"}
    assert table.send(form).status == 303
    assert table.pages() == {200}
    with stream(table.device.url, table.address, seen=number) as opened:
        exchange(table, copy)
        assert read_until(opened, b"event: page")
    assert table.pages(f"/rounds/{number}") == {404}
    table.play(1)
    texts = [table.device.get(table.address).text for _ in range(OFTEN)]
    scores = {tuple(re.findall(r'class="score">.*?(\d+)', text, re.S)) for text in texts}
    assert scores == {(f"{12 * number}", "0")}
    assert table.acknowledged - keys_in(table.database, table.address) == {key_of(form)}


def test_what_is_acknowledged_while_files_are_exchanged_is_in_one_of_them(table, tmp_path):
    table.play(2)
    copy = table.copy_to(tmp_path)
    enough = Event()

    def play():
        unsaved = 0
        while not enough.is_set():
            page = table.device.get(f"{table.address}/rounds/new?entry=pips")
            if page.status == 503:
                unsaved += 1
                continue
            assert page.status == 200
            answer = table.send(page.hidden | hands())
            # Saved, too late for another device, or not saved.
            assert answer.status in (303, 409, 503), answer.text
            unsaved += answer.status == 503
        return unsaved

    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play) for _ in range(3)]
        try:
            for number in range(4):
                before = len(table.acknowledged)
                while len(table.acknowledged) < before + 5:
                    assert not any(each.done() for each in playing)
                table.database.rename(table.folder / f"moved-{number}.db")
                assert table.device.get(table.address).status == 503
                (move_in if number % 2 else restore)(table, copy)
        finally:
            enough.set()
        assert sum(each.result() for each in playing) > 0
    files = [*table.folder.glob("moved-*.db"), table.database]
    assert len(files) == 5
    saved = (keys_in(file, table.address) for file in files)
    assert table.acknowledged <= set().union(*saved)
