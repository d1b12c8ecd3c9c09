"""`scorekeeper check`: every kind of damage is reported, and nothing else."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from flask import Flask
from sqlalchemy import delete, select, update

from scorekeeper.cli import main
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import history, matches, trash
from scorekeeper.scorebook.changes import (
    goal_changed,
    play_on_allowed,
    players_swapped,
    rounds_removed_after,
)
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.models import (
    Base,
    ChangeRow,
    MatchRow,
    PlayerRow,
    RoundRow,
    SeatRow,
)
from scorekeeper.scorebook.log import Submission
from tests.interchange.match_factory import NAMES, record, rename, start, take_back
from tests.maintenance.scorebook_files import empty_an_index

LONG_AGO = datetime(2001, 2, 3, tzinfo=UTC)


def make_every_change() -> None:
    """Make matches with every kind of change."""
    match_id = start("mended")
    record(match_id, *"abcd")
    take_back(match_id)
    for key, build in {
        "swap": lambda _match: players_swapped(0, 1),
        "goal": lambda match: goal_changed(match.record, 50),
        "end": lambda match: rounds_removed_after(match.record, 1),
        "on": lambda match: play_on_allowed(match.record),
    }.items():
        history.edit_match(match_id, matches.version_of(match_id), Submission(key), build)
    rename(match_id, "Ciro", "Dani")
    for number in (1, 2):
        take_back(match_id)
        history.redo(match_id, matches.version_of(match_id), Submission(f"redo {number}"))
    for key in ("thrown", "saved"):
        binned = start(key)
        trash.move_to_trash(binned, Submission("bin"))
    trash.restore_match(binned, Submission("out"))


def test_a_scorebook_in_order_is_counted(app: Flask, runner: CliRunner) -> None:
    with app.app_context():
        make_every_change()
        won = matches.open_match(Setup.of(load_game("block"), 2), NAMES, "won")
        record(won, *"abcdefghi")
        db.session.remove()
    result = runner.invoke(main, ["check"])
    assert result.output == "All well: 4 matches, 10 rounds, 30 changes.\n"
    assert result.exit_code == 0


@pytest.fixture
def match_id(app: Flask) -> int:
    """Return a match of three rounds and a change of names, beside one that is in order."""
    with app.app_context():
        start("beside")
        match_id = start("one")
        record(match_id, "a", "b", "c")
        rename(match_id, "Ana", "Ciro")
    return match_id


# What is done to which rows of the match, by SQL, and what is said of it.
Damage = tuple[type[Base], dict[str, object], dict[str, object], str]

DAMAGE: dict[str, Damage] = {
    "a round that cannot be": (
        RoundRow,
        {"number": 2},
        {"record": {"hands": [["1-2"], ["1-2"]]}},
        "tile_in_two_hands",
    ),
    "a round that is none": (RoundRow, {"number": 2}, {"record": {"hands": 7}}, "are a list"),
    "another round than was recorded": (
        RoundRow,
        {"number": 2},
        {"record": {"hands": [[], ["6-5"]]}},
        "round 2 is not as its log has it",
    ),
    "a round recorded at another time": (
        RoundRow,
        {"number": 3},
        {"recorded_at": LONG_AGO},
        "round 3 is not as its log has it",
    ),
    "a round without number": (
        RoundRow,
        {"number": 2},
        {"number": 7},
        "rounds are numbered 1, 3, 7",
    ),
    "a seat without place": (SeatRow, {"position": 1}, {"position": 2}, "seats are numbered 0, 2"),
    "another name": (SeatRow, {"position": 1}, {"logged_id": 2}, "players is (1, 2)"),
    "another player": (
        SeatRow,
        {"position": 0},
        {"player_id": 2},
        "its Bea is another player: Ana",
    ),
    "an end that is none": (MatchRow, {}, {"finished_at": LONG_AGO}, "and by its rounds never"),
    "rules that are none": (MatchRow, {}, {"rules": {"name": "Block"}}, "cannot be read"),
    "another lead": (MatchRow, {}, {"opening_seat": 1}, "opening_seat is 1, and by its log None"),
    "another end": (MatchRow, {}, {"play_on_to": 9}, "play_on_to is 9, and by its log 0"),
    "a version too low": (MatchRow, {}, {"version": 3}, "and its log goes on to 4"),
    "a bin that nobody used": (MatchRow, {}, {"binned_at": LONG_AGO}, "it lies in the bin"),
    "a beginning of another kind": (
        ChangeRow,
        {"version": 0},
        {"kind": "names"},
        "its log does not say how it began",
    ),
    "a change of no kind": (ChangeRow, {"version": 2}, {"kind": "dance"}, "change 2 of its log"),
    "a change that does not follow": (
        ChangeRow,
        {"version": 4},
        {"before": {"names": ["Eva", "Bea"]}},
        "change 4 of its log cannot be made again:"
        " ChangeConflict('the names are not as they were')",
    ),
    "a change that is none": (ChangeRow, {"version": 2}, {"after": {}}, "change 2 of its log"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_found_and_named(app: Flask, match_id: int, damage: Damage) -> None:
    table, which, values, said = damage
    column = "id" if table is MatchRow else "match_id"
    assert_found(
        app,
        match_id,
        lambda: db.session.execute(
            update(table).filter_by(**{column: match_id}, **which).values(values)
        ),
        said,
    )


@pytest.mark.parametrize(
    ("table", "which", "said"),
    [
        (RoundRow, {"number": 3}, "it has 2 rounds, and by its log 3"),
        (RoundRow, {"number": 1}, "rounds are numbered 2, 3"),
        (SeatRow, {"position": 0}, "cannot be read"),
        (ChangeRow, {}, "its log does not say how it began"),
        (ChangeRow, {"version": 2}, "change 3 of its log cannot be made again"),
    ],
)
def test_missing_rows_are_named(
    app: Flask, match_id: int, table: type[Base], which: dict[str, object], said: str
) -> None:
    assert_found(
        app,
        match_id,
        lambda: db.session.execute(delete(table).filter_by(match_id=match_id, **which)),
        said,
    )


def test_another_goal_is_named(app: Flask, match_id: int) -> None:
    with app.app_context():
        rules = db.session.scalar(select(MatchRow.rules).filter_by(id=match_id))
    other = {**(rules or {}), "match": {**(rules or {})["match"], "goal": 36}}
    said = "its goal is 36, and by its log 10000"

    def spoil() -> object:
        return db.session.execute(update(MatchRow).filter_by(id=match_id).values(rules=other))

    assert_found(app, match_id, spoil, said)
    with app.app_context():
        assert "it says that it ended never, and by its rounds at" in integrity.check().faults[0]


def assert_found(app: Flask, match_id: int, spoil: Callable[[], object], said: str) -> None:
    with app.app_context():
        assert integrity.check().faults == ()
        with writing():
            spoil()
        faults = integrity.check().faults
    assert all(fault.startswith(f"Match {match_id}") for fault in faults)
    assert said in " ".join(faults)


def test_every_fault_is_a_line_and_the_exit_says_so(
    app: Flask, runner: CliRunner, match_id: int
) -> None:
    with app.app_context(), writing():
        db.session.execute(update(RoundRow).values(record={"hands": 7}))
        db.session.execute(update(MatchRow).filter_by(entry_key="beside").values(version=-1))
    result = runner.invoke(main, ["check"])
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    assert f"Match {match_id} cannot be read" in result.stdout


def test_a_damaged_file_is_reported(app: Flask) -> None:
    with app.app_context():
        start("one")
        if db.engine.dialect.name != "sqlite":
            pytest.skip("PostgreSQL looks after its own files")
    empty_an_index(app)
    with app.app_context():
        assert integrity.check().faults[0].startswith("The file is damaged: ")


def test_a_row_without_its_match_is_found(app: Flask) -> None:
    with app.app_context():
        if db.engine.dialect.name != "sqlite":
            pytest.skip("PostgreSQL takes no such row")
        with db.engine.connect() as connection:
            connection.detach()
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
            connection.exec_driver_sql("INSERT INTO drafts VALUES (7, 1, 'rest', '{}', 1, '', '')")
            connection.commit()
        assert integrity.check().faults == ("Row 1 of drafts refers to no row of matches.",)


def test_players_that_no_match_has_and_keys_of_other_names_are_found(app: Flask) -> None:
    with app.app_context():
        start("one")
        with writing() as session:
            session.add(PlayerRow(key="eva", name="Eva", colour=1))
            session.execute(update(PlayerRow).filter_by(name="Bea").values(name="Dani"))
        assert integrity.check().faults == (
            "The player Dani is known as bea.",
            "The player Dani cannot be searched for by the name.",
            "The player Eva sits in no match.",
        )
