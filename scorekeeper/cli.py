"""The command line."""

import errno
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO

import click
from flask import Flask, url_for
from sqlalchemy.exc import ArgumentError, DatabaseError

from scorekeeper import create_app, server
from scorekeeper.access.tokens import token_of
from scorekeeper.config import SettingError
from scorekeeper.interchange import import_export
from scorekeeper.interchange import replay as exchange
from scorekeeper.maintenance import backup as backups
from scorekeeper.maintenance import integrity
from scorekeeper.maintenance import restore as restoring
from scorekeeper.rules import game_ids, load_game
from scorekeeper.scorebook import db
from scorekeeper.scorebook import links as sharing
from scorekeeper.scorebook.log import NoSuchMatch
from scorekeeper.scorebook.matches import LARGEST_ID
from scorekeeper.scorebook.rights import Right
from scorekeeper.web import network
from scorekeeper.wording.formats import changes, matches, rounds

PORT = 8000
# A match takes a few thousand bytes; far more than this would not fit into memory as JSON.
LARGEST_FILE = 64 * 2**20

OLD_FILE = click.Path(path_type=Path, exists=True, dir_okay=False, resolve_path=True)
NEW_FILE = click.Path(path_type=Path, dir_okay=False, resolve_path=True)


@click.group()
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep the score of domino games."""


@main.command()
# Everywhere, as the phones around the table are to reach it.
@click.option("--host", default="0.0.0.0", show_default=True)  # noqa: S104
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535))
def run(host: str, port: int) -> None:
    """Serve the scorebook to this machine and to the network around it."""
    open_scorebook()
    try:
        listener = server.listen(host, port)
    except OSError as error:
        why = "another program has it" if error.errno == errno.EADDRINUSE else error.strerror
        raise click.ClickException(
            f"Port {port} of {host} cannot be had ({why});"
            f" choose another, as in: scorekeeper run --port {port + 1}"
        ) from error
    click.echo(server.greeting(listener))
    server.serve(listener)


@main.command()
@click.argument("match", type=int)
@click.option("--url", help="Where the scorebook is open, if not where `run` says it is.")
def links(match: int, url: str | None) -> None:
    """Print the links of MATCH, the number in the address of its table."""
    app = open_scorebook()
    around = network.network_address() or "127.0.0.1"
    base = (url or f"http://{around}:{PORT}").rstrip("/")
    with program_running(app), app.test_request_context():
        link_state = sharing.link_state(match) if match <= LARGEST_ID else None
        if link_state is None:
            raise click.ClickException(f"There is no match {match} in this scorebook.")
        for right in Right:
            token = token_of(link_state.link(right), str(app.secret_key))
            click.echo(f"to {right.word:6} {base}{url_for('share.join', token=token)}")


@main.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def score(file: TextIO) -> None:
    """Score the round in FILE (- for standard input), a JSON object; say why."""
    answer(exchange.score, file)


@main.command()
@click.argument("file", type=click.File(encoding="utf-8"))
def replay(file: TextIO) -> None:
    """Play the match in FILE (- for standard input), a JSON object, round by round."""
    answer(exchange.replay, file)


@main.command()
@click.argument("file", type=NEW_FILE)
@click.option("--force", is_flag=True, help="Replace FILE where it is there already.")
def backup(file: Path, force: bool) -> None:
    """Copy the whole scorebook to FILE, a database; also while it is in use."""
    with program_running(open_scorebook()):
        backups.back_up(file, replace=force)
    click.echo(f"The scorebook is copied to {file}.")


@main.command()
@click.argument("file", type=OLD_FILE)
def restore(file: Path) -> None:
    """Put the backup in FILE in the place of the scorebook; also while it is in use.

    What was there before is kept beside the daily backups.
    """
    # Not brought up to date before: it may be the very thing that is broken.
    with program_running(create_app()):
        restored = restoring.restore(file)
    click.echo(f"The scorebook has {matches(restored.matches)} again.")
    click.echo(f"What was there before is kept as {restored.kept}.")


@main.command()
def check() -> None:
    """Look the whole scorebook over; exit with 1 where anything is not as it should be."""
    with program_running(open_scorebook()):
        report = integrity.check()
    for fault in report.faults:
        click.echo(fault)
    if report.faults:
        sys.exit(1)
    counts = (matches(report.matches), rounds(report.rounds), changes(report.changes))
    click.echo(f"All well: {', '.join(counts)}.")


@main.command()
@click.argument("match", type=click.IntRange(1), required=False)
@click.option("--output", type=NEW_FILE, help="A file to write, rather than the terminal.")
@click.option("--csv", "as_csv", is_flag=True, help="One match as a table for spreadsheets.")
def export(match: int | None, output: Path | None, as_csv: bool) -> None:
    """Write MATCH, by its number, or all matches as JSON that `import` and `replay` read."""
    if as_csv and match is None:
        raise click.UsageError("A table is of one match: say which, as in: export 12 --csv")
    damaged: Sequence[str] = ()
    with program_running(open_scorebook()):
        if match is None:
            exported = import_export.export_all()
            content, damaged = exported.content, exported.damaged
        else:
            write = import_export.export_spreadsheet if as_csv else import_export.export_match
            content = write(match).content
    if output is None:
        click.echo(content, nl=False)
    else:
        with errors_as_sentences():
            backups.write_file(output, content)
    for sentence in damaged:
        click.echo(sentence, err=True)
    sys.exit(1 if damaged else 0)


@main.command("import")
@click.argument("file", type=click.File("rb"))
def import_(file: BinaryIO) -> None:
    """Take over the matches in FILE (- for standard input) that are not in the scorebook yet."""
    content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise click.UsageError(f"The file is larger than {LARGEST_FILE // 2**20} MB.")
    with program_running(open_scorebook()):
        try:
            imported = import_export.import_matches(
                json.loads(content.decode("utf-8-sig"), object_pairs_hook=unique_keys)
            )
        except (ValueError, RecursionError) as error:
            raise click.UsageError(f"The file cannot be read: {error}") from error
    click.echo(f"Imported {matches(imported.new)}; {imported.known} known already.")
    for players in imported.different:
        click.echo(f"Left alone: the match of {players} is here already, and goes otherwise.")
    sys.exit(1 if imported.different else 0)


@main.command()
def games() -> None:
    """List the games: id, name, players, and what each is."""
    for game in map(load_game, game_ids()):
        players = ", ".join(map(str, game.deal))
        click.echo(f"{game.id:22} {game.name} ({players} players). {game.summary}")


def answer(ask: Callable[[object], exchange.Reply], file: TextIO) -> None:
    """Print the reply to a request as JSON; exit with 1 where it is refused, 2 where unreadable."""
    try:
        reply, status = ask(json.load(file, object_pairs_hook=unique_keys)), 0
    except exchange.InvalidRequest as refused:
        reply, status = refused.reply, 1
    except (ValueError, RecursionError) as error:
        # Text and JSON that cannot be decoded are ValueErrors, as is a request of the wrong shape.
        raise click.UsageError(f"The request cannot be read: {error}") from error
    printed = json.dumps(reply, ensure_ascii=False, indent=2)
    # JSON is UTF-8 whatever the terminal speaks; half a character leaves as JSON's own escape.
    click.echo(printed.encode("utf-8", "backslashreplace"))
    sys.exit(status)


def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make a table of a JSON object; of a hand given twice, one would be lost without a word."""
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{key!r} stands twice")
        table[key] = value
    return table


