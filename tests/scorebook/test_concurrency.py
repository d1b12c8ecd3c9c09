"""Many processes record at once: no round is lost, and none is there twice."""

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_all_start_methods, get_context

from scorekeeper import create_app
from scorekeeper.rules import PipsHand, Round
from scorekeeper.scorebook import listing, matches
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.locking import Stale
from tests.databases import opened

PROCESSES, ROUNDS, ROUNDS_THOROUGH = 8, 3, 12
# A round of which the program said that it is recorded: its number, its key, and what was played.
Acknowledged = tuple[int, str, Round]


def record(url, folder, match_id, rounds_each, process):
    """Record rounds in a process of its own, each as soon as it is the next."""
    app = create_app({"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url})
    with app.app_context():
        rounds = [recorded(match_id, process, turn) for turn in range(rounds_each)]
        db.engine.dispose()
    return rounds


def recorded(match_id, process, turn):
    # Only this process records these pips.
    played = Round((PipsHand(0), PipsHand(1 + process)))
    key = f"{process} {turn}"
    while True:
        number = matches.find_match(match_id).next_number
        try:
            return matches.record_round(match_id, number, key, played), key, played
        except Stale:
            continue


def starter():
    """Return what starts processes: where it can be, all from one that has imported everything."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    processes = get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    return processes


def test_eight_processes_record_every_round_once(match_id, tmp_path, database_url, thorough):
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
        assert matches.record_round(match_id, 0, key, played) == number
    assert matches.version_of(match_id) == len(acknowledged)


def test_programs_that_start_at_once_make_the_tables_once(tmp_path, empty_url):
    program = "from scorekeeper import commands; commands.open_scorebook()"
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_DATABASE_URL": empty_url}
    starting = [
        subprocess.Popen([sys.executable, "-c", program], env=os.environ | environment)
        for _ in range(3)
    ]
    assert [each.wait(timeout=60) for each in starting] == [0, 0, 0]
    with opened(empty_url, tmp_path) as app, app.app_context():
        assert listing.open_matches().matches == ()
