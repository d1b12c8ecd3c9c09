"""Opening matches and recording rounds: each once; where it stands follows, by the clock too."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.figures.clock import now
from scorekeeper.rules import Code, RuleError, Setup, games, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import history, listing, matches
from scorekeeper.scorebook.changes import timer_set
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.timer import Timer
from tests.databases import opened
from tests.interchange.match_factory import ANA_WINS_12, NAMES, left, mend, record, start

HEAVY = "66 65 64 63 55 54 44"
BEA_WINS_10 = left("55", "")


def block(goal=100, lead="highest double"):
    rules = {"match": {"goal": goal}, "lead": {"next": lead}}
    return Setup.of(with_house_rules(load_game("block"), rules), len(NAMES))


@pytest.fixture
def match_id(app):
    """Return the id of an open match between Ana and Bea, in an application context."""
    with app.app_context():
        yield matches.open_match(block(), NAMES, "opened")


def totals(match_id):
    return matches.find_match(match_id).standing.totals


def take_back(match_id, version):
    """Undo the last change of a match seen at a version."""
    history.undo(match_id, version, Submission(f"undo {version}"))


def test_a_match_is_found_as_it_was_opened_and_its_standing_follows_from_the_rounds(match_id):
    match = matches.find_match(match_id)
    assert (match.id, match.version, match.names, match.setup) == (match_id, 0, NAMES, block())
    assert (match.standing.totals, match.rounds, match.next_number) == ((0, 0), (), 1)
    assert matches.record_round(match_id, 1, "a", ANA_WINS_12) == 1
    assert matches.record_round(match_id, 2, "b", BEA_WINS_10) == 2
    match = matches.find_match(match_id)
    assert match.standing.totals == (12, 10)
    assert [scored.standing.totals for scored in match.rounds] == [(12, 0), (12, 10)]
    assert [scored.played for scored in match.rounds] == [ANA_WINS_12, BEA_WINS_10]


def test_the_same_entry_key_opens_one_match_and_records_one_round_of_it(match_id):
    assert matches.open_match(block(50), ("Ciro", "Dani"), "opened") == match_id
    other = matches.open_match(block(), NAMES, "opened again")
    assert other != match_id
    for each in (match_id, match_id, other):
        assert matches.record_round(each, 1, "a", ANA_WINS_12) == 1
    assert totals(match_id) == totals(other) == (12, 0)
    # A form that comes once more after its round was undone records nothing.
    take_back(match_id, 1)
    assert matches.record_round(match_id, 1, "a", ANA_WINS_12) == 1
    assert totals(match_id) == (0, 0)
    logged = [(each.version, each.undoes, each.undone) for each in changes_of(match_id)]
    assert logged == [(2, 1, False), (1, None, True), (0, None, False)]


def test_what_does_not_fit_the_match_as_it_is_now_changes_nothing(match_id, unchanged):
    matches.record_round(match_id, 1, "a", ANA_WINS_12)
    with unchanged():
        for number in (0, 1, 3, -1):
            with pytest.raises(Stale):
                matches.record_round(match_id, number, "b", BEA_WINS_10)
        for version in (0, 2):
            with pytest.raises(Stale):
                take_back(match_id, version)
        with pytest.raises(RuleError) as refused:
            matches.record_round(match_id, 2, "b", left("66", "66"))
    assert refused.value.code is Code.TILE_IN_TWO_HANDS


def test_a_finished_match_takes_no_round_until_one_is_undone(match_id):
    for number in (1, 2):
        matches.record_round(match_id, number, f"heavy {number}", left("", HEAVY))
    with pytest.raises(RuleError) as refused:
        matches.record_round(match_id, 3, "late", ANA_WINS_12)
    assert refused.value.code is Code.MATCH_OVER
    assert [each.id for each in listing.finished_matches().matches] == [match_id]
    take_back(match_id, 2)
    assert [each.id for each in listing.open_matches().matches] == [match_id]
    assert matches.record_round(match_id, 2, "late", ANA_WINS_12) == 2


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
def elsewhere(app):
    """Return another application on the same database, with a cache of its own."""
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], Path(app.instance_path)) as elsewhere:
        yield elsewhere


def record_elsewhere(app, match_id, number):
    """Record a round in another application, as another process would."""

    def record():
        with app.app_context():
            matches.record_round(match_id, number, f"elsewhere {number}", ANA_WINS_12)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(record).result()


def test_a_match_keeps_its_rules_when_the_file_of_its_game_changes_or_is_gone(
    elsewhere, match_id, tmp_path, monkeypatch
):
    folder = tmp_path / "games"
    shutil.copytree(games.GAMES_FOLDER, folder)
    monkeypatch.setattr(games, "GAMES_FOLDER", folder)
    matches.record_round(match_id, 1, "a", left("12 24 35", "55 34"))
    before = matches.find_match(match_id)
    file = folder / "block.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace('"side total", "lightest tile"', '"side total"'))
    games.load_game.cache_clear()
    assert load_game("block").blocked != before.setup.game.blocked
    with elsewhere.app_context():
        assert matches.find_match(match_id) == before
    file.unlink()
    games.load_game.cache_clear()
    record_elsewhere(elsewhere, match_id, 2)
    assert len(matches.find_match(match_id).rounds) == 2
    monkeypatch.undo()
    games.load_game.cache_clear()


def test_a_match_read_in_an_older_transaction_is_not_cached_at_a_later_version(elsewhere, match_id):
    # The list opens the session's snapshot; the round is recorded after it.
    listing.open_matches()
    record_elsewhere(elsewhere, match_id, 1)
    assert totals(match_id) == (12, 0)


def timed(minutes=30):
    game = with_house_rules(load_game("block"), {"match": {"minutes": minutes}})
    return matches.open_match(Setup.of(game, 2), NAMES, f"key {minutes}")


def turn(match_id, turned):
    """Change the clock of a match."""

    def build(match):
        assert match.record.timer is not None
        return timer_set(match.record, turned(match.record.timer))

    mend(match_id, build)
    return matches.find_match(match_id)


def is_over(match_id, key):
    """Record a round that Ana wins, and say whether the match is over."""
    record(match_id, key)
    return matches.find_match(match_id).standing.over


def seconds_left(match_id):
    timer = matches.find_match(match_id).record.timer
    assert timer is not None
    return timer.seconds_left(now())


@pytest.mark.usefixtures("in_checked_app")
def test_the_hand_in_play_when_the_time_is_over_counts_and_ends_the_match(clock):
    match_id = timed()
    assert not is_over(match_id, "a")
    clock.now += timedelta(minutes=29)
    assert not is_over(match_id, "b")
    clock.now += timedelta(minutes=1)
    assert is_over(match_id, "c")
    match = matches.find_match(match_id)
    assert (match.standing.winner, match.standing.by_time, len(match.rounds)) == (0, True, 3)
    # Five minutes more let it go on until that is undone.
    clock.now += timedelta(minutes=1)
    assert not turn(match_id, lambda timer: timer.longer(now())).standing.over
    assert seconds_left(match_id) == 5 * 60
    take_back(match_id, 4)
    assert matches.find_match(match_id).standing.over
    # A rematch has a clock of its own, and a match without minutes has none.
    again, _new = matches.open_rematch(match_id)
    assert seconds_left(again) == 30 * 60
    assert matches.find_match(start("untimed")).record.timer is None


@pytest.mark.usefixtures("in_checked_app")
def test_a_pause_stops_the_clock_for_everybody_and_a_match_may_be_stopped_at_once(clock):
    match_id = timed()
    clock.now += timedelta(minutes=10)
    turn(match_id, lambda timer: timer.turned(now()))
    clock.now += timedelta(hours=2)
    assert seconds_left(match_id) == 20 * 60
    assert not is_over(match_id, "a")
    turn(match_id, lambda timer: timer.turned(now()))
    clock.now += timedelta(minutes=19)
    assert seconds_left(match_id) == 60
    match = turn(match_id, lambda _timer: Timer(stopped=True))
    assert (match.standing.winner, match.standing.by_time) == (0, True)
    take_back(match_id, match.version)
    assert not matches.find_match(match_id).standing.over
    clock.now += timedelta(minutes=2)
    assert seconds_left(match_id) == 0
    assert is_over(match_id, "b")
