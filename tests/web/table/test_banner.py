"""What happened last, above the scores: why, and one tap to undo or redo it."""

import pytest
from flask import Flask

from tests.unchanged import Unchanged
from tests.web.history.test_undo import scores
from tests.web.pagelint import text_of
from tests.web.share.share_links import joined, links
from tests.web.visitor import RECORD, Page, Visitor, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")


@pytest.fixture
def played(visitor: Visitor, table: Page) -> Page:
    """Return the table after Ana won 12 points, and Bea 10."""
    visitor.play(table, "", "66")
    return visitor.follow(visitor.play(table, "55", ""))


def banner(table: Page) -> str:
    """Read what happened last, without the buttons."""
    (news,) = table.all("section", "news")
    return " ".join(text for text in map(text_of, news.findall("p")[:-1]) if text)


def turns(table: Page) -> list[str]:
    """List the buttons that undo or redo."""
    return [text_of(button) for form in table.all("form") for button in form.iter("button")]


def test_the_table_comes_back_with_who_won_how_and_what_was_left(visitor: Visitor) -> None:
    table = visitor.start(*FOUR)
    table = visitor.follow(visitor.play(table, "", "36 12", "45", "56 24"))
    assert banner(table) == "Ana went out +38 left: Bea 12 Ciro 9 Dani 17"
    assert turns(table) == ["Undo"]


def test_why_shows_the_hands_the_sum_and_the_totals(visitor: Visitor) -> None:
    table = visitor.start(*FOUR)
    visitor.play(table, "", "66", "45 12", "01")
    table = visitor.follow(visitor.play(table, "", "36 12", "45", "56 24"))
    (sheet,) = table.texts("div", "sheet")
    assert sheet.startswith("Ana went out and wins the round.")
    assert "12 + 9 + 17 = 38 · Ana 25 → 63" in sheet
    assert table.links["Edit round 2"] == f"{table.address}/rounds/2/amend"
    spoken = [tile.get("aria-label") for tile in table.all("span", "tile")]
    assert spoken == ["three-six", "one-two", "four-five", "five-six", "two-four"]


def test_a_blocked_round_says_who_wins(visitor: Visitor, table: Page) -> None:
    table = visitor.follow(visitor.play(table, "55 34", "12"))
    assert banner(table) == "Blocked: 17 · 3. Bea wins. +14"
    table = visitor.follow(visitor.play(table, "03 44", "12 35"))
    assert banner(table) == "Blocked: 11 · 11. Nobody wins, the round is drawn."


def test_partners_are_named_with_their_points(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, partners="y")
    table = visitor.follow(visitor.play(table, "66", "65 64", "", "45 00"))
    assert banner(table).startswith("Ciro went out Ana & Ciro +")


def test_undo_is_one_tap(visitor: Visitor, played: Page) -> None:
    table = visitor.follow(visitor.tap(played, "Undo"))
    assert banner(table) == "Round 2 taken back Bea 10 → 0"
    assert scores(table) == ["12 points", "0 points"]
    assert turns(table) == ["Redo round 2", "Undo round 1"]
    table = visitor.follow(visitor.tap(table, "Redo round 2"))
    assert banner(table) == "Bea went out +10 left: Ana 10"
    assert scores(table) == ["12 points", "10 points"]
    assert turns(table) == ["Undo"]


def test_everything_can_be_undone_tap_by_tap(visitor: Visitor, played: Page) -> None:
    table = visitor.follow(visitor.tap(played, "Undo"))
    table = visitor.follow(visitor.tap(table, "Undo round 1"))
    assert banner(table) == "Round 1 taken back Ana 12 → 0"
    assert turns(table) == ["Redo round 1"]


def test_tapping_undo_twice_undoes_once(
    visitor: Visitor, played: Page, unchanged: Unchanged
) -> None:
    visitor.tap(played, "Undo")
    with unchanged():
        table = visitor.follow(visitor.tap(played, "Undo"))
    assert scores(table) == ["12 points", "0 points"]


def test_what_was_recorded_meanwhile_is_not_undone_unseen(
    visitor: Visitor, played: Page, unchanged: Unchanged
) -> None:
    visitor.play(played, "", "11")
    with unchanged():
        late = visitor.tap(played, "Undo")
    assert late.leads_to == f"{played.address}#went-on"
    table = visitor.open(played.address)
    (said,) = table.texts("p", "went-on")
    assert said.startswith("Another device was faster: nothing was changed.")
    assert scores(table) == ["14 points", "10 points"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_a_form_of_another_site_is_asked_about(
    visitor: Visitor, played: Page, unchanged: Unchanged, headers: dict[str, str]
) -> None:
    form = played.pressing("Undo")
    with unchanged():
        answer = visitor.client.post(form.target, data=form.form, headers=headers)
    assert answer.status_code == 200
    assert "Undo round 2?" in answer.text


def test_whoever_only_watches_sees_it_and_changes_nothing(
    app: Flask, visitor: Visitor, played: Page
) -> None:
    app.config["ACCESS"] = "links"
    watched = joined(app, links(visitor, played)["watch"]).open(played.address)
    assert banner(watched) == "Bea went out +10 left: Ana 10"
    assert turns(watched) == []
    assert "Edit round 2" not in watched.links


def test_an_edited_round_is_told_with_the_totals_it_changed(visitor: Visitor, played: Page) -> None:
    form = visitor.open(f"{played.address}/rounds/1/amend")
    table = visitor.follow(visitor.send(form, tiles("66", "") | {"hands-0-out": ""} | RECORD))
    assert banner(table) == "Round 1 edited Ana 12 → 0 Bea 10 → 22"
    assert scores(table) == ["0 points", "22 points"]
    table = visitor.follow(visitor.tap(table, "Undo"))
    assert banner(table) == "Undone: the change of round 1 Ana 0 → 12 Bea 22 → 10"


def test_a_removed_round_and_a_new_name_are_told_too(visitor: Visitor, played: Page) -> None:
    table = visitor.follow(visitor.send(visitor.open(f"{played.address}/rounds/1/remove")))
    assert banner(table) == "Round 1 removed Ana 12 → 0"
    names = visitor.open(f"{played.address}/mend").pressing("Save the names")
    table = visitor.follow(visitor.send(visitor.send(names, {"names-1": "Dani"})))
    assert banner(table) == "Bea is now “Dani”."
    table = visitor.follow(visitor.tap(table, "Undo"))
    assert banner(table) == "Undone: the new names"


def test_the_end_of_a_match_is_told_with_every_place(visitor: Visitor) -> None:
    table = visitor.start(*FOUR)
    visitor.play(table, "66 55", "", "11", "12")
    for _ in range(2):
        visitor.play(table, "", "11", "66 65 64 63 62", "12")
    table = visitor.open(table.address)
    assert banner(table) == "Ana wins the match +55 left: Bea 2 Ciro 50 Dani 3"
    assert table.texts("p", "to") == ["wins", "2nd", "3rd, tied", "3rd, tied"]
    assert table.links["See the result"] == f"{table.address}/winner"
