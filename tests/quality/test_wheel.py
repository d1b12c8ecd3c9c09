"""The built package works where the checkout is not."""

import shutil
import subprocess
import sys
import venv
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from scorekeeper.vision import MODELS
from tests.running_server import RUN, serving

# In one process: the wheel is built once.
pytestmark = pytest.mark.xdist_group("wheel")
ROOT = Path(__file__).parents[2]
PROGRAMS = "Scripts" if sys.platform == "win32" else "bin"
STRAYS = ("instance/secret_key", "scorekeeper/__pycache__/left.pyc", "tests/left.py", ".coverage")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Build the wheel from a copy of the checkout in which things were left lying around."""
    copy = tmp_path_factory.mktemp("copy") / "checkout"
    shutil.copytree(
        ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", ".*_cache", "instance")
    )
    for stray in STRAYS:
        (copy / stray).parent.mkdir(exist_ok=True)
        (copy / stray).touch()
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=copy, check=True
    )
    return next(copy.glob("dist/*.whl"))


def test_the_wheel_holds_the_package_and_nothing_that_lay_around(wheel):
    names = set(ZipFile(wheel).namelist())
    assert {name.partition("/")[0] for name in names} == {"scorekeeper", f"{stem(wheel)}.dist-info"}
    assert {"scorekeeper/migrations/env.py", "scorekeeper/templates/shared/base.html"} <= names
    assert {f"scorekeeper/vision/models/{name}" for name in MODELS} <= names
    assert not [name for name in names if "__pycache__" in name or "secret" in name]


def stem(wheel):
    return "-".join(wheel.name.split("-")[:2])


def test_the_installed_wheel_serves_pages_and_styles(wheel, tmp_path):
    # Without a pip of its own, and compiling only what is run: a third of the time.
    venv.create(tmp_path / "venv")
    programs = tmp_path / "venv" / PROGRAMS
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python")]
    subprocess.run([*pip, "install", "--quiet", "--no-compile", str(wheel)], check=True)
    stylesheet = "shared/base.css"
    empty = tmp_path / "empty"
    empty.mkdir()
    environment = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    with serving(programs / "scorekeeper", *RUN, environment=environment, folder=empty) as served:
        for address in ("", f"static/{stylesheet}"):
            with urlopen(served.url + address, timeout=10) as response:
                assert response.status == 200
    assert list(empty.iterdir()) == []
