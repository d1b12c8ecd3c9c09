"""A change that changes nothing is not written, of whatever kind it is."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from scorekeeper.scorebook import changes, history, matches
from scorekeeper.scorebook.changes import RECORD_CHANGES, Change, ChangeKind
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import ChangeRow
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.projection import Match
from tests.interchange.match_factory import ANA_WINS_12, record, start, take_back

IDLE: dict[str, Callable[[Match], Change]] = {
    "a round that is not there": lambda match: changes.round_removed(match.record, 0),
    "no rounds": lambda match: changes.rounds_removed_after(match.record, len(match.rounds)),
    "the same round": lambda match: changes.rounds_amended(match.record, {1: ANA_WINS_12}),
    "the same names": lambda match: changes.players_renamed(match.record, match.names),
    "the same goal": lambda match: changes.goal_changed(match.record, match.setup.game.match.goal),
    "the same seat": lambda _match: Change(ChangeKind.SEATS, {"swap": [1, 1]}, {"swap": [1, 1]}),
    "the same clock": lambda _match: Change(ChangeKind.TIMER, {"timer": None}, {"timer": None}),
    "the same end": lambda _match: Change(ChangeKind.PLAY_ON, {"play_on_to": 0}, {"play_on_to": 0}),
}
MISFITS: dict[str, Callable[[Match], Change]] = {
    "a round beyond the end": lambda match: changes.round_removed(match.record, 9),
    "other names": lambda _match: Change(
        ChangeKind.NAMES, {"names": ["Eva", "Bea"]}, {"names": ["Ana", "Bea"]}
    ),
}


@pytest.mark.parametrize("build", (IDLE | MISFITS).values(), ids=IDLE | MISFITS)
def test_a_change_that_does_nothing_is_refused_and_not_written(app, build):
    with app.app_context():
        match_id = start("one")
        record(match_id, "a", "b")
        before = matches.find_match(match_id)
        with pytest.raises(Stale):
            history.edit_match(match_id, before.version, Submission("idle"), build)
        db.session.rollback()
        assert matches.find_match(match_id) == before
        assert db.session.scalar(select(func.count()).select_from(ChangeRow)) == 3


def test_every_kind_of_change_is_tried(app):
    with app.app_context():
        match = matches.find_match(start("one"))
        kinds = {build(match).kind for what, build in IDLE.items() if what != "the same round"}
    assert kinds == {*RECORD_CHANGES}


def test_what_did_nothing_in_an_older_log_does_not_stop_undoing(app):
    """Versions before 1.1 wrote such changes."""
    with app.app_context():
        match_id = start("one")
        record(match_id, "a")
        write_idle_change(match_id)
        take_back(match_id)
        assert matches.find_match(match_id).next_number == 2
        take_back(match_id)
        assert matches.find_match(match_id).next_number == 1


def write_idle_change(match_id):
    """Write the change that removing round 0 once was."""
    match = matches.find_match(match_id)
    change = changes.round_removed(match.record, 0)
    row = ChangeRow(match_id=match_id, version=match.version + 1, entry_key="idle")
    row.kind, row.before, row.after = change.kind, change.before, change.after
    db.session.add(row)
    db.session.connection().exec_driver_sql("UPDATE matches SET version = version + 1")
    db.session.commit()
