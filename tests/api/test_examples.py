"""The examples of docs/api.md do what they say, against a server that runs."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running_server import RUN, scorekeeper, serving

TEXT = (Path(__file__).parents[2] / "docs/api.md").read_text("utf-8")


# All in one process, which starts one server for them.
pytestmark = pytest.mark.xdist_group("examples of the API")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Run a scorebook in a folder of its own."""
    folder = tmp_path_factory.mktemp("kept")
    with serving(*scorekeeper(*RUN), environment={"SCOREKEEPER_INSTANCE": str(folder)}) as served:
        yield served.url.rstrip("/")


def example(language, site):
    """Return the example in a language, at the address of the server."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.M | re.S)
    return str(found).replace("http://127.0.0.1:8000", site)


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl on this machine")
def test_the_example_for_a_shell_records_a_round_and_reads_it_once(site, tmp_path):
    script = example("sh", site)
    ran = subprocess.run(
        ("/bin/sh", "-eu", "-c", script), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    recorded, match, status = ran.stdout.splitlines()
    assert json.loads(recorded)["points"] == {"Ana": 21, "Bea": 0}
    assert json.loads(match)["totals"] == {"Ana": 21, "Bea": 0}
    assert status == "304"


def test_the_example_in_python_records_a_round_that_is_doubted(site):
    script = example("python", site)
    ran = subprocess.run((sys.executable, "-c", script), capture_output=True, text=True, check=True)
    doubted, recorded, figures = ran.stdout.splitlines()
    assert doubted.startswith("doubts ")
    assert recorded == "['Ana', 'Ciro'] {'Ana & Ciro': 15, 'Bea & Dani': 0}"
    assert figures == "Ana 0 {'rating': None, 'matches': 0}"
