"""What may be done only so often is counted once for all threads, programs and machines."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta

import pytest

from scorekeeper.scorebook.permissions import counts
from scorekeeper.scorebook.permissions.counts import Rate
from tests.databases import opened
from tests.unchanged import rows

FIVE = Rate(5, 60)


@pytest.fixture(autouse=True)
def clock(clock):
    """Return a clock that stands still until it is moved."""
    clock.step = timedelta()
    return clock


def counted(app, *keys, rate=FIVE):
    with app.app_context():
        return counts.count(dict.fromkeys(keys, rate))


def test_after_so_many_at_once_there_is_one_more_from_time_to_time(app, clock):
    assert [counted(app, "a") for _ in range(7)] == [0] * 5 + [60, 60]
    clock.now += timedelta(seconds=59)
    assert counted(app, "a") == 1
    clock.now += timedelta(seconds=1)
    assert [counted(app, "a") for _ in range(2)] == [0, 60]
    clock.now += timedelta(minutes=5)
    assert [counted(app, "a") for _ in range(6)] == [0] * 5 + [60]


def test_all_that_come_at_one_moment_are_counted(database_url, tmp_path):
    with ExitStack() as stack:
        machines = [stack.enter_context(opened(database_url, tmp_path)) for _ in range(3)]
        with ThreadPoolExecutor(12) as pool:
            waits = list(pool.map(counted, machines * 8, ["a"] * 24))
    assert sorted(waits) == [0] * 5 + [60] * 19


def test_under_one_that_is_used_up_nothing_is_counted_for_the_others(app):
    assert [counted(app, "a", "house") for _ in range(6)] == [0] * 5 + [60]
    assert counted(app, "b", "house") == 60
    assert [counted(app, "b") for _ in range(6)] == [0] * 5 + [60]


def test_what_is_taken_back_was_never_counted_and_what_is_over_leaves_nothing_behind(app, clock):
    for _ in range(20):
        assert counted(app, "a") == 0
        with app.app_context():
            counts.take_back({"a": FIVE})
    assert rows(app)["counts"] in ([], [("a", clock.now.timestamp())])
    for number in range(3):
        counted(app, f"{number}")
    clock.now += timedelta(seconds=61)
    counted(app, "a")
    assert rows(app)["counts"] == [("a", clock.now.timestamp() + 60)]


def test_a_clock_that_was_wrong_locks_nobody_out(app, clock):
    clock.now += timedelta(days=31)
    for _ in range(6):
        counted(app, "a")
    clock.now -= timedelta(days=31)
    assert [counted(app, "a") for _ in range(6)] == [0] * 5 + [60]
    clock.now -= timedelta(seconds=20)
    assert counted(app, "a") == 60
    clock.now += timedelta(seconds=80)
    assert counted(app, "a") == 0
