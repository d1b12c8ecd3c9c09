"""The daily jobs of a server: backups, the trash, and errors that stop no page."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path
from threading import enumerate as running_threads
from urllib.request import urlopen

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import SettingError
from scorekeeper.maintenance import backup, scheduler
from tests.interchange.match_factory import record, start
from tests.maintenance.scorebook_files import scorebook_in
from tests.running_server import RUN, scorekeeper, serving


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with scorebook_in(tmp_path, BACKUPS=3) as app:
        yield app


def names(app: Flask) -> list[str]:
    folder = Path(app.instance_path) / "backups"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def of_day(ago: int) -> str:
    return f"scorekeeper-{date.today() - timedelta(days=ago):%Y-%m-%d}.db"


def rounds_in(path: Path) -> int:
    with sqlite3.connect(path) as database:
        ((rounds,),) = database.execute("SELECT count(*) FROM rounds")
    database.close()
    return int(rounds)


def test_todays_backup_is_made_once(app: Flask) -> None:
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
        scheduler.run_jobs(app)
        record(match_id, "b")
    scheduler.run_jobs(app)
    assert names(app) == [of_day(0)]
    assert rounds_in(Path(app.instance_path) / "backups" / of_day(0)) == 1


def test_an_empty_scorebook_has_no_backup(app: Flask) -> None:
    scheduler.run_jobs(app)
    assert names(app) == []


def test_the_oldest_backups_are_deleted_and_other_files_stay(app: Flask) -> None:
    with app.app_context():
        start("one")
        folder = backup.folder()
    strangers = ["letters.txt", "scorekeeper-2020-01-01.db.old", "scorekeeper-2020-01-01-kept.db"]
    for name in [*strangers, *map(of_day, (1, 2, 3, 9))]:
        (folder / name).touch()
    scheduler.run_jobs(app)
    assert names(app) == sorted([*strangers, *map(of_day, (0, 1, 2))])


@pytest.mark.parametrize("keep", [0, 1])
def test_as_many_backups_are_kept_as_the_setting_says(app: Flask, keep: int) -> None:
    app.config["BACKUPS"] = keep
    with app.app_context():
        start("one")
        (backup.folder() / of_day(1)).touch()
    scheduler.run_jobs(app)
    # No backups wanted: those that are there stay.
    assert names(app) == [of_day(1 - keep)]


def test_a_backup_dated_in_the_future_does_not_prevent_todays(app: Flask) -> None:
    with app.app_context():
        start("one")
        for days in (-1, -2, -3, -4):
            (backup.folder() / of_day(days)).touch()
    scheduler.run_jobs(app)
    assert of_day(0) in names(app)
    assert len(names(app)) == 3


def test_several_processes_make_one_backup(app: Flask) -> None:
    with app.app_context():
        record(start("one"), "a")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(scheduler.run_jobs, [app] * 8))
    assert names(app) == [of_day(0)]
    assert rounds_in(Path(app.instance_path) / "backups" / of_day(0)) == 1


def test_a_job_that_fails_is_a_line_in_the_log_and_stops_nothing(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done = []

    def broken() -> None:
        raise OSError("No space\nleft")

    monkeypatch.setattr(scheduler, "JOBS", (broken, lambda: done.append("dusted")))
    with caplog.at_level(logging.ERROR):
        scheduler.run_jobs(app)
    assert done == ["dusted"]
    assert [each.getMessage() for each in caplog.records] == [
        f"{__name__}.broken failed: No space left"
    ]


def test_a_damaged_scorebook_leaves_the_good_backups(
    app: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        start("one")
        for days in (1, 2, 3, 4):
            (backup.folder() / of_day(days)).touch()
    monkeypatch.setattr(backup, "damage", lambda _database: (["page 7 is gone"], []))
    scheduler.run_jobs(app)
    assert names(app) == sorted(map(of_day, (1, 2, 3, 4)))
    assert "was not copied: page 7 is gone." in caplog.text


def test_an_application_that_is_not_served_runs_no_jobs(app: Flask) -> None:
    assert app
    assert "daily" not in [thread.name for thread in running_threads()]


def test_the_trash_is_emptied_daily() -> None:
    assert [chore.__module__ for chore in scheduler.JOBS] == [
        "scorekeeper.maintenance.scheduler",
        "scorekeeper.scorebook.trash",
    ]


@pytest.mark.parametrize("text", ["-1", "many", "", "7.5", "²"])
def test_an_invalid_number_of_backups_is_an_error_sentence(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_BACKUPS", text)
    with pytest.raises(SettingError, match="SCOREKEEPER_BACKUPS: say a whole number"):
        create_app({"INSTANCE": tmp_path})


def test_serving_makes_todays_backup(app: Flask, tmp_path: Path) -> None:
    with app.app_context():
        start("one")
    with serving(*scorekeeper(*RUN), environment={"SCOREKEEPER_INSTANCE": str(tmp_path)}) as served:
        with urlopen(served.url, timeout=10) as page:
            assert page.status == 200
        deadline = time.monotonic() + 10
        while names(app) != [of_day(0)] and time.monotonic() < deadline:
            time.sleep(0.05)
        assert names(app) == [of_day(0)]
        assert served.stop() == (0, "Ctrl+C closes it.\n")
