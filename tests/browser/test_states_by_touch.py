"""One round by touch in every state that a match can be in, from its table until it counts."""

from datetime import timedelta

import pytest

from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import matches
from tests.browser.pages import FOUR, after, won
from tests.web.visitor import HEAVY

MINUTES = 30


def somebody_out(visitor, _clock):
    """Let Ana reach 60 of French in the first round: the others go on without her."""
    table = visitor.start(*FOUR, game="french", other_goal="60")
    visitor.play(table, HEAVY, "14", "", "23")
    return table


def stopped(visitor, _clock):
    table = after(("", "12"), names=FOUR[:2])(visitor)
    visitor.send(visitor.open(f"{table.address}/end"))
    return table


def rematch(visitor, _clock):
    """Let Bea win by a round: she leads the rematch."""
    table = visitor.start("Ana", "Bea", game="all-fives", other_goal="30")
    visitor.play(table, HEAVY, "")
    return visitor.follow(visitor.send(visitor.open(f"{table.address}/winner")))


def timed(visitor, clock):
    """Let the time run out while a round is played: it is the last."""
    table = visitor.start("Ana", "Bea", minutes=str(MINUTES))
    visitor.play(table, "", "12")
    clock.now += timedelta(minutes=MINUTES + 1)
    return table


def drawn(visitor, clock):
    """Let two be level when the time is over, where that is a draw."""
    rules = {"match": {"minutes": MINUTES, "level": "drawn"}}
    setup = Setup.of(with_house_rules(load_game("block"), rules), 2)
    with visitor.app.app_context():
        match_id = matches.open_match(setup, FOUR[:2], "drawn")
    table = visitor.open(f"/matches/{match_id}")
    visitor.play(table, "", "12")
    clock.now += timedelta(minutes=MINUTES + 1)
    visitor.play(table, "03", "")
    return table


def over(visitor, _clock):
    return won(visitor)


STATES = {
    somebody_out: """
        | out of the match
        Enter round 2 | Bea, not entered yet / not Ana, not entered yet
        Bea: out; Ciro: 1-2; Dani: 3-4 | Bea went out
        Record round | Bea went out / 57 to go / 48 to go
    """,
    stopped: """
        | Ended early
        Undo | Redo the early end
        Enter round 2; Ana: 6-6; Bea: out | Bea went out and wins the round.
        Record round | +12 / Enter round 3
    """,
    rematch: """
        | Bea plays first
        Enter round 1; Ana: out; Bea: 5-5 | Ana went out and wins the round.
        Record round | Ana went out / Enter round 2
    """,
    timed: """
        | Last round
        Enter round 2 the last; Ana: 6-6; Bea: out | Bea went out and wins the round.
        Record round | Bea wins!
    """,
    drawn: """
        | Rematch / not Enter round
        Rematch; Enter round 1; Ana: 6-6; Bea: out; Record round | Bea went out / +12
    """,
    over: """
        | Ana wins the match
        Undo; Enter round 1; Ana: 6-6; Bea: out; Record round | Bea went out / +12 / Enter round 2
    """,
}


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_round_is_recorded_by_touch_in_every_state_of_a_match(scorer, visitor, clock, state):
    scorer.open(state(visitor, clock).address)
    scorer.walks(STATES[state])
