"""Running `score` and `replay` with a request as JSON."""

import json
from typing import Any

from click.testing import CliRunner, Result

from scorekeeper.cli import main


def ask(command: str, request: object) -> Result:
    """Run a command with a request on its standard input; text and bytes are sent as they are."""
    text = request if isinstance(request, str | bytes) else json.dumps(request)
    return CliRunner().invoke(main, [command, "-"], input=text)


def answer(command: str, request: object) -> Any:
    """Return the reply to a valid request."""
    result = ask(command, request)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refusal(command: str, request: object) -> Any:
    """Return the error of a request that the rules refuse."""
    result = ask(command, request)
    assert result.exit_code == 1, result.output
    reply = json.loads(result.stdout)
    assert reply.keys() == {"error"}
    return reply["error"]


def complaint(command: str, request: object) -> str:
    """Return the error message for a request that cannot be read."""
    result = ask(command, request)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr
