"""What the command line loads: scoring a round needs no web and no database."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import atexit, sys
from scorekeeper.cli import main
atexit.register(lambda: print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr))
main()
"""
ROUND = {"game": "block", "seats": ["Ana", "Bea"], "hands": {"Ana": [], "Bea": ["5-5", "3-4"]}}
BLOCKED = ROUND | {"hands": {"Ana": ["1-2"], "Bea": ["5-5", "3-4"]}}
MATCH = {"game": "block", "seats": ["Ana", "Bea"], "rounds": [{"hands": ROUND["hands"]}]}
HEAVY = {"flask", "werkzeug", "jinja2", "sqlalchemy", "alembic", "babel", "wtforms", "gunicorn"}


@pytest.mark.parametrize(
    ("command", "request_"),
    [("score", ROUND), ("score", BLOCKED), ("score", {"game": "none"}), ("replay", MATCH)],
)
def test_scoring_loads_no_web_and_no_database(command: str, request_: object) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, command, "-"],
        input=json.dumps(request_),
        capture_output=True,
        text=True,
    )
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "scorekeeper" in loaded
    assert loaded & HEAVY == set()


def test_the_list_of_commands_has_those_of_the_scorebook() -> None:
    command = [sys.executable, "-m", "scorekeeper", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "score " in shown
    assert "backup " in shown


def test_garbage_is_looked_for_again_once_the_commands_are_imported() -> None:
    program = (
        "import gc; from scorekeeper.cli import main; main.list_commands(None);"
        "print(gc.isenabled(), gc.get_freeze_count() > 100_000)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]


def test_garbage_is_looked_for_again_once_the_application_is_made(tmp_path: Path) -> None:
    program = (
        "import gc; from scorekeeper.commands import open_application;"
        "before = gc.get_freeze_count(); open_application();"
        "print(gc.isenabled(), gc.get_freeze_count() > before)"
    )
    command = [sys.executable, "-c", program]
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == ["True", "True"]
