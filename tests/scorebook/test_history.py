"""Any round can be corrected, every edit undone, and the log keeps all of it; clocks of matches."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.clock import now
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Code, RuleError, Setup, load_game
from scorekeeper.rules import game_files as games
from scorekeeper.scorebook import (
    changes,
    finished_match,
    history,
    match_bin,
    match_lists,
    matches,
)
from scorekeeper.scorebook.changes import RECORD_CHANGES, Change, ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Stale
from scorekeeper.scorebook.round_edits import RoundEdit
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.scorebook.scored_match import Match, ReplayError
from scorekeeper.scorebook.timer import Timer
from tests.databases import opened
from tests.interchange.match_factory import (
    ANA_WINS_12,
    NAMES,
    edit,
    left,
    record,
    rename,
    sent,
    start,
)

ANA_12, BEA_10, ANA_69 = ANA_WINS_12, left("55", ""), left("", "66 65 64 63 55 54 44")


@pytest.fixture
def match_id(app):
    """Return a match to 100 in which Ana won 12, Bea 10, and Ana 12 again."""
    with app.app_context():
        key = matches.open_match(Setup.of(load_game("block"), len(NAMES)), NAMES, "opened")
        for number, played in enumerate((ANA_12, BEA_10, ANA_12), start=1):
            matches.record_round(key, number, f"round {number}", played, "Tablet")
        yield key


def find(match_id):
    return matches.find_match(match_id)


def totals(match_id):
    return find(match_id).standing.totals


def undo(match_id, times=1, way=history.undo):
    """Undo the last changes, or redo what was undone."""
    for _time in range(times):
        version = find(match_id).version
        way(match_id, version, sent(f"{way.__name__} {version}"))


def redo(match_id, times=1):
    undo(match_id, times, history.redo)


def edit_to(was, played):
    return RoundEdit(fingerprint(was), played)


def edit_round(match_id, number, played):
    match = find(match_id)
    was = match.record.entries[number - 1].played
    history.edit_rounds(
        match_id, {number: edit_to(was, played)}, sent(f"edited at {match.version}")
    )


def set_goal(match_id, goal):
    edit(match_id, lambda match: changes.goal_changed(match.record, goal))


def test_a_form_that_comes_again_does_nothing_even_if_its_round_was_undone(match_id):
    setup = find(match_id).setup
    assert matches.open_match(setup, ("Ciro", "Dani"), "opened") == match_id
    other = matches.open_match(setup, NAMES, "opened again")
    # The form of another match may have the same key.
    for each in (other, other):
        assert matches.record_round(each, 1, "round 3", ANA_12)[1] == 1
    undo(match_id)
    assert matches.record_round(match_id, 3, "round 3", ANA_12)[1] == 3
    assert (totals(match_id), totals(other)) == ((12, 10), (12, 0))


def test_everything_after_an_edited_round_is_recomputed(match_id):
    recorded_at = find(match_id).record.entries[0].recorded_at
    edit_round(match_id, 1, BEA_10)
    match = find(match_id)
    assert [scored.standing.totals for scored in match.rounds] == [(0, 10), (0, 20), (12, 20)]
    assert match.record.entries[0].recorded_at == recorded_at


def test_a_correction_that_is_late_or_cannot_be_changes_nothing(match_id):
    edit_round(match_id, 2, ANA_12)
    before = find(match_id)
    for number in (2, 4):
        # Somebody else edited it meanwhile, or took it away.
        late = {number: edit_to(BEA_10, left("", "11"))}
        with pytest.raises(Stale):
            history.edit_rounds(match_id, late, sent(f"late {number}"))
    with pytest.raises(ReplayError) as refused:
        edit_round(match_id, 2, left("66", "66"))
    assert (refused.value.number, refused.value.fault.code) == (2, Code.TILE_IN_TWO_HANDS)
    assert find(match_id) == before


def test_changes_are_undone_and_redone_one_by_one(match_id):
    edit_round(match_id, 1, BEA_10)
    rename(match_id, "Ana", "Dani")
    set_goal(match_id, 150)
    edit(match_id, lambda match: changes.round_removed(match.record, 2))
    edited = find(match_id)
    # Those after a removed round move up.
    assert [(each.number, each.standing.totals) for each in edited.rounds] == [
        (1, (0, 10)),
        (2, (12, 10)),
    ]
    undo(match_id, times=4)
    assert (find(match_id).names, totals(match_id)) == (NAMES, (24, 10))
    undo(match_id, times=3)
    assert find(match_id).rounds == ()
    with pytest.raises(Stale):
        undo(match_id)
    redo(match_id, times=7)
    assert find(match_id).record == edited.record
    with pytest.raises(Stale):
        redo(match_id)


def test_an_undone_change_cannot_be_redone_after_another_change(match_id):
    undo(match_id, times=2)
    matches.record_round(match_id, 2, "instead", ANA_69)
    assert history.redoable(match_id)[1] is None
    with pytest.raises(Stale):
        redo(match_id)
    undo(match_id)
    redo(match_id)
    assert totals(match_id) == (81, 0)


def test_rounds_after_an_earlier_end_do_not_count_until_the_table_plays_on_or_removes_them(
    match_id,
):
    set_goal(match_id, 70)
    edit_round(match_id, 2, ANA_69)
    before = find(match_id)
    assert (before.standing.winner, before.standing.totals) == (0, (81, 0))
    assert [entry.played for entry in before.later] == [ANA_12]
    with pytest.raises(RuleError) as refused:
        matches.record_round(match_id, 4, "on", BEA_10)
    assert refused.value.code is Code.MATCH_OVER
    edit(match_id, lambda match: changes.rounds_removed_after(match.record, 2))
    match = find(match_id)
    assert (match.next_number, match.later, match.standing.winner) == (3, (), 0)
    undo(match_id)
    assert find(match_id).record == before.record
    edit_round(match_id, 3, BEA_10)
    edit(match_id, lambda match: changes.play_on_allowed(match.record))
    match = find(match_id)
    assert (match.standing.totals, match.later, match.standing.over) == ((81, 10), (), True)
    set_goal(match_id, 200)
    assert matches.record_round(match_id, 4, "on", BEA_10)[1] == 4


def test_nothing_is_taken_out_of_the_log_with_its_times_devices_and_values(match_id):
    edit_round(match_id, 2, ANA_12)
    last, *_, first = history.changes_of(match_id)
    assert (first.kind, first.version, first.device) == (ChangeKind.OPENED, 0, "")
    assert (last.version, last.device) == (4, "iPad")
    assert last.before is not None
    assert last.after is not None
    assert last.before["rounds"][0].played == left("55", "")
    assert last.after["rounds"][0].played == left("", "66")
    assert last.made_at == find(match_id).changed_at
    undo(match_id, times=2)
    redo(match_id)
    edit(match_id, lambda match: changes.round_removed(match.record, 1))
    undo(match_id)
    assert [logged.version for logged in history.changes_of(match_id)] == [*range(9, -1, -1)]


def test_a_match_in_the_bin_is_gone_and_comes_back_as_it_was(match_id):
    before = find(match_id).record
    match_bin.move_to_bin(match_id, sent("delete"))
    for use in (find, matches.open_rematch):
        with pytest.raises(NoSuchMatch):
            use(match_id)
    with pytest.raises(NoSuchMatch):
        matches.record_round(match_id, 4, "late", ANA_12)
    assert match_lists.open_matches().matches == ()
    assert [match for match, _version in matches.matches_in_bin()] == [match_id]
    match_bin.restore_match(match_id, sent("restore"))
    assert find(match_id).record == before
    assert matches.matches_in_bin() == []
    kinds = [logged.kind for logged in history.changes_of(match_id)]
    assert kinds[:2] == [ChangeKind.RESTORED, ChangeKind.BINNED]
    with pytest.raises(NoSuchMatch):
        match_bin.restore_match(match_id, sent("restore again"))


# A change of each kind that changes nothing, and two that do not fit the match.
IDLE: dict[str, Callable[[Match], Change]] = {
    "the same people": lambda match: changes.people_changed(match.record, match.record.lineups),
    "a round that is not there": lambda match: changes.round_removed(match.record, 0),
    "no rounds": lambda match: changes.rounds_removed_after(match.record, len(match.rounds)),
    "the same round": lambda match: changes.rounds_edited(match.record, {1: ANA_12}),
    "the same names": lambda match: changes.players_renamed(match.record, match.names),
    "the same goal": lambda match: changes.goal_changed(match.record, match.setup.game.match.goal),
    "the same lost tiles": lambda match: changes.tiles_lost(match.record, ()),
    "the same seat": lambda _match: Change(ChangeKind.SEATS, {"swap": [1, 1]}, {"swap": [1, 1]}),
    "the same clock": lambda _match: Change(ChangeKind.TIMER, {"timer": None}, {"timer": None}),
    "the same end": lambda _match: Change(ChangeKind.PLAY_ON, {"play_on_to": 0}, {"play_on_to": 0}),
    "the same day": lambda match: finished_match.day_changed(match, finished_match.day_of(match)),
    "a round beyond the end": lambda match: changes.round_removed(match.record, 9),
    "other names": lambda _match: Change(
        ChangeKind.NAMES, {"names": ["Eva", "Bea"]}, {"names": ["Ana", "Bea"]}
    ),
}


def test_a_change_that_does_nothing_is_refused_and_not_written(match_id, unchanged):
    match = find(match_id)
    assert {build(match).kind for build in IDLE.values()} == {*RECORD_CHANGES}
    with unchanged():
        for build in IDLE.values():
            with pytest.raises(Stale):
                history.edit_match(match_id, match.version, sent("idle"), build)
            db.session.rollback()


def test_what_did_nothing_in_an_older_log_does_not_stop_undoing(match_id):
    """Versions before 1.1 wrote such changes: this one says that round 0 was removed."""
    match = find(match_id)
    change = changes.round_removed(match.record, 0)
    row = models.ChangeRow(match_id=match_id, version=match.version + 1, entry_key="idle")
    row.kind, row.before, row.after = change.kind, change.before, change.after
    db.session.add(row)
    db.session.connection().exec_driver_sql("UPDATE matches SET version = version + 1")
    db.session.commit()
    undo(match_id)
    assert find(match_id).next_number == 4
    undo(match_id)
    assert find(match_id).next_number == 3


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
    matches.record_round(match_id, 4, "a", left("12 24 35", "55 34"))
    before = find(match_id)
    file = folder / "block.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace('"side total", "lightest tile"', '"side total"'))
    games.load_game.cache_clear()
    assert load_game("block").blocked != before.setup.game.blocked
    with elsewhere.app_context():
        assert find(match_id) == before
    file.unlink()
    games.load_game.cache_clear()
    record_elsewhere(elsewhere, match_id, 5)
    assert len(find(match_id).rounds) == 5
    monkeypatch.undo()
    games.load_game.cache_clear()


def test_a_match_read_in_an_older_transaction_is_not_cached_at_a_later_version(elsewhere, match_id):
    # The list opens the session's snapshot; the round is recorded after it.
    match_lists.open_matches()
    record_elsewhere(elsewhere, match_id, 4)
    assert totals(match_id) == (36, 10)


@pytest.fixture
def timed(in_checked_app):  # noqa: ARG001 # what it enters
    """Return a match of thirty minutes."""
    game = games.with_house_rules(load_game("block"), {"match": {"minutes": 30}})
    return matches.open_match(Setup.of(game, 2), NAMES, "timed")


def turn(match_id, turned):
    timer = find(match_id).record.timer
    edit(match_id, lambda match: changes.timer_set(match.record, turned(timer)))
    return find(match_id)


def is_over(match_id, key):
    """Record a round that Ana wins, and say whether the match is over."""
    record(match_id, key)
    return find(match_id).standing.over


def seconds_left(match_id):
    timer = find(match_id).record.timer
    assert timer is not None
    return timer.seconds_left(now())


def test_the_hand_in_play_when_the_time_is_over_counts_and_ends_the_match(timed, clock):
    assert not is_over(timed, "a")
    clock.now += timedelta(minutes=29)
    assert not is_over(timed, "b")
    clock.now += timedelta(minutes=1)
    assert is_over(timed, "c")
    match = find(timed)
    assert (match.standing.winner, match.standing.by_time, len(match.rounds)) == (0, True, 3)
    # Five minutes more let it go on until that is undone.
    clock.now += timedelta(minutes=1)
    assert not turn(timed, lambda timer: timer.longer(now())).standing.over
    assert seconds_left(timed) == 5 * 60
    undo(timed)
    assert find(timed).standing.over
    # A rematch has a clock of its own, and a match without minutes has none.
    again, _new = matches.open_rematch(timed)
    assert seconds_left(again) == 30 * 60
    assert find(start("untimed")).record.timer is None


def test_an_ended_match_is_corrected_and_undone_like_any_other(match_id):
    edit(match_id, lambda match: changes.match_stopped(match.record))
    row = db.session.get_one(models.MatchRow, match_id)
    ended = find(match_id)
    assert (ended.standing.winner, row.finished_at) == (0, ended.last_at)
    with pytest.raises(RuleError, match=Code.MATCH_OVER):
        matches.record_round(match_id, 4, "late", ANA_12)
    # The last round is taken out and comes back, and one before it is corrected.
    edit(match_id, lambda match: changes.round_removed(match.record, 3))
    undo(match_id)
    assert (len(find(match_id).rounds), find(match_id).standing) == (3, ended.standing)
    edit_round(match_id, 1, left("66 65", ""))
    assert (totals(match_id), find(match_id).standing.winner) == ((12, 33), 1)
    undo(match_id, times=2)
    assert not find(match_id).standing.over
    redo(match_id)
    assert find(match_id).standing == ended.standing
    # Without any round it is drawn, and can be taken elsewhere.
    for _ in range(3):
        edit(match_id, lambda match: changes.round_removed(match.record, 1))
    assert (find(match_id).standing.drawn, integrity.check().faults) == (True, ())


def test_a_pause_stops_the_clock_for_everybody_and_a_match_may_be_stopped_at_once(timed, clock):
    clock.now += timedelta(minutes=10)
    turn(timed, lambda timer: timer.turned(now()))
    clock.now += timedelta(hours=2)
    assert seconds_left(timed) == 20 * 60
    assert not is_over(timed, "a")
    turn(timed, lambda timer: timer.turned(now()))
    clock.now += timedelta(minutes=19)
    assert seconds_left(timed) == 60
    match = turn(timed, lambda _timer: Timer(stopped=True))
    assert (match.standing.winner, match.standing.by_time) == (0, True)
    undo(timed)
    assert not find(timed).standing.over
    clock.now += timedelta(minutes=2)
    assert seconds_left(timed) == 0
    assert is_over(timed, "b")
