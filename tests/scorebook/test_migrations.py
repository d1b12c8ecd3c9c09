"""The scorebook of an older version is migrated completely, and goes back too.

`before_0014.json.xz` has the rows of a scorebook as the version wrote them in which logs had names:
players who were joined, divided, forgotten and hidden, who changed seats and names, and took that
back. Beside them is what it showed of each match, and who sat where once the joins were undone.
"""

import json
import lzma
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import current_app
from sqlalchemy import JSON, Boolean, DateTime, MetaData, func, insert, select, text

from scorekeeper.maintenance import integrity
from scorekeeper.rules import load_game
from scorekeeper.scorebook import history, listing, matches, player_changes
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.club.record import NightRecord
from scorekeeper.scorebook.database.db import db, is_postgresql, migrations, upgrade, writing
from scorekeeper.scorebook.database.models import ClubChangeRow, ClubNightRow, MatchRow
from scorekeeper.scorebook.figures.writing import settle_figures
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.people.numbers import joins_of
from scorekeeper.scorebook.people.players import list_players, players_of
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import STARTED, Grant, Right
from scorekeeper.scorebook.projection import read_match
from tests.databases import migrate_to, opened
from tests.interchange import match_factory

OPENED, FIRST, SECOND, UNDONE, THIRD = (f"2026-11-20 12:0{n}:00.000000+00:00" for n in range(5))
# What a match has since there are links, and each may be given again.
LINKS = {"play_on_to": 0, "watch_generation": 1, "score_generation": 1, "own_generation": 1}
TABLES = (("Ana", "Bea", "Ciro"), ("ciro", "ANA"), ("Inés", "Ines", "INÉS"), ("Dani", "Ana"))
KEYS = {"Inés": "ines", "INÉS": "ines"}
BEFORE = json.loads(lzma.decompress((Path(__file__).parent / "before_0014.json.xz").read_bytes()))
LAST_NUMBER = text("SELECT setval('players_id_seq', (SELECT max(id) FROM players))")


@pytest.fixture
def app(empty_url, tmp_path):
    """Return an application without any tables, and enter it."""
    with opened(empty_url, tmp_path) as app, app.app_context():
        yield app


def add(table, **values):
    names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
    # The names are those in this file.
    db.session.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)  # noqa: S608


def add_match(key, **values):
    rules = json.dumps(load_game("block").definition)
    match = {"entry_key": key, "game_id": "block", "rules": rules, "partners": False, "version": 0}
    add("matches", **{**match, "created_at": OPENED, "changed_at": OPENED, **values})


def add_of_0007(match_id, names):
    add_match(f"match {match_id}", **LINKS)
    for position, name in enumerate(names):
        key = KEYS.get(name, name.casefold())
        add("seats", match_id=match_id, position=position, name=name, name_key=key)
    opened_as = {"names": names, "goal": 100, "opening_seat": None, "play_on_to": 0, "rounds": []}
    change = {"match_id": match_id, "version": 0, "entry_key": "opened", "kind": "opened"}
    after = json.dumps(opened_as)
    add("changes", **change, after=after, state="done", device="", made_at=OPENED)
    db.session.commit()


def downgrade(revision):
    db.session.rollback()
    migrations(current_app).downgrade(revision=revision)


@pytest.fixture
def oldest(app):
    """Return it with a match of before there was a log: round 2 was undone and recorded again."""
    migrate_to("0002")
    add_match("opened", version=4, changed_at=THIRD)
    for position, name in enumerate(("Ana", "Bea")):
        add("seats", match_id=1, position=position, name=name)
    for number, key, hands, at, undone in (
        (1, "first", [[], ["6-6"]], FIRST, None),
        (2, "second", [["5-5"], []], SECOND, UNDONE),
        (2, "third", [[], ["1-1"]], THIRD, None),
    ):
        row = {"match_id": 1, "number": number, "entry_key": key, "recorded_at": at}
        add("rounds", **row, record=json.dumps({"hands": hands}), undone_at=undone)
    db.session.commit()
    upgrade(app)
    return app


@pytest.mark.usefixtures("oldest")
def test_a_match_of_the_oldest_tables_is_all_there_and_goes_on():
    match = matches.find_match(1)
    assert (match.version, match.standing.totals, match.names) == (4, (14, 0), ("Ana", "Bea"))
    # Its rounds are changes in the log.
    logged = changes_of(1)
    assert [each.version for each in logged] == [4, 3, 2, 1, 0]
    assert [each.undoes for each in logged] == [None, 2, None, None, None]
    assert [each.undone for each in logged] == [False, False, True, False, False]
    assert [f"{each.made_at:%H:%M}" for each in logged] == [f"12:0{n}" for n in (4, 3, 2, 1, 0)]
    for wanted, found in {"ana": 1, "ANA": 1, "ciro": 0}.items():
        assert len(listing.open_matches(listing.Wanted(player=wanted)).rows) == found
    # A round that is sent again after the migration is not recorded twice.
    assert matches.record_round(1, 3, "first", match.rounds[0].played) == 1
    for version, left in ((4, 1), (5, 0)):
        history.undo(1, version, match_factory.sent(f"undo {version}"))
        assert len(matches.find_match(1).rounds) == left
    assert history.redoable(1)[1] is not None


