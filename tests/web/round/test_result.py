"""The page that shows what a round came to; tests/cases/entries.toml has what it says."""

import pytest

from tests.web.visitor import HEAVY, Page, Visitor


def test_the_way_goes_on_to_the_table_and_the_next_round_until_the_match_is_over(
    visitor: Visitor, table: Page
) -> None:
    result = visitor.result(visitor.play(table, "", HEAVY))
    assert result.links["Back to the table"] == table.address
    assert result.links["Enter round 2"] == f"{table.address}/rounds/new"
    assert "Deal 7 tiles each." in result.text
    visitor.play(table, "", HEAVY)
    last, earlier = (visitor.open(f"{table.address}/rounds/{number}") for number in (2, 1))
    assert not [words for words in last.links if words.startswith("Enter round")]
    # An earlier round keeps the totals that it led to.
    assert earlier.texts("ul", "totals", "li")[0] == "Ana +69 69 31 to go"


@pytest.mark.parametrize("number", ["0", "2", "-1", "one", "9" * 31, "1.0"])
def test_a_round_that_is_not_there_is_not_found(visitor: Visitor, table: Page, number: str) -> None:
    visitor.play(table, "", "66")
    answer = visitor.open(f"{table.address}/rounds/{number}")
    assert answer.status == 404
    assert answer.heading == "Page not found"
