"""A round that cannot be is answered with a sentence, and what was typed is still there."""

import pytest

from tests.web.conftest import Refused
from tests.web.visitor import RECORD, Page, Visitor, pips, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")
# Tables by name: who sits there, and what is chosen beside.
TABLES: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "two": (FOUR[:2], {}),
    "three": (FOUR[:3], {}),
    "four": (FOUR, {}),
    "jamaican": (FOUR, {"game": "jamaican-partners", "partners": "y"}),
    "pairs": (FOUR, {"game": "fives-and-threes", "partners": "y"}),
    "patio": (FOUR, {"game": "dominican-patio"}),
    "fives": (FOUR[:2], {"game": "all-fives"}),
    "rummikub": (FOUR[:3], {"game": "rummikub"}),
    "triominos": (FOUR[:2], {"game": "triominos"}),
    "train": (FOUR[:2], {"game": "mexican-train"}),
    "italian": (FOUR[:3], {"game": "italian"}),
}
UNREADABLE = "“%s” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5."
HAS_TILES = "has tiles left, so cannot have gone out: change one or the other."
COUNT_0 = "count 0, but only one player can go out: say who did."
END = "“%s” is not an end of the line: enter two numbers, such as 3 5."
NUMBER = "Enter a whole number, such as 17."
POINTS = "Enter points from -9999 to 9999."
SCORES = "Enter points such as 15, or score by score, such as 5+10."
BLOCKED = tiles("12", "23", "13", "44")

ALL_OUT = {f"hands-{seat}-out": "y" for seat in range(4)}
ONLY_ONE_PAIR = "have no tiles, and only one pair can go out: enter what the others hold."

# Each hand as it is typed, and what is said.
HANDS = (
    ("two", ("", "12 2-1"), "1-2 is twice in Bea’s hand: every tile exists once."),
    ("two", ("", "7-1"), "1-7 in Bea’s hand is not in the box: ends go from 0 to 6."),
    (
        "two",
        ("", "00 01 02 03 04 05 06 11"),
        "Bea has 8 tiles, but can have at most 7: remove some.",
    ),
    (
        "three",
        ("", "66", "00 01 02 03 04 05"),
        "Ciro has 6 tiles, but can have at most 5: remove some.",
    ),
    ("two", ("", ",;"), "Bea’s hand is not entered yet."),
    ("two", ("", "six six"), UNREADABLE % "six"),
    ("two", ("", "<script>x()</script>"), UNREADABLE % "<script>x()</script>"),
    ("two", ("", "1" * 601), "Enter fewer tiles."),
    ("train", ("", "1112"), UNREADABLE % "1112"),
    # Where somebody went out, no other hand is taken for empty.
    ("four", ("", "66", "55"), "Dani’s hand is not entered yet."),
)
OUT, FOR_ANA = tiles("", "66"), {"correction_side": "0"}
# Whatever else is typed, and the field that the sentence leads to.
TYPED: tuple[tuple[str, dict[str, str], str, str], ...] = (
    ("two", {}, "The hands of Ana and Bea are not entered yet.", "hands-0-tiles"),
    ("two", OUT | {"hands-0-tiles": "12"}, f"Ana {HAS_TILES}", "hands-0-tiles"),
    (
        "jamaican",
        tiles("12", "34"),
        "The hands of Ciro and Dani are not entered yet.",
        "hands-2-tiles",
    ),
    (
        "patio",
        BLOCKED | {"events": "0"},
        "capicúa only counts when somebody goes out: remove it.",
        "events",
    ),
    (
        "fives",
        OUT | {"hands-1-tally": "-5"},
        "Bea cannot have less than 0: enter 0 or more.",
        "hands-1-tally",
    ),
    ("pairs", ALL_OUT, f"Ana, Bea, Ciro and Dani {ONLY_ONE_PAIR}", "hands-0-tiles"),
    ("triominos", pips("0", "12") | {"hands-1-tally": "lots"}, SCORES, "hands-1-tally"),
    (
        "two",
        OUT | {"correction_points": "10"},
        "Choose who the points are for.",
        "correction_side",
    ),
    ("two", OUT | FOR_ANA | {"correction_points": "ten"}, NUMBER, "correction_points"),
    ("two", OUT | FOR_ANA | {"correction_points": "9" * 400}, POINTS, "correction_points"),
    ("two", tiles("12", "34") | {"ends": "3 7"}, END % "7", "ends"),
    ("two", tiles("12", "34") | {"ends": "3 4 5"}, END % "3 4 5", "ends"),
    ("rummikub", pips("0", "12", ""), "Ciro’s hand is not entered yet.", "hands-2-pips"),
    ("rummikub", pips("0", "12", "-1"), "Enter pips from 0 to 9999.", "hands-2-pips"),
    ("rummikub", pips("0", "12", "0"), f"Ana and Ciro {COUNT_0}", "hands-0-pips"),
    ("italian", {"plays": "66 7x", "opener": "0"}, UNREADABLE % "7x", "plays"),
    (
        "italian",
        {"plays": "77", "opener": "0"},
        "7-7 in Ana’s hand is not in the box: ends go from 0 to 6.",
        "plays",
    ),
)
COUNTED = (
    (pips("0", "13") | {"hands-1-count": "1"}, "Bea cannot hold 13 pips in 1 tile: count again."),
    (pips("0", "70"), "Bea cannot hold 70 pips in at most 7 tiles: count again."),
    (pips("out", ""), "Bea’s hand is not entered yet."),
    (pips("0", "9" * 5000), NUMBER),
    (pips("0", "12") | {"hands-1-count": "-1"}, "Enter tiles from 0 to 99."),
    (pips("0", "0"), f"Ana and Bea {COUNT_0} A hand of 0-0 alone counts 0 too."),
    (pips("0", "12") | {"hands-1-lightest": "x"}, UNREADABLE % "x"),
)


