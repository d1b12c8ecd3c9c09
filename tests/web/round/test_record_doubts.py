"""What the table itself proves: doubts that are said once, the ends of the line, who is out."""

import pytest

from tests.unchanged import Unchanged
from tests.web.visitor import CHECK, HEAVY, RECORD, Page, Visitor, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")
# With every tile dealt: six numbers are left over once each, and a line has two ends.
IMPOSSIBLE = tiles("", "12", "34", "56")
# 1 and 4 are left over once each: the line ends in them.
POSSIBLE = tiles("", "12", "23", "34")


@pytest.fixture
def four(visitor: Visitor) -> Page:
    """Return the table of a match in which every tile is dealt."""
    return visitor.start(*FOUR, game="partnership")


def doubts(page: Page) -> list[str]:
    return page.texts("ul", "doubts", "li")


def box(page: Page) -> dict[str, str]:
    (found,) = [each for each in page.all("div") if each.get("id") == "preview"]
    return dict(found.attrib)


def test_a_doubt_is_said_at_the_first_press_and_recorded_at_the_second(
    visitor: Visitor, four: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        page = visitor.send(visitor.open_round(four), IMPOSSIBLE | RECORD)
    assert page.status == 422
    assert page.problems == []
    assert len(doubts(page)) == 1
    assert "Record anyway" in page.buttons
    assert IMPOSSIBLE.items() <= page.form.items()
    result = visitor.result(visitor.send(page, RECORD))
    assert result.texts("p", "overruled") == [f"Recorded all the same: {doubts(page)[0]}"]


def test_whoever_saw_the_preview_records_at_once(visitor: Visitor, four: Page) -> None:
    form = visitor.open_round(four)
    preview = visitor.send(form, IMPOSSIBLE, to=f"{four.address}/rounds/preview")
    assert box(preview)["data-anyway"] == "Record anyway"
    (seen,) = [each.get("value", "") for each in preview.all("input")]
    answer = visitor.post(form.target, {**form.form, **IMPOSSIBLE, **RECORD, "overruled": seen})
    assert answer.leads_to == four.address


def test_another_doubt_is_said_again(visitor: Visitor, four: Page) -> None:
    page = visitor.send(visitor.open_round(four), IMPOSSIBLE | RECORD)
    # The same law, broken by other numbers.
    again = visitor.send(page, tiles("", "12", "34", "05") | RECORD)
    assert again.status == 422
    assert doubts(again) != doubts(page)
    assert visitor.send(again, POSSIBLE | RECORD).status == 303


def test_a_possible_round_raises_no_doubt(visitor: Visitor, four: Page) -> None:
    answer = visitor.send(visitor.open_round(four), POSSIBLE | RECORD)
    assert not visitor.result(answer).all("p", "overruled")


def test_the_ends_the_line_should_have_are_one_tap(visitor: Visitor, four: Page) -> None:
    form = visitor.open_round(four)
    preview = visitor.send(form, POSSIBLE, to=f"{four.address}/rounds/preview")
    assert "The line should end in 1 and 4. Right?" in preview.texts("p", "expected")[0]
    answers = [button.get("data-ends") for button in preview.all("button")]
    assert answers == ["1 4", ""]
    confirmed = visitor.send(form, POSSIBLE | {"ends": "4 1"}, to=f"{four.address}/rounds/preview")
    assert not confirmed.all("p", "expected")
    assert "The line ends in 1 and 4, as it should." in confirmed.texts("p", "why")[0]


def test_other_ends_than_the_line_should_have_are_doubted(visitor: Visitor, four: Page) -> None:
    page = visitor.send(visitor.open_round(four), POSSIBLE | {"ends": "2 4"} | CHECK)
    assert doubts(page)
    assert page.form["ends"] == "2 4"


def test_where_tiles_sleep_a_blocked_round_offers_to_enter_the_ends(
    visitor: Visitor, table: Page
) -> None:
    form = visitor.open_round(table)
    assert "ends" in form.fields
    to = f"{table.address}/rounds/preview"
    assert "data-asks-ends" in box(visitor.send(form, tiles("12", "34"), to=to))
    assert "data-asks-ends" not in box(visitor.send(form, tiles("", "34"), to=to))
    page = visitor.send(form, tiles("12", "34") | {"ends": "3-5"} | CHECK)
    assert doubts(page) == ["The line ends in 3, but 3-4 could be played there."]


def test_a_game_without_a_line_asks_for_no_ends(visitor: Visitor) -> None:
    form = visitor.open_round(visitor.start("Ana", "Bea", game="all-fives"))
    assert "ends" not in form.fields


def test_an_impossible_capicua_is_questioned(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="dominican-patio")
    page = visitor.send(visitor.open_round(table), POSSIBLE | {"events": "0"} | RECORD)
    assert page.status == 422
    assert doubts(page) == ["The ends cannot be the same number: the line ends in 1 and 4."]
    assert visitor.send(page, RECORD).status == 303


def test_whoever_is_out_of_the_match_is_shown_without_fields(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="french")
    # A hand with a double counts twice: Bea adds 138.
    assert visitor.play(table, "", HEAVY, "53 43", "01").status == 303
    form = visitor.open_round(table)
    (out,) = form.all("div", "out")
    assert "out of the match" in form.texts("div", "out")[0]
    assert not list(out.iter("input"))
    assert "hands-1-tiles" not in form.fields
    assert (
        visitor.send(
            form, {"hands-0-out": "y", "hands-2-tiles": "12", "hands-3-tiles": "34"} | RECORD
        ).status
        == 303
    )
    hands = visitor.open(f"{table.address}/rounds/2").texts("ul", "hands", "li")
    assert [hand.split()[0] for hand in hands] == ["Ana", "Ciro", "Dani"]
