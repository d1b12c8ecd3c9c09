"""The table of a match: the scoreboard, the rounds so far, what comes next."""

import pytest

from scorekeeper.pages.table.scoreboard import NEWEST
from tests.web.history.test_undo import scores
from tests.web.pagelint import text_of
from tests.web.table.test_banner import banner
from tests.web.table.test_table_family import to_go
from tests.web.visitor import HEAVY, Page, Visitor


def rounds(page: Page) -> list[str]:
    """Read the rounds on the page that has them all."""
    (body,) = page.all("tbody")
    return [" ".join(text_of(cell) for cell in row) for row in body.iter("tr")]


def newest(table: Page) -> list[str]:
    """Read the rounds in brief."""
    return table.texts("ol", "rounds", "li")


def test_a_new_match_has_no_points_and_nothing_to_undo(table: Page) -> None:
    assert scores(table) == ["0 points", "0 points"]
    assert newest(table) == []
    assert "Undo" not in [text_of(button) for button in table.all("button")]
    assert "Deal 7 tiles each." in banner(table)
    assert table.links["Enter round 1"] == f"{table.address}/rounds/new"
    assert "Deal 7 tiles each. The highest double starts" in table.text


@pytest.mark.parametrize("language", ["en", "es"])
def test_another_goal_is_said_beside_the_score_and_not_as_a_house_rule(
    visitor: Visitor, language: str
) -> None:
    table = visitor.start("Ana", "Bea", other_goal="500")
    page = visitor.client.get(table.address, headers={"Accept-Language": language}).text
    assert "500" in page
    assert 'class="house"' not in page


def test_of_a_long_match_the_newest_rounds_are_listed_and_the_others_a_tap_away(
    visitor: Visitor,
) -> None:
    table = visitor.start("Ana", "Bea", other_goal="500")
    for _ in range(NEWEST):
        visitor.play(table, "03 44", "12 35")
    table = visitor.open(table.address)
    assert len(newest(table)) == NEWEST
    visitor.play(table, "", "66")
    table = visitor.open(table.address)
    assert newest(table)[0] == f"Round {NEWEST + 1} Ana +12 went out"
    assert len(newest(table)) == NEWEST + 1
    every = visitor.open(table.links[f"All {NEWEST + 1} rounds"])
    assert every.address == table.links["All rounds"]
    assert [row.split()[0] for row in rounds(every)] == [*map(str, range(NEWEST + 1, 0, -1))]
    assert every.links["Table"] == table.address


def test_every_round_is_listed_newest_first_with_how_it_ended(
    visitor: Visitor, table: Page
) -> None:
    visitor.play(table, "", "6-6 5-5")
    visitor.play(table, "12 24 35", "55 34")
    visitor.play(table, "03 44", "12 35")
    table = visitor.open(table.address)
    assert newest(table) == [
        "Round 3 nobody blocked",
        "Round 2 Ana blocked",
        "Round 1 Ana +22 went out",
    ]
    assert table.links["Round 1 Ana +22 went out"] == f"{table.address}/rounds/1"
    every = visitor.open(f"{table.address}/rounds")
    assert rounds(every) == [
        "3 Blocked, 11 · 11, drawn – –",
        "2 Blocked, 17 · 17 – –",
        "1 Ana went out +22 –",
    ]
    assert every.links["1"] == f"{table.address}/rounds/1"


def test_points_the_way_to_the_goal_and_who_won_last_are_shown(
    visitor: Visitor, table: Page
) -> None:
    visitor.play(table, "", HEAVY)
    table = visitor.open(table.address)
    assert scores(table) == ["69 points", "0 points"]
    assert [bar.get("value") for bar in table.all("progress")] == ["69", "0"]
    assert to_go(table) == ["31 to go", "100 to go"]
    assert table.texts("p", "note") == ["ahead", ""]
    assert banner(table) == "Ana went out +69 left: Bea 69"
    assert "Enter round 2" in table.links


def test_the_lead_passes_as_the_game_says(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="hoyle")
    visitor.play(table, "", "66")
    assert "Whoever played second last time plays first." in visitor.open(table.address).text


@pytest.mark.parametrize(
    ("game", "cards", "seats"),
    [
        ("block", ["", "ahead", "", ""], []),
        (
            "jamaican-cut-throat",
            ["shuffles", "plays first ahead", "", ""],
            ["Ana shuffles", "Bea plays first"],
        ),
        (
            "dominican-patio",
            ["Ana: shuffles", "Bea: plays first ahead"],
            ["Ana with Ciro shuffles", "Bea with Dani plays first"],
        ),
        (
            "jamaican-partners",
            ["", "play first ahead"],
            ["Bea with Dani play first", "Dani with Bea play first"],
        ),
    ],
)
def test_who_plays_first_is_on_the_card_and_is_not_who_is_ahead(
    visitor: Visitor, game: str, cards: list[str], seats: list[str]
) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game=game)
    visitor.play(table, "1-1", "", "1-2", "1-3")
    table = visitor.open(table.address)
    assert table.texts("p", "note") == cards
    panels = table.texts("div", "panel", "h2")
    assert [text for text in panels if "first" in text or "shuffles" in text] == seats
    wall = visitor.open(f"{table.address}/wall")
    said = [text.removesuffix(" ahead") for text in cards if "first" in text]
    assert wall.texts("p", "first") == said
    assert "lead" not in table.text.lower() + wall.text.lower()


def test_a_finished_match_leads_to_its_winner(visitor: Visitor, table: Page) -> None:
    for _ in range(2):
        visitor.play(table, "", HEAVY)
    table = visitor.open(table.address)
    assert table.links["See the result"] == f"{table.address}/winner"
    assert banner(table) == "Ana wins the match +69 left: Bea 69"
    assert not [words for words in table.links if words.startswith("Enter round")]
    assert "Deal 7 tiles" not in table.text
    assert "first to 100 · over after 2 rounds" in table.text
    assert to_go(table) == ["wins", "2nd"]


def test_partners_share_their_points(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="mexican-partners")
    visitor.play(table, "66", "65 64", "", "45 00")
    table = visitor.open(table.address)
    assert table.sides == ["Ana & Ciro", "Bea & Dani"]
    assert scores(table) == ["30 points", "0 points"]


def test_what_one_device_records_the_other_sees(visitor: Visitor, table: Page) -> None:
    watching = visitor.twin()
    assert scores(watching.open(table.address)) == ["0 points", "0 points"]
    visitor.play(table, "", "66")
    assert scores(watching.open(table.address)) == ["12 points", "0 points"]
