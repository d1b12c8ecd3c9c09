"""The commands that need a scorebook: `run`, `links`, `backup` …; `cli.py` finds them here."""

import errno
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

import click
from flask import Flask, url_for
from sqlalchemy.exc import ArgumentError, DatabaseError

from scorekeeper import create_app, server
from scorekeeper.access.devices import token_of
from scorekeeper.config import SettingError, unknown_settings
from scorekeeper.interchange import import_export, import_reader
from scorekeeper.interchange.spreadsheets import TABLES, csv_in_parts
from scorekeeper.maintenance import backup, files, integrity, scorebook_file
from scorekeeper.scorebook.database import db
from scorekeeper.scorebook.figures.recounting import recount_all
from scorekeeper.scorebook.owner_of_matches import settle
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Right
from scorekeeper.web import hosts
from scorekeeper.wording.formats import changes, matches, rounds

PORT = 8000
# Bytes.
COPIED_AT_ONCE = 2**20

# Optional features, and the setting each needs.
NEEDED = {
    "psycopg": ("A PostgreSQL database", "psycopg[binary]"),
    "prometheus_client": ("SCOREKEEPER_METRICS_TOKEN", "prometheus-client"),
}

EXISTING_FILE = click.Path(path_type=Path, exists=True, dir_okay=False, resolve_path=True)
NEW_FILE = click.Path(path_type=Path, dir_okay=False, resolve_path=True)


@click.group()
def scorebook() -> None:
    """What can be done with a scorebook."""


@scorebook.command()
# All interfaces, so that the phones around the table reach it.
@click.option("--host", default="0.0.0.0", show_default=True)  # noqa: S104
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
def run(host: str, port: int) -> None:
    """Serve the scorebook to this machine and to the network around it."""
    for sentence in unknown_settings(os.environ):
        click.echo(sentence, err=True)
    app = open_scorebook()
    try:
        listener = server.listen(host, port)
    except OSError as error:
        reason = "another program has it" if error.errno == errno.EADDRINUSE else error.strerror
        raise click.ClickException(
            f"Port {port} of {host} cannot be had ({reason});"
            f" choose another, as in: scorekeeper run --port {port + 1}"
        ) from error
    with opening_errors_as_sentences(), using(app):
        # Before any page is served: with links, each owner has players of their own.
        settle()
    click.echo(server.greeting(listener))
    server.serve(listener, app)


@scorebook.command("links")
@click.argument("match", type=int)
@click.option("--url", help="Where the scorebook is open, if not where `run` says it is.")
def print_links(match: int, url: str | None) -> None:
    """Print the links of MATCH, the number in the address of its table."""
    app = open_scorebook()
    host = hosts.network_address() or "127.0.0.1"
    base = (url or f"http://{host}:{PORT}").rstrip("/")
    with using(app), app.test_request_context():
        link_state = rights.link_state(match)
        if link_state is None:
            raise click.ClickException(f"There is no match {match} in this scorebook.")
        for right in Right:
            token = token_of(link_state.link(right), str(app.secret_key))
            click.echo(f"to {right.word:6} {base}{url_for('links.join', token=token)}")


@scorebook.command("backup")
@click.argument("file", type=NEW_FILE)
@click.option("--force", is_flag=True, help="Replace FILE where it is there already.")
def back_up(file: Path, force: bool) -> None:
    """Copy the whole scorebook to FILE, a database; also while it is in use."""
    with using(open_scorebook()):
        backup.back_up(file, replace=force)
    click.echo(f"The scorebook is copied to {file}.")


@scorebook.command("restore")
@click.argument("file", type=EXISTING_FILE)
def restore_backup(file: Path) -> None:
    """Put the backup in FILE in the place of the scorebook; also while it is in use.

    What was there before is kept beside the daily backups.
    """
    # Not open_scorebook(): the database being replaced may be too broken to migrate.
    with using(open_application()):
        restored = backup.restore(file)
        may_go = [copy for copy, said in backup.kept_copies().items() if said == backup.MAY_GO]
        others = [copy for copy in may_go if copy != restored.replaced]
    click.echo(f"The scorebook has {matches(restored.matches)} again.")
    click.echo(f"What was there before is kept as {restored.replaced}.")
    if restored.key_kept:
        click.echo(
            "Links that were sent work again once SCOREKEEPER_SECRET_KEY is removed and the program"
            " started again: it is another key than that of the backup."
        )
    if others:
        names = ", ".join(copy.name for copy in others)
        click.echo(f"Earlier copies may go, by scorekeeper backups --prune: {names}.")


@scorebook.command("backups")
@click.option("--prune", is_flag=True, help="Delete the copies of restores that may go.")
@click.option("--delete", type=EXISTING_FILE, help="Delete one of them, whatever it has.")
def list_backups(prune: bool, delete: Path | None) -> None:
    """List the daily backups, and the copies that restoring kept, with those that may go."""
    with using(open_application()):
        found = backup.kept_copies()
        for copy, said in found.items():
            size = copy.stat().st_size
            goes = delete == copy or (prune and said == backup.MAY_GO)
            if goes:
                backup.delete(copy)
            click.echo(f"{copy}  {size:,} bytes  {'deleted' if goes else said}")
    if delete is not None and delete not in found:
        raise click.ClickException(f"{delete} is no backup of this scorebook.")
    if not found:
        click.echo("There are no backups yet: one is made every day that the program runs.")


@scorebook.command()
def check() -> None:
    """Look the whole scorebook over; exit with 1 where anything is not as it should be."""
    with using(open_application()):
        report = integrity.check_file()
    if report is None:
        with using(open_scorebook()):
            report = integrity.check(file_is_whole=True)
    for fault in report.faults:
        click.echo(fault)
    if report.faults:
        sys.exit(1)
    counts = (matches(report.matches), rounds(report.rounds), changes(report.changes))
    click.echo(f"All well: {', '.join(counts)}.")


