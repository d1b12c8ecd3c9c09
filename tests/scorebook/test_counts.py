"""What may be done only so often is counted once for all threads, programs and machines."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.scorebook.permissions import counts
from scorekeeper.scorebook.permissions.counts import Rate
from tests.databases import opened
from tests.unchanged import rows

START = 1_800_000_000.0
FIVE = Rate(5, 60)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock by which is counted."""
    clock = Clock()
    monkeypatch.setattr(counts, "time", clock)
    return clock


@pytest.fixture
def machines(database_url: str, tmp_path: Path) -> Iterator[list[Flask]]:
    """Return three programs that use the same scorebook."""
    with ExitStack() as stack:
        yield [stack.enter_context(opened(database_url, tmp_path)) for _ in range(3)]


def counted(app: Flask, *keys: str, rate: Rate = FIVE) -> float:
    with app.app_context():
        return counts.count(dict.fromkeys(keys, rate))


def test_after_so_many_at_once_there_is_one_more_from_time_to_time(
    app: Flask, clock: Clock
) -> None:
    assert [counted(app, "a") for _ in range(7)] == [0] * 5 + [60, 60]
    clock.now += 59
    assert counted(app, "a") == 1
    clock.now += 1
    assert [counted(app, "a") for _ in range(2)] == [0, 60]
    clock.now += 5 * 60
    assert [counted(app, "a") for _ in range(6)] == [0] * 5 + [60]


def test_all_that_come_at_one_moment_are_counted(machines: list[Flask], clock: Clock) -> None:
    assert clock.now == START
    with ThreadPoolExecutor(12) as pool:
        waits = list(pool.map(counted, machines * 8, ["a"] * 24))
    assert sorted(waits) == [0] * 5 + [60] * 19


def test_under_one_that_is_used_up_nothing_is_counted_for_the_others(
    app: Flask, clock: Clock
) -> None:
    assert [counted(app, "a", "house") for _ in range(6)] == [0] * 5 + [60]
    assert clock.now == START
    assert counted(app, "b", "house") == 60
    assert [counted(app, "b") for _ in range(6)] == [0] * 5 + [60]


def test_what_is_taken_back_was_never_counted(app: Flask, clock: Clock) -> None:
    for _ in range(20):
        assert counted(app, "a") == 0
        with app.app_context():
            counts.take_back({"a": FIVE})
    assert clock.now == START
    assert rows(app)["counts"] in ([], [("a", START)])


def test_a_clock_that_was_wrong_locks_nobody_out(app: Flask, clock: Clock) -> None:
    clock.now += 31 * 86400
    for _ in range(6):
        counted(app, "a")
    clock.now = START
    assert [counted(app, "a") for _ in range(6)] == [0] * 5 + [60]
    clock.now -= 20
    assert counted(app, "a") == 60
    clock.now += 80
    assert counted(app, "a") == 0


def test_what_is_forgotten_leaves_nothing_behind(app: Flask, clock: Clock) -> None:
    for number in range(3):
        counted(app, f"{number}")
    assert len(rows(app)["counts"]) == 3
    clock.now += 61
    counted(app, "a")
    assert rows(app)["counts"] == [("a", clock.now + 60)]
