"""The commands that need only the rules: `score`, `replay`, `games`; `cli.py` finds them here."""

import json
import sys
from collections.abc import Callable
from typing import TextIO

import click

from scorekeeper.interchange import replay
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.rules import game_ids, load_game

# Some editors begin a text with a byte-order mark.
JSON_FILE = click.File(encoding="utf-8-sig")


@click.group()
def rules() -> None:
    """What can be done without a scorebook."""


@rules.command("score")
@click.argument("file", type=JSON_FILE)
def score_round(file: TextIO) -> None:
    """Score the round in FILE (- for standard input), a JSON object; say why."""
    print_reply(replay.score, file)


@rules.command("replay")
@click.argument("file", type=JSON_FILE)
def replay_match(file: TextIO) -> None:
    """Play the match in FILE (- for standard input), a JSON object, round by round."""
    print_reply(replay.replay, file)


@rules.command()
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
