"""What is done at once: nothing is lost or there twice, and all is counted that may be too much."""

import os
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from threading import Barrier

import pytest
from sqlalchemy import event, select, update

from scorekeeper import create_app
from scorekeeper.clock import now
from scorekeeper.rules import PipsHand, Round
from scorekeeper.scorebook import drafts, match_bin, match_lists, matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions import attempt_counts
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Stale
from tests.databases import POSTGRESQL_ONLY, opened
from tests.support.rows import rows

PROCESSES, ROUNDS, ROUNDS_THOROUGH = 4, 5, 20
# How often a device saves its draft, and in how many rounds.
TIMES, DRAFTS, PATIENCE_SECONDS = 5, 10, 20
FIVE = attempt_counts.Rate(5, 60)


def record(url, folder, match_id, rounds_each, process):
    """Record rounds in a process of its own; return the number, the key and the play of each."""
    app = create_app({"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url})
    # Only this process records these pips.
    played = Round((PipsHand(0), PipsHand(1 + process)))
    rounds = list[tuple[int, str, Round]]()
    with app.app_context():
        while len(rounds) < rounds_each:
            number, key = matches.find_match(match_id).next_number, f"{process} {len(rounds)}"
            with suppress(Stale):
                _match, recorded = matches.record_round(match_id, number, key, played)
                rounds.append((recorded, key, played))
        db.engine.dispose()
    return rounds


def starter():
    """Return what starts processes: where it can be, all from one that has imported everything."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    processes = get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    return processes


def test_processes_record_every_round_once(match_id, tmp_path, database_url, thorough):
    rounds_each = ROUNDS_THOROUGH if thorough else ROUNDS
    processes = starter()
    together = processes.Barrier(PROCESSES)
    work = partial(record, database_url, tmp_path, match_id, rounds_each)
    with ProcessPoolExecutor(PROCESSES, processes, together.wait) as pool:
        acknowledged = [each for them in pool.map(work, range(PROCESSES)) for each in them]
    acknowledged.sort()
    match = matches.find_match(match_id)
    numbers, _keys, rounds = zip(*acknowledged, strict=True)
    assert [*numbers] == [*range(1, PROCESSES * rounds_each + 1)]
    assert [*rounds] == [each.played for each in match.rounds]
    assert match.standing.totals == (rounds_each * sum(range(1, PROCESSES + 1)), 0)
    # The same entry keys sent again record nothing.
    for number, key, played in acknowledged:
        assert matches.record_round(match_id, 0, key, played)[1] == number
    assert matches.version_of(match_id) == len(acknowledged)


def test_programs_that_start_at_once_make_the_tables_once(tmp_path, empty_url):
    program = "from scorekeeper import scorebook_commands; scorebook_commands.open_scorebook()"
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_DATABASE_URL": empty_url}
    starting = [
        subprocess.Popen([sys.executable, "-c", program], env=os.environ | environment)
        for _ in range(3)
    ]
    assert [each.wait(timeout=60) for each in starting] == [0, 0, 0]
    with opened(empty_url, tmp_path) as app, app.app_context():
        assert match_lists.open_matches().matches == ()


def save(app, match_id, part, text, number=1):
    """Save a part of a draft as another device does."""
    with app.app_context():
        return drafts.save(match_id, number, {part: {f"{part}-pips": [text]}}, edits=False)


def played_on(match_id, number):
    matches.record_round(match_id, number, f"round {number}", Round((PipsHand(0), PipsHand(12))))


def test_devices_that_save_parts_of_one_draft_lose_none(app, match_id):
    parts = ("hands-0", "hands-1", "hands-1")
    for number in range(1, DRAFTS + 1):
        together = Barrier(len(parts))

        def device(part, pips, number=number, together=together):
            together.wait(timeout=PATIENCE_SECONDS)
            texts = [f"{pips}{time}" for time in range(TIMES)]
            saved = [save(app, match_id, part, text, number) for text in texts]
            told = [draft[part].fields for draft in saved]
            assert told == [{f"{part}-pips": [text]} for text in texts]
            return saved

        with ThreadPoolExecutor(len(parts)) as devices:
            saved = [draft for them in devices.map(device, parts, range(3)) for draft in them]
        # Each was a change of its own to what the one before had left.
        assert sorted(map(drafts.latest, saved)) == [*range(1, len(parts) * TIMES + 1)]
        # Read anew, not as of when the match was opened.
        db.session.rollback()
        last = drafts.find_draft(match_id, number)
        assert last == max(saved, key=drafts.latest)
        assert drafts.fields_of(last).keys() == {*parts}
        played_on(match_id, number)


def test_a_draft_is_saved_before_its_round_is_recorded_or_not_at_all(app, match_id):
    together = Barrier(2)

    def draft(number):
        together.wait(timeout=PATIENCE_SECONDS)
        for time in range(20):
            try:
                save(app, match_id, "hands-1", str(time), number)
            except Stale:
                return

    with ThreadPoolExecutor(1) as device:
        for number in range(1, DRAFTS + 1):
            drafting = device.submit(draft, number)
            together.wait(timeout=PATIENCE_SECONDS)
            played_on(match_id, number)
            drafting.result(timeout=PATIENCE_SECONDS)
            left = db.session.scalars(select(models.DraftRow.number)).all()
            db.session.rollback()
            assert left == []


@POSTGRESQL_ONLY
def test_a_draft_waits_for_nobody_who_writes_to_another_match(app, match_id):
    with ThreadPoolExecutor(1) as device, writing():
        saved = device.submit(save, app, match_id, "hands-1", "12").result(timeout=4)
    assert drafts.latest(saved) == 1


@POSTGRESQL_ONLY
def test_nobody_adds_a_draft_to_a_match_while_it_is_deleted_for_good(app, match_id):
    match_bin.move_to_bin(match_id, Submission("delete"))
    with writing() as session:
        long_ago = now() - timedelta(days=match_bin.DAYS_KEPT + 1)
        session.execute(update(models.MatchRow).values(binned_at=long_ago))
    saving: list[Future[drafts.Draft]] = []
    with ThreadPoolExecutor(1) as device:

        @event.listens_for(db.engine, "before_cursor_execute")
        def save_meanwhile(_connection, _cursor, sql, *_):
            # Its drafts are deleted by now, and the match is not.
            if sql.startswith("DELETE FROM changes"):
                saving.append(device.submit(save, app, match_id, "hands-1", "12"))
                wait(saving, timeout=1)

        assert match_bin.delete_old_matches([match_id]) == 1
        with pytest.raises(NoSuchMatch):
            saving[0].result(timeout=PATIENCE_SECONDS)


@pytest.fixture
def clock(clock):
    """Return a clock that stands still until it is moved."""
    clock.step = timedelta()
    return clock


def counted(app, *keys):
    with app.app_context():
        return attempt_counts.count(dict.fromkeys(keys, FIVE))


# How many come by which keys, and how long each has to wait; or how the clock is set, in seconds.
COUNTED = {
    "after so many at once there is one more from time to time": (
        *("7 a: 0 0 0 0 0 60 60", "59", "1 a: 1", "1", "2 a: 0 60", "300", "6 a: 0 0 0 0 0 60"),
    ),
    "under one that is used up nothing is counted for the others": (
        *("6 a house: 0 0 0 0 0 60", "1 b house: 60", "6 b: 0 0 0 0 0 60"),
    ),
    "a clock that was wrong locks nobody out": (
        *("2678400", "6 a: 0 0 0 0 0 60", "-2678400", "6 a: 0 0 0 0 0 60", "-20", "1 a: 60"),
        *("80", "1 a: 0"),
    ),
}


@pytest.mark.parametrize("story", COUNTED.values(), ids=COUNTED)
def test_what_comes_too_often_has_to_wait(app, clock, story):
    for step in story:
        who, _, told = step.partition(": ")
        if not told:
            clock.now += timedelta(seconds=int(who))
            continue
        times, *keys = who.split()
        waits = [counted(app, *keys) for _time in range(int(times))]
        assert waits == [*map(int, told.split())], step


@pytest.mark.usefixtures("clock")
def test_all_that_come_at_one_moment_are_counted(database_url, tmp_path):
    with ExitStack() as stack:
        machines = [stack.enter_context(opened(database_url, tmp_path)) for _ in range(3)]
        with ThreadPoolExecutor(12) as pool:
            waits = list(pool.map(counted, machines * 8, ["a"] * 24))
    assert sorted(waits) == [0] * 5 + [60] * 19


def test_what_is_taken_back_was_never_counted_and_what_is_over_leaves_nothing_behind(app, clock):
    for _ in range(20):
        assert counted(app, "a") == 0
        with app.app_context():
            attempt_counts.take_back({"a": FIVE})
    assert rows(app)["counts"] in ([], [("a", clock.now.timestamp())])
    for number in range(3):
        counted(app, f"{number}")
    clock.now += timedelta(seconds=61)
    counted(app, "a")
    assert rows(app)["counts"] == [("a", clock.now.timestamp() + 60)]