@contextmanager
def program_running(app: Flask) -> Iterator[None]:
    """Use a scorebook; what it refuses is said in a sentence."""
    with app.app_context(), errors_as_sentences():
        try:
            yield
        finally:
            db.db.session.remove()
            db.db.engine.dispose()


@contextmanager
def errors_as_sentences() -> Iterator[None]:
    """Say what goes wrong in a sentence."""
    try:
        yield
    except (backups.BackupError, import_export.CannotImport) as error:
        raise click.ClickException(str(error)) from error
    except NoSuchMatch as error:
        raise click.ClickException(f"There is no match {error}.") from error
    except FileExistsError as error:
        raise click.ClickException(f"{error.filename} is there; --force replaces it.") from error
    except OSError as error:
        raise click.ClickException(
            f"{error.filename} cannot be written ({error.strerror})."
        ) from error


def open_scorebook() -> Flask:
    """Return the application, its database ready, or end with a sentence that says what to do."""
    try:
        app = create_app()
        db.upgrade(app)
    except SettingError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"{error.filename} cannot be written ({error.strerror});"
            " set SCOREKEEPER_INSTANCE to a folder that can."
        ) from error
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        raise click.ClickException(
            "A PostgreSQL database needs psycopg, which is not installed here;"
            " install it, as in: pip install 'psycopg[binary]'"
        ) from error
    except ArgumentError as error:
        raise click.ClickException(f"SCOREKEEPER_DATABASE_URL: {error}") from error
    except DatabaseError as error:
        raise click.ClickException(
            f"The database cannot be opened ({' '.join(str(error.orig).split())}); check that its"
            " server runs or its folder can be written to, or set SCOREKEEPER_DATABASE_URL to"
            " another."
        ) from error
    return app