def test_only_a_match_of_before_there_were_owners_is_claimed_by_the_device_that_opened_it(oldest):
    with writing() as session:
        links.add_owner(session, 1, "tablet")
    downgrade("0005")
    db.session.execute(text("UPDATE matches SET own_generation = 3"))
    db.session.commit()
    upgrade(oldest)
    known, state = matches.find_match(1), links.link_state(1)
    assert (known.names, links.owned_by("tablet")) == (("Ana", "Bea"), ())
    assert state is not None
    opened = Grant(1, Right.OWN, STARTED, state.fingerprint)
    assert (state.started_generation, state.was_opened_by(opened)) == (3, True)
    links.adopt("tablet", [opened])
    assert links.owned_by("tablet") == (1,)
    history.renew_link(1, Right.OWN, match_factory.sent("new link"))
    links.adopt("copied", [opened])
    assert links.owned_by("tablet") == links.owned_by("copied") == ()
    # Nobody claims a match that was opened since, and no id is given again.
    assert matches.open_match(known.setup, known.names, "since", owner="tablet") == 2
    state = links.link_state(2)
    assert state is not None
    links.adopt("copied", [Grant(2, Right.OWN, STARTED, state.fingerprint)])
    assert (links.owned_by("tablet"), links.owned_by("copied")) == ((2,), ())


@pytest.fixture
def of_0007(app):
    """Return it with the matches of the version before there were players."""
    migrate_to("0007")
    for match_id, seats in enumerate(TABLES, start=1):
        add_of_0007(match_id, seats)
    return app


def everything():
    """Read the tables of matches, to be compared; each name as it was written last."""
    found = "".join(map(rows_of, ("matches", "seats", "changes")))
    db.session.rollback()
    return found.replace("ANA", "Ana").replace("Ciro", "ciro")


def rows_of(table):
    rows = db.session.execute(text(f"SELECT * FROM {table} ORDER BY 1, 2"))  # noqa: S608
    return str([tuple(row) for row in rows])


def test_going_back_gives_the_same_rows_as_before(of_0007):
    before = everything()
    upgrade(of_0007)
    sitting = players_of([1, 2, 3, 4])
    ana, bea, ciro = sitting[1]
    assert (sitting[2], sitting[4][1]) == ((ciro, ana), ana)
    assert len({ana, bea, ciro, *sitting[3], sitting[4][0]}) == 7
    # As each name was written last.
    assert match_factory.names() == ["Ana", "Bea", "ciro", "Dani", "Inés", "Ines", "INÉS"]
    first_two = [("Ana", "Bea", "ciro"), ("ciro", "Ana")]
    assert [*map(match_factory.seated, (1, 2, 3, 4))] == [*first_two, *TABLES[2:]]
    assert [*map(match_factory.colours, (1, 2, 4))] == [(1, 2, 3), (3, 1), (2, 1)]
    assert integrity.check().faults == ()
    downgrade("0007")
    assert everything() == before
    # A match that an older version opens beside a newer one gets its players.
    migrate_to("0013")
    add_of_0007(5, ("Bea", "Hana"))
    upgrade(of_0007)
    assert players_of([5])[5][0] == players_of([1])[1][1]
    assert match_factory.seated(5) == ("Bea", "Hana")
    assert integrity.check().faults == ()


def test_going_back_after_a_renaming_leaves_a_log_that_the_version_before_can_read(of_0007):
    upgrade(of_0007)
    new = match_factory.start("new", ("Eva", "Félix"))
    match_factory.swap(new, 0, 1)
    match_factory.rename(new, "Félix", "Gil")
    match_factory.take_back(new)
    player_changes.rename(match_factory.id_of("Eva"), "Éva", match_factory.sent("rename"))
    downgrade("0007")
    kinds = text("SELECT kind FROM changes WHERE match_id = :new ORDER BY version")
    logged = [*db.session.scalars(kinds, {"new": new})]
    assert logged == ["opened", "seats", *["names"] * 3]
    db.session.rollback()
    upgrade(of_0007)
    assert integrity.check().faults == ()
    assert match_factory.seated(new) == ("Félix", "Éva")
    assert (changes_of(new)[0].change.before or {})["names"] == ["Félix", "Éva"]
    # One that changes nothing, and the swap.
    for _time in range(2):
        match_factory.take_back(new)
    assert match_factory.seated(new) == ("Éva", "Félix")


