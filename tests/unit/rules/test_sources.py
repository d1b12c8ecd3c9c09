"""Rounds from the sources of the games.

Block: www.domino-games.com/domino-rules/block-dominoes-rules.html. The first case is that page's
own example; where a page gives rules without numbers, the numbers here were reckoned by hand.
Hoyle: customgraph.com/games/piart.php?art=2, "Block Game", two hands and four hands as partners.
Eight minus players: spaanszt.home.xs4all.nl/Domino/Block.html, "The end".
Mexican partners: www.pagat.com/tile/wdom/partnership.html.
"""

from dataclasses import dataclass

import pytest

from scorekeeper.rules import Setup
from tests.unit.rules.example import (
    ANA,
    BEA,
    CIRO,
    THE_FIRST_PAIR,
    THE_SECOND_PAIR,
    pairs,
    scored,
    table,
)


@dataclass(frozen=True)
class Case:
    """A round as it was left, and what its source makes of it."""

    name: str
    setup: Setup
    hands: tuple[str, ...]
    winner: int | None
    points: tuple[int, ...]


CASES = [
    # "they both have a total of 17, but the first player wins because his lightest tile (1-2) is
    # smaller than the second player's lightest tile (3-4)": opponents 17 less own 17.
    Case("block: the page's tie", table(), ("1-2 2-4 3-5", "5-5 3-4"), ANA, (0, 0)),
    # All the opponent holds, 17, less the own 9.
    Case("block: two, blocked", table(), ("1-2 2-4", "5-5 3-4"), ANA, (8, 0)),
    Case("block: two, out", table(), ("1-2 2-4", ""), BEA, (0, 9)),
    # 9 and 12 less the own 3.
    Case("block: three, blocked", table(players=3), ("1-2", "4-5", "6-6"), ANA, (18, 0, 0)),
    Case("block: three, out", table(players=3), ("", "4-5", "6-6"), ANA, (21, 0, 0)),
    # 5, 9 and 12 less the own 3.
    Case(
        "block: four, blocked",
        table(players=4),
        ("0-5", "4-5", "1-2", "6-6"),
        CIRO,
        (0, 0, 23, 0),
    ),
    Case("block: four, out", table(players=4), ("0-5", "", "1-2", "6-6"), BEA, (0, 20, 0, 0)),
    # 3 + 10 = 13 against 9 + 6 = 15: the opponents' 15 less the own side's 13.
    Case("block: pairs, blocked", pairs(), ("1-2", "4-5", "5-5", "2-4"), THE_FIRST_PAIR, (2, 0)),
    # The opponents' 9 and 6; the partner's 12 are ignored.
    Case("block: pairs, out", pairs(), ("6-6", "4-5", "", "2-4"), THE_FIRST_PAIR, (15, 0)),
    # 4 + 10 against 3 + 11: both 14, and 1-2 is lighter than 1-3.
    Case("block: pairs, tie", pairs(), ("1-3", "1-2", "4-6", "5-6"), THE_SECOND_PAIR, (0, 0)),
    # Both hands, 9 and 17, to the lighter one.
    Case("hoyle: two, blocked", table("hoyle"), ("1-2 2-4", "5-5 3-4"), ANA, (26, 0)),
    Case("hoyle: two, domino", table("hoyle"), ("", "5-5 3-4"), ANA, (17, 0)),
    Case("hoyle: two, tie", table("hoyle"), ("1-2 2-4 3-5", "5-5 3-4"), None, (0, 0)),
    # All four hands, 3 + 10 and 9 + 6, to the lighter side.
    Case(
        "hoyle: partners, blocked",
        pairs("hoyle"),
        ("1-2", "4-5", "5-5", "2-4"),
        THE_FIRST_PAIR,
        (28, 0),
    ),
    # The opponents' 12 and 3.
    Case(
        "hoyle: partners, domino",
        pairs("hoyle"),
        ("6-6", "4-5", "1-2", ""),
        THE_SECOND_PAIR,
        (0, 15),
    ),
    # "scores points equal to the number of spots on the stones in the hands of all other players"
    Case(
        "eight minus players: two, blocked",
        table("eight-minus-players"),
        ("1-2 2-4", "5-5 3-4"),
        ANA,
        (17, 0),
    ),
    Case(
        "eight minus players: three, blocked",
        table("eight-minus-players", 3),
        ("4-5", "1-2", "6-6"),
        BEA,
        (0, 21, 0),
    ),
    Case(
        "eight minus players: four, out",
        table("eight-minus-players", 4),
        ("4-5", "1-2", "", "6-6"),
        CIRO,
        (0, 0, 24, 0),
    ),
    Case(
        "eight minus players: a tie at the lowest",
        table("eight-minus-players", 3),
        ("4-5", "3-6", "6-6"),
        None,
        (0, 0, 0),
    ),
    # 13 against 15: the winners score the other pair's 15.
    Case(
        "mexican partners: blocked",
        pairs("mexican-partners"),
        ("1-2", "4-5", "5-5", "2-4"),
        THE_FIRST_PAIR,
        (15, 0),
    ),
    Case(
        "mexican partners: out",
        pairs("mexican-partners"),
        ("6-6", "", "1-2", "4-5"),
        THE_SECOND_PAIR,
        (0, 15),
    ),
    Case(
        "mexican partners: tie",
        pairs("mexican-partners"),
        ("1-3", "1-2", "4-6", "5-6"),
        None,
        (0, 0),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_round_is_worth_what_its_source_says(case: Case) -> None:
    score = scored(case.setup, *case.hands)
    assert (score.winning_side, score.points) == (case.winner, case.points)
