"""Writers to the same file take turns, in one process and between processes."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from sqlite3 import SQLITE_BUSY
from threading import Barrier, Lock

import pytest
from sqlalchemy.exc import OperationalError

from scorekeeper.scorebook.database import db
from scorekeeper.scorebook.database.write_queue import WriteQueue

TIMEOUT = 0.3
BETWEEN_PROCESSES = pytest.mark.skipif(
    sys.platform == "win32", reason="On Windows only the threads of one process queue."
)
HOLD = """
import sys
from pathlib import Path
from scorekeeper.scorebook.database.write_queue import WriteQueue
with WriteQueue(Path(sys.argv[1]), 0).turn():
    print("taken", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def database(tmp_path):
    return tmp_path / "scorekeeper.db"


@pytest.fixture
def queue(database):
    return WriteQueue(database, TIMEOUT)


@contextmanager
def turn_elsewhere(database):
    """Take a turn in another process until the block ends."""
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


def refused(queue):
    """Wait for a turn that does not come; return for how many seconds."""
    start = time.monotonic()
    with pytest.raises(OperationalError, match="database is locked") as error, queue.turn():
        pass
    assert getattr(error.value.orig, "sqlite_errorcode", None) == SQLITE_BUSY
    return time.monotonic() - start


@BETWEEN_PROCESSES
def test_only_one_writer_has_a_turn_at_a_time(database):
    writers, together, alone = 8, Barrier(8), Lock()
    # Two queues for one file, as two processes have.
    queues = WriteQueue(database, 60), WriteQueue(database, 60)

    def write(writer):
        together.wait()
        for _ in range(20):
            with queues[writer % 2].turn():
                assert alone.acquire(blocking=False)
                time.sleep(0.0002)
                alone.release()

    with ThreadPoolExecutor(writers) as pool:
        for _ in pool.map(write, range(writers)):
            pass


def test_threads_get_their_turns_in_the_order_they_asked(database):
    queue, order = WriteQueue(database, 20), list[int]()

    def write(writer):
        with queue.turn():
            order.append(writer)

    with ThreadPoolExecutor(5) as pool:
        with queue.turn():
            for writer in range(5):
                pool.submit(write, writer)
                # Until it waits in the queue.
                time.sleep(0.05)
        write(5)
    assert order == [0, 1, 2, 3, 4, 5]


@BETWEEN_PROCESSES
def test_a_thread_or_a_process_that_waits_too_long_gets_the_error_of_a_locked_database(
    queue, database
):
    with ThreadPoolExecutor(1) as pool, queue.turn():
        assert TIMEOUT <= pool.submit(refused, queue).result() < 5
    with turn_elsewhere(database):
        assert TIMEOUT <= refused(queue) < 5
    # An error in a turn ends it.
    with pytest.raises(ZeroDivisionError), queue.turn():
        raise ZeroDivisionError
    with queue.turn():
        pass


@BETWEEN_PROCESSES
def test_a_turn_ends_when_its_process_is_killed(database):
    with turn_elsewhere(database) as holder, ThreadPoolExecutor(1) as pool:
        pool.submit(time.sleep, 0.1).add_done_callback(lambda _: holder.kill())
        with WriteQueue(database, 20).turn():
            assert holder.wait(timeout=20) != 0


@BETWEEN_PROCESSES
def test_a_lock_file_that_cannot_be_opened_is_a_database_error(queue, database):
    database.with_name("scorekeeper.db.queue").mkdir()
    for _ in range(2):
        with pytest.raises(OperationalError, match="Is a directory"), queue.turn():
            pass


@pytest.mark.parametrize("database", [None, "", ":memory:", "file:scores?mode=memory&uri=true"])
def test_a_database_that_is_no_file_has_no_queue(database):
    assert db.write_queue_of(database) is None
