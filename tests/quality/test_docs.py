"""Links lead somewhere, settings and commands are explained, what is promised is held by tests."""

import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper.commands import scorebook
from scorekeeper.config import ENVIRONMENT
from scorekeeper.interchange.replay import rules
from scorekeeper.rules import game_ids
from tests.bench.__main__ import PARTS, heading

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md")))
MOST_BYTES = 8192


def links(document):
    """List the targets of the relative links and pictures of a document."""
    found = re.findall(r"\]\(([^)\s]+)\)", document.read_text("utf-8"))
    return (link for link in found if not re.match(r"[a-z]+:", link))


def anchors(document):
    """Name the headings of a document as links do."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def test_the_readme_is_short():
    assert (ROOT / "README.md").stat().st_size <= MOST_BYTES


def test_the_readme_leads_to_every_document():
    assert {f"docs/{path.name}" for path in DOCS.glob("*.md")} <= {*links(ROOT / "README.md")}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_leads_to_a_file_and_heading_that_are_there(document):
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_picture_is_shown_somewhere():
    shown = {(page.parent / link).resolve() for page in DOCUMENTS for link in links(page)}
    assert {*DOCS.glob("*.png")} <= shown


def test_every_setting_is_explained_and_nothing_else():
    text = (DOCS / "settings.md").read_text("utf-8")
    rows = re.findall(r"^\| `(SCOREKEEPER_\w+)`", text, re.M)
    assert sorted(rows) == sorted(ENVIRONMENT)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.stem)
def test_no_document_names_a_setting_that_is_not_read(document):
    named = set(re.findall(r"SCOREKEEPER_[A-Z_]+", document.read_text("utf-8")))
    of_the_tests = re.compile("SCOREKEEPER_(BROWSER|TEST_|REQUIRE_)")
    assert {name for name in named if not of_the_tests.match(name)} <= ENVIRONMENT.keys()


COMMANDS = {**rules.commands, **scorebook.commands}


def test_every_command_is_explained_and_nothing_else():
    text = (DOCS / "command-line.md").read_text("utf-8")
    rows = re.findall(r"^\| `scorekeeper (\w+)", text, re.M)
    assert sorted(rows) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_explained_with_all_of_its_options(command):
    text = (DOCS / "command-line.md").read_text("utf-8")
    row = re.search(rf"^\| `scorekeeper {command}\b([^`]*)`", text, re.M)
    options = {each.opts[0] for each in COMMANDS[command].params if each.opts[0][:1] == "-"}
    assert row
    assert {*re.findall(r"--\w+", row[1])} == options


def test_speed_has_the_headings_under_which_it_is_measured():
    text = (DOCS / "speed.md").read_text("utf-8").partition("## By hand")[0]
    assert re.findall(r"^## (.+)", text, re.M) == [heading(part) for part in PARTS]


def test_the_readme_counts_the_games():
    text = (ROOT / "README.md").read_text("utf-8")
    assert f"Block and {len(game_ids()) - 1} related games" in text


def test_every_promise_names_tests_that_are_there():
    promises = (DOCS / "promises.md").read_text("utf-8")
    rows = re.findall(r"^\| [A-Z].*", promises, re.M)
    assert len(rows) >= 40
    held = {row: re.findall(r"`([^`/]+)`", row.rsplit(" | ", 1)[1]) for row in rows}
    assert [row for row, names in held.items() if not names] == []
    files = (ROOT / "tests").rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    for file in (ROOT / "tests/cases").glob("*.toml"):
        for chapter in tomllib.loads(file.read_text("utf-8")).values():
            written |= set(chapter if isinstance(chapter, dict) else ())
    assert {name for names in held.values() for name in names} - written == set()
