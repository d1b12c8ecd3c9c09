"""Whatever is amended in a match of French, its later rounds can be gone through to the end."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from scorekeeper.rules import PipsHand, Round, Setup, Standing, load_game, score_round
from scorekeeper.scorebook.amending import (
    Amendment,
    before_round,
    change_to,
    misfits,
    put_out_before,
    without_put_out,
)
from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.projection import Match, project_record, with_change
from scorekeeper.scorebook.round_json import fingerprint

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SETUP = Setup.of(load_game("french"), 4)
NAMES = ("Ana", "Bea", "Ciro", "Dani")


def hands(random, put_out):
    """Leave somebody who is in the match without tiles, and the others with a few pips."""
    out = random.choice([seat for seat in range(4) if seat not in put_out])
    empty = {out, *put_out}
    return Round(
        tuple(PipsHand(0 if seat in empty else random.randint(1, 40)) for seat in range(4))
    )


def played(random):
    """Play a match to its end."""
    standing, entries = Standing.start(SETUP), []
    while not standing.over:
        left = hands(random, standing.moment.put_out)
        standing = standing.after(left, score_round(SETUP, left, standing.moment))
        entries.append(RecordedRound(left, NOON))
    record = MatchRecord(SETUP, NAMES, entries=tuple(entries))
    return Match(1, 1, record, *project_record(record), NOON, NOON)


def amendment(match, number, played):
    return Amendment(fingerprint(match.record.entries[number - 1].played), played)


def fitted(match, number, amendments):
    """Leave out the hands of those who are out by then, and give the others one."""
    out = before_round(match, number, amendments).standing.moment.put_out
    was = without_put_out(match.record.entries[number - 1].played, out)
    back = [seat for seat in put_out_before(match, number) or () if seat not in out]
    left = tuple(PipsHand(1) if seat in back else hand for seat, hand in enumerate(was.hands))
    return replace(was, hands=left)


def test_any_edit_of_a_round_can_be_gone_through(seed):
    random, gone_through = Random(seed), 0
    for _match in range(60):
        match = played(random)
        number = random.randint(1, len(match.rounds))
        moment = match.before(number).moment
        amendments = {number: amendment(match, number, hands(random, moment.put_out))}
        gone_through += bool(misfits(match, amendments))
        while later := misfits(match, amendments):
            amendments[later[0]] = amendment(match, later[0], fitted(match, later[0], amendments))
        after = with_change(match, change_to(match.record, amendments))
        assert len(after.record.entries) == len(match.record.entries)
        for scored in after.rounds:
            out = after.before(scored.number).moment.put_out
            assert all(scored.played.hands[seat].is_empty for seat in out)
            assert sum(hand.is_empty for hand in scored.played.hands) - len(out) <= 1
    assert gone_through > 10
