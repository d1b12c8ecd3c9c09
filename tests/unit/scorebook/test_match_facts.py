"""The facts of a match of the scorebook."""

from datetime import timedelta

from scorekeeper.figures.facts import How
from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.figures.writing import match_facts
from scorekeeper.scorebook.projection import Match, project_record
from tests.unit.pages.played_match import NAMES, NOW, match_of
from tests.unit.rules.example import leaving, pairs, table

TO_20 = {"goal": 20}


def test_a_match_gives_its_rounds_and_its_places() -> None:
    facts = match_facts(match_of(pairs(match=TO_20), ("", "66", "12", "55")), (5, 6, 7, 8))
    assert (facts.match_id, facts.kind.code) == (1, "block/partners/points")
    assert (facts.players, facts.sides) == ((5, 6, 7, 8), ((0, 2), (1, 3)))
    assert (facts.places, facts.opened_at, facts.ended_at) == ((1, 2), NOW, NOW)
    (only,) = facts.rounds
    assert (only.how, only.won_by, only.points) == (How.OUT, 0, (22, 0))


def test_a_match_that_goes_on_has_no_end() -> None:
    facts = match_facts(match_of(table(), ("", "66")), (5, 6))
    assert (facts.places, facts.ended_at) == ((), None)


def test_rounds_after_the_end_do_not_count() -> None:
    # As after a correction that gave the match an earlier end.
    setup = table(match=TO_20)
    rounds = [leaving("", "66 55"), leaving("", "44")]
    entries = tuple(
        RecordedRound(played, NOW + timedelta(minutes=at)) for at, played in enumerate(rounds)
    )
    record = MatchRecord(setup, NAMES[:2], entries=entries)
    standing, scored = project_record(record)
    match = Match(1, 0, record, standing, scored, opened_at=NOW, changed_at=NOW)
    facts = match_facts(match, (5, 6))
    assert (len(facts.rounds), facts.ended_at) == (1, NOW)
