"""Running `score` and `replay` with a request as JSON, and the lines of tests/cases/json.toml."""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from tests.support.cases import written_lines

_WRITTEN = tomllib.loads((Path(__file__).parents[1] / "cases/json.toml").read_text("utf-8"))
BASE, REPLY = (
    {chapter: json.loads(text) for chapter, text in _WRITTEN[name].items()}
    for name in ("base", "reply")
)


def json_lines(chapter):
    """Return what a chapter asks, and what each is answered."""
    lines = [line for text in _WRITTEN[chapter].values() for line in written_lines(text)]
    found = []
    for number, line in enumerate(lines, start=1):
        keys, outcome = line.split(" => ")
        request = BASE[chapter] | json.loads(keys)
        found.append(pytest.param(request, outcome, id=f"{chapter} {number}: {keys[:60]}"))
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