def opened(visitor: Visitor, table: str) -> Page:
    names, chosen = TABLES[table]
    return visitor.open_round(visitor.start(*names, **chosen))


@pytest.mark.parametrize(("table", "hands", "sentence"), HANDS)
def test_an_impossible_hand_is_refused(
    visitor: Visitor, refused: Refused, table: str, hands: tuple[str, ...], sentence: str
) -> None:
    refused(opened(visitor, table), tiles(*hands), sentence)


@pytest.mark.parametrize(("table", "filled", "sentence", "field"), TYPED)
def test_what_is_refused_leads_to_its_field(
    visitor: Visitor,
    refused: Refused,
    table: str,
    filled: dict[str, str],
    sentence: str,
    field: str,
) -> None:
    page = refused(opened(visitor, table), filled, sentence)
    assert page.links[sentence] == f"#{field}"
    assert page.texts("p", "problem") == [sentence]
    # What is wrong with a correction is not folded away.
    (details,) = page.all("details", "correction")
    assert ("open" in details.attrib) == ("correction_points" in filled)


@pytest.mark.parametrize(("filled", "sentence"), COUNTED)
def test_impossible_pips_are_refused(
    visitor: Visitor, table: Page, refused: Refused, filled: dict[str, str], sentence: str
) -> None:
    refused(visitor.send(visitor.open_round(table), {"action": "pips"}), filled, sentence)


def test_all_that_is_wrong_is_said_at_once(visitor: Visitor, refused: Refused) -> None:
    sentences = (
        "7-7 in Ana’s hand is not in the box: ends go from 0 to 6.",
        "1-2 is twice in Bea’s hand: every tile exists once.",
        "Ciro has 6 tiles, but can have at most 5: remove some.",
    )
    filled = tiles("77", "12 12", "00 01 02 03 04 05")
    refused(opened(visitor, "three"), filled, *sentences)


def test_what_was_refused_can_be_mended_and_recorded(
    visitor: Visitor, table: Page, refused: Refused
) -> None:
    page = refused(
        visitor.open_round(table),
        tiles("", "7-1"),
        "1-7 in Bea’s hand is not in the box: ends go from 0 to 6.",
    )
    answer = visitor.send(page, {"hands-1-tiles": "6-1"} | RECORD)
    assert answer.leads_to == table.address
