"""Days: the daily jobs of a server, on right days and on wrong ones, and clocks set back."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, time, timedelta
from pathlib import Path

import pytest

from scorekeeper import clock as house
from scorekeeper.maintenance import backup, scheduler
from scorekeeper.scorebook import cache, match_bin, matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import writing
from scorekeeper.scorebook.owner_of_matches import settle
from tests.interchange.match_factory import many_matches, record, rename, sent, start, take_back
from tests.maintenance.scorebook_files import run_sql, scorebook_in, succeed


@pytest.fixture
def app(tmp_path):
    with scorebook_in(tmp_path, BACKUPS=3) as app:
        yield app


def names(app):
    folder = Path(app.instance_path) / "backups"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def of_day(ago):
    return f"scorekeeper-{house.today() - timedelta(days=ago)}.db"


def test_todays_backup_is_made_once_by_however_many_processes_and_of_no_empty_scorebook(app):
    scheduler.run_jobs(app)
    assert names(app) == []
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(scheduler.run_jobs, [app] * 8))
        record(match_id, "b")
    scheduler.run_jobs(app)
    assert names(app) == [of_day(0)]
    copy = Path(app.instance_path) / "backups" / of_day(0)
    assert run_sql(copy, "SELECT count(*) FROM rounds") == [(1,)]


def live(app, clock, ago, *, first=False):
    """Let the jobs run on a day: for the first time since a start, or some time after it."""
    now, day = clock.now, house.today() - timedelta(days=ago)
    clock.now = datetime.combine(day, time(12)).astimezone()
    scheduler.run_jobs(app, first=first)
    clock.now = now


def play_on_days(app, clock, *days):
    """Play a match, of which there is a round more on each of some days."""
    with app.app_context():
        match_id = start("one")
    for ago in days:
        with app.app_context():
            record(match_id, f"{ago}")
        live(app, clock, ago)
    return match_id


def test_the_oldest_backups_are_deleted_and_other_files_stay(app, clock):
    with app.app_context():
        folder = backup.folder()
    strangers = ["letters.txt", "scorekeeper-2020-01-01.db.old", "scorekeeper-2020-01-01-kept.db"]
    for name in strangers:
        (folder / name).touch()
    play_on_days(app, clock, 9, 7, 3, 2, 1, 0)
    assert names(app) == sorted([*strangers, *map(of_day, (0, 1, 2))])


def test_what_differs_is_kept_however_old_it_is(app, clock):
    play_on_days(app, clock, 20, 19, 18)
    # Nothing is written for two weeks: the copies of the same are worth one.
    for ago in range(17, 3, -1):
        live(app, clock, ago)
    assert names(app) == sorted(map(of_day, (20, 19, 6, 5, 4)))


def test_starts_on_wrong_days_delete_no_backup(app, clock):
    match_id = play_on_days(app, clock, 3, 2, 1)
    real = names(app)
    for ago in (-400, 900, -31, 20_000, -5, -4, -9, 100, 13):
        with app.app_context():
            record(match_id, f"{ago}")
        live(app, clock, ago, first=True)
    assert {*real} <= {*names(app)}
    live(app, clock, 0)
    # The order is that in which they were made, not that of their dates.
    assert {*map(of_day, (1, 0))} <= {*names(app)}


@pytest.mark.parametrize("keep", [0, 1])
def test_as_many_backups_are_kept_as_the_setting_says(app, clock, keep):
    app.config["BACKUPS"] = keep
    with app.app_context():
        start("one")
        (backup.folder() / of_day(2)).touch()
    for ago in (1, 0):
        live(app, clock, ago)
    # No backups wanted: those that are there stay.
    assert names(app) == [of_day(0 if keep else 2)]


def binned(app, match_id, ago):
    """Put a match into the bin, by a clock that says it is that many days ago."""
    with app.app_context():
        match_bin.move_to_bin(match_id, sent("delete"))
        with writing() as session:
            row = session.get_one(models.MatchRow, match_id)
            row.binned_at = house.now() - timedelta(days=ago)


def in_bin(app):
    with app.app_context():
        return [*match_bin.ids_in_bin()]


def test_no_start_on_a_wrong_day_empties_the_bin(app, clock):
    app.config["BACKUPS"] = 0
    with app.app_context():
        match_id = start("one")
    binned(app, match_id, ago=31)
    for ago in range(-40, 0):
        live(app, clock, ago, first=True)
    assert in_bin(app) == [match_id]


def test_the_bin_is_emptied_after_30_days_on_which_the_program_ran(app, clock):
    app.config["BACKUPS"] = 0
    with app.app_context():
        match_id, later = start("one"), start("two")
    binned(app, match_id, ago=31)
    # By the clock it was put there yesterday.
    binned(app, later, ago=1)
    scheduler.run_jobs(app)
    for ago in range(29, 0, -1):
        # However often the jobs run, a day counts once.
        live(app, clock, ago)
        live(app, clock, ago)
    days = Path(app.instance_path) / "days.json"
    known = days.read_text()
    app.config["BACKUPS"] = 3
    # Where the days are lost everything is kept for longer.
    for content in ("", "[]", "{}", '{"days": 7}', '{"days": [], "bin": {"1": "x"}}'):
        days.write_text(content)
        live(app, clock, 0)
        assert in_bin(app) == [match_id, later], content
    assert of_day(0) in names(app)
    days.write_text(known)
    live(app, clock, 0)
    assert in_bin(app) == [later]


def test_a_job_that_fails_is_a_line_in_the_log_and_stops_nothing(app, monkeypatch, caplog):
    # Who sat down is found out before anything is backed up.
    assert scheduler.JOBS[0] is settle
    done = []

    def broken():
        raise OSError("No space\nleft")

    monkeypatch.setattr(scheduler, "JOBS", (broken, lambda: done.append("dusted")))
    with caplog.at_level(logging.ERROR):
        scheduler.run_jobs(app)
    assert done == ["dusted"]
    assert [each.getMessage() for each in caplog.records] == [
        f"{__name__}.broken failed: No space left"
    ]


def test_a_damaged_scorebook_leaves_the_good_backups(app, caplog, monkeypatch):
    with app.app_context():
        start("one")
        for ago in (1, 2, 3, 4):
            (backup.folder() / of_day(ago)).touch()
    monkeypatch.setattr(backup, "damage", lambda _database: (["page 7 is gone"], []))
    scheduler.run_jobs(app)
    assert names(app) == sorted(map(of_day, (1, 2, 3, 4)))
    assert "was not copied: page 7 is gone." in caplog.text


def test_matches_whose_times_step_back_are_read_checked_and_taken_elsewhere(
    app, elsewhere, tmp_path, clock
):
    # Each look at the clock finds it an hour earlier than the one before.
    clock.step = -timedelta(hours=1)
    with app.app_context():
        match_id = start("one")
        record(match_id, "a", "b", "c")
        take_back(match_id)
        rename(match_id, "Ana", "Ciro")
        many_matches()
        times = [entry.recorded_at for entry in matches.find_match(match_id).record.entries]
        assert times == sorted(times, reverse=True)
        before = matches.find_match(match_id)
        # From its rows, as a program that has just started does.
        cache.init_app(app)
        assert matches.find_match(match_id) == before
    client = app.test_client()
    for address in ("/", f"/matches/{match_id}", f"/matches/{match_id}/edit", "/bin"):
        assert client.get(address).status_code == 200
    assert succeed(app, "check").startswith("All well")
    exported = tmp_path / "all.json"
    exported.write_text(succeed(app, "export"))
    one = tmp_path / "one.json"
    one.write_text(succeed(app, "export", str(match_id)))
    assert '"over": false' in succeed(app, "replay", one)
    succeed(elsewhere, "import", exported)
    assert succeed(elsewhere, "export") == exported.read_text()
    assert succeed(elsewhere, "check").startswith("All well")
