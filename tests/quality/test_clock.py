"""One clock says what time it is, and no test hangs on what it says."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.effort import SENSITIVE, THOROUGH

ROOT = Path(__file__).parents[2]
# What tells the time, of what: how long something takes is measured by other functions.
TELLING = {
    "date": {"today"},
    "datetime": {"now", "today", "utcnow"},
    "func": {"now", "current_date", "current_time", "current_timestamp"},
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"},
}
ANY = set().union(*TELLING.values())
# What shows days, and what hangs on them.
OF_DAYS = (
    "tests/maintenance/test_scheduler.py",
    "tests/scorebook/test_figures_read.py",
    "tests/scorebook/test_history.py",
    "tests/scorebook/test_player_changes.py",
    "tests/unit/figures",
    "tests/unit/wording/test_dates.py",
    "tests/web/history",
    "tests/web/home",
    "tests/web/players",
    "tests/web/round/test_drafts.py",
    "tests/web/table",
)


def test_one_clock_says_what_time_it_is():
    files = [path for room in ("scorekeeper", "tests") for path in (ROOT / room).rglob("*.py")]
    asking = [f"{path.relative_to(ROOT)}: {name}" for path in files for name in asked(path)]
    # How long to wait is said by the clock of the library that limits.
    assert sorted(asking) == [
        "scorekeeper/figures/clock.py: time",
        "scorekeeper/web/rate_limits.py: time",
    ]


def asked(path):
    """Give what a module takes of those that tell the time."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (each.name for each in node.names if each.name in TELLING["time"])
        if isinstance(node, ast.Attribute) and node.attr in ANY:
            of = ast.unparse(node.value).rpartition(".")[2]
            yield from [node.attr] if node.attr in TELLING.get(of, ()) else []


@pytest.mark.parametrize("clock", [pytest.param(each, marks=THOROUGH) for each in SENSITIVE])
def test_what_shows_days_is_right_at_any_time_and_anywhere(clock):
    # A thorough run as a whole is at one of these, which it draws.
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-n0", "-k", "not postgresql", "--clock", clock, *OF_DAYS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
