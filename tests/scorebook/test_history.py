"""Any round can be corrected, every edit undone, and the log keeps all of it."""

from datetime import timedelta

import pytest
from sqlalchemy import func, select

from scorekeeper.figures import clock
from scorekeeper.rules import Code, RuleError, Setup, load_game
from scorekeeper.scorebook import changes, history, listing, matches, trash
from scorekeeper.scorebook.amending import Amendment
from scorekeeper.scorebook.changes import ChangeKind
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.projection import ReplayError
from scorekeeper.scorebook.round_json import fingerprint
from tests.interchange.match_factory import ANA_WINS_12, NAMES, left, mend

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


def by(key):
    return Submission(key, "Phone")


def turn(match_id, *ways):
    """Undo and redo, in the order given."""
    for place, way in enumerate(ways):
        turn = {"undo": history.undo, "redo": history.redo}[way]
        turn(match_id, find(match_id).version, by(f"{way} {place} {find(match_id).version}"))


def amendment(was, played):
    return Amendment(fingerprint(was), played)


def amend(match_id, number, played):
    match = find(match_id)
    was = match.record.entries[number - 1].played
    history.amend_rounds(
        match_id, {number: amendment(was, played)}, by(f"amended at {match.version}")
    )


def test_everything_after_an_amended_round_is_recomputed(match_id):
    recorded_at = find(match_id).record.entries[0].recorded_at
    amend(match_id, 1, BEA_10)
    match = find(match_id)
    assert [scored.standing.totals for scored in match.rounds] == [(0, 10), (0, 20), (12, 20)]
    assert match.record.entries[0].recorded_at == recorded_at


def test_the_rounds_after_a_removed_one_move_up(match_id):
    mend(match_id, lambda match: changes.round_removed(match.record, 2))
    match = find(match_id)
    assert [(scored.number, scored.standing.totals) for scored in match.rounds] == [
        (1, (12, 0)),
        (2, (24, 0)),
    ]
    assert matches.record_round(match_id, 3, "again", BEA_10) == 3


def test_a_round_amended_by_somebody_else_meanwhile_is_left_alone(match_id):
    amend(match_id, 2, ANA_12)
    with pytest.raises(Stale):
        history.amend_rounds(match_id, {2: amendment(BEA_10, left("", "11"))}, by("late"))
    with pytest.raises(Stale):
        history.amend_rounds(match_id, {4: amendment(BEA_10, left("", "11"))}, by("nowhere"))
    assert totals(match_id) == (36, 0)


def test_a_round_that_cannot_be_is_refused_and_changes_nothing(match_id):
    before = find(match_id)
    with pytest.raises(ReplayError) as refused:
        amend(match_id, 2, left("66", "66"))
    assert (refused.value.number, refused.value.fault.code) == (2, Code.TILE_IN_TWO_HANDS)
    assert find(match_id) == before


def test_changes_are_undone_and_redone_one_by_one(match_id):
    amend(match_id, 1, BEA_10)
    mend(match_id, lambda match: changes.players_renamed(match.record, ["Ana", "Dani"]))
    mend(match_id, lambda match: changes.goal_changed(match.record, 150))
    edited = find(match_id).record
    turn(match_id, "undo", "undo", "undo")
    assert (find(match_id).names, totals(match_id)) == (NAMES, (24, 10))
    turn(match_id, "undo", "undo", "undo")
    assert find(match_id).rounds == ()
    with pytest.raises(Stale):
        turn(match_id, "undo")
    turn(match_id, *["redo"] * 6)
    assert find(match_id).record == edited
    with pytest.raises(Stale):
        turn(match_id, "redo")


def test_an_undone_change_cannot_be_redone_after_another_change(match_id):
    turn(match_id, "undo", "undo")
    matches.record_round(match_id, 2, "instead", ANA_69)
    assert history.redoable(match_id)[1] is None
    with pytest.raises(Stale):
        turn(match_id, "redo")
    turn(match_id, "undo")
    turn(match_id, "redo")
    assert totals(match_id) == (81, 0)


def test_a_match_ends_when_its_goal_is_lowered_to_a_total(match_id):
    mend(match_id, lambda match: changes.goal_changed(match.record, 20))
    match = find(match_id)
    assert (match.standing.winner, len(match.later)) == (0, 0)
    assert [each.id for each in listing.finished_matches().matches] == [match_id]
    turn(match_id, "undo")
    assert [each.id for each in listing.open_matches().matches] == [match_id]


