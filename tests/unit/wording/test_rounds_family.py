"""Sentences about rounds of the other games."""

import pytest

from scorekeeper.rules import Correction, Event, Moment, Round, Setup, score_round
from scorekeeper.wording.rounds import RoundNarrator
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    DANI,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    claiming,
    laid,
    leaving,
    pairs,
    table,
)

NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva")
ALONE = Moment()
OUT = ("6-6", "4-5", "", "2-4")
TIED = ("1-3", "1-2", "4-6", "5-6")


def narrator(setup: Setup) -> RoundNarrator:
    return RoundNarrator(setup, NAMES[: setup.players])


def sentences(setup: Setup, played: Round, moment: Moment = ALONE) -> tuple[str, ...]:
    """Return the headline and the reasons of a round."""
    score = score_round(setup, played, moment)
    return narrator(setup).headline(score), *narrator(setup).reasons(score)


def paid(setup: Setup, played: Round) -> str:
    return narrator(setup).points(score_round(setup, played))


def test_hungarian_is_described() -> None:
    setup = table("hungarian", 3)
    assert sentences(setup, leaving("", "5-5", "")) == (
        "Ana and Ciro went out.",
        "Ana played the last tile.",
        "Ciro played the last tile.",
        "Ana went out and adds nothing.",
        "Bea +10.",
        "Ciro went out and adds nothing.",
    )
    assert sentences(setup, leaving("0-1", "5-5", "6-6"))[0] == "Blocked: 1 · 10 · 12."
    assert paid(setup, leaving("", "5-5", "")) == "Bea +10"
    assert paid(setup, leaving("", "", "")) == "Nobody scores"
    assert narrator(setup).ending(score_round(setup, leaving("", "5-5", ""))) == (
        "Ana and Ciro went out"
    )


def test_french_is_described() -> None:
    setup = table("french", 4)
    played = leaving("1-2 1-1", "3-4", "", "4-5", events=claiming("ended on a double"))
    assert sentences(setup, played) == (
        "Ciro went out and wins the round.",
        "Ciro played the last tile.",
        "Ended on a double: the round counts double.",
        "Ana: 5 pips, twice for holding a double: 10, counted double: 20.",
        "Bea: 7, counted double: 14.",
        "Dani: 9, counted double: 18.",
    )
    assert paid(setup, played) == "Ana +20, Bea +14 and Dani +18"


def test_italian_is_described() -> None:
    setup = table("italian", 3)
    thirty = laid((ANA, "6-6"), (BEA, "5-6"), (CIRO, "2-5"))
    assert sentences(setup, thirty) == (
        "Ciro brought the table to 30.",
        "Ciro’s 2-5 brought the table to 30: +10.",
    )
    assert sentences(setup, laid((ANA, "6-6"))) == (
        "Nobody brought the table to a total that pays.",
    )
    assert narrator(setup).ending(score_round(setup, thirty)) == "Counted to the end"
    assert paid(setup, thirty) == "Ciro +10"


def test_a_win_is_described() -> None:
    setup = pairs("jamaican-partners")
    assert sentences(setup, leaving(*OUT))[-1] == "Winning a round is worth 1 point."
    after_a_draw = Moment(worth=2)
    assert sentences(setup, leaving(*OUT), after_a_draw)[-1] == (
        "Winning a round is worth 1 point, and this one counts double: 2 points."
    )
    assert paid(setup, leaving(*OUT)) == "+1 point"


def test_a_drawn_round_that_makes_the_next_count_double_is_described() -> None:
    told_draw = sentences(pairs("jamaican-partners"), leaving("0-3", "1-2", "6-6", "5-6"))
    assert told_draw[-1] == (
        "Nothing breaks the tie between Ana & Ciro and Bea & Dani: nobody wins the round, and"
        " the next one counts double."
    )


def test_two_who_play_each_for_themselves_have_one_hand_each() -> None:
    told_round = sentences(table("jamaican-draw"), leaving("0-1", "1-2"))
    assert told_round[:2] == (
        "Blocked: 1 · 3. Ana wins on the lightest hand.",
        "Ana holds 1 pip and Bea holds 3 pips.",
    )


