"""The command line: `scorekeeper run`, `links`, `score`, `backup` … (docs/command-line.md).

A command prints what it did, and exits with 1 where something was refused, 2 for wrong usage.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import version

import click

from scorekeeper.maintenance.git_commit import commit

# Which module has which commands.
GROUPS = (
    ("scorekeeper.interchange.replay", "rules"),
    ("scorekeeper.scorebook_commands", "scorebook"),
)


class Commands(click.Group):
    """The commands, each imported when it is first used.

    Importing the web and the database, which the scorebook commands need, takes four times as long
    as scoring a round.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return next((found[cmd_name] for found in _groups() if cmd_name in found), None)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(name for found in _groups() for name in found)


def _groups() -> Iterator[Mapping[str, click.Command]]:
    """Import the modules with commands, those of the rules first, only as many as needed."""
    for module, group in GROUPS:
        found: click.Group = getattr(import_module(module), group)
        yield found.commands


def _print_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        number = version("scorekeeper")
        between = commit(number)
        click.echo(f"scorekeeper, version {number}{f' ({between})' if between else ''}")
        context.exit()


@click.group(cls=Commands)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Say the version, and of which commit it is between releases.",
)
def main() -> None:
    """Keep the score of domino games."""
