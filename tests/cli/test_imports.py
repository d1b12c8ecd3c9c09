"""What the command line loads: scoring a round needs no web and no database."""

import json
import os
import subprocess
import sys

from click.testing import CliRunner

from scorekeeper.cli import main

HANDS = {"Ana": [], "Bea": ["5-5", "3-4"]}
ROUND = {"game": "block", "seats": ["Ana", "Bea"], "hands": HANDS}
BLOCKED = ROUND | {"hands": HANDS | {"Ana": ["1-2"]}}
MATCH = {"game": "block", "seats": ["Ana", "Bea"], "rounds": [{"hands": HANDS}]}
ASKED = (("score", ROUND), ("score", BLOCKED), ("score", {"game": "none"}), ("replay", MATCH))
HEAVY = {"flask", "werkzeug", "jinja2", "sqlalchemy", "alembic", "babel", "wtforms", "gunicorn"}
SCORING = """
import json, sys
from click.testing import CliRunner
from scorekeeper.cli import main
for command, text in json.load(sys.stdin):
    print(CliRunner().invoke(main, [command, "-"], input=text).exit_code)
print(*{name.partition(".")[0] for name in sys.modules})
"""


def printed_by(program, asked="", **environment):
    """Return the words that a program of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=asked,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


def test_scoring_loads_no_web_and_no_database():
    asked = [(command, json.dumps(request)) for command, request in ASKED]
    words = printed_by(SCORING, json.dumps(asked))
    assert words[:4] == ["0", "0", "2", "0"]
    assert "scorekeeper" in words
    assert HEAVY.isdisjoint(words)


def test_the_list_of_commands_has_those_of_the_scorebook():
    shown = CliRunner().invoke(main, ["--help"]).stdout
    assert "score " in shown
    assert "backup " in shown


def test_garbage_is_looked_for_again_once_all_is_imported_and_made(tmp_path):
    program = (
        "import gc; from scorekeeper.cli import main; main.list_commands(None);"
        "frozen = gc.get_freeze_count(); print(gc.isenabled(), frozen > 100_000);"
        "from scorekeeper.commands import open_application; open_application();"
        "print(gc.isenabled(), gc.get_freeze_count() > frozen)"
    )
    assert printed_by(program, SCOREKEEPER_INSTANCE=str(tmp_path)) == ["True"] * 4