@pytest.fixture
def of_0013(app):
    """Return the scorebook of the version in which logs had names, brought up to date."""
    migrate_to("0013")
    tables = MetaData()
    tables.reflect(db.engine)
    with db.engine.begin() as connection:
        for name, rows in BEFORE["rows"].items():
            columns = tables.tables[name].c
            for row in rows:
                read = {key: as_read(columns[key], value) for key, value in row.items()}
                connection.execute(insert(tables.tables[name]).values(read))
        if is_postgresql():
            connection.execute(LAST_NUMBER)
    upgrade(app)
    settle_figures()
    return tables


def as_read(column, value):
    """Return what the database gives for what SQLite has written."""
    if value is None:
        return None
    if isinstance(column.type, JSON):
        return json.loads(value)
    if isinstance(column.type, DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return bool(value) if isinstance(column.type, Boolean) else value


def every_match():
    db.session.rollback()
    for match_id in db.session.scalars(select(MatchRow.id).order_by(MatchRow.id)).all():
        yield read_match(db.session(), match_id)


def shown():
    """Return the names, the colours and the log of each match, as the version before wrote it."""

    def names_in(table):
        return (table or {}).get("names")

    found = {
        match.id: {
            "names": match.names,
            "colours": match.seat_colours,
            "log": [
                (each.version, each.change.kind, *map(names_in, each.change[1:]))
                for each in changes_of(match.id)
            ],
        }
        for match in every_match()
    }
    # A migration waits for whoever reads.
    db.session.rollback()
    as_text: dict[str, Any] = json.loads(json.dumps(found))
    return as_text


def test_names_joins_and_logs_of_the_version_before_are_all_there_back_and_forth(app, of_0013):
    for back in (True, False):
        assert shown() == BEFORE["shown"]
        found = (*list_players(), *list_players(hidden=True))
        people = sorted([each.name, each.colour, each.hidden, each.forgotten] for each in found)
        assert people == BEFORE["people"]
        assert [[join.name for join in joins_of(match_factory.id_of("Anita"))]] == BEFORE["joins"]
        assert integrity.check().faults == ()
        # No name is left in a seat or a log.
        rows = rows_of("seats") + rows_of("changes")
        assert not [name for name, *_others in people if f"'{name}'" in rows]
        if back:
            downgrade("0013")
            number = select(func.count()).select_from(of_0013.tables["joins"])
            assert db.session.scalar(number) == 2
            db.session.rollback()
            upgrade(app)
            settle_figures()
    joins = reversed(joins_of(match_factory.id_of("Anita")))
    for join, seats in zip(joins, BEFORE["undone"], strict=True):
        player_changes.undo_join(join.id, match_factory.sent(f"undo {join.id}"))
        assert {str(match.id): [*match.names] for match in every_match()} == seats
    assert integrity.check().faults == ()


def test_evenings_of_the_version_before_are_club_nights_with_a_log(app):
    upgrade(app)
    downgrade("0016")
    for number, name in enumerate(("Ana", "Bea", "Ciro", "Dani"), start=7):
        look = {
            "key": name.casefold(),
            "folded": name.casefold(),
            "hidden": False,
            "forgotten": False,
        }
        add("players", id=number, owner="", name=name, colour=1, **look)
    drawn = {"tables": [[[0, 1], [2, 3]]], "sit_out": [], "matches": [1], "typed": [None]}
    add(
        "evenings",
        id=3,
        key="k",
        entry_key="e",
        owner="o",
        name="Friday",
        game_id="block",
        rules="{}",
        version=5,
        created_at=OPENED,
        settings=json.dumps({"how": "swiss"}),
        rounds=json.dumps([drawn]),
    )
    # A pair is two who name each other; whom nobody names is alone.
    for position, (partner, here) in enumerate(((1, True), (0, True), (3, True), (0, False))):
        there = {"position": position, "partner": partner, "here": here}
        add("evening_people", evening_id=3, player_id=position + 7, **there)
    add_match("evening 3 1 1", **LINKS)
    db.session.commit()
    upgrade(app)
    assert nights.table_of(1) == ("k", "Friday", 1)
    row = db.session.get_one(ClubNightRow, 3)
    record = NightRecord.from_json(row.record)
    assert (record.people, record.gone, record.pairs) == ((7, 8, 9, 10), (10,), ((7, 8),))
    assert record.rounds[0].drawn.tables[0].sides == ((7, 8), (9, 10))
    assert [record.matches, row.version] == [(1,), 5]
    (change,) = db.session.scalars(select(ClubChangeRow))
    assert (change.kind, change.version, change.after) == ("started", 5, row.record)
