"""What a round would come to, said while it is entered; nothing is recorded by that."""

import pytest

from tests.unchanged import Unchanged
from tests.web.pagelint import text_of
from tests.web.visitor import HEAVY, Page, Visitor, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")
# They bring the table to 97, then to 103.
FULL = "66 65 64 63 62 61 60 55 54 53 43 42"


def preview(visitor: Visitor, table: Page, filled: dict[str, str]) -> Page:
    return visitor.send(visitor.open_round(table), filled, to=f"{table.address}/rounds/preview")


def box(page: Page) -> dict[str, str]:
    (found,) = [each for each in page.all("div") if each.get("id") == "preview"]
    return dict(found.attrib)


@pytest.mark.parametrize(
    ("seats", "filled", "say", "then", "why"),
    [
        (
            2,
            tiles("1-2 24 3|5", "55, 43"),
            "Blocked: 17 · 17. Ana wins on the lightest tile.",
            [],
            [
                "1-2 (3 pips) is lighter than 3-4 (7 pips)."
                " · 17 (opponents) − 17 (own hand) = 0 points."
            ],
        ),
        # While hands are missing, what there is so far.
        (
            4,
            tiles("", "46 15", "44 33"),
            "Ana went out and wins the round.",
            ["Ana 0 →to 30"],
            ["Bea 16 + Ciro 14 = 30 · Dani’s hand is still to come."],
        ),
        (
            4,
            {"hands-0-tiles": "12"},
            "The hands of Bea, Ciro and Dani are still to come.",
            [],
            [],
        ),
    ],
)
def test_it_says_what_the_round_would_come_to_and_records_nothing(
    visitor: Visitor,
    unchanged: Unchanged,
    seats: int,
    filled: dict[str, str],
    say: str,
    then: list[str],
    why: list[str],
) -> None:
    table = visitor.start(*FOUR[:seats])
    with unchanged():
        page = preview(visitor, table, filled)
    assert page.status == 200
    assert page.texts("p", "say") == [say]
    assert (page.texts("p", "then"), page.texts("p", "why")) == (then, why)
    # What is missing is red only once the round is recorded.
    assert all("hidden" in refusal.attrib for refusal in page.all("div", "at-record"))
    assert "fault" not in box(page)["class"]


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (("71", "6-6"), "1-7 in Ana’s hand is not in the box: ends go from 0 to 6."),
        (
            ("12", "12"),
            "1-2 is in Ana’s hand and in Bea’s hand at once: every tile exists once,"
            " so remove it from one.",
        ),
    ],
)
def test_what_can_never_be_is_wrong_at_once(
    visitor: Visitor, table: Page, unchanged: Unchanged, hands: tuple[str, ...], said: str
) -> None:
    with unchanged():
        page = preview(visitor, table, tiles(*hands))
    assert (page.status, page.texts("p", "say")) == (200, [said])
    assert "fault" in box(page)["class"]


def test_it_says_when_the_round_wins_the_match(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", HEAVY)
    page = preview(visitor, table, tiles("", HEAVY))
    assert page.texts("p", "then") == ["Ana 69 →to 138 wins the match"]


@pytest.mark.parametrize(
    ("plays", "say", "why", "points"),
    [
        ("66 56", "23 on the table · next mark 30", [], "– – –"),
        (
            "66 56 34",
            "30 on the table · next mark 50",
            ["Ciro’s 3-4 brought the table to 30: +10."],
            "– – +10",
        ),
        (
            FULL.removesuffix(" 42"),
            "97 on the table · next mark 100",
            ["Bea’s 2-6 brought the table to 50: +10."],
            "– +10 –",
        ),
        (
            FULL,
            "103 on the table: the round is over.",
            ["Bea’s 2-6 brought the table to 50: +10."],
            "– +10 –",
        ),
    ],
)
def test_it_says_what_lies_on_the_table(
    visitor: Visitor, unchanged: Unchanged, plays: str, say: str, why: list[str], points: str
) -> None:
    table = visitor.start(*FOUR[:3], game="italian")
    with unchanged():
        page = preview(visitor, table, {"plays": plays, "opener": "0"})
    (said,) = page.all("p", "say")
    assert (text_of(said), page.texts("p", "why")) == (say, why)
    assert (box(page)["data-total"], box(page)["data-points"]) == (say.split()[0], points)
