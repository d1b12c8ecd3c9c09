"""The sentences about errors that only some games can have."""

import pytest

from scorekeeper.rules import Code, Event, Moment, score_round
from tests.unit.rules.example import ANA, BEA, claiming, laid, pairs, table
from tests.unit.wording.test_errors import REFUSALS, Refused, entry, named, sentence_of


def plays(*tiles: str) -> Refused:
    """Score a round of Italian in which Ana lays all tiles."""
    return lambda: score_round(table("italian", 3), laid(*((ANA, text) for text in tiles)))


OUT = ("6-6", "4-5", "", "2-4")
TIED = ("1-3", "1-2", "4-6", "5-6")

OF_THE_FAMILY: list[tuple[Code, Refused, str]] = [
    (
        Code.TILE_NOT_IN_SET,
        entry(table("jamaican-cut-throat", 3), "0-0", "1-2", ""),
        "0-0 in Ana’s hand is not in the box: with this many players it is taken out.",
    ),
    (
        Code.TILE_TWICE,
        plays("6-6", "6-6"),
        "6-6 is on the table already: every tile exists once.",
    ),
    (
        Code.TOO_MANY_TILES,
        plays("00", "01", "02", "03", "04", "05", "11", "12", "13"),
        "Ana played 9 tiles, but was dealt 8.",
    ),
    (
        Code.TOTALS_ONLY,
        entry(table("rummikub", 3), 0, "5-6", 4),
        "Bea’s hand counts by its total in this game: enter the total.",
    ),
    (
        Code.NEGATIVE_TOTAL,
        entry(table("rummikub", 3), 0, -5, 4),
        "Bea cannot have less than 0: enter 0 or more.",
    ),
    (
        Code.PUT_OUT,
        entry(table("french", 4), "1-2", "3-4", "", "5-6", moment=Moment(put_out=(ANA,))),
        "Ana is out of the match: leave that hand empty.",
    ),
    (
        Code.SEAT_NEEDED,
        entry(pairs("dominican-patio"), *OUT, events=claiming("paso corrido")),
        "Say who made the paso corrido.",
    ),
    (
        Code.NO_SUCH_END,
        entry(table(), "", "4-5", ends=(3, 7)),
        "“7” is not an end of the line: enter two numbers, such as 3 5.",
    ),
    (
        Code.EVENT_TWICE,
        entry(pairs("dominican-patio"), *OUT, events=claiming("capicúa", "capicúa")),
        "capicúa counts once a round: remove one.",
    ),
    (
        Code.EVENT_AT_WRONG_ENDING,
        entry(pairs("dominican-patio"), *TIED, events=claiming("capicúa")),
        "capicúa only counts when somebody goes out: remove it.",
    ),
    (
        Code.EVENT_OF_A_LOSER,
        entry(pairs("dominican-patio"), *OUT, events=(Event("capicúa", BEA),)),
        "capicúa belongs to whoever won the round, and Bea did not: remove it.",
    ),
    (
        Code.EVENTS_EXCLUDE_EACH_OTHER,
        entry(pairs("puerto-rico-500"), *OUT, events=claiming("capicú", "chuchazo")),
        "No last tile makes both capicú and chuchazo: remove one.",
    ),
    (
        Code.EVENT_WITHOUT_WINNER,
        entry(
            table(bonus=[{"name": "pollona", "points": 5}]),
            *("0-3 6-6", "1-2 2-4 3-3"),
            events=claiming("pollona"),
        ),
        "Nobody won this round, so nobody has a pollona: remove it.",
    ),
    (
        Code.UNKNOWN_EVENT,
        entry(table(), "", "4-5", tally=((5,), ())),
        "Block has no “points in play”.",
    ),
    (
        Code.OPENER_NEEDED,
        entry(pairs("dominican-patio"), "0-3", "1-2", "6-6", "2-4"),
        "It is a tie: say who played first.",
    ),
    (
        Code.BLOCKER_NEEDED,
        entry(pairs("brazil-to-100"), *TIED),
        "The round is blocked: say who closed the line.",
    ),
    (
        Code.LAST_TILE_NEEDED,
        entry(
            table("fives-and-threes"), "", "4-5", tally=((2,), ()), moment=Moment(2, totals=(59, 0))
        ),
        "Ana went out: say whether that tile scored in play too.",
    ),
    (
        Code.PLAYS_ONLY,
        entry(table("italian", 3), "1-2", "3-4", ""),
        "In this game the tiles played count: enter them as they are played.",
    ),
    (
        Code.NOT_PLAYS,
        lambda: score_round(table(), laid((ANA, "6-6"))),
        "In this game the hands count: enter the tiles left in them.",
    ),
    (
        Code.PLAY_AFTER_END,
        plays("66", "56", "46", "36", "26", "16", "55", "45", "35", "25", "44", "34", "24"),
        "The table had reached 100 before Ana played ",
    ),
]


@pytest.mark.parametrize(("code", "act", "sentence"), OF_THE_FAMILY, ids=named)
def test_a_refusal_says_in_a_sentence_what_is_wrong(
    code: Code, act: Refused, sentence: str
) -> None:
    assert sentence_of(code, act).startswith(sentence)


def test_every_refusal_has_its_sentence() -> None:
    assert {code for code, _, _ in REFUSALS + OF_THE_FAMILY} == set(Code)
