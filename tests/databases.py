"""The databases the suite runs on: each test gets an empty scorebook of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from flask import Flask
from psycopg import sql
from sqlalchemy import make_url

from scorekeeper import create_app
from scorekeeper.scorebook.db import db, upgrade

SERVER, REQUIRED = "SCOREKEEPER_TEST_POSTGRESQL", "SCOREKEEPER_REQUIRE_POSTGRESQL"
KINDS = ("sqlite", "postgresql")
# For tests of what only one of them does.
SQLITE_ONLY = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
POSTGRESQL_ONLY = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


class NoServer(Exception):
    """There is no PostgreSQL to test on; `required` where that is a failure."""

    def __init__(self, *, required: bool) -> None:
        super().__init__(
            f"There is no PostgreSQL to test on: {SERVER}=postgresql://user:password@host/postgres"
            " names a server where the tests may create databases."
        )
        self.required = required


@dataclass(frozen=True, slots=True)
class Server:
    """A PostgreSQL server on which databases may be created."""

    url: str

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Server:
        """Find the server that the environment names. Raise NoServer."""
        if not environment.get(SERVER):
            raise NoServer(required=environment.get(REQUIRED) == "1")
        return cls(environment[SERVER])

    def url_of(self, name: str) -> str:
        """Return where a database of this server is found."""
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    @contextmanager
    def database(self, template: str = "template1") -> Iterator[str]:
        """Create a database for as long as the block lasts, and give its name."""
        name = f"scorekeeper_test_{uuid4().hex}"
        self.run(sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY"), name, template)
        try:
            yield name
        finally:
            self.run(sql.SQL("DROP DATABASE {} WITH (FORCE)"), name)

    def run(self, statement: sql.SQL, *names: str) -> None:
        """Run a statement on the server itself."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement.format(*map(sql.Identifier, names)))


def migrated(url: str, folder: Path) -> None:
    """Make the tables in an empty database, by the real migrations."""
    upgrade(create_app({"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url}))


@contextmanager
def opened(url: str, folder: Path) -> Iterator[Flask]:
    """Open a scorebook with an application of its own until the block ends."""
    app = create_app(
        {
            "INSTANCE": folder,
            "SQLALCHEMY_DATABASE_URI": url,
            "TESTING": True,
            "WTF_CSRF_ENABLED": False,
        }
    )
    yield app
    with app.app_context():
        db.engine.dispose()


def sqlite_url(template: Path, folder: Path) -> str:
    """Put a copy of an empty scorebook where a new program would make its own."""
    path = folder / "scorekeeper.db"
    shutil.copy(template, path)
    return f"sqlite:///{path}"
