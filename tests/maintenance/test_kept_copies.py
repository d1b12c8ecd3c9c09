"""What backups and restores leave behind: who may read it, and what of it may go."""

import fcntl
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper.maintenance import files
from scorekeeper.maintenance.scheduler import run_jobs
from tests.interchange.match_factory import record, start
from tests.maintenance.scorebook_files import (
    file_of,
    refused,
    replaced,
    succeed,
    totals,
)
from tests.running_server import scorekeeper

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither such modes nor such locks."
)

# Runs a command that is killed at a moment of restoring.
KILLED = """
import os, signal
from scorekeeper.maintenance import backup
def die(*_words, **_options):
    os.kill(os.getpid(), signal.SIGKILL)
backup.{moment} = die
from scorekeeper.cli import main
main()
"""


def folder(app):
    return Path(app.instance_path) / "backups"


def hidden(app):
    """List the folders for unfinished work."""
    instance = Path(app.instance_path)
    return [path.name for path in (*instance.glob(".*"), *folder(app).glob(".*"))]


def mode(path):
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("moment", ["_check", "_migrate", "_raise_versions", "_replace"])
def test_what_a_killed_restore_left_is_gone_at_the_next_start(app, copy, moment):
    with app.app_context():
        match_id = start("one")
        succeed(app, "backup", copy)
        record(match_id, "a")
    program = KILLED.format(moment=moment)
    killed = subprocess.run(
        [sys.executable, "-c", program, "restore", str(copy)],
        env={"SCOREKEEPER_INSTANCE": app.instance_path, "PATH": ""},
        cwd=Path(__file__).parents[2],
    )
    assert killed.returncode == -signal.SIGKILL
    assert hidden(app) != []
    assert succeed(app, "check").startswith("All well: 1 match, 1 round,")
    succeed(app, "export")
    assert hidden(app) == []
    assert replaced(app) == []
    assert totals(app, match_id) == (12, 0)


def test_the_work_of_a_program_that_still_runs_stays(app):
    instance = Path(app.instance_path)
    with files.work_folder(instance, ".restoring-") as busy:
        succeed(app, "export")
        assert busy.is_dir()
    (instance / ".restoring-left").mkdir()
    assert files.sweep(instance) == 1


def test_nothing_is_swept_while_a_program_makes_a_folder_for_its_work(app):
    instance = Path(app.instance_path)
    (instance / ".restoring-left").mkdir()
    making = os.open(instance, os.O_RDONLY)
    fcntl.flock(making, fcntl.LOCK_EX)
    with ThreadPoolExecutor(1) as pool:
        swept = pool.submit(files.sweep, instance)
        try:
            with pytest.raises(TimeoutError):
                swept.result(timeout=0.2)
        finally:
            os.close(making)
    assert swept.result() == 1


def test_only_the_owner_reads_the_scorebook_and_its_backups(app, copy):
    with app.app_context():
        start("one")
    run_jobs(app)
    succeed(app, "backup", copy)
    succeed(app, "restore", copy)
    for path in (copy, *folder(app).glob("*.db")):
        assert mode(path) == 0o600, path


def test_files_that_others_could_read_are_closed_to_them_at_the_next_start(app):
    with app.app_context():
        start("one")
    run_jobs(app)
    beside = [path for path in Path(app.instance_path).glob("scorekeeper.db*") if path.is_file()]
    everything = [*beside, *folder(app).glob("*.db")]
    assert len(everything) > 3
    for path in everything:
        path.chmod(0o644)
    succeed(app, "export")
    for path in everything:
        assert not path.exists() or mode(path) == 0o600, path


def test_a_copy_that_has_nothing_of_its_own_may_go(app, copy):
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
    run_jobs(app)
    (daily,) = folder(app).glob("*.db")
    succeed(app, "backup", copy)
    assert "may go" not in succeed(app, "restore", copy)
    (old,) = replaced(app)
    with app.app_context():
        record(match_id, "b")
    said = succeed(app, "restore", copy)
    assert f"Earlier copies may go, by scorekeeper backups --prune: {old.name}." in said
    (newer,) = {*replaced(app)} - {old}
    listed = succeed(app, "backups").splitlines()
    assert [line.partition("bytes  ")[2] for line in listed] == [
        "kept by a restore; the scorebook has all of it: it may go",
        "kept by a restore; it has what the scorebook has not",
        "a daily backup",
    ]
    assert f"{old}  {old.stat().st_size:,} bytes  deleted" in succeed(app, "backups", "--prune")
    assert {daily, newer} == {*folder(app).glob("*.db")}
    assert "  deleted" in succeed(app, "backups", "--delete", newer)
    assert {daily} == {*folder(app).glob("*.db")}


def test_a_damaged_copy_goes_only_by_name(app, copy):
    succeed(app, "backup", copy)
    file_of(app).write_bytes(b"dear Bea, " * 1000)
    succeed(app, "restore", copy)
    (damaged,) = folder(app).glob("*.damaged")
    assert mode(damaged) == 0o600
    assert "kept by a restore, damaged" in succeed(app, "backups", "--prune")
    assert damaged.exists()
    succeed(app, "backups", "--delete", damaged)
    assert not damaged.exists()
    assert "There are no backups yet" in succeed(app, "backups")


def test_no_other_file_is_deleted(app, copy):
    copy.write_text("dear Bea")
    assert refused(app, "backups", "--delete", copy) == (
        f"Error: {copy} is no backup of this scorebook."
    )
    assert copy.exists()


def test_scorekeeper_lists_its_backups_as_a_program(tmp_path):
    listed = subprocess.run(
        scorekeeper("backups"),
        env={"SCOREKEEPER_INSTANCE": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert listed.stdout.startswith("There are no backups yet")
