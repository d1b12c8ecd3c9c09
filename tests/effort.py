"""How much the suite tries: the same examples every time, or with `--thorough` many new ones.

A plugin of pytest's; `addopts` in pyproject.toml loads it.
"""

import gc
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random, randrange

import pytest
from hypothesis import HealthCheck, settings

# Nothing is remembered from run to run, and a busy machine is not an error.
_EVERY_TIME = settings(
    deadline=None,
    database=None,
    # Fixtures are made once for all examples of a test: here that is meant.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("usual", _EVERY_TIME, derandomize=True, max_examples=30)
settings.register_profile("thorough", _EVERY_TIME, derandomize=False, max_examples=150)


# What time it is for the program in a usual run, in the zone of the machine.
USUAL = "2026-11-20T20:00"
# Where and when a test fails that knows what time it is; a thorough run draws one of them.
SENSITIVE = (
    # A day later than usual, and a year.
    "2026-11-21T20:00 UTC",
    "2027-11-20T20:00 UTC",
    "2028-02-29T00:30 Pacific/Honolulu",
    "2028-02-29T23:30 Pacific/Auckland",
    # The last minute of a year.
    "2027-12-31T23:59 Pacific/Auckland",
    "2027-12-31T23:59 Pacific/Honolulu",
    # The hour that summer time takes,
    "2027-03-28T02:30 Europe/Budapest",
    "2027-09-26T02:30 Pacific/Auckland",
    # and the one that it gives twice.
    "2027-04-04T02:30+13:00 Pacific/Auckland",
    "2027-04-04T02:30+12:00 Pacific/Auckland",
    "2027-10-31T02:30+02:00 Europe/Budapest",
    "2027-10-31T02:30+01:00 Europe/Budapest",
)

# For values of a test whose like is tried anyway: what only a thorough run gets to.
THOROUGH = pytest.mark.thorough


def examples(usual, thorough):
    """Return Hypothesis' settings with another number of examples than the profile's."""
    asked = {"usual": usual, "thorough": thorough}
    return settings(max_examples=asked[settings.get_current_profile_name()])


def pytest_addoption(parser):
    group = parser.getgroup("scorekeeper")
    group.addoption(
        "--thorough",
        action="store_true",
        help="try all there is, on both databases, with random examples: takes most of an hour",
    )
    group.addoption("--clock", help="when and where tests are, as in tests/effort.py")
    group.addoption("--seed", type=int, help="what a thorough run starts its random numbers from")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Choose Hypothesis' profile and the seed; pytest-xdist hands both on to its processes."""
    config.addinivalue_line("markers", "thorough: tried by --thorough only")
    # Else each of the programs that tests start would be compiled anew: three times their start.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    option = config.option
    settings.load_profile("thorough" if option.thorough else "usual")
    if option.seed is None:
        option.seed = randrange(10**6) if option.thorough else 0
    if option.thorough:
        option.hypothesis_seed = str(option.seed)
    if option.clock is None:
        option.clock = Random(option.seed).choice(SENSITIVE) if option.thorough else USUAL


def pytest_collection_modifyitems(config, items):
    """Leave to a thorough run what is marked so, and more than one value on PostgreSQL too."""
    # Imported here: a plugin is loaded before what coverage measures.
    from tests.databases import repeated

    if not config.option.thorough:
        marked = {each for each in items if each.get_closest_marker("thorough")}
        left = [*marked, *repeated(each for each in items if each not in marked)]
        config.hook.pytest_deselected(items=left)
        spared = {*left}
        items[:] = [each for each in items if each not in spared]


def pytest_collection_finish():
    """Look for garbage less often, and not among the tests: it took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def pytest_report_header(config):
    if config.option.thorough:
        return f"thorough, --seed {config.option.seed} --clock '{config.option.clock}'"
    return "the same examples every time; --thorough tries new ones, and all there is"


def pytest_terminal_summary(terminalreporter, config):
    """Say what was tried, once each why something was skipped, and how to repeat what failed."""
    stats, tried = terminalreporter.stats, Counter[str]()
    for report in (each for kind in stats.values() for each in kind):
        tried.update(dict(getattr(report, "user_properties", ())))
    if tried:
        told = (f"{count:,} {what}" for what, count in sorted(tried.items()))
        terminalreporter.write_line(f"Tried: {', '.join(told)}")
    for reason in sorted({each.longrepr[2] for each in stats.get("skipped", ())}):
        terminalreporter.write_line(reason, yellow=True)
    again = f"--thorough --seed {config.option.seed} " if config.option.thorough else ""
    again += f"--clock '{config.option.clock}' " if config.option.clock != USUAL else ""
    for report in stats.get("failed", []) + stats.get("error", []):
        if isinstance(report, pytest.TestReport):
            # pytest-xdist puts a test's group behind its name; its place is without.
            path, _, name = report.location
            terminalreporter.write_line(f"Repeat: pytest -n0 {again}'{path}::{name}'")


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config):
    """Run what is in one file in this process: starting others would take longer.

    Otherwise start one more than there are cores: tests wait for browsers and servers.
    """
    named = [Path(each.partition("::")[0]) for each in config.args]
    one_file = all(path.is_file() for path in named) and len(set(named)) == 1
    return 0 if one_file else 1 + (os.cpu_count() or 1)


@pytest.fixture
def tried(request):
    """Count what was tried, by its kind; the run says at its end what all came to."""
    counted = Counter[str]()
    yield counted
    request.node.user_properties += counted.items()


@pytest.fixture(scope="session")
def thorough(pytestconfig):
    """Whether everything is to be tried, however long it takes."""
    return bool(pytestconfig.option.thorough)


@pytest.fixture(scope="session")
def seed(pytestconfig):
    """What random numbers start from: 0, or what a thorough run has drawn or was given."""
    return int(pytestconfig.option.seed)
