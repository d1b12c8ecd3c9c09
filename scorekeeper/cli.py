"""The command line: `scorekeeper run`, `links`, `score`, `backup` … (docs/command-line.md).

A command prints what it did, and exits with 1 where something was refused, 2 for wrong usage.
"""

from collections.abc import Mapping
from importlib import import_module

import click

from scorekeeper.web import without_looking_for_garbage


class Commands(click.Group):
    """The commands; they are imported when one of them is asked for.

    What those of the scorebook import, the web and the database, takes four times as long as
    scoring a round.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _of_the_rules().get(cmd_name) or _of_the_scorebook().get(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*_of_the_rules(), *_of_the_scorebook()])


def _of_the_rules() -> Mapping[str, click.Command]:
    return _imported("scorekeeper.interchange.replay", "rules")


def _of_the_scorebook() -> Mapping[str, click.Command]:
    return _imported("scorekeeper.commands", "scorebook")


def _imported(module: str, group: str) -> Mapping[str, click.Command]:
    """Import the commands of a group."""
    with without_looking_for_garbage():
        found: click.Group = getattr(import_module(module), group)
    return found.commands


@click.group(cls=Commands)
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep the score of domino games."""
