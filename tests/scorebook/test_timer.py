"""The clock of a match: it survives everything, is changed as a round is, and ends the match."""

from datetime import timedelta

import pytest

from scorekeeper.figures.clock import now
from scorekeeper.interchange.match_file import PortableMatch, from_json, to_json
from scorekeeper.rules.games import load_game, with_house_rules
from scorekeeper.rules.setup import Setup
from scorekeeper.scorebook import changes, history
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.matches import find_match, open_match, open_rematch, record_round
from scorekeeper.scorebook.timer import Timer
from tests.unit.rules.example import leaving

pytestmark = pytest.mark.usefixtures("in_checked_app")

WON_BY_ANA = leaving("", "6-6")
LEVEL = leaving("6-5", "4-3 2-2")


def opened(minutes=30, **rules):
    game = with_house_rules(load_game("block"), {"match": {"minutes": minutes, **rules}})
    return open_match(Setup.of(game, 2), ("Ana", "Bea"), f"key {minutes} {rules}")


def set_timer(match_id, turned):
    match = find_match(match_id)
    assert match.record.timer is not None
    change = changes.timer_set(match.record, turned(match.record.timer))
    history.edit_match(match_id, match.version, Submission(str(match.version)), lambda _m: change)
    return find_match(match_id)


def record(match_id):
    number = find_match(match_id).next_number
    record_round(match_id, number, f"round {number}", WON_BY_ANA)
    return find_match(match_id)


def left(match):
    assert match.record.timer is not None
    return match.record.timer.seconds_left(now())


def undo(match_id):
    match = find_match(match_id)
    history.undo(match_id, match.version, Submission(f"undo {match.version}"))
    return find_match(match_id)


def test_the_hand_in_play_when_the_time_is_over_counts_and_ends_the_match(clock):
    match_id = opened()
    assert not record(match_id).standing.over
    clock.now += timedelta(minutes=29)
    assert not record(match_id).standing.over
    clock.now += timedelta(minutes=1)
    match = record(match_id)
    assert (match.standing.winner, match.standing.by_time, len(match.rounds)) == (0, True, 3)


def test_a_pause_stops_the_clock_for_everybody_and_both_are_undone(clock):
    match_id = opened()
    clock.now += timedelta(minutes=10)
    match = set_timer(match_id, lambda timer: timer.turned(now()))
    clock.now += timedelta(hours=2)
    assert left(match) == 20 * 60
    assert not record(match_id).standing.over
    match = set_timer(match_id, lambda timer: timer.turned(now()))
    clock.now += timedelta(minutes=19)
    assert left(match) == 60
    clock.now += timedelta(minutes=2)
    assert left(match) == 0
    assert record(match_id).standing.over


def test_five_minutes_more_let_a_match_that_is_over_go_on_until_that_is_undone(clock):
    match_id = opened()
    clock.now += timedelta(minutes=31)
    assert record(match_id).standing.over
    match = set_timer(match_id, lambda timer: timer.longer(now()))
    assert not match.standing.over
    assert left(match) == 5 * 60
    assert undo(match_id).standing.over


def test_a_match_that_was_stopped_is_over_at_once():
    match_id = opened()
    record(match_id)
    match = set_timer(match_id, lambda _timer: Timer(stopped=True))
    assert (match.standing.winner, match.standing.by_time) == (0, True)
    assert not undo(match_id).standing.over


def test_level_when_the_time_is_over_is_a_draw_where_the_rules_say_so(clock):
    match_id = opened(level="drawn")
    clock.now += timedelta(minutes=30)
    record_round(match_id, 1, "level", LEVEL)
    standing = find_match(match_id).standing
    assert (standing.over, standing.drawn, standing.winner) == (True, True, None)


@pytest.mark.parametrize(
    "turned",
    [
        lambda timer: timer.turned(now()),
        lambda timer: timer.longer(now()),
        lambda _timer: Timer(stopped=True),
    ],
    ids=["paused", "longer", "stopped"],
)
def test_the_clock_is_the_same_after_a_file_was_written_and_read(turned):
    match_id = opened()
    record(match_id)
    match = set_timer(match_id, turned)
    portable = PortableMatch("key", match.opened_at, match.record, len(match.rounds))
    assert from_json(to_json(portable)).record.timer == match.record.timer


def test_a_rematch_has_a_clock_of_its_own(clock):
    match_id = opened()
    clock.now += timedelta(minutes=30)
    record(match_id)
    again, _new = open_rematch(match_id)
    assert left(find_match(again)) == 30 * 60


def test_a_match_without_minutes_has_no_clock():
    match_id = open_match(Setup.of(load_game("block"), 2), ("Ana", "Bea"), "key")
    assert find_match(match_id).record.timer is None
