"""The players of an older scorebook: made of its names by the migration, which goes back too."""

import json

import pytest
from flask import current_app
from sqlalchemy import text

from scorekeeper.maintenance import integrity
from scorekeeper.rules import load_game
from scorekeeper.scorebook import history, matches, player_changes
from scorekeeper.scorebook.database.db import db, migrations, upgrade
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.players import players_of
from tests.databases import migrate_to, opened
from tests.interchange.match_factory import rename, start, swap, take_back
from tests.scorebook.people import colours, names, seated

AT = "2026-11-20 12:00:00.000000+00:00"
TABLES = (("Ana", "Bea", "Ciro"), ("ciro", "ANA"), ("Inés", "Ines", "INÉS"), ("Dani", "Ana"))
KEYS = {"Inés": "ines", "INÉS": "ines"}


@pytest.fixture
def app(empty_url, tmp_path):
    """Return an application with the matches of the version before there were players."""
    with opened(empty_url, tmp_path) as app, app.app_context():
        migrate_to("0007")
        for match_id, names in enumerate(TABLES, start=1):
            add_match(match_id, names)
        db.session.commit()
        yield app


def add_match(match_id, names):
    row = {
        "entry_key": f"match {match_id}",
        "game_id": "block",
        "rules": json.dumps(load_game("block").definition),
        "partners": False,
        "play_on_to": 0,
        "version": 0,
        "created_at": AT,
        "changed_at": AT,
        "watch_generation": 1,
        "score_generation": 1,
        "own_generation": 1,
    }
    insert("matches", row)
    for position, name in enumerate(names):
        key = KEYS.get(name, name.casefold())
        insert("seats", {"match_id": match_id, "position": position, "name": name, "name_key": key})
    opened_as = {"names": names, "goal": 100, "opening_seat": None, "play_on_to": 0, "rounds": []}
    log = {"match_id": match_id, "version": 0, "entry_key": "opened", "kind": "opened"}
    insert(
        "changes",
        log | {"after": json.dumps(opened_as), "state": "done", "device": "", "made_at": AT},
    )


def insert(table, row):
    names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
    # The names are those in this file.
    db.session.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), row)  # noqa: S608


def everything(*tables):
    """Read some tables, to be compared."""
    reads = (text(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables)  # noqa: S608
    found = [[tuple(row) for row in db.session.execute(read)] for read in reads]
    db.session.rollback()
    return found


def as_written_last(rows):
    """Write each name as it was written last: it has one spelling since."""
    return repr(rows).replace("ANA", "Ana").replace("Ciro", "ciro")


def test_going_back_gives_the_same_rows_as_before(app):
    tables = ("matches", "seats", "changes")
    before = everything(*tables)
    upgrade(app)
    sitting = players_of([1, 2, 3, 4])
    ana, bea, ciro = sitting[1]
    assert (sitting[2], sitting[4][1]) == ((ciro, ana), ana)
    assert len({ana, bea, ciro, *sitting[3], sitting[4][0]}) == 7
    # As each name was written last.
    assert names() == ["Ana", "Bea", "ciro", "Dani", "Inés", "Ines", "INÉS"]
    assert [*map(seated, (1, 2, 3, 4))] == [
        *(("Ana", "Bea", "ciro"), ("ciro", "Ana")),
        *TABLES[2:],
    ]
    assert {number: colours(number) for number in (1, 2, 4)} == {1: (1, 2, 3), 2: (3, 1), 4: (2, 1)}
    assert integrity.check().faults == ()
    db.session.rollback()
    migrations(current_app).downgrade(revision="0007")
    assert repr(everything(*tables)) == as_written_last(before)
    upgrade(app)
    assert integrity.check().faults == ()


def test_going_back_after_a_renaming_leaves_a_log_that_the_version_before_can_read(app):
    upgrade(app)
    new = start("new", ("Eva", "Félix"))
    swap(new, 0, 1)
    rename(new, "Félix", "Gil")
    take_back(new)
    eva = players_of([new])[new][1] or 0
    player_changes.rename(eva, "Éva", Submission("rename"))
    migrations(current_app).downgrade(revision="0007")
    kinds = text("SELECT kind FROM changes WHERE match_id = :new ORDER BY version")
    logged = [*db.session.scalars(kinds, {"new": new})]
    assert logged == ["opened", "seats", *["names"] * 3]
    db.session.rollback()
    upgrade(app)
    assert integrity.check().faults == ()
    assert seated(new) == ("Félix", "Éva")
    assert (changes_of(new)[0].change.before or {})["names"] == ["Félix", "Éva"]
    # One that changes nothing, and the swap.
    for _time in range(2):
        history.undo(new, matches.version_of(new), Submission(f"undo {_time}"))
    assert seated(new) == ("Éva", "Félix")


def test_a_match_that_an_older_version_opened_beside_a_newer_one_gets_its_players(app):
    migrate_to("0013")
    add_match(5, ("Bea", "Hana"))
    db.session.commit()
    upgrade(app)
    assert players_of([5])[5][0] == players_of([1])[1][1]
    assert seated(5) == ("Bea", "Hana")
    assert integrity.check().faults == ()
