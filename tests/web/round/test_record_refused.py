"""A round that cannot be is answered with a sentence, and what was typed is still there."""

import pytest

from tests.web.conftest import Refused
from tests.web.visitor import RECORD, Page, Visitor, tiles

GO_OUT = "Ana and Bea have no tiles, and only one player can go out: enter what the others hold."


def unreadable(text: str) -> str:
    return f"“{text}” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5."


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        (["", "12 12"], "1-2 is twice in Bea’s hand: every tile exists once."),
        (["", "12 2-1"], "1-2 is twice in Bea’s hand: every tile exists once."),
        (
            ["66 12", "1-2"],
            "1-2 is in Ana’s hand and in Bea’s hand at once: every tile exists once,"
            " so remove it from one.",
        ),
        (["", "7-1"], "1-7 in Bea’s hand is not in the box: ends go from 0 to 6."),
        (["", "99"], "9-9 in Bea’s hand is not in the box: ends go from 0 to 6."),
        (
            ["", "00 01 02 03 04 05 06 11"],
            "Bea has 8 tiles, but can have at most 7: remove some.",
        ),
        (["", ""], GO_OUT),
        (["", ",;"], "Bea’s hand is not entered yet."),
        (["", "six six"], unreadable("six")),
        (["", "6"], unreadable("6")),
        (["", "666"], unreadable("666")),
        (["", "-1-2"], unreadable("-1-2")),
        (["", "<script>x()</script>"], unreadable("<script>x()</script>")),
        (["", "1" * 601], "Enter fewer tiles."),
    ],
)
def test_an_impossible_hand_is_refused(
    visitor: Visitor, table: Page, refused: Refused, hands: list[str], sentence: str
) -> None:
    refused(visitor.open_round(table), tiles(*hands), sentence)


def test_six_tiles_where_five_are_dealt_are_refused(visitor: Visitor, refused: Refused) -> None:
    form = visitor.open_round(visitor.start("Ana", "Bea", "Ciro"))
    sentence = "Ciro has 6 tiles, but can have at most 5: remove some."
    refused(form, tiles("", "66", "00 01 02 03 04 05"), sentence)


def test_the_sentence_leads_to_the_hand_it_is_about(
    visitor: Visitor, table: Page, refused: Refused
) -> None:
    page = refused(visitor.open_round(table), tiles("", "six"), unreadable("six"))
    assert page.links[unreadable("six")] == "#hands-1-tiles"
    assert page.texts("p", "problem") == [unreadable("six")]


def test_all_that_is_wrong_is_said_at_once(visitor: Visitor, refused: Refused) -> None:
    form = visitor.open_round(visitor.start("Ana", "Bea", "Ciro"))
    sentences = (
        "7-7 in Ana’s hand is not in the box: ends go from 0 to 6.",
        "1-2 is twice in Bea’s hand: every tile exists once.",
        "Ciro has 6 tiles, but can have at most 5: remove some.",
    )
    refused(form, tiles("77", "12 12", "00 01 02 03 04 05"), *sentences)


def test_what_was_refused_can_be_mended_and_recorded(
    visitor: Visitor, table: Page, refused: Refused
) -> None:
    page = refused(
        visitor.open_round(table),
        tiles("", "7-1"),
        *["1-7 in Bea’s hand is not in the box: ends go from 0 to 6."],
    )
    answer = visitor.send(page, {"hands-1-tiles": "6-1"} | RECORD)
    assert answer.leads_to == table.address


def test_an_empty_request_is_answered_with_a_sentence(
    visitor: Visitor, table: Page, refused: Refused
) -> None:
    form = visitor.open_round(table)
    refused(form, {}, "The hands of Ana and Bea are not entered yet.")
