"""Any match of tests/cases, and any text in it, is the same to the byte once written and read."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.interchange.match_file import (
    MOST_SECONDS,
    PortableMatch,
    from_json,
    to_bytes,
    to_json,
)
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.rules import Correction, Round, RuleError, Setup, load_game
from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.people.looks import is_blank, look
from scorekeeper.scorebook.projection import ReplayError, project_record
from scorekeeper.scorebook.timer import Timer
from tests.effort import examples
from tests.unit.rules import lines as written
from tests.unit.rules.example import leaving

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
BLOCK = Setup.of(load_game("block"), 2)
LETTERS = st.characters(exclude_categories=["Cc", "Cs"])
NAME = st.text(LETTERS, min_size=1, max_size=40).filter(lambda name: not is_blank(name))
NOTES = st.text(LETTERS, max_size=80)
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
# A clock that runs, is paused, or was stopped, and a match without one.
TIMERS = (
    MOMENTS.map(Timer)
    | st.integers(0, MOST_SECONDS).map(lambda seconds: Timer(left=seconds))
    | st.sampled_from((Timer(stopped=True), None))
)


def assert_same(record, opened_at=NOON):
    """Write a match, read it and write it again."""
    match = PortableMatch("key", opened_at, record, len(project_record(record)[1]))
    content = to_bytes(to_json(match))
    read = from_json(json.loads(content, object_pairs_hook=unique_keys))
    assert read == match
    assert to_bytes(to_json(read)) == content


@pytest.mark.parametrize(
    ("name", "read"), [("rounds", written.example), ("matches", written.rounds_of)]
)
def test_export_import_export_is_the_same_to_the_byte(name, read):
    told = [line.split(" => ")[0] for each in written.cases(name) for line in each.values[0]]
    refused = 0
    for each in told:
        # Rounds of a match may come after its end.
        setup, *rounds = read(each)
        entries = tuple(
            RecordedRound(played, NOON + timedelta(seconds=number / 7))
            for number, played in enumerate(rounds)
            if isinstance(played, Round)
        )
        names, opening = (*written.NAMES, *"FGHIJ")[: setup.players], len(each) % setup.players
        try:
            assert_same(MatchRecord(setup, names, opening, entries=entries))
        except (RuleError, ReplayError):
            refused += 1
    assert refused < len(told) / 3


@examples(100, thorough=1000)
@given(st.lists(NAME, min_size=2, max_size=2, unique_by=look), MOMENTS, MOMENTS, TIMERS, NOTES)
def test_so_are_names_times_clocks_and_reasons_in_any_script(names, opened, recorded, timer, note):
    corrections = (Correction(1, -5, note), Correction(0, 5))
    entry = RecordedRound(leaving("", "66", corrections=corrections), recorded)
    assert_same(MatchRecord(BLOCK, tuple(names), entries=(entry,), timer=timer), opened)
