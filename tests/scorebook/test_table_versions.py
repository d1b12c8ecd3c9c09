"""The versions of the tables are known without what migrates them."""

import os
import subprocess
import sys

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorekeeper.scorebook.database.db import MIGRATIONS, db, known_versions, upgrade, version_of
from tests.databases import make_file, migrate_to, opened

START = """
import sys
from scorekeeper.commands import open_scorebook
open_scorebook()
print(*sys.modules)
"""
# What SQLAlchemy has for each database.
DIALECT = "sqlalchemy.dialects.postgresql"


def test_they_are_those_of_the_migrations():
    scripts = ScriptDirectory(str(MIGRATIONS))
    oldest_last = [script.revision for script in scripts.walk_revisions()]
    assert known_versions() == tuple(reversed(oldest_last))
    assert scripts.get_heads() == [known_versions()[-1]]


def test_a_database_has_the_version_that_alembic_finds(empty_url, tmp_path):
    with opened(empty_url, tmp_path) as app, app.app_context():
        make_file()
        assert version_of(db.engine) == ""
        migrate_to("0002")
        with db.engine.connect() as connection:
            found = MigrationContext.configure(connection).get_current_revision()
        assert version_of(db.engine) == found == "0002"
        upgrade(app)
        assert version_of(db.engine) == known_versions()[-1]


def test_a_program_that_starts_loads_only_what_its_database_needs(app, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", str(app.config["SQLALCHEMY_DATABASE_URI"]))
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(app.config["INSTANCE"]))
    done = subprocess.run([sys.executable, "-c", START], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "sqlalchemy" in loaded
    assert loaded & {"alembic", "flask_migrate", "mako"} == set()
    assert (DIALECT in loaded) == str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith(
        "postgresql"
    )


def test_migrations_are_written_with_the_command_of_flask(tmp_path):
    command = [sys.executable, "-m", "flask", "--app", "scorekeeper", "db", "heads"]
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == known_versions()[-1]
