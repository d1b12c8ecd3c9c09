"""A scorebook of before the first release is taken over whole, or it is said what to do with it.

`of_before/` has scorebooks and their exports as the programs wrote them whose tables were 0016,
when club nights were called evenings, and 0018; and an export of the one whose tables were 0015.
"""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import DateTime, MetaData, create_engine, insert, select, text

from scorekeeper.maintenance import integrity
from scorekeeper.maintenance.scorebook_file import OLDER, FileRefused, open_file
from scorekeeper.scorebook import drafts, match_bin, rule_sets
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.club.with_matches import night_with_matches
from scorekeeper.scorebook.database.db import db, is_postgresql, upgrade, writing
from scorekeeper.scorebook.database.models import ClubChangeRow
from scorekeeper.scorebook.figures.recounting import settle_figures
from scorekeeper.scorebook.permissions import rights
from tests.databases import POSTGRESQL_ONLY, SQLITE_ONLY, migrate_to, opened
from tests.interchange.match_factory import brought, everything, record, sent, start, take_back
from tests.maintenance.scorebook_files import command, file_of, refused, run_sql
from tests.support.old_scorebooks import kept
from tests.support.rows import rows

# The device that started its evenings.
OFFICIAL = "1012ff3656ab3226eeddf5f10b9d9ccf"
# Looked for now and then, as long as nobody waits for another.
WAITING = text("SELECT count(*), pg_sleep(0.02) FROM pg_locks WHERE NOT granted")


@pytest.fixture
def of_0016(empty_url, tmp_path):
    """Return an application whose scorebook is that of before the first release, and enter it."""
    file = tmp_path / "scorekeeper.db"
    with opened(empty_url, tmp_path) as app, app.app_context():
        if is_postgresql():
            migrate_to("0019")
            file.write_bytes(kept("0016.db"))
            copy_to_server(file)
        else:
            file.write_bytes(kept("0016.db"))
        yield app


def copy_to_server(file):
    """Put the rows of a file into the database, with the tables that the file has."""
    source = create_engine(f"sqlite:///{file}")
    there, here = MetaData(), MetaData()
    there.reflect(source)
    with source.connect() as old, db.engine.begin() as new:
        new.execute(text("DROP TABLE club_changes, club_people, club_nights, alembic_version"))
        new.execute(text("ALTER TABLE matches ADD started_generation INTEGER, DROP lineups"))
        new.execute(text("ALTER TABLE match_results DROP whole, DROP by_points"))
        here.reflect(new)
        for table in there.sorted_tables:
            if table.name not in here.tables:
                for column in table.columns:
                    if isinstance(column.type, DateTime):
                        column.type = DateTime(timezone=True)
                table.to_metadata(here).create(new)
            for row in old.execute(select(table)).mappings():
                new.execute(insert(here.tables[table.name]).values({**row}))
        for name in ("matches", "players"):
            new.execute(text(f"SELECT setval('{name}_id_seq', (SELECT max(id) FROM {name}))"))  # noqa: S608
    source.dispose()


def matches_in(file):
    """Read what a file has of people and of each match, but for its key and rules.

    Those of club nights have other keys since, and a game may be described in other words.
    """
    table, left_out = json.loads(file), {"key", "rules", "house_rules"}
    matches = [{key: each[key] for key in each.keys() - left_out} for each in table["matches"]]
    return matches, table["players"]


