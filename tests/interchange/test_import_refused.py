"""Files that cannot be imported: an error sentence, and nothing is imported."""

import json

import pytest

from scorekeeper.interchange.import_export import CannotImport
from scorekeeper.scorebook.round_json import InvalidJson
from tests.cli.json_cli import begins, json_lines
from tests.interchange.carried import MATCH, brought, imports


def complaint(app, content):
    """Import a file that is refused; return what is said of it."""
    with pytest.raises((InvalidJson, CannotImport)) as refused:
        brought(app, content)
    kind = "refused" if refused.type is CannotImport else "unreadable"
    return f"{kind}: {refused.value}"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b"17",
        b"{}",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"matches": 1}',
        b'{"matches": [1]}',
        b'{"matches": [], "format": 4}',
        b'{"matches": [], "format": 0}',
        b'{"matches": [], "format": true}',
        b'{"matches": [], "colour": "red"}',
        b'{"format": 1, "format": 1, "matches": []}',
        b"1" * 10_000,
        b"SQLite format 3\0",
    ],
    ids=lambda text: repr(text[:30]),
)
def test_a_file_without_matches_is_refused(runner, unchanged, text):
    with unchanged():
        result = imports(runner, text)
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)
    assert "The file cannot be read: " in result.stderr


@pytest.mark.parametrize(("match", "said"), json_lines("A file"))
def test_a_match_that_cannot_be_is_named_and_nothing_is_imported(app, unchanged, match, said):
    assert begins(complaint(app, match), said)
    with unchanged():
        second = complaint(app, {"matches": [MATCH | {"key": "two"}, match]})
    assert begins(second, said.replace("atch 1", "atch 2", 1))


@pytest.mark.parametrize(("file", "said"), json_lines("Players of a file"))
def test_players_of_the_wrong_shape_are_refused(app, file, said):
    assert begins(complaint(app, file), said)


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"key": ""}, 2, "Error: The file cannot be read: match 1: key is a text"),
        ({"game": "blok"}, 1, "Error: Match 1 (Ana, Bea): There is no game"),
        ({" " * 2**20: 1}, 2, "Error: The file is larger than 1 MB."),
    ],
)
def test_the_command_says_why_it_imports_nothing(
    runner, unchanged, monkeypatch, changes, status, said
):
    monkeypatch.setattr("scorekeeper.commands.MAX_FILE_SIZE", 2**20)
    with unchanged():
        result = imports(runner, json.dumps(MATCH | changes).encode())
    assert (result.exit_code, type(result.exception)) == (status, SystemExit)
    assert said in result.stderr
