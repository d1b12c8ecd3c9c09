"""`scorekeeper backup`: a copy while the scorebook is in use; who reads it, and when it may go."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pytest

from scorekeeper.maintenance import files
from scorekeeper.maintenance.scheduler import run_jobs
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.rights import Stale
from tests.effort import THOROUGH
from tests.interchange.match_factory import ANA_WINS_12, record, start
from tests.maintenance.scorebook_files import (
    empty_an_index,
    file_of,
    refused,
    replaced,
    run_sql,
    scorebook_in,
    succeed,
    totals,
)
from tests.support.running_server import scorekeeper

UNIX = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such modes or locks. Run it on Linux."
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
BETWEEN = [pytest.param(moment, marks=THOROUGH) for moment in ("_migrate", "_raise_versions")]


def rounds_in(path):
    """Read how many rounds each match of a file has, and its version."""
    return run_sql(
        path,
        "SELECT count(number), version FROM matches LEFT JOIN rounds ON match_id = id"
        " GROUP BY id ORDER BY id",
    )


def test_a_backup_holds_everything_in_one_file_and_a_file_is_only_overwritten_with_force(
    app, copy, tmp_path, monkeypatch
):
    with app.app_context():
        record(start("one"), "a", "b")
    assert succeed(app, "backup", copy) == f"The scorebook is copied to {copy}.\n"
    assert rounds_in(copy) == [(2, 2)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "instance"]
    # Some file systems have no hard links, and some systems.
    for refusal in (NotImplementedError, PermissionError):
        monkeypatch.setattr(Path, "hardlink_to", Mock(side_effect=refusal))
        succeed(app, "backup", tmp_path / "other.db")
        assert rounds_in(tmp_path / "other.db") == [(2, 2)]
        (tmp_path / "other.db").unlink()
    succeed(app, "backup", tmp_path / "other.db")
    for path in (copy, tmp_path / "other.db"):
        path.write_text("dear Bea")
        assert refused(app, "backup", path) == f"Error: {path} is there; --force replaces it."
        assert path.read_text() == "dear Bea"
    succeed(app, "backup", copy, "--force")
    assert rounds_in(copy) == [(2, 2)]


def test_a_folder_that_refuses_hard_links_and_locks_is_worked_in_like_any_other(
    tmp_path, copy, monkeypatch
):
    """As memory sticks, network shares and Android do."""
    monkeypatch.setattr(Path, "hardlink_to", Mock(side_effect=OSError(errno.EPERM, "refused")))
    monkeypatch.setattr(fcntl, "flock", Mock(side_effect=OSError(errno.EBADF, "refused")))
    with scorebook_in(tmp_path / "stick") as app:
        with app.app_context():
            record(start("one"), "a", "b")
        run_jobs(app)
        succeed(app, "backup", copy)
        succeed(app, "restore", copy)
        assert totals(app, 1) == (24, 0)
        assert succeed(app, "check").startswith("All well: 1 match, 2 rounds,")
        # A program that may still work there is left alone.
        left = Path(app.instance_path) / ".restoring-left"
        left.mkdir()
        succeed(app, "export")
        assert left.is_dir()
        assert len((Path(app.instance_path) / "secret_key").read_text()) == 64


@UNIX
def test_an_error_names_the_file_where_the_system_does_not(tmp_path):
    program = (
        "import resource, sys; from pathlib import Path;"
        "from scorekeeper.maintenance.files import write_file;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10));"
        "write_file(Path(sys.argv[1]), [bytes(100_000)])"
    )
    target = tmp_path / "matches.json"
    command = [sys.executable, "-c", program, str(target)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert done.stderr.splitlines()[-1] == f"OSError: [Errno 27] File too large: '{target}'"


def test_a_backup_made_while_rounds_are_recorded_is_of_one_moment_and_a_restore_loses_none(
    app, tmp_path
):
    enough, acknowledged = Event(), list[str]()

    def play(match_id):
        with app.app_context():
            while not enough.is_set():
                version = matches.version_of(match_id)
                number = matches.find_match(match_id).next_number
                key = f"{match_id}-{version}-{number}"
                # Restored meanwhile, the match is at another round than the form.
                with suppress(Stale):
                    matches.record_round(match_id, number, key, ANA_WINS_12)
                    acknowledged.append(key)

    with app.app_context():
        ids = [start(key) for key in ("one", "other")]
    copies = [tmp_path / f"{number}.db" for number in range(4)]
    with ThreadPoolExecutor(2) as pool:
        players = [pool.submit(play, match_id) for match_id in ids]
        try:
            for copy in copies:
                succeed(app, "backup", copy)
            for copy in copies[1:]:
                succeed(app, "restore", copy)
        finally:
            enough.set()
        for player in players:
            player.result()
    # No copy has a round without its change, and what was acknowledged is there or was replaced.
    found = [rounds_in(copy) for copy in copies]
    assert all(rounds == version for copy in found for rounds, version in copy)
    assert found == sorted(found)
    keys = "SELECT entry_key FROM changes"
    files = (*replaced(app), file_of(app))
    assert {*acknowledged} <= {key for file in files for (key,) in run_sql(file, keys)}
    assert succeed(app, "check").startswith("All well")


def test_a_backup_that_fails_says_why_and_leaves_nothing_behind(app, copy, tmp_path, monkeypatch):
    message = refused(app, "backup", tmp_path / "none" / "copy.db")
    assert "cannot be written (No such file or directory)" in message
    assert len(message.splitlines()) == 1
    with app.app_context():
        start("one")
    empty_an_index(app)
    copy.write_text("the last good one")
    message = refused(app, "backup", copy, "--force")
    assert message.startswith("Error: The scorebook is damaged, and was not copied: ")
    assert copy.read_text() == "the last good one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "instance"]
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "sqlite://")
    for words in (("backup", copy), ("restore", __file__)):
        assert refused(app, *words) == (
            "Error: This scorebook is no file: copy its database with pg_dump and pg_restore,"
            " or its matches with scorekeeper export and import."
        )


def folder(app):
    return Path(app.instance_path) / "backups"


def hidden(app):
    """List the folders for unfinished work."""
    instance = Path(app.instance_path)
    return [path.name for path in (*instance.glob(".*"), *folder(app).glob(".*"))]


@UNIX
@pytest.mark.parametrize("moment", ["_check", *BETWEEN, "_replace"])
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
    assert hidden(app) == replaced(app) == []
    assert totals(app, match_id) == (12, 0)


@UNIX
def test_the_work_of_a_program_that_still_runs_stays_and_what_is_left_is_swept(app):
    instance = Path(app.instance_path)
    with files.work_folder(instance, ".restoring-") as busy:
        succeed(app, "export")
        assert busy.is_dir()
    (instance / ".restoring-left").mkdir()
    # Nothing is swept while a program makes a folder for its work.
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


@UNIX
def test_only_the_owner_reads_the_scorebook_and_its_backups(app, copy):
    with app.app_context():
        start("one")
    run_jobs(app)
    succeed(app, "backup", copy)
    succeed(app, "restore", copy)
    copies = [copy, *folder(app).glob("*.db")]
    assert {path.stat().st_mode & 0o777 for path in copies} == {0o600}
    run_jobs(app)
    beside = [path for path in Path(app.instance_path).glob("scorekeeper.db*") if path.is_file()]
    everything = [*beside, *folder(app).glob("*.db")]
    assert len(everything) > 4
    for path in everything:
        path.chmod(0o644)
    # What others could read is closed to them at the next start.
    succeed(app, "export")
    modes = {path.stat().st_mode & 0o777 for path in everything if path.exists()}
    assert modes == {0o600}


def test_a_copy_that_has_nothing_of_its_own_may_go_and_no_other_file(app, copy):
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
    run_jobs(app)
    (daily,) = folder(app).glob("*.db")
    succeed(app, "backup", copy)
    said = succeed(app, "restore", copy)
    (old,) = replaced(app)
    assert f"What was there before is kept as {old}." in said
    assert "may go" not in said
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
    message = refused(app, "backups", "--delete", copy)
    assert message == f"Error: {copy} is no backup of this scorebook."
    assert copy.exists()


def test_a_damaged_copy_goes_only_by_name(app, copy):
    succeed(app, "backup", copy)
    file_of(app).write_bytes(b"dear Bea, " * 1000)
    succeed(app, "restore", copy)
    (damaged,) = folder(app).glob("*.damaged")
    assert damaged.stat().st_mode & 0o777 == 0o600
    assert "kept by a restore, damaged" in succeed(app, "backups", "--prune")
    assert damaged.exists()
    succeed(app, "backups", "--delete", damaged)
    assert not damaged.exists()
    # Here by the program itself, not in this process.
    listed = subprocess.run(
        scorekeeper("backups"),
        env={"SCOREKEEPER_INSTANCE": app.instance_path, "PATH": ""},
        capture_output=True,
        text=True,
    )
    assert listed.stdout.startswith("There are no backups yet")
