"""Running `score` and `replay` with a request as JSON, and the lines of tests/cases/json.toml."""

import json
from itertools import chain

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.support.cases import chapters, parted, reading

_WRITTEN = chapters("json")
BASE, REPLY = (
    {chapter: json.loads("".join(lines)) for chapter, lines in _WRITTEN[name].items()}
    for name in ("base", "reply")
)


def json_lines(chapter):
    """Return what a chapter asks, and what each is answered."""
    found = []
    for line in chain(*_WRITTEN[chapter].values()):
        with reading(line):
            keys, outcome = parted(line)
            request = BASE[chapter] | json.loads(keys)
        found.append(pytest.param(request, outcome, id=f"{line.place} {keys[:60]}"))
    return found


def begins(found, outcome):
    """Say whether something comes to what a line says, up to its …"""
    return found.startswith(outcome[:-1]) if outcome.endswith("…") else found == outcome


def ask(command, request):
    """Run a command with a request on its standard input; text and bytes are sent as they are."""
    text = request if isinstance(request, str | bytes) else json.dumps(request)
    return CliRunner().invoke(main, [command, "-"], input=text)


def answer(command, request):
    result = ask(command, request)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def complaint(command, request):
    """Return the error message for a request that cannot be read."""
    result = ask(command, request)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr
