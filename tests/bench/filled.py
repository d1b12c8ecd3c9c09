"""Scorebooks of years of play, filled once for each size, and copied to be measured."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import LiteralString

import psycopg
from flask import Flask
from psycopg import sql

from scorekeeper import create_app
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, upgrade
from tests.bench.years import fill
from tests.databases import NoServer, Server

# A scorebook in a database, by its address, while it is measured.
Place = Callable[[Path], AbstractContextManager[str]]


def databases() -> Iterator[tuple[str, Place]]:
    """Yield SQLite, and PostgreSQL where there is a server, with how a scorebook gets there."""
    yield "SQLite", on_sqlite
    try:
        yield "PostgreSQL", partial(on_server, Server.of(os.environ))
    except NoServer:
        return


def application(url: str, folder: str, **settings: object) -> Flask:
    own = {"INSTANCE": folder, "SQLALCHEMY_DATABASE_URI": url, "RATELIMIT_ENABLED": False}
    return create_app({**own, **settings})


def filled(size: int, folder: Path) -> Path:
    """Return a file with so many matches; it is filled where it is not there yet."""
    file = folder / f"{size}.db"
    if not file.exists():
        unready = folder / f"{size}.unready"
        app = application(f"sqlite:///{unready}", str(folder))
        upgrade(app)
        fill(app, size)
        dispose(app)
        unready.rename(file)
    return file


def dispose(app: Flask) -> None:
    with app.app_context():
        db.session.remove()
        db.engine.dispose()


@contextmanager
def on_sqlite(file: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{shutil.copy(file, folder)}"


@contextmanager
def on_server(server: Server, file: Path) -> Iterator[str]:
    with server.database() as name, tempfile.TemporaryDirectory() as folder:
        url = server.url_of(name)
        app = application(url, folder)
        upgrade(app)
        dispose(app)
        copy_rows(file, url)
        yield url


def copy_rows(file: Path, url: str) -> None:
    """Copy all rows of a file: PostgreSQL reads what SQLite has as it is stored there."""
    tables = models.Base.metadata.sorted_tables
    with psycopg.connect(url) as server, closing(sqlite3.connect(file)) as source:
        for table in reversed(tables):
            server.execute(_filled_in("DELETE FROM {}", table.name))
        for table in tables:
            names = [column.name for column in table.columns]
            columns = _filled_in(", ".join("{}" for _name in names), *names)
            of_table = {"columns": columns, "table": sql.Identifier(table.name)}
            found = sql.SQL("SELECT {columns} FROM {table}").format(**of_table)
            into = sql.SQL("COPY {table} ({columns}) FROM STDIN").format(**of_table)
            with server.cursor().copy(into) as copy:
                for row in source.execute(found.as_string()):
                    copy.write_row(row)
        for name in ("matches", "players"):
            numbered = "SELECT setval('{}', max(id)) FROM {}"
            server.execute(_filled_in(numbered, f"{name}_id_seq", name))
        server.commit()
        server.autocommit = True
        server.execute("ANALYZE")


def _filled_in(statement: LiteralString, *names: str) -> sql.Composed:
    return sql.SQL(statement).format(*map(sql.Identifier, names))