def test_a_scorebook_of_before_the_first_release_is_taken_over_with_all_that_is_in_it(of_0016):
    upgrade(of_0016)
    assert integrity.check()[:] == (13, 17, 52, ())
    assert matches_in(everything()) == matches_in(kept("0016.json"))
    binned, started = 13, 12
    assert {*match_bin.ids_in_bin()} == {binned}
    assert drafts.find_draft(started, 2)["0"].fields == {"tiles": ["12"]}
    assert [each.name for each in rule_sets.rule_sets()] == ["House"]
    assert rights.owned_by(OFFICIAL) == (10, 11)
    # Its evenings are club nights with a log.
    friday, saturday = (night_with_matches(each.key) for each in reversed(nights.nights(OFFICIAL)))
    assert [each.night.name for each in (friday, saturday)] == ["Friday", "Saturday"]
    assert friday.night.record.pairs == ((1, 2), (3, 4), (7, 15))
    assert next(iter(friday.results()))[1:3] == (((3, 4), (7, 15)), (100, 60))
    assert friday.night.record.rounds[1].drawn.tables[0].sides == ((1, 2), (3, 4))
    assert (saturday.night.record.people, saturday.night.record.gone) == ((1, 2, 3, 4, 7), (7,))
    assert saturday.unfinished == (1,)
    assert saturday.night.record.matches == (11,)
    assert nights.table_of(11) == (saturday.night.key, "Saturday", 1)
    changes = select(ClubChangeRow.kind, ClubChangeRow.version).order_by(ClubChangeRow.night_id)
    assert db.session.execute(changes).all() == [("started", 5), ("started", 4)]
    # It is played on, and nothing is made anew where it is opened again.
    record(started, "b")
    take_back(1)
    start("new")
    nights.act(friday.night.key, 5, sent("end"), "end")
    db.session.rollback()
    before = rows(of_0016)
    upgrade(of_0016)
    assert rows(of_0016) == before
    assert integrity.check().faults == ()


@SQLITE_ONLY
def test_a_scorebook_of_before_the_first_release_with_club_nights_is_taken_over(
    empty_url, tmp_path
):
    (tmp_path / "scorekeeper.db").write_bytes(kept("0018.db"))
    with opened(empty_url, tmp_path) as app, app.app_context():
        upgrade(app)
        settle_figures()
        assert integrity.check()[:] == (15, 22, 60, ())
        assert matches_in(everything()) == matches_in(kept("0018.json"))
        assert {each.name for each in nights.nights(OFFICIAL)} == {"Friday", "Saturday"}


def test_an_export_of_a_scorebook_that_is_too_old_is_taken_in(app):
    assert brought(app, kept("0015.json")).new == len(json.loads(kept("0015.json"))["matches"])
    with app.app_context():
        assert matches_in(everything()) == matches_in(kept("0015.json"))


COMMANDS = (["check"], ["export"], ["run"], ["backup", "copy.db"], ["import", __file__])


@SQLITE_ONLY
@pytest.mark.parametrize("version", ["0015", "0017"])
def test_a_scorebook_that_is_too_old_is_named_with_what_to_do_and_left_as_it_is(
    app, elsewhere, version
):
    file = file_of(app)
    older = "UPDATE alembic_version SET version_num = '0015'".replace("0015", version)
    run_sql(file, "PRAGMA journal_mode=DELETE", older)
    before = file.read_bytes()
    for words in COMMANDS:
        result = command(app, *words)
        assert (result.exit_code, type(result.exception)) == (1, SystemExit)
        assert f"{file} {OLDER}" in result.output
    assert OLDER in refused(elsewhere, "restore", file)
    assert file.read_bytes() == before


@POSTGRESQL_ONLY
def test_a_database_that_is_too_old_is_named_with_what_to_do(app):
    with app.app_context():
        with db.engine.begin() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = '0015'"))
        with pytest.raises(FileRefused, match=re.escape(f"The database {OLDER}.")):
            open_file()


@POSTGRESQL_ONLY
def test_a_migration_waits_for_a_change_and_sees_it(of_0016):
    with ThreadPoolExecutor(1) as pool:
        with writing() as session, db.engine.connect() as other:
            session.execute(text("UPDATE evenings SET name = 'Sunday' WHERE id = 1"))
            migration = pool.submit(upgrade, of_0016)
            while not other.scalar(WAITING):
                other.rollback()
        migration.result()
    assert {each.name for each in nights.nights(None)} == {"Saturday", "Sunday"}
