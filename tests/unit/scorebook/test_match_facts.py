"""The figures of a match of the scorebook."""

from datetime import timedelta

from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.figures.writing import match_results
from scorekeeper.scorebook.projection import Match, project_record
from tests.unit.pages.played_match import NAMES, NOW, match_of
from tests.unit.rules.example import leaving, pairs, table

TO_20 = {"goal": 20}


def test_a_match_gives_its_rounds_and_its_places():
    rows = match_results(match_of(pairs(match=TO_20), ("", "66", "12", "55")), (5, 6, 7, 8))
    assert {(row.match_id, row.kind.code, row.ended_at) for row in rows} == {
        (1, "block/partners/points", NOW)
    }
    assert [(*row.players, row.side, row.place) for row in rows] == [
        (5, 0, 1),
        (6, 1, 2),
        (7, 0, 1),
        (8, 1, 2),
    ]
    assert (rows[0].sums.rounds, rows[0].sums.out, rows[0].sums.made) == (1, 1, 22)


def test_rounds_after_the_end_do_not_count():
    # As after a correction that gave the match an earlier end.
    setup = table(match=TO_20)
    rounds = [leaving("", "66 55"), leaving("", "44")]
    entries = tuple(
        RecordedRound(played, NOW + timedelta(minutes=at)) for at, played in enumerate(rounds)
    )
    record = MatchRecord(setup, NAMES[:2], entries=entries)
    standing, scored = project_record(record)
    match = Match(1, 0, record, standing, scored, opened_at=NOW, changed_at=NOW)
    (row, _other) = match_results(match, (5, 6))
    assert (row.sums.rounds, row.ended_at) == (1, NOW)
