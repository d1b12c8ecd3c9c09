"""Those who write to the same file wait for each other, in this process and in others."""

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from sqlite3 import SQLITE_BUSY
from threading import Barrier, Lock

import pytest
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook import db
from scorekeeper.scorebook.write_queue import WriteQueue

PATIENCE = 0.3
BETWEEN_PROCESSES = pytest.mark.skipif(
    sys.platform == "win32", reason="On Windows only the threads of one process queue."
)
HOLD = """
import sys
from pathlib import Path
from scorekeeper.scorebook.write_queue import WriteQueue
with WriteQueue(Path(sys.argv[1]), 0).taken():
    print("taken", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "scorekeeper.db"


@pytest.fixture
def turns(database: Path) -> WriteQueue:
    return WriteQueue(database, PATIENCE)


@contextmanager
def taken_elsewhere(database: Path) -> Iterator[subprocess.Popen[str]]:
    """Take a turn in another process, which keeps it until it is killed."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, database],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "taken\n"
        yield holder
        holder.kill()


def refused(turns: WriteQueue) -> float:
    """Wait in vain for a turn; return for how many seconds."""
    start = time.monotonic()
    with pytest.raises(OperationalError, match="database is locked") as error, turns.taken():
        pass
    assert getattr(error.value.orig, "sqlite_errorcode", None) == SQLITE_BUSY
    return time.monotonic() - start


@BETWEEN_PROCESSES
def test_nobody_has_a_turn_while_somebody_else_has(database: Path) -> None:
    writers, together, alone = 8, Barrier(8), Lock()
    # Two queues before one file, as two programs have.
    queues = WriteQueue(database, 60), WriteQueue(database, 60)

    def write(writer: int) -> None:
        together.wait()
        for _ in range(20):
            with queues[writer % 2].taken():
                assert alone.acquire(blocking=False)
                time.sleep(0.0002)
                alone.release()

    with ThreadPoolExecutor(writers) as pool:
        for _ in pool.map(write, range(writers)):
            pass


def test_threads_have_their_turns_in_the_order_they_came(database: Path) -> None:
    turns, order = WriteQueue(database, 20), list[int]()

    def write(writer: int) -> None:
        with turns.taken():
            order.append(writer)

    with ThreadPoolExecutor(5) as pool:
        with turns.taken():
            for writer in range(5):
                pool.submit(write, writer)
                # Until it stands in the line.
                time.sleep(0.05)
        write(5)
    assert order == [0, 1, 2, 3, 4, 5]


def test_a_thread_that_waits_too_long_is_told_that_the_database_is_busy(turns: WriteQueue) -> None:
    with ThreadPoolExecutor(1) as pool, turns.taken():
        assert PATIENCE <= pool.submit(refused, turns).result() < 5
    with turns.taken():
        pass


@BETWEEN_PROCESSES
def test_a_process_that_waits_too_long_is_told_that_the_database_is_busy(
    turns: WriteQueue, database: Path
) -> None:
    with taken_elsewhere(database):
        assert PATIENCE <= refused(turns) < 5
    with turns.taken():
        pass


@BETWEEN_PROCESSES
def test_a_process_that_is_killed_gives_its_turn_up(database: Path) -> None:
    with taken_elsewhere(database) as holder, ThreadPoolExecutor(1) as pool:
        pool.submit(time.sleep, 0.1).add_done_callback(lambda _: holder.kill())
        with WriteQueue(database, 20).taken():
            assert holder.wait(timeout=20) != 0


def test_an_error_in_a_turn_ends_it(turns: WriteQueue) -> None:
    with pytest.raises(ZeroDivisionError), turns.taken():
        raise ZeroDivisionError
    with turns.taken():
        pass


@BETWEEN_PROCESSES
def test_a_queue_that_cannot_be_made_is_an_error_of_the_database(
    turns: WriteQueue, database: Path
) -> None:
    database.with_name("scorekeeper.db.queue").mkdir()
    for _ in range(2):
        with pytest.raises(OperationalError, match="Is a directory"), turns.taken():
            pass


@pytest.mark.parametrize("database", [None, "", ":memory:", "file:scores?mode=memory&uri=true"])
def test_what_is_no_file_has_no_queue(database: str | None) -> None:
    assert db.write_queue_of(database) is None