@pytest.mark.parametrize(
    ("game", "hands", "facts", "settled"),
    [
        (
            "dominican-patio",
            ("0-3", "1-2", "6-6", "2-4"),
            {"opener": DANI},
            "Bea & Dani played first, which breaks the tie.",
        ),
        (
            "brazil-to-100",
            TIED,
            {"blocker": ANA},
            "Bea & Dani did not close the line, which breaks the tie.",
        ),
    ],
)
def test_who_led_or_blocked_is_described(
    game: str, hands: tuple[str, ...], facts: dict[str, int], settled: str
) -> None:
    assert settled in sentences(pairs(game), leaving(*hands, **facts))


@pytest.mark.parametrize(
    ("key", "ending"),
    [
        ("opener's side", "The round goes to Bea and Dani, who played first."),
        ("blocker's side", "The round goes to Bea and Dani, who closed the line."),
        ("blocker", "The round goes to Bea and Dani, who closed the line."),
        ("not the blocker's side", "The round goes to Ana and Ciro: the others closed the line."),
        ("fewest doubles", "Nobody wins, the round is drawn."),
    ],
)
def test_what_settled_a_tie_is_in_the_headline(key: str, ending: str) -> None:
    setup = pairs(blocked={"rank": ["side total", key]})
    headline, *_ = sentences(setup, leaving(*TIED, opener=BEA, blocker=DANI))
    assert headline == f"Blocked: 14 · 14. {ending}"


def test_doubles_are_counted_as_doubles() -> None:
    setup = table(blocked={"rank": ["side total", "fewest doubles"]})
    doubles = sentences(setup, leaving("3-3 1-2", "4-5"))[2]
    assert doubles == "Bea holds no double and Ana holds 1 double."


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        (
            ("3-3 1-2", "4-4 0-1", "1-1 2-2 0-3"),
            "Ana holds 1 double, Bea holds 1 double and Ciro holds 2 doubles: a tie for fewest.",
        ),
        (("3-3 1-2", "4-4 0-1", "1-1 3-4"), "Ana, Bea and Ciro tie with 1 double each."),
        (("3-6", "4-5", "0-3 2-4"), "Ana, Bea and Ciro tie with no double each."),
    ],
)
def test_a_tie_of_doubles_is_for_the_fewest(hands: tuple[str, ...], told: str) -> None:
    setup = table(players=3, blocked={"rank": ["side total", "fewest doubles"]})
    assert sentences(setup, leaving(*hands))[2] == told


def test_prizes_and_claims_are_described() -> None:
    played = leaving(*OUT, events=claiming("capicú"))
    assert sentences(pairs("puerto-rico-500"), played)[2:] == (
        "15 (opponents) + 12 (partner) = 27 points.",
        "Capicú for Ana & Ciro: +100.",
        "Premio for Ana & Ciro: +100.",
    )
    corrido = leaving(*OUT, events=(Event("paso corrido", DANI),))
    assert sentences(pairs("dominican-patio"), corrido)[-1] == "Paso corrido for Bea & Dani: +25."
    style = leaving(*OUT, events=claiming("lá-e-lô"))
    assert sentences(pairs("brazil-to-six"), style)[2:] == (
        "Lá-e-lô: the round counts three times.",
        "Winning a round is worth 1 point, and this one counts three times: 3 points.",
    )


def test_every_tile_on_the_table_is_described() -> None:
    told_round = sentences(pairs("puerto-rico-san-juan"), leaving("1-2", "4-5", "5-5", "2-4"))
    assert told_round[-1] == "15 (opponents) + 13 (own side) = 28 points."


def test_all_fives_is_described() -> None:
    setup = table("all-fives")
    assert sentences(setup, leaving("6-6", "", tally=((), (15,))))[1:] == (
        "Bea played the last tile.",
        "The other hand holds 12 pips: 10 points, rounded.",
        "Bea made 15 points in play.",
    )
    less_own = table("all-fives", blocked={"winner": {"own": -1}})
    assert sentences(less_own, leaving("1-2", "6-6 1-1"))[-1] == (
        "14 (opponents) − 3 (own hand) = 11, rounded to 10 points."
    )


