"""Every branch of the rules is held by an example of its own, found without any luck."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What is said of rounds and refusals, and how rounds are stored, is worked out by the rules.
EXAMPLES = (
    *("tests/unit/rules", "tests/unit/wording", "tests/unit/pages/test_tables.py"),
    "tests/unit/scorebook/test_round_json.py",
)


def test_the_examples_reach_every_branch_of_the_rules(tmp_path):
    # The properties and the rounds of the simulator come on top: what only they reach would be
    # reached by chance.
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", *EXAMPLES),
            "--ignore-glob=*_properties.py",
            *("--cov=scorekeeper.rules", "--cov-branch", "--cov-fail-under=100"),
            *("-n0", "--quiet", "-p", "no:cacheprovider"),
        ],
        cwd=ROOT,
        env=os.environ | {"COVERAGE_FILE": str(tmp_path / "coverage")},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
