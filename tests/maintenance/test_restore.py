"""`scorekeeper restore`: a backup replaces the scorebook, also under running programs."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from scorekeeper import create_app
from scorekeeper.interchange import import_export
from scorekeeper.maintenance import backup
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import cache, drafts, history, matches
from scorekeeper.scorebook.database.db import db, migrations, writing
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.permissions import links
from scorekeeper.scorebook.permissions.rights import Right
from tests.interchange.match_factory import ANA_WINS_12, NAMES, record, rename, start, take_back
from tests.maintenance.scorebook_files import (
    command,
    file_of,
    replaced,
    run_sql,
    scorebook_in,
    succeed,
    totals,
)


def shown(client, match_id):
    """Open the table of a match, and return the rounds that are listed there."""
    page = client.get(f"/matches/{match_id}").text
    return [n for n in range(1, 9) if f'href="/matches/{match_id}/rounds/{n}"' in page]


def test_a_running_program_shows_what_was_restored_and_goes_on_from_there(app, client, copy):
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
    succeed(app, "backup", copy)
    with app.app_context():
        record(match_id, "b", "c")
    assert shown(client, match_id) == [1, 2, 3]
    assert "The scorebook has 1 match again." in succeed(app, "restore", copy)
    assert shown(client, match_id) == [1]
    # As many rounds, but others: the cached ones must not come back.
    with app.app_context():
        matches.record_round(match_id, 2, "d", ANA_WINS_12)
        assert shown(client, match_id) == [1, 2]
        rename(match_id, "Ana", "Ciro")
        record(match_id, "e")
        assert "Ciro" in client.get(f"/matches/{match_id}").text
        assert shown(client, match_id) == [1, 2, 3]
        take_back(match_id)
    assert shown(client, match_id) == [1, 2]
    assert totals(app, match_id) == (24, 0)
    assert succeed(app, "check").startswith("All well: 1 match, 2 rounds,")


def test_a_match_that_is_gone_is_not_found_nor_mistaken_for_the_next(app, client, copy):
    succeed(app, "backup", copy)
    with app.app_context():
        gone = start("one", ("Ciro", "Dani"))
        assert "Ciro" in client.get(f"/matches/{gone}").text
        matches.find_match(gone)
        succeed(app, "restore", copy)
        with pytest.raises(NoSuchMatch):
            matches.find_match(gone)
    assert client.get(f"/matches/{gone}").status_code == 404
    with app.app_context():
        other = start("other")
    assert other > gone
    assert "Ciro" not in client.get(f"/matches/{other}").text


def test_an_imported_match_is_not_mistaken_for_rounds_recorded_since(app, elsewhere, copy):
    """It replaces a match with the same id, and has more rounds than changes."""
    with scorebook_in(copy.parent / "long") as far, far.app_context():
        record(start("long", ("Ciro", "Dani")), "a", "b", "c", "d")
        file = import_export.export_all().content
    with elsewhere.app_context():
        import_export.import_matches(json.loads(file))
    succeed(elsewhere, "backup", copy)
    with app.app_context():
        match_id = start("one")
        record(match_id, "a", "b")
        matches.find_match(match_id)
    succeed(app, "restore", copy)
    with app.app_context():
        found = matches.find_match(match_id)
        assert found.names == ("Ciro", "Dani")
        cache.init_app(app)
        assert matches.find_match(match_id) == found


def test_the_replaced_scorebook_is_kept_and_can_be_restored(app, copy):
    with app.app_context():
        match_id = start("one")
        succeed(app, "backup", copy)
        record(match_id, "a", "b")
    said = succeed(app, "restore", copy)
    (kept,) = replaced(app)
    assert f"What was there before is kept as {kept}." in said
    assert totals(app, match_id) == (0, 0)
    succeed(app, "restore", kept)
    assert totals(app, match_id) == (24, 0)
    assert len(replaced(app)) == 2


def test_a_round_recorded_while_restoring_is_in_the_new_or_the_replaced_scorebook(app, copy):
    with app.app_context():
        match_id = start("one")
    succeed(app, "backup", copy)
    enough, acknowledged = Event(), []

    def play():
        with app.app_context():
            while not enough.is_set():
                version = matches.version_of(match_id)
                number = matches.find_match(match_id).next_number
                key = f"{version}-{number}"
                try:
                    matches.record_round(match_id, number, key, ANA_WINS_12)
                # Restored meanwhile, the match is at another round than the form.
                except Stale:
                    continue
                acknowledged.append(key)

    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        try:
            for _ in range(3):
                succeed(app, "restore", copy)
        finally:
            enough.set()
        playing.result()
    found: set[str] = set()
    for path in (*replaced(app), file_of(app)):
        found |= {key for (key,) in run_sql(path, "SELECT entry_key FROM changes")}
    assert set(acknowledged) <= found
    assert command(app, "check").exit_code == 0


def test_a_restored_draft_has_a_higher_revision_than_any_a_device_saw(app, copy):
    with app.app_context():
        match_id = start("one")
        drafts.save(match_id, 1, {"0": {"tiles": ["12"]}}, amends=False)
        succeed(app, "backup", copy)
        for tiles in ("13", "14", "15"):
            seen = drafts.save(match_id, 1, {"0": {"tiles": [tiles]}}, amends=False)
    succeed(app, "restore", copy)
    with app.app_context():
        found = drafts.find_draft(match_id, 1)
    assert found["0"].fields == {"tiles": ["12"]}
    assert found["0"].revision > seen["0"].revision


def test_a_link_that_was_revoked_since_stays_revoked(app, copy):
    with app.app_context():
        start("one")
        succeed(app, "backup", copy)
    run_sql(file_of(app), "UPDATE matches SET score_generation = 5")
    succeed(app, "restore", copy)
    assert generation(app) == 5


def test_owners_stay_owners_and_those_that_lost_a_match_do_not_get_it_back(app, copy):
    with app.app_context():
        lost, kept = start("one"), start("two")
        own(lost, "stolen tablet")
        succeed(app, "backup", copy)
        history.renew_link(lost, Right.OWN, Submission("a new link"))
        own(kept, "tablet")
    succeed(app, "restore", copy)
    with app.app_context():
        assert links.owned_by("stolen tablet") == ()
        assert links.owned_by("tablet") == (kept,)


def test_a_link_does_not_lead_to_another_match_of_the_same_number(app, elsewhere, copy):
    with elsewhere.app_context():
        there = start("another")
        succeed(elsewhere, "backup", copy)
    with app.app_context():
        assert start("one") == there
    succeed(app, "restore", copy)
    assert generation(app) == 2


def own(match_id, device):
    with writing() as session:
        links.add_owner(session, match_id, device)


def generation(app):
    """Return the number of the link to score, where there is one match."""
    ((found,),) = run_sql(file_of(app), "SELECT score_generation FROM matches")
    return int(found)


def test_a_backup_of_an_older_version_is_migrated(app, elsewhere, copy):
    with elsewhere.app_context():
        match_id = start("one")
        record(match_id, "a", "b")
        migrations(elsewhere).downgrade(revision="0001")
    backup.copy_database(file_of(elsewhere), copy)
    succeed(app, "restore", copy)
    assert totals(app, match_id) == (24, 0)
    assert succeed(app, "check") == "All well: 1 match, 2 rounds, 3 changes.\n"


@pytest.mark.parametrize("version", ["0001", "0003", "0004", "0008"])
def test_no_number_is_given_twice_where_an_older_version_is_replaced(app, copy, version):
    with app.app_context():
        start("one")
        succeed(app, "backup", copy)
        lost = start("lost")
        record(lost, "a", "b")
        migrations(app).downgrade(revision=version)
        db.engine.dispose()
    succeed(app, "restore", copy)
    with app.app_context():
        assert start("next") == lost + 1
        assert matches.version_of(1) == 3


def test_a_backup_is_restored_on_a_new_machine(app, copy, tmp_path):
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
    succeed(app, "backup", copy)
    machine = create_app({"INSTANCE": tmp_path / "machine"})
    succeed(machine, "restore", copy)
    assert totals(machine, match_id) == (12, 0)
    with machine.app_context():
        assert start("next") == match_id + 1
        db.engine.dispose()


def test_figures_of_restored_matches_are_not_counted_again(app, copy):
    with app.app_context():
        match_id = matches.open_match(Setup.of(load_game("block"), 2), NAMES, "one")
        record(match_id, *"abcdefghi")
        assert matches.find_match(match_id).standing.over
    succeed(app, "backup", copy)
    succeed(app, "restore", copy)
    with app.app_context():
        version = matches.version_of(match_id)
    assert run_sql(file_of(app), "SELECT DISTINCT version FROM match_results") == [(version,)]
