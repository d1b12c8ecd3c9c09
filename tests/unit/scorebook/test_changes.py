"""Every change to a record can be undone, and applies only where it was made."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import (
    Correction,
    Event,
    Hand,
    Play,
    Round,
    Setup,
    Tile,
    load_game,
    parse_tiles,
)
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.match import Standing
from scorekeeper.rules.scoring import score_round
from scorekeeper.scorebook import changes as made
from scorekeeper.scorebook.changes import (
    Change,
    ChangeConflict,
    ChangeKind,
    MatchRecord,
    RecordedRound,
)

NAMES = ("Ana", "Bea", "Ciro", "Dani")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HANDS = ("", "1-2", "6-6 3-5", "0-4 4-4", "2-2")
LEFT = st.permutations(HANDS).map(lambda hands: hands[:4])


def played(hands):
    """Return a round of four players with an opener and a tally."""
    return Round(
        hands=tuple(Hand(parse_tiles(hand)) for hand in hands),
        opener=1,
        tally=((5,), (), (), (10,)),
    )


def record_of(*rounds, goal=10_000, partners=False):
    game = with_house_rules(load_game("all-fives"), {"match": {"goal": goal}})
    entries = tuple(RecordedRound(each, NOON) for each in rounds)
    return MatchRecord(Setup.of(game, len(NAMES), partners), NAMES, entries=entries)


RECORDS = st.lists(LEFT.map(played), min_size=1, max_size=6).map(lambda rounds: record_of(*rounds))


@st.composite
def changes(draw, record):
    """Draw a change that can be made to a record."""
    number = draw(st.integers(1, len(record.entries)))
    entry = RecordedRound(played(draw(LEFT)), NOON)
    return draw(
        st.sampled_from(
            [
                made.round_recorded(record, entry),
                made.rounds_amended(record, {number: entry.played}),
                made.round_removed(record, number),
                made.rounds_removed_after(record, number),
                made.play_on_allowed(record),
                made.players_renamed(record, ["Dani", "Ana", "Ciro", "Bea"]),
                made.players_swapped(0, draw(st.integers(1, 3))),
                made.goal_changed(record, draw(st.integers(50, 500))),
            ]
        )
    )


@given(st.data())
def test_the_inverse_of_a_change_undoes_it(data):
    record = data.draw(RECORDS)
    change = data.draw(changes(record))
    changed = change.apply_to(record)
    assert change.inverse.apply_to(changed) == record
    assert change.inverse.inverse == change


@given(st.data())
def test_a_record_is_its_first_change_and_all_later_ones_applied(data):
    record = data.draw(RECORDS)
    opened, log = made.match_opened(record), []
    for _ in range(4):
        change = data.draw(changes(record)) if record.entries else made.play_on_allowed(record)
        log.append(change)
        record = change.apply_to(record)
    assert opened.after is not None
    again = made.record_from(record.setup, opened.after)
    for change in log:
        again = change.apply_to(again)
    assert again == record


@given(RECORDS, st.permutations(range(4)).map(lambda seats: seats[:2]))
def test_players_who_swap_seats_keep_their_points(record, pair):
    one, other = pair
    swapped = made.players_swapped(one, other).apply_to(record)
    assert dict(zip(record.names, totals(record), strict=True)) == dict(
        zip(swapped.names, totals(swapped), strict=True)
    )


def totals(record):
    standing = Standing.start(record.setup)
    for entry in record.entries:
        score = score_round(record.setup, entry.played, standing.moment)
        standing = standing.after(entry.played, score)
    return standing.totals


def test_players_who_swap_seats_keep_everything_in_their_rounds():
    round_ = Round(
        hands=tuple(Hand(parse_tiles(hand)) for hand in ("1-2", "", "3-4", "5-5")),
        opener=0,
        blocker=2,
        tally=((5, 10), (2,), (), ()),
        order=(0, 1, 0),
        events=(Event("capicúa", 1), Event("for nobody")),
        plays=(Play(0, Tile(6, 6)),),
        corrections=(Correction(0, 10),),
    )
    (entry,) = made.players_swapped(0, 2).apply_to(record_of(round_)).entries
    swapped = entry.played
    assert [hand.pips for hand in swapped.hands] == [7, 0, 3, 10]
    assert (swapped.opener, swapped.blocker) == (2, 0)
    assert (swapped.tally, swapped.order) == (((), (2,), (5, 10), ()), (2, 1, 2))
    assert swapped.events == round_.events
    assert swapped.plays == (Play(2, Tile(6, 6)),)
    assert swapped.corrections == (Correction(2, 10),)


def test_a_tally_shorter_than_the_seats_is_swapped_too():
    (entry,) = (
        made.players_swapped(0, 3)
        .apply_to(record_of(Round(hands=(Hand(),) * 4, tally=((5,),))))
        .entries
    )
    assert entry.played.tally == ((), (), (), (5,))


def test_a_correction_stays_with_the_partnership():
    corrected = Round(hands=(Hand(),) * 4, corrections=(Correction(1, 10),))
    (entry,) = made.players_swapped(1, 2).apply_to(record_of(corrected, partners=True)).entries
    assert entry.played.corrections == (Correction(1, 10),)


@pytest.mark.parametrize(
    "change",
    [
        made.players_renamed(record_of(), ["Ana", "Bea", "Ciro", "Dina"]),
        made.goal_changed(record_of(), 200),
        made.play_on_allowed(record_of(played(["", "1-2", "2-2", "6-6"]))),
        made.round_recorded(record_of(), RecordedRound(played(["", "1-2", "2-2", "6-6"]), NOON)),
    ],
    ids=lambda change: change.kind,
)
def test_a_change_applies_only_to_the_record_it_was_made_for(change):
    with pytest.raises(ChangeConflict):
        change.inverse.apply_to(record_of())


def test_a_round_applies_only_after_the_one_before_it():
    third = made.round_recorded(
        record_of(*[played(["", "1-2", "2-2", "6-6"])] * 2), RecordedRound(Round(), NOON)
    )
    with pytest.raises(ChangeConflict):
        third.apply_to(record_of())


def test_moving_to_the_trash_does_not_change_the_record():
    assert Change(ChangeKind.BINNED, None, None).apply_to(record_of()) == record_of()


def test_a_change_of_the_record_needs_before_and_after():
    with pytest.raises(ChangeConflict):
        Change(ChangeKind.GOAL, None, {"goal": 5}).apply_to(record_of())
