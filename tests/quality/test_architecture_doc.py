"""What docs/architecture.md says of the files is so."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import create_app
from tests.databases import SQLITE_ONLY
from tests.web.visitor import Visitor, tiles

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/architecture.md").read_text("utf-8")
RECORDED, READ = "How a round is recorded", "How a page is read"


def section(title):
    return TEXT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def steps(title):
    """List the files of a numbered list, in order."""
    return re.findall(r"^\d+\. `([^`]+)`", section(title), re.M)


def table(title):
    """Read the first two columns of a table."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \|", section(title), re.M)
    return dict(rows[1:])


def test_the_table_of_tasks_names_files_that_are_there():
    tasks = table("Where to change what")
    assert len(tasks) >= 25
    for task, cell in tasks.items():
        named = re.findall(r"`([^`]+)`", cell)
        assert named, task
        assert all((ROOT / path).is_file() for path in named), task


@pytest.mark.parametrize("title", [RECORDED, READ])
def test_the_way_of_a_request_names_files_that_are_there(title):
    assert len(steps(title)) > 10
    assert [path for path in steps(title) if not (ROOT / path).is_file()] == []


def rooms_in(folder):
    """Name the rooms in a folder of the package."""
    path = ROOT / "scorekeeper" / folder
    return {f"{folder}{each.name}" for each in path.iterdir() if each.is_dir()} - {
        f"{folder}__pycache__"
    }


@pytest.mark.parametrize(
    ("title", "folder"), [("Rooms", ""), ("Rooms of the scorebook", "scorebook/")]
)
def test_every_room_is_in_the_table_of_rooms(title, folder):
    assert {room.strip("`/") for room in table(title)} == rooms_in(folder)


def test_every_page_is_named():
    pages = {path.parent.name for path in (ROOT / "scorekeeper/pages").glob("*/__init__.py")}
    named = section("Rooms").partition("\nThe pages:")[2].partition("`templates/`")[0]
    assert {*re.findall(r"`(\w+)/`", named)} == pages


def test_the_layers_are_those_of_the_import_contract():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(each["layers"] for each in contracts["contracts"] if "layers" in each)
    assert section("Layers").split("```")[1].strip().splitlines() == layers


@SQLITE_ONLY
def test_a_round_is_recorded_on_the_way_that_is_described(app):
    table = Visitor(app).start("Ana", "Bea")
    device = Visitor(reopened(app))
    page = device.open_round(table)
    assert_in_order(steps(RECORDED), files_run(lambda: device.send(page, tiles("", "66"))))


@SQLITE_ONLY
def test_a_page_is_read_on_the_way_that_is_described(app):
    visitor = Visitor(app)
    table = visitor.start("Ana", "Bea")
    visitor.play(table, "", "66")
    # What was rendered and worked out so far is forgotten with the application.
    fresh = Visitor(reopened(app))
    assert_in_order(steps(READ), files_run(lambda: fresh.open(table.address)))


def reopened(app):
    """Open the same scorebook again, with rate limits as people have them."""
    kept = ("INSTANCE", "SQLALCHEMY_DATABASE_URI", "WTF_CSRF_ENABLED")
    return create_app({key: app.config[key] for key in kept})


def files_run(act):
    """List the files of the functions that are called, in order."""
    called: list[str] = []

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(str(ROOT)):
            called.append(Path(frame.f_code.co_filename).relative_to(ROOT).as_posix())

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return called


def assert_in_order(described, called):
    """Hold that the described files are among those called, in this order; no script is called."""
    rest: Iterator[str] = iter(called)
    served = [path for path in described if not path.startswith("static/")]
    missing = next((path for path in served if path not in rest), None)
    assert missing is None, f"{missing} is not run here, or not after what stands before it"