def test_a_finished_match_that_no_longer_reaches_its_goal_is_open_again(match_id):
    matches.record_round(match_id, 4, "the end", ANA_69)
    matches.record_round(match_id, 5, "the real end", ANA_12)
    assert find(match_id).standing.over
    amend(match_id, 4, BEA_10)
    assert not find(match_id).standing.over
    assert matches.record_round(match_id, 6, "on", ANA_12) == 6


@pytest.fixture
def ended_early(match_id):
    """Return a match of three rounds that now ends with round 2."""
    mend(match_id, lambda match: changes.goal_changed(match.record, 70))
    amend(match_id, 2, ANA_69)
    return match_id


def test_rounds_after_an_earlier_end_do_not_count_until_the_table_decides(ended_early):
    match = find(ended_early)
    assert (match.standing.winner, match.standing.totals) == (0, (81, 0))
    assert [entry.played for entry in match.later] == [ANA_12]
    with pytest.raises(RuleError) as refused:
        matches.record_round(ended_early, 4, "on", BEA_10)
    assert refused.value.code is Code.MATCH_OVER


def test_the_table_may_play_on(ended_early):
    amend(ended_early, 3, BEA_10)
    mend(ended_early, lambda match: changes.play_on_allowed(match.record))
    match = find(ended_early)
    assert (match.standing.totals, match.later, match.standing.over) == ((81, 10), (), True)
    mend(ended_early, lambda match: changes.goal_changed(match.record, 200))
    assert matches.record_round(ended_early, 4, "on", BEA_10) == 4


def test_the_table_may_remove_the_rounds_after_the_end(ended_early):
    before = find(ended_early)
    mend(ended_early, lambda match: changes.rounds_removed_after(match.record, 2))
    match = find(ended_early)
    assert (match.next_number, match.later, match.standing.winner) == (3, (), 0)
    turn(ended_early, "undo")
    assert find(ended_early).record == before.record


def test_the_log_has_time_device_and_the_values_before_and_after(match_id):
    amend(match_id, 2, ANA_12)
    last, *_, first = changes_of(match_id)
    assert (first.change.kind, first.version, first.device) == (ChangeKind.OPENED, 0, "")
    assert (last.version, last.device) == (4, "Phone")
    assert last.change.before is not None
    assert last.change.after is not None
    assert last.change.before["rounds"][0]["hands"] == [["5-5"], []]
    assert last.change.after["rounds"][0]["hands"] == [[], ["6-6"]]
    assert last.made_at == find(match_id).changed_at


def test_nothing_is_taken_out_of_the_log(match_id):
    turn(match_id, "undo", "undo", "redo")
    mend(match_id, lambda match: changes.round_removed(match.record, 1))
    turn(match_id, "undo")
    assert [logged.version for logged in changes_of(match_id)] == [*range(8, -1, -1)]


def test_a_match_in_the_bin_is_gone_and_comes_back_as_it_was(match_id):
    before = find(match_id).record
    trash.move_to_trash(match_id, by("delete"))
    for use in (find, matches.open_rematch):
        with pytest.raises(NoSuchMatch):
            use(match_id)
    with pytest.raises(NoSuchMatch):
        matches.record_round(match_id, 4, "late", ANA_12)
    assert listing.open_matches().matches == ()
    assert [match.id for match in matches.trashed_matches(1).matches] == [match_id]
    trash.restore_match(match_id, by("restore"))
    assert find(match_id).record == before
    assert matches.trashed_matches(1).matches == ()
    kinds = [logged.change.kind for logged in changes_of(match_id)]
    assert kinds[:2] == [ChangeKind.RESTORED, ChangeKind.BINNED]
    with pytest.raises(NoSuchMatch):
        trash.restore_match(match_id, by("restore again"))


def test_a_match_is_deleted_for_good_after_30_days_in_the_trash(match_id):
    other = matches.open_match(find(match_id).setup, NAMES, "other")
    for each in (match_id, other):
        trash.move_to_trash(each, by("delete"))
    with writing() as session:
        row = session.get_one(models.MatchRow, match_id)
        row.binned_at = clock.now() - timedelta(days=trash.DAYS_KEPT, minutes=1)
    assert trash.empty_trash([]) == 0
    assert trash.empty_trash([other]) == 0
    assert trash.empty_trash(trash.in_trash()) == 1
    assert [match.id for match in matches.trashed_matches(1).matches] == [other]
    for table in (models.SeatRow, models.RoundRow, models.ChangeRow):
        left_over = select(func.count()).select_from(table).filter_by(match_id=match_id)
        assert db.session.scalar(left_over) == 0
