"""A scorebook in a file, and commands run on it, for the tests of maintenance."""

import sqlite3
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.database.db import db
from tests.databases import COMPILED, empty_scorebook
from tests.support.cases import chapters, parted


@contextmanager
def scorebook_in(folder, **settings):
    """Make an application with an empty SQLite file in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "scorekeeper.db").write_bytes(empty_scorebook())
    app = create_app({"INSTANCE": folder, "WTF_CSRF_ENABLED": False, **settings})
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    with app.app_context():
        db.engine.dispose()


def file_of(app):
    return Path(app.instance_path) / "scorekeeper.db"


def command(app, *words):
    """Run a command while the application has the scorebook open."""
    terminal = CliRunner(env={"SCOREKEEPER_INSTANCE": app.instance_path})
    return terminal.invoke(main, [str(word) for word in words])


def succeed(app, *words):
    result = command(app, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


def refused(app, *words, status=1):
    """Run a command that must fail with a sentence, and return the sentence."""
    result = command(app, *words)
    assert result.exit_code == status, result.output
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return result.stderr.strip()


def run_sql(file, *statements):
    """Run statements on a file; return the rows that the last one finds."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        return [database.execute(statement).fetchall() for statement in statements][-1]


def damages(chapter):
    """Return what is done to a scorebook, by tests/cases/damage.toml, and what is said of it."""
    lines = chain(*chapters("damage")[chapter].values())
    return [pytest.param(*parted(line), id=line.place) for line in lines]


def empty_an_index(app):
    """Damage the file: empty an index, as a failing disk might."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    path = file_of(app)
    where = "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_matches_1'"
    ((root,),) = run_sql(path, "PRAGMA wal_checkpoint(TRUNCATE)", where)
    ((size,),) = run_sql(path, "PRAGMA page_size")
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        # A leaf of an index, with nothing in it.
        file.write(bytes([10, 0, 0, 0, 0, size >> 8, size & 255, 0]))


def totals(app, match_id):
    with app.app_context():
        return matches.find_match(match_id).standing.totals


def replaced(app):
    return sorted((Path(app.instance_path) / "backups").glob("*-replaced.db"))
