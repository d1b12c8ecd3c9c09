"""Commands on two scorebooks, to export from one and import into the other."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from scorekeeper import create_app
from scorekeeper.cli import main
from scorekeeper.scorebook.database.db import db

MATCH: dict[str, Any] = {
    "format": 1,
    "key": "one",
    "opened_at": "2026-11-20T19:00:00+00:00",
    "game": "block",
    "house_rules": {"match": {"goal": 150}},
    "seats": ["Ana", "Bea"],
    "partners": False,
    "rounds": [
        {"hands": {"Ana": [], "Bea": ["6-6"]}, "recorded_at": "2026-11-20T19:30:00+00:00"},
        {"hands": {"Ana": ["5-5"], "Bea": 0}, "recorded_at": "2026-11-20T19:40:00.25+00:00"},
    ],
}


@contextmanager
def at(terminal: CliRunner) -> Iterator[None]:
    """Use the scorebook of a terminal."""
    app = create_app({"INSTANCE": Path(str(terminal.env["SCOREKEEPER_INSTANCE"]))})
    with app.app_context():
        yield
        db.session.remove()
        db.engine.dispose()


def exported(terminal: CliRunner, *words: str) -> bytes:
    """Export, and return the bytes."""
    result = terminal.invoke(main, ["export", *words])
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def imports(terminal: CliRunner, content: object) -> Result:
    """Import a file of this content."""
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    return terminal.invoke(main, ["import", "-"], input=text)


def imported(terminal: CliRunner, content: object) -> str:
    result = imports(terminal, content)
    assert result.exit_code == 0, result.output
    return result.stdout


def complaint(terminal: CliRunner, content: object, status: int) -> str:
    """Import a file that is refused; return the error and check that nothing was imported."""
    before = exported(terminal)
    result = imports(terminal, content)
    assert result.exit_code == status, result.output
    assert isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output
    assert exported(terminal) == before
    return result.stderr
