"""The command line."""

import errno
import json
import sys
from collections.abc import Callable
from typing import TextIO

import click
from flask import Flask
from sqlalchemy.exc import ArgumentError, OperationalError

from scorekeeper import create_app, db, exchange, server
from scorekeeper.config import SettingError
from scorekeeper.rules import game_ids, load_game


@click.group()
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep the score of domino games."""


@main.command()
# Everywhere, as the phones around the table are to reach it.
@click.option("--host", default="0.0.0.0", show_default=True)  # noqa: S104
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
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
def games() -> None:
    """List the games: id, name, players, and what each is."""
    for game in map(load_game, game_ids()):
        players = ", ".join(map(str, game.deal))
        click.echo(f"{game.id:22} {game.name} ({players} players). {game.summary}")


def answer(ask: Callable[[object], exchange.Reply], file: TextIO) -> None:
    """Print the reply to a request as JSON; exit with 1 where it is refused, 2 where unreadable."""
    try:
        reply, status = ask(json.load(file, object_pairs_hook=keys_once)), 0
    except exchange.Refused as refused:
        reply, status = refused.reply, 1
    except (ValueError, RecursionError) as error:
        # Text and JSON that cannot be decoded are ValueErrors, as is a request of the wrong shape.
        raise click.UsageError(f"The request cannot be read: {error}") from error
    printed = json.dumps(reply, ensure_ascii=False, indent=2)
    # JSON is UTF-8 whatever the terminal speaks; half a character leaves as JSON's own escape.
    click.echo(printed.encode("utf-8", "backslashreplace"))
    sys.exit(status)


def keys_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make a table of a JSON object; of a hand given twice, one would be lost without a word."""
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"{key!r} stands twice")
        table[key] = value
    return table


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
    except OperationalError as error:
        raise click.ClickException(
            f"The database cannot be opened ({' '.join(str(error.orig).split())}); check that its"
            " server runs or its folder can be written to, or set SCOREKEEPER_DATABASE_URL to"
            " another."
        ) from error
    return app
