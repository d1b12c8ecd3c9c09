"""A match as a value: its changes and edits, its colours, and who may write to it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from random import Random

import pytest
from flask import Flask, g
from hypothesis import given

from scorekeeper.rules import Correction, Event, PipsHand, Play, Round, Standing, Tile
from scorekeeper.scorebook import changes as made
from scorekeeper.scorebook import round_edits
from scorekeeper.scorebook.figures.recounting import match_results
from scorekeeper.scorebook.people.colours import at_one_table
from scorekeeper.scorebook.permissions import rights
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from scorekeeper.scorebook.round_json import fingerprint
from scorekeeper.scorebook.scored_match import Match, score_record, with_change
from tests.unit.rules.deals import recorded, seeds
from tests.unit.rules.example import leaving, table

NAMES = ("Ana", "Bea", "Ciro", "Dani")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
FACTS = {"opener": 1, "tally": ((5,), (), (), (10,))}
LEFT = [leaving(*hands, **FACTS) for hands in permutations(("", "1-2", "6-6 3-5", "0-4", "2-2"), 4)]


def record_of(*rounds, setup=None, partners=False):
    setup = setup or table("all-fives", 4, partners=partners, match={"goal": 10_000})
    entries = [RecordedRound(each, NOON + timedelta(minutes=at)) for at, each in enumerate(rounds)]
    return MatchRecord(setup, NAMES[: setup.players], entries=tuple(entries))


def match_of(record):
    return Match(1, 1, record, *score_record(record), NOON, NOON)


def some_record(random):
    return record_of(*random.choices(LEFT, k=random.randint(4, 6)))


def some_change(record, random):
    """Draw a change that can be made to a record."""
    if not record.entries:
        return made.play_on_allowed(record)
    number, other = random.randint(1, len(record.entries)), random.choice(LEFT)
    return random.choice(
        [
            made.rounds_recorded(record, [RecordedRound(other, NOON)]),
            made.rounds_edited(record, {number: other}),
            made.round_removed(record, number),
            made.rounds_removed_after(record, number),
            made.play_on_allowed(record),
            made.players_renamed(record, ["Dani", "Ana", "Ciro", "Bea"]),
            made.players_swapped(0, random.randint(1, 3)),
            made.goal_changed(record, random.randint(50, 500)),
        ]
    )


@given(seeds)
def test_a_record_is_its_changes_one_after_the_other_and_the_inverse_of_each_undoes_it(random):
    record = some_record(random)
    again = made.record_from(record.setup, made.match_opened(record).after or {})
    for _change in range(3):
        change = some_change(record, random)
        changed = change.apply_to(record)
        assert change.inverse.apply_to(changed) == record
        assert change.inverse.inverse == change
        again, record = change.apply_to(again), changed
    assert again == record


def test_players_who_swap_seats_keep_everything_in_their_rounds():
    played = leaving(
        *("1-2", "", "3-4", "5-5"),
        opener=0,
        blocker=2,
        tally=((5, 10), (2,)),
        order=(0, 1, 0),
        events=(Event("capicúa", 0), Event("for nobody")),
        plays=(Play(0, Tile(6, 6)),),
        corrections=(Correction(0, 10),),
    )
    for partners, sides in ((False, 2), (True, 0)):
        record = record_of(played, partners=partners)._replace(opening_seat=0)
        swapped = made.players_swapped(0, 2).apply_to(record)
        assert swapped.opening_seat == 2
        assert swapped.entries[0].played == leaving(
            *("3-4", "", "1-2", "5-5"),
            opener=2,
            blocker=0,
            tally=((), (2,), (5, 10), ()),
            order=(2, 1, 2),
            events=(Event("capicúa", 2), Event("for nobody")),
            plays=(Play(2, Tile(6, 6)),),
            # Which stays with the partnership.
            corrections=(Correction(sides, 10),),
        )


def test_a_change_applies_only_to_the_record_it_was_made_for():
    for change in (
        made.players_renamed(record_of(), ["Ana", "Bea", "Ciro", "Dina"]).inverse,
        made.goal_changed(record_of(), 200).inverse,
        made.play_on_allowed(record_of(LEFT[0])).inverse,
        made.rounds_recorded(record_of(), [RecordedRound(LEFT[0], NOON)]).inverse,
        # The third round comes only after the second.
        made.rounds_recorded(record_of(*LEFT[:2]), [RecordedRound(Round(), NOON)]),
        # There is no before.
        made.Change(made.ChangeKind.GOAL, None, {"goal": 5}),
    ):
        with pytest.raises(made.ChangeConflict):
            change.apply_to(record_of())


def test_rounds_after_the_end_count_in_no_figures():
    # As after a correction that gave the match an earlier end.
    setup = table(match={"goal": 20})
    record = record_of(leaving("", "66 55"), leaving("", "44"), setup=setup)
    (row, _other) = match_results(match_of(record), (5, 6))
    assert (row.sums.rounds, row.ended_at) == (1, NOON)


FRENCH = table("french", 4)


def french_hands(random, put_out):
    """Leave somebody who is in the match without tiles, and the others with a few pips."""
    out = random.choice([seat for seat in range(4) if seat not in put_out])
    empty = {out, *put_out}
    return leaving(*(0 if seat in empty else random.randint(1, 40) for seat in range(4)))


def french_match(random):
    """Play a match of French to its end."""
    standing, rounds = Standing.start(FRENCH), list[Round]()
    while not standing.over:
        rounds.append(french_hands(random, standing.moment.put_out))
        standing = recorded(standing, rounds[-1])
    return match_of(record_of(*rounds, setup=FRENCH))


def fitted(match, number, edits):
    """Leave out the hands of those who are out by then, and give the others one."""
    out = round_edits.before_round(match, number, edits).standing.moment.put_out
    was = round_edits.without_put_out(match.record.entries[number - 1].played, out)
    back = [seat for seat in round_edits.put_out_before(match, number) or () if seat not in out]
    left = tuple(PipsHand(1) if seat in back else hand for seat, hand in enumerate(was.hands))
    return replace(was, hands=left)


def test_after_any_edit_the_later_rounds_can_be_gone_through_to_the_end(thorough, seed):
    random, gone_through = Random(seed), 0
    for _match in range(60 if thorough else 20):
        match = french_match(random)
        was = [fingerprint(each.played) for each in match.record.entries]
        number = random.randint(1, len(was))
        played = french_hands(random, match.before(number).moment.put_out)
        edits = {number: round_edits.RoundEdit(was[number - 1], played)}
        gone_through += bool(round_edits.misfits(match, edits))
        while later := round_edits.misfits(match, edits):
            played = fitted(match, later[0], edits)
            edits[later[0]] = round_edits.RoundEdit(was[later[0] - 1], played)
        after = with_change(match, round_edits.change_to(match.record, edits))
        assert len(after.record.entries) == len(match.record.entries)
        for scored in after.rounds:
            out = after.before(scored.number).moment.put_out
            assert all(scored.played.hands[seat].is_empty for seat in out)
            assert sum(hand.is_empty for hand in scored.played.hands) - len(out) <= 1
    assert gone_through > 3


def test_a_new_player_has_the_colour_of_the_seat_or_the_next_of_the_same_five():
    nine = [6, 7, 8, 9, 10, 1, 2, 3, 4]
    for players, shown in (
        ([None] * 10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ([None, 1, 2], [3, 1, 2]),
        ([4, 5, 9, None], [4, 5, 9, 1]),
        ([None, 1, 2, 3, 4, 5], [6, 1, 2, 3, 4, 5]),
        ([*nine, None], [*nine, 5]),
    ):
        assert [*at_one_table(players)] == shown


def test_what_is_left_of_a_right_whose_link_has_ended_is_enough_for_what_needs_no_more():
    # In the house, where all may score; and an owner of this match until a moment ago.
    owner = rights.Grant(1, Right.OWN, generation=1, fingerprint="key")
    ended = rights.LinkState(1, 1, "key", {Right.WATCH: 1, Right.SCORE: 1, Right.OWN: 2})
    credentials = rights.Credentials(Right.SCORE, (owner,))
    with Flask(__name__).app_context():
        for needed in (Right.WATCH, Right.SCORE):
            g.permit = rights.Permit(1, credentials, needed, held=Right.OWN)
            assert rights.right_now(ended) is Right.SCORE
        g.permit = rights.Permit(1, credentials, Right.OWN, held=Right.OWN)
        with pytest.raises(rights.AccessDenied) as denied:
            rights.right_now(ended)
    assert (denied.value.needed, denied.value.held) == (Right.OWN, Right.SCORE)
