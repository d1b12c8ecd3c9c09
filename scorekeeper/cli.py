"""The command line: `scorekeeper run`, `links`, `score`, `backup` … (docs/command-line.md).

Here are the commands that need no scorebook; `commands.py` has the others. A command prints what it
did, and exits with 1 where something was refused, 2 for wrong usage.
"""

import gc
import json
import sys
from collections.abc import Callable
from importlib import import_module
from typing import TextIO

import click

from scorekeeper.interchange import replay
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.rules import game_ids, load_game

# Some editors begin a text with a byte-order mark.
JSON_FILE = click.File(encoding="utf-8-sig")


class Commands(click.Group):
    """The commands; those of the scorebook are imported when one of them is asked for.

    What they import, the web and the database, takes four times as long as scoring a round.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, cmd_name) or _of_the_scorebook().get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*self.commands, *_of_the_scorebook()])


def _of_the_scorebook() -> dict[str, click.Command]:
    """Import the other commands.

    All of it stays: to look for garbage in it, again and again, would take a sixth of the start.
    """
    gc.disable()
    commands = dict(import_module("scorekeeper.commands").scorebook.commands)
    gc.freeze()
    gc.enable()
    return commands


@click.group(cls=Commands)
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep the score of domino games."""


@main.command("score")
@click.argument("file", type=JSON_FILE)
def score_round(file: TextIO) -> None:
    """Score the round in FILE (- for standard input), a JSON object; say why."""
    print_reply(replay.score, file)


@main.command("replay")
@click.argument("file", type=JSON_FILE)
def replay_match(file: TextIO) -> None:
    """Play the match in FILE (- for standard input), a JSON object, round by round."""
    print_reply(replay.replay, file)


@main.command()
def games() -> None:
    """List the games: id, name, players, and what each is."""
    for game in map(load_game, game_ids()):
        players = ", ".join(map(str, game.deal))
        click.echo(f"{game.id:22} {game.name} ({players} players). {game.summary}")


def print_reply(reply_to: Callable[[object], replay.Reply], file: TextIO) -> None:
    """Print the reply to a request as JSON; exit with 1 where it is refused, 2 where unreadable."""
    try:
        reply, status = reply_to(json.load(file, object_pairs_hook=unique_keys)), 0
    except replay.InvalidRequest as refused:
        reply, status = refused.reply, 1
    except (ValueError, RecursionError) as error:
        # A ValueError is text or JSON that cannot be decoded, or a request of the wrong shape.
        raise click.UsageError(f"The request cannot be read: {error}") from error
    printed = json.dumps(reply, ensure_ascii=False, indent=2)
    # UTF-8 in any terminal, as JSON is; a lone surrogate is escaped as JSON escapes it.
    click.echo(printed.encode("utf-8", "backslashreplace"))
    sys.exit(status)