@scorebook.command()
@click.argument("match", type=click.IntRange(1), required=False)
@click.option("--output", type=NEW_FILE, help="A file to write, rather than the terminal.")
@click.option("--csv", "as_csv", is_flag=True, help="One match as a table for spreadsheets.")
@click.option("--table", type=click.Choice([*TABLES]), help="The whole scorebook as such a table.")
def export(match: int | None, output: Path | None, as_csv: bool, table: str | None) -> None:
    """Write MATCH, by its number, or all matches as JSON that `import` and `replay` read."""
    if as_csv and match is None:
        raise click.UsageError("A table is of one match: say which, as in: export 12 --csv")
    if table and match is not None:
        raise click.UsageError("A table of the whole scorebook is of no match: use --csv for one.")
    damaged: list[str] = []
    with using(open_scorebook()):
        parts: Iterable[bytes]
        if table:
            parts = csv_in_parts(TABLES[table]())
        elif match is None:
            parts = import_export.export_all(damaged)
        else:
            write = import_export.export_spreadsheet if as_csv else import_export.export_match
            parts = [write(match).content]
        if output is None:
            for part in parts:
                click.echo(part, nl=False)
        else:
            files.write_file(output, parts)
    for sentence in damaged:
        click.echo(sentence, err=True)
    sys.exit(1 if damaged else 0)


@scorebook.command()
def rebuild() -> None:
    """Count all figures of players anew from the matches; also while the scorebook is in use."""
    with using(open_scorebook()):
        number = recount_all(lambda counted: click.echo(f"{matches(counted)} …", err=True))
    click.echo(f"Counted the figures of {matches(number)}.")


@scorebook.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--game", default="", help="The id of the game, where a table does not name it.")
def import_(file: BinaryIO, game: str) -> None:
    """Take over the matches in FILE (- for standard input) that are not in the scorebook yet.

    FILE is what `export` writes, a table (CSV) or the export of BG Stats.
    """
    most = import_export.MAX_FILE_SIZE
    with TemporaryFile() as kept:
        # A file is read more than once; standard input can be read only once.
        while part := file.read(COPIED_AT_ONCE):
            kept.write(part)
            if kept.tell() > most:
                raise click.UsageError(f"The file is larger than {most // 2**20} MB.")
        with using(open_scorebook()):
            try:
                read = import_reader.read_any(kept, {"game": game})
                imported = import_export.import_read(read)
            except (ValueError, RecursionError) as error:
                raise click.UsageError(f"The file cannot be read: {error}") from error
    click.echo(f"Imported {matches(imported.new)}; {imported.known} known already.")
    for players in imported.longer:
        click.echo(f"Added: the rounds of the match of {players} that were not here yet.")
    for players in imported.different:
        click.echo(f"Left alone: the match of {players} is here already, and goes otherwise.")
    for left in read.left_out:
        click.echo(f"Left out: {': '.join(filter(None, left))}")
    sys.exit(1 if imported.different or read.left_out else 0)


@contextmanager
def using(app: Flask) -> Iterator[None]:
    """Push the application context; close the database connections at the end."""
    with app.app_context(), errors_as_sentences():
        try:
            yield
        finally:
            db.db.session.remove()
            db.db.engine.dispose()


@contextmanager
def errors_as_sentences() -> Iterator[None]:
    """Print errors that people can fix as a sentence, and exit with 1."""
    try:
        yield
    except (scorebook_file.FileRefused, import_reader.CannotImport) as error:
        raise click.ClickException(str(error)) from error
    except NoSuchMatch as error:
        raise click.ClickException(f"There is no match {error}.") from error
    except FileExistsError as error:
        raise click.ClickException(f"{error.filename} is there; --force replaces it.") from error
    except BrokenPipeError:
        # The reader closed the pipe, as `head` does; Click handles that.
        raise
    except OSError as error:
        raise click.ClickException(
            f"{_file_of(error)} cannot be written ({error.strerror})."
        ) from error


def _file_of(error: OSError) -> str:
    """Return the file an error is about; the system does not always say."""
    return str(error.filename or "A file of the scorebook, or its disk,")


def open_application() -> Flask:
    """Return the application; if a setting cannot be read, say which and exit with 1."""
    with opening_errors_as_sentences():
        return create_app()


def open_scorebook() -> Flask:
    """Return the application with its database migrated; if that fails, say what to do and exit
    with 1.
    """
    app = open_application()
    with opening_errors_as_sentences():
        with app.app_context():
            scorebook_file.open_file()
        db.upgrade(app)
    return app


@contextmanager
def opening_errors_as_sentences() -> Iterator[None]:
    """Print what keeps the program from starting as a sentence, and exit with 1."""
    try:
        yield
    except (SettingError, scorebook_file.FileRefused) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{_file_of(error)} cannot be written ({error.strerror});"
            " set SCOREKEEPER_INSTANCE to a folder that can."
        ) from error
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        what, package = NEEDED[error.name]
        raise click.ClickException(
            f"{what} needs {error.name}, which is not installed here;"
            f" install it, as in: pip install '{package}'"
        ) from error
    except ArgumentError as error:
        raise click.ClickException(f"SCOREKEEPER_DATABASE_URL: {error}") from error
    except DatabaseError as error:
        raise click.ClickException(
            f"The database cannot be opened ({' '.join(str(error.orig).split())}); check that its"
            " server runs or its folder can be written to, set SCOREKEEPER_DATABASE_URL to"
            " another, or put a backup in its place with: scorekeeper restore FILE"
        ) from error
