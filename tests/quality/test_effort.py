"""The run that everybody makes comes to the same result twice, and says which server it needs."""

import ast
import re
import subprocess
import sys
from itertools import product
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import settings

from tests import databases
from tests.databases import KIND, KINDS, TESTS, kinds_for
from tests.effort import SENSITIVE, THOROUGH
from tests.quality.size import ROOT, parsed

UNSEEDED = ("random", "secrets", "uuid")
# What tells the time, of what: how long something takes is measured by other functions.
TELLING = {
    "date": {"today"},
    "datetime": {"now", "today", "utcnow"},
    "func": {"now", "current_date", "current_time", "current_timestamp"},
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime"},
}
# What shows days, and what hangs on them.
OF_DAYS = (
    "tests/maintenance/test_scheduler.py",
    "tests/scorebook/test_figures_read.py",
    "tests/scorebook/test_history.py",
    "tests/scorebook/test_player_stories.py",
    "tests/unit/figures",
    "tests/unit/wording",
    "tests/web/history",
    "tests/web/home",
    "tests/web/players",
    "tests/web/round/test_drafts.py",
    "tests/web/table",
)


def test_hypothesis_draws_the_same_examples_every_time(thorough):
    profile = cast(settings, settings.default)
    assert profile.derandomize is not thorough
    assert profile.database is None
    assert profile.deadline is None


def found_in(files, asked):
    nodes = ((path, node) for path in files for node in ast.walk(parsed(path)))
    return sorted(
        f"{path.relative_to(ROOT)}: {name}" for path, node in nodes for name in asked(node)
    )


def drawn(node):
    """Give what is taken of those that draw at random, but for what is given a seed."""
    if isinstance(node, ast.ImportFrom) and node.module in UNSEEDED:
        yield from (each.name for each in node.names if each.name != "Random")
    if isinstance(node, ast.Call) and not node.args:
        yield from ["Random()"] if ast.unparse(node.func).endswith("Random") else []
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names if each.name in UNSEEDED)


def test_nothing_is_random_without_a_seed():
    files = [path for path in TESTS.rglob("*.py") if "bench" not in path.parts]
    # Names of databases, the seed of a thorough run, and ports.
    assert found_in(files, drawn) == [
        "tests/databases.py: uuid4",
        "tests/effort.py: randrange",
        "tests/support/running_server.py: secrets",
    ]


def told(node):
    """Give what is taken of those that tell the time."""
    if isinstance(node, ast.ImportFrom) and node.module == "time":
        yield from (each.name for each in node.names if each.name in TELLING["time"])
    if isinstance(node, ast.Attribute) and any(node.attr in names for names in TELLING.values()):
        of = ast.unparse(node.value).rpartition(".")[2]
        yield from [node.attr] if node.attr in TELLING.get(of, ()) else []


def test_one_clock_says_what_time_it_is():
    files = [path for room in ("scorekeeper", "tests") for path in (ROOT / room).rglob("*.py")]
    # How long to wait is said by the clock of the library that limits.
    assert found_in(files, told) == [
        "scorekeeper/clock.py: time",
        "scorekeeper/web/request_limits.py: time",
    ]


@pytest.mark.parametrize("clock", [pytest.param(each, marks=THOROUGH) for each in SENSITIVE])
def test_what_shows_days_is_right_at_any_time_and_anywhere(clock):
    # A thorough run as a whole is at one of these, which it draws.
    words = ("-n0", "-k", "not postgresql", "--clock", clock, *OF_DAYS)
    command = [sys.executable, "-m", "pytest", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_runs_on_both_databases_is_there_and_a_thorough_run_has_all_on_both():
    for name in databases.ON_BOTH:
        assert (TESTS / name).exists(), name
        assert kinds_for(TESTS / name, thorough=False) == KINDS, name
    pages = TESTS / "web/guide"
    assert (kinds_for(pages, thorough=False), kinds_for(pages, thorough=True)) == (KINDS[:1], KINDS)


def test_what_many_values_go_through_meets_postgresql_with_the_first_of_them():
    runs = [
        SimpleNamespace(
            path=TESTS / "web/x.py",
            originalname=name,
            callspec=SimpleNamespace(params={"value": value, KIND: kind}),
            iter_markers=lambda _: (),
        )
        for name, value, kind in product(("a", "b"), ("one", "other"), KINDS)
    ]
    left = [(each.originalname, databases.values_of(each)) for each in databases.repeated(runs)]
    assert left == [(name, {"value": "other", KIND: "postgresql"}) for name in ("a", "b")]


def reasons(node):
    """Give the reasons of what a node skips, where they are written there."""
    if not isinstance(node, ast.Call):
        return
    if ast.unparse(node.func) in ("pytest.skip", "leave_out"):
        yield from map(ast.unparse, node.args[:1])
    if ast.unparse(node.func) in ("pytest.importorskip", "pytest.mark.skipif"):
        given = [each.value for each in node.keywords if each.arg == "reason"]
        yield from map(ast.unparse, given) if given else ["no reason"]


def test_what_is_skipped_says_how_to_run_it():
    # What was missing says so itself; how to get the history of a checkout everybody knows.
    said = re.compile(r"run it |install |^(str\(|missing)|history of this checkout", re.IGNORECASE)
    found = found_in(TESTS.rglob("*.py"), reasons)
    assert len(found) > 15
    assert not [each for each in found if not said.search(each.partition(": ")[2])]


def test_without_a_server_it_is_said_what_to_do(monkeypatch):
    with pytest.raises(databases.NoServer, match=f"{databases.SERVER}=postgresql://") as missing:
        databases.Server.of({})
    for required, left in (("0", pytest.skip.Exception), ("1", pytest.fail.Exception)):
        monkeypatch.setenv(databases.REQUIRED, required)
        with pytest.raises(left, match="There is no PostgreSQL"):
            databases.leave_out(str(missing.value))
