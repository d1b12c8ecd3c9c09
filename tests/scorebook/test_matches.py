"""Opening matches and recording rounds: each once, and the standing follows from them."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.rules import (
    Code,
    RuleError,
    Setup,
    games,
    load_game,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import history, listing, matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import Submission
from tests.databases import opened
from tests.interchange.match_factory import ANA_WINS_12, NAMES, left

HEAVY = "66 65 64 63 55 54 44"


def block(goal=100, lead="highest double"):
    rules = {"match": {"goal": goal}, "lead": {"next": lead}}
    return Setup.of(with_house_rules(load_game("block"), rules), len(NAMES))


BEA_WINS_10 = left("55", "")


@pytest.fixture
def match_id(app):
    """Return the id of an open match between Ana and Bea, in an application context."""
    with app.app_context():
        yield matches.open_match(block(), NAMES, "opened")


def totals(match_id):
    return matches.find_match(match_id).standing.totals


def recorded(match_id):
    """Read all rounds in the database."""
    return list(db.session.scalars(select(models.RoundRow).filter_by(match_id=match_id)))


def take_back(match_id, version):
    """Undo the last change of a match seen at a version."""
    history.undo(match_id, version, Submission(f"undo {version}"))


def test_a_match_is_found_as_it_was_opened(match_id):
    match = matches.find_match(match_id)
    assert (match.id, match.version, match.names) == (match_id, 0, NAMES)
    assert match.setup == block()
    assert match.standing.totals == (0, 0)
    assert match.rounds == ()
    assert match.next_number == 1


def test_the_same_entry_key_opens_one_match(match_id):
    assert matches.open_match(block(50), ("Ciro", "Dani"), "opened") == match_id
    assert matches.open_match(block(), NAMES, "opened again") != match_id


def test_the_standing_is_computed_from_the_rounds(match_id):
    assert matches.record_round(match_id, 1, "a", ANA_WINS_12) == 1
    assert matches.record_round(match_id, 2, "b", BEA_WINS_10) == 2
    match = matches.find_match(match_id)
    assert match.standing.totals == (12, 10)
    assert [scored.standing.totals for scored in match.rounds] == [(12, 0), (12, 10)]
    assert [scored.played for scored in match.rounds] == [ANA_WINS_12, BEA_WINS_10]


def test_the_same_entry_key_records_one_round(match_id):
    matches.record_round(match_id, 1, "a", ANA_WINS_12)
    assert matches.record_round(match_id, 1, "a", ANA_WINS_12) == 1
    assert totals(match_id) == (12, 0)


def test_two_matches_may_use_the_same_entry_key(match_id):
    other = matches.open_match(block(), NAMES, "other")
    for each in (match_id, other):
        matches.record_round(each, 1, "a", ANA_WINS_12)
    assert totals(match_id) == totals(other) == (12, 0)


@pytest.mark.parametrize("number", [0, 1, 3, -1])
def test_a_number_that_is_not_the_next_is_stale(match_id, number):
    matches.record_round(match_id, 1, "a", ANA_WINS_12)
    with pytest.raises(Stale):
        matches.record_round(match_id, number, "b", BEA_WINS_10)
    assert totals(match_id) == (12, 0)


def test_a_refused_round_changes_nothing(match_id):
    with pytest.raises(RuleError) as refused:
        matches.record_round(match_id, 1, "a", left("66", "66"))
    assert refused.value.code is Code.TILE_IN_TWO_HANDS
    assert matches.version_of(match_id) == 0
    assert recorded(match_id) == []


def test_an_undone_round_stays_in_the_log(match_id):
    matches.record_round(match_id, 1, "a", ANA_WINS_12)
    take_back(match_id, 1)
    assert totals(match_id) == (0, 0)
    assert matches.record_round(match_id, 1, "a", ANA_WINS_12) == 1
    matches.record_round(match_id, 1, "b", BEA_WINS_10)
    assert totals(match_id) == (0, 10)
    assert [
        (each.version, each.undoes, each.undone, rounds_after(each))
        for each in changes_of(match_id)
    ] == [(3, None, False, 1), (2, 1, False, 0), (1, None, True, 1), (0, None, False, 0)]


def rounds_after(logged):
    assert logged.change.after is not None
    return len(logged.change.after["rounds"])


def test_a_match_is_only_changed_at_the_version_that_was_shown(match_id):
    matches.record_round(match_id, 1, "a", ANA_WINS_12)
    matches.record_round(match_id, 2, "b", BEA_WINS_10)
    for version in (0, 1, 3):
        with pytest.raises(Stale):
            take_back(match_id, version)
    assert totals(match_id) == (12, 10)


def test_a_finished_match_takes_no_round_until_one_is_undone(match_id):
    for number in (1, 2):
        matches.record_round(match_id, number, f"heavy {number}", left("", HEAVY))
    with pytest.raises(RuleError) as refused:
        matches.record_round(match_id, 3, "late", ANA_WINS_12)
    assert refused.value.code is Code.MATCH_OVER
    assert listed(listing.finished_matches()) == [match_id]
    take_back(match_id, 2)
    assert listed(listing.open_matches()) == [match_id]
    assert matches.record_round(match_id, 2, "late", ANA_WINS_12) == 2


def listed(page):
    return [match.id for match in page.matches]


@pytest.mark.usefixtures("match_id")
def test_an_unknown_match_is_an_error():
    for number in (0, 99, -1, 10**30):
        for use in (matches.find_match, matches.version_of, matches.open_rematch):
            with pytest.raises(NoSuchMatch):
                use(number)
    with pytest.raises(NoSuchMatch):
        matches.record_round(99, 1, "a", ANA_WINS_12)
    with pytest.raises(NoSuchMatch):
        take_back(99, 0)


def test_a_rematch_keeps_the_lead(app):
    with app.app_context():
        first = matches.open_match(block(50, lead="winner"), NAMES, "first")
        matches.record_round(first, 1, "a", left(HEAVY, ""))
        second, opened = matches.open_rematch(first)
        assert opened
        assert matches.open_rematch(first) == (second, False)
        rematch = matches.find_match(second)
        assert (rematch.setup, rematch.names) == (block(50, lead="winner"), NAMES)
        assert rematch.standing.lead.seat == NAMES.index("Bea")


@pytest.fixture
def games_folder(tmp_path, monkeypatch):
    """Return a folder of games that can be edited, in place of the real one."""
    folder = tmp_path / "games"
    shutil.copytree(games.GAMES_FOLDER, folder)
    monkeypatch.setattr(games, "GAMES_FOLDER", folder)
    yield folder
    games.load_game.cache_clear()


@pytest.fixture
def elsewhere(app):
    """Return another application on the same database, with a cache of its own."""
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], Path(app.instance_path)) as elsewhere:
        yield elsewhere


def test_a_match_keeps_its_rules_when_the_file_of_its_game_changes(
    elsewhere, match_id, games_folder
):
    matches.record_round(match_id, 1, "a", left("12 24 35", "55 34"))
    before = matches.find_match(match_id)
    file = games_folder / "block.toml"
    file.write_text(
        file.read_text("utf-8").replace('"side total", "lightest tile"', '"side total"')
    )
    games.load_game.cache_clear()
    assert load_game("block").blocked != before.setup.game.blocked
    with elsewhere.app_context():
        assert matches.find_match(match_id) == before


def test_a_match_outlives_the_file_of_its_game(elsewhere, match_id, games_folder):
    (games_folder / "block.toml").unlink()
    record_elsewhere(elsewhere, match_id, 1)
    assert totals(match_id) == (12, 0)


def record_elsewhere(app, match_id, number):
    """Record a round in another application, as another process would."""

    def record():
        with app.app_context():
            matches.record_round(match_id, number, f"elsewhere {number}", ANA_WINS_12)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(record).result()


def test_a_match_read_in_an_older_transaction_is_not_cached_at_a_later_version(elsewhere, match_id):
    # The list opens the session's snapshot; the round is recorded after it.
    listing.open_matches()
    record_elsewhere(elsewhere, match_id, 1)
    assert totals(match_id) == (12, 0)
