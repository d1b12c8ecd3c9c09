"""Machines are updated one by one: two versions of the program on one PostgreSQL."""

import io
import shutil
import subprocess
import sys
import tarfile
from contextlib import ExitStack

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

from scorekeeper import cli
from scorekeeper.config import CHECKOUT, PACKAGE
from scorekeeper.scorebook.database.db import db
from tests.databases import POSTGRESQL_ONLY
from tests.faults.player import playing, recorded, seated, wait_until
from tests.faults.site import PROGRAM, program
from tests.live.test_live_server import read_until, stream
from tests.running_server import RUN

pytestmark = POSTGRESQL_ONLY
MIGRATIONS = PACKAGE / "migrations"
NEXT = text("UPDATE alembic_version SET version_num = '9999'")


@pytest.fixture
def version_before(tmp_path):
    """Unpack the program as it was before the last migration, from the history of this checkout."""
    newest = ScriptDirectory(str(MIGRATIONS)).get_revision("head")
    assert newest is not None
    history = git("log", "--diff-filter=A", "--format=%H", "--", newest.path).split()
    if not history or not git("rev-parse", "--verify", "--quiet", f"{history[-1].decode()}^"):
        pytest.skip("The history of this checkout does not go back to the version before.")
    archive = git("archive", f"{history[-1].decode()}^", "scorekeeper", "templates", "static")
    folder = tmp_path / "before"
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder


def git(*words):
    """Ask git about this checkout; nothing where it cannot say."""
    program = shutil.which("git")
    if program is None:
        return b""
    command = (program, *words)
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False).stdout


def program_in(folder):
    """Return the command that runs the program of another folder than this checkout."""
    start = f"import sys; sys.path.insert(0, {str(folder)!r}); from scorekeeper import cli; "
    return (sys.executable, "-c", start + "cli.main()", *RUN)


@pytest.mark.usefixtures("at_length")
def test_the_version_before_records_beside_this_one_and_no_round_is_lost(
    version_before, empty_url, tmp_path
):
    with ExitStack() as running:
        before = running.enter_context(
            program(empty_url, tmp_path / "1", program_in(version_before), {})
        )
        players = [seated(before.url) for _ in range(3)]
        with playing(players):
            wait_until(players, 2)
            # It migrates the tables while they play.
            now = running.enter_context(program(empty_url, tmp_path / "2", PROGRAM, {}))
            players[0].device.url = now.url
            wait_until(players, 3)
        with stream(now.url, players[1].match) as watching:
            players[1].record(44)
            read_until(watching, b"44")
        before.stop()
        for player in players:
            player.device.url = now.url
            player.record(45)
    for player in players:
        assert recorded(empty_url, tmp_path, player.match) == player.acknowledged
        assert player.statuses <= {200, 303, 503}


def test_a_program_does_not_start_with_the_tables_of_the_next_version(app, runner):
    with app.app_context(), db.engine.begin() as tables:
        tables.execute(NEXT)
    started = runner.invoke(cli.main, [*RUN])
    assert started.exit_code == 1
    assert "was made by a newer Scorekeeper: update this one first" in started.stderr
    assert len(started.stderr.splitlines()) == 1
