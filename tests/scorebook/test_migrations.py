"""The scorebook of an older version is migrated completely."""

import json

import pytest
from flask import current_app
from sqlalchemy import text

from scorekeeper.rules import load_game
from scorekeeper.scorebook import history, listing, matches
from scorekeeper.scorebook.database.db import db, migrations, upgrade, writing
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.listing import Wanted
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.links import link_state
from scorekeeper.scorebook.permissions.rights import STARTED, Grant, Right
from tests.databases import migrate_to, opened

OPENED, FIRST, SECOND, UNDONE, THIRD = (f"2026-11-20 12:0{n}:00.000000+00:00" for n in range(5))


@pytest.fixture
def old(empty_url, tmp_path):
    """Return an application with the tables of before there was a log."""
    with opened(empty_url, tmp_path) as app, app.app_context():
        migrate_to("0002")
        yield app


def insert(table, **values):
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    # The names are those in this file.
    db.session.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)  # noqa: S608


def a_round(number, key, hands, at, undone):
    insert(
        "rounds",
        match_id=1,
        number=number,
        entry_key=key,
        record=json.dumps({"hands": hands}),
        recorded_at=at,
        undone_at=undone,
    )


@pytest.fixture
def with_match(old):
    """Return it with a match in which round 2 was undone and recorded again."""
    insert(
        "matches",
        entry_key="opened",
        game_id="block",
        rules=json.dumps(load_game("block").definition),
        partners=False,
        version=4,
        created_at=OPENED,
        changed_at=THIRD,
    )
    for position, name in enumerate(("Ana", "Bea")):
        insert("seats", match_id=1, position=position, name=name)
    a_round(1, "first", [[], ["6-6"]], FIRST, None)
    a_round(2, "second", [["5-5"], []], SECOND, UNDONE)
    a_round(2, "third", [[], ["1-1"]], THIRD, None)
    db.session.commit()
    upgrade(old)
    return old


@pytest.mark.usefixtures("with_match")
def test_a_match_of_the_oldest_tables_is_all_there_and_goes_on():
    match = matches.find_match(1)
    assert (match.version, match.standing.totals, match.names) == (4, (14, 0), ("Ana", "Bea"))
    # Its rounds are changes in the log.
    logged = [
        (each.version, each.undoes, each.undone, f"{each.made_at:%H:%M}") for each in changes_of(1)
    ]
    assert logged == [
        (4, None, False, "12:04"),
        (3, 2, False, "12:03"),
        (2, None, True, "12:02"),
        (1, None, False, "12:01"),
        (0, None, False, "12:00"),
    ]
    for wanted, found in {"ana": 1, "ANA": 1, "ciro": 0}.items():
        assert len(listing.open_matches(Wanted(player=wanted)).rows) == found
    # A round that is sent again after the migration is not recorded twice.
    assert matches.record_round(1, 3, "first", match.rounds[0].played) == 1
    for version, left in ((4, 1), (5, 0)):
        history.undo(1, version, Submission(f"undo {version}"))
        assert len(matches.find_match(1).rounds) == left
    assert history.redoable(1)[1] is not None


def test_only_a_match_of_before_there_were_owners_is_claimed_by_the_device_that_opened_it(
    with_match,
):
    migrations(current_app).downgrade(revision="0005")
    db.session.execute(text("UPDATE matches SET own_generation = 3"))
    db.session.commit()
    upgrade(with_match)
    state = link_state(1)
    assert state is not None
    opened = Grant(1, Right.OWN, STARTED, state.fingerprint)
    assert (state.started_generation, state.was_opened_by(opened)) == (3, True)
    links.adopt("tablet", [opened])
    assert links.owned_by("tablet") == (1,)
    history.renew_link(1, Right.OWN, Submission("new link"))
    links.adopt("copied", [opened])
    assert links.owned_by("tablet") == links.owned_by("copied") == ()
    # Nobody claims a match that was opened since.
    known = matches.find_match(1)
    since = matches.open_match(known.setup, known.names, "since", owner="tablet")
    state = link_state(since)
    assert state is not None
    links.adopt("copied", [Grant(since, Right.OWN, STARTED, state.fingerprint)])
    assert (links.owned_by("tablet"), links.owned_by("copied")) == ((since,), ())


@pytest.mark.usefixtures("with_match")
def test_going_back_a_version_and_forth_again_keeps_the_matches():
    with writing() as session:
        links.add_owner(session, 1, "tablet")
    migrations(current_app).downgrade(revision="0005")
    migrations(current_app).upgrade()
    known = matches.find_match(1)
    assert (known.names, links.owned_by("tablet")) == (("Ana", "Bea"), ())
    # An id is still never given again.
    opened = matches.open_match(known.setup, known.names, "since")
    assert opened == 2
