"""`scorekeeper backup`: a copy of the whole scorebook while it is in use."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from scorekeeper.scorebook import matches
from tests.interchange.match_factory import ANA_WINS_12, record, start
from tests.maintenance.scorebook_files import (
    command,
    empty_an_index,
    file_of,
    refused,
    run_sql,
    succeed,
)


def rounds_in(path):
    """Read how many rounds each match of a file has, and its version."""
    return run_sql(
        path,
        "SELECT count(number), version FROM matches LEFT JOIN rounds ON match_id = id"
        " GROUP BY id ORDER BY id",
    )


def test_a_backup_holds_everything_in_one_file(app, copy, tmp_path):
    with app.app_context():
        record(start("one"), "a", "b")
    assert succeed(app, "backup", copy) == f"The scorebook is copied to {copy}.\n"
    assert rounds_in(copy) == [(2, 2)]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "instance"]


def test_a_backup_made_while_rounds_are_recorded_is_of_one_moment(app, tmp_path):
    enough = Event()

    def play(key):
        with app.app_context():
            match_id, number = start(key), 0
            while not enough.is_set():
                number += 1
                matches.record_round(match_id, number, f"{number}", ANA_WINS_12)
        return number

    copies = [tmp_path / f"{number}.db" for number in range(4)]
    with ThreadPoolExecutor(2) as pool:
        players = [pool.submit(play, key) for key in ("one", "other")]
        try:
            for copy in copies:
                succeed(app, "backup", copy)
        finally:
            enough.set()
        recorded = [player.result() for player in players]
    # Acknowledged rounds are there, and no copy has a round without its change.
    assert sorted(rounds for rounds, _ in rounds_in(file_of(app))) == sorted(recorded)
    found = [rounds_in(copy) for copy in copies]
    assert all(rounds == version for copy in found for rounds, version in copy)
    assert found == sorted(found)


def test_a_file_is_only_overwritten_with_force(app, copy):
    copy.write_text("dear Bea")
    assert refused(app, "backup", copy) == f"Error: {copy} is there; --force replaces it."
    assert copy.read_text() == "dear Bea"
    succeed(app, "backup", copy, "--force")
    assert rounds_in(copy) == []


def test_a_backup_that_fails_leaves_nothing_behind(app, copy, tmp_path):
    with app.app_context():
        start("one")
    empty_an_index(app)
    copy.write_text("the last good one")
    message = refused(app, "backup", copy, "--force")
    assert message.startswith("Error: The scorebook is damaged, and was not copied: ")
    assert copy.read_text() == "the last good one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "instance"]


def test_a_missing_folder_is_an_error_sentence(app, tmp_path):
    message = refused(app, "backup", tmp_path / "none" / "copy.db")
    assert "cannot be written (No such file or directory)" in message
    assert len(message.splitlines()) == 1


def test_a_file_system_without_hard_links_takes_a_backup(app, copy, monkeypatch):
    def no_links(_target, _source):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", no_links)
    succeed(app, "backup", copy)
    assert rounds_in(copy) == []
    assert command(app, "backup", copy).exit_code == 1


@pytest.mark.parametrize("words", [("backup", "copy.db"), ("restore", __file__)])
def test_a_scorebook_that_is_no_file_cannot_be_backed_up_and_the_error_says_how(
    app, words, monkeypatch
):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "sqlite://")
    message = refused(app, *words)
    assert message == (
        "Error: This scorebook is no file: copy its database with pg_dump and pg_restore,"
        " or its matches with scorekeeper export and import."
    )
