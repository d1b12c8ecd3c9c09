"""The standing of a match; the others of its tests are the lines of tests/cases/matches.toml."""

import pytest

from scorekeeper.rules import Code, Lead, RuleError, Standing, score_round
from scorekeeper.rules.options import Leader
from scorekeeper.rules.reasons import Awarded, Term
from tests.unit.rules.example import ANA, BEA, CIRO, leaving, scored, table
from tests.unit.rules.matches import paying, standing_of


def test_no_round_follows_the_last() -> None:
    standing = standing_of("block 2 with match.goal = 50 : pays 50 0")
    with pytest.raises(RuleError) as refused:
        standing.after(*paying("pays 0 10", standing.setup))
    assert refused.value.code is Code.MATCH_OVER


def test_a_standing_does_not_change() -> None:
    standing = Standing.start(table())
    standing.after(*paying("pays 20 0", standing.setup))
    assert standing == Standing.start(table())


def test_a_score_of_another_table_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="zip"):
        Standing.start(table()).after(*paying("pays 1 2 3", table(players=3)))


def test_a_table_that_plays_on_has_no_end_before_its_round() -> None:
    standing = Standing.start(table(match={"goal": 20}), play_on_to=3)
    for over in (False, False, True):
        standing = standing.after(*paying("pays 20 0", standing.setup))
        assert standing.over is over


def test_a_rematch_goes_on_with_the_lead_where_it_was() -> None:
    standing = Standing.start(table("hoyle"), opening_seat=BEA)
    assert standing.lead == Lead(Leader.ALTERNATE, seat=BEA)
    played = leaving("1-2", "")
    after = standing.after(played, score_round(standing.setup, played))
    assert after.lead == Lead(Leader.ALTERNATE, seat=ANA)


def test_a_score_says_why_when_it_is_asked_and_once() -> None:
    score = scored(table(), "", "1-2")
    assert score.reasons is score.reasons
    assert paying("pays 3 0", table())[1].reasons == ()


def test_an_award_says_whether_it_adds_up_the_opponents_only() -> None:
    assert Awarded(CIRO, (Term("opponents", 1, 12),), 12, 12).adds_opponents_only
    less_the_own = (Term("opponents", 1, 30), Term("own", -1, 9))
    assert not Awarded(ANA, less_the_own, 21, 21).adds_opponents_only
    assert not Awarded(ANA, (Term("opponents", 2, 12),), 24, 24).adds_opponents_only