def test_rummikub_is_described() -> None:
    setup = table("rummikub", 3)
    assert sentences(setup, leaving(0, 5, 16)) == (
        "Ana went out and wins the round.",
        "Ana played the last tile.",
        "The opponents’ hands count 21 points.",
        "Bea has 5 left on the rack: −5.",
        "Ciro has 16 left on the rack: −16.",
    )
    assert sentences(setup, leaving(3, 5, 16))[2:] == (
        "What each of the others holds more than the winner adds up to 15 points.",
        "Bea holds 2 points more than the winner: −2.",
        "Ciro holds 13 points more than the winner: −13.",
    )


def test_triominos_is_described() -> None:
    setup = table("triominos", 3)
    played = leaving(0, 12, 9, tally=((), (-10,), ()))
    assert sentences(setup, played)[2:] == (
        "21 (opponents) + 25 (for winning) = 46 points.",
        "Bea lost 10 points in play.",
    )


def test_a_correction_is_described() -> None:
    given = (Correction(BEA, 5, "miscounted"), Correction(ANA, -30))
    assert sentences(table(), leaving("", "4-5", corrections=given))[-2:] == (
        "Bonus / penalty for Bea, +5: miscounted.",
        "Bonus / penalty for Ana, −30.",
    )
    assert paid(table(), leaving("", "4-5", corrections=given)) == "Ana −21 and Bea +5"


def test_deal_says_what_to_take_out_and_how_often_the_round_counts() -> None:
    assert narrator(table("jamaican-cut-throat", 3)).deal() == "Take 0-0 out. Deal 9 tiles each."
    assert narrator(pairs("jamaican-partners")).deal(worth=2) == (
        "Deal 7 tiles each. The round counts double."
    )
    assert narrator(table("rummikub", 3)).deal() == ""


@pytest.mark.parametrize(
    ("blocker", "headline", "why"),
    [
        (
            ANA,
            "Blocked: 3 · 9. Ana and Ciro win on the lighter of the two hands.",
            "Ana holds 3 pips and Bea holds 9 pips.",
        ),
        (
            BEA,
            "Blocked: 10 · 9. Bea and Dani win on the lighter of the two hands.",
            "Bea holds 9 pips and Ciro holds 10 pips.",
        ),
    ],
)
def test_only_the_hands_compared_are_named(blocker: int, headline: str, why: str) -> None:
    setup = pairs("dominican-patio", blocked={"among": "blocker and next"})
    played = leaving("1-2", "4-5", "5-5", "2-4", blocker=blocker)
    assert sentences(setup, played)[:2] == (headline, why)


def test_a_run_that_ends_pays_nobody() -> None:
    setup, on_a_run = pairs("jamaican-partners"), Moment(number=3, on_a_run=(THE_SECOND_PAIR,))
    score = score_round(setup, leaving(*OUT), on_a_run)
    assert narrator(setup).reasons(score)[-1] == (
        "That ends the run of Bea & Dani: after this round all start from 0."
    )
    assert narrator(setup).headline(score) == "Ciro went out: Ana and Ciro win."
    assert narrator(setup).points(score) == "Nobody scores"
    still = score_round(setup, leaving(*OUT), Moment(number=3, on_a_run=(THE_FIRST_PAIR,)))
    assert narrator(setup).points(still) == "+1 point"


def test_italian_past_a_mark_says_past() -> None:
    setup = table("italian", 3, plays={"passing": True})
    past = laid((ANA, "6-6"), (BEA, "5-6"), (CIRO, "4-6"))
    assert sentences(setup, past) == (
        "Ciro brought the table past 30.",
        "Ciro’s 4-6 brought the table past 30: +10.",
    )


def test_what_is_left_may_be_taken_off_in_a_game_of_tiles() -> None:
    setup = table(players=3, out={"losers": {"own": -1}})
    assert sentences(setup, leaving("", "1-2", "0-1"))[-2:] == (
        "Bea has 3 pips left: −3.",
        "Ciro has 1 pip left: −1.",
    )
