"""The page of a match that is won, and the rematch."""

from datetime import timedelta
from re import findall

import pytest
from flask import Flask

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.unchanged import Unchanged
from tests.web.pagelint import parse, text_of
from tests.web.visitor import HEAVY, Page, Visitor

SVG = "{http://www.w3.org/2000/svg}"
FOUR = ("Ana", "Bea", "Ciro", "Dani")
# All that four can hold of the heavier tiles, five each.
FIVE_EACH = ("66 56 46 36 26", "55 45 35 25 15", "44 34 24 14 04", "33 23 13 03 22")
THE_FIRST, THE_OTHERS = ("", "12", "23", "13"), ("12", "", "23", "13")


def opened_before(app: Flask, time: timedelta) -> None:
    """Let the first match have begun so long before its last round."""
    with app.app_context():
        match = db.session.get_one(models.MatchRow, 1)
        match.created_at = match.rounds[-1].recorded_at - time
        match.version += 1
        db.session.commit()


@pytest.fixture
def won(visitor: Visitor, table: Page) -> Page:
    """Return the page that says that Ana won in three rounds."""
    visitor.play(table, "", HEAVY)
    visitor.play(table, "66", "")
    return visitor.follow(visitor.play(table, "", HEAVY))


def test_the_winner_how_it_was_won_the_places_and_three_facts_are_told(won: Page) -> None:
    assert won.heading == "Ana wins!"
    assert won.texts("p", "how") == ["Went out in round 3: 69 + 69 = 138"]
    assert won.texts("p", "trophy") == ["138"]
    assert "first to 100 · 3 rounds" in won.text
    assert won.texts("ol", "podium", "li") == ["Ana 138 1st", "Bea 12 2nd"]
    assert won.texts("ul", "facts", "li") == [
        "Best round Ana +69 rounds 1 and 3",
        "Longest lead Ana rounds 1 to 3",
        "Most rounds won Ana 2 of 3 rounds",
    ]


@pytest.mark.parametrize(
    ("hands", "heading", "how"),
    [
        (("66", ""), "Bea wins!", "Went out in round 1: +12"),
        (("12 24", "55 34"), "Ana wins!", "Blocked in round 1: +8"),
    ],
)
def test_one_round_can_be_enough_also_a_blocked_one(
    visitor: Visitor, hands: tuple[str, str], heading: str, how: str
) -> None:
    table = visitor.start("Ana", "Bea", other_goal="5")
    won = visitor.follow(visitor.play(table, *hands))
    assert (won.heading, won.texts("p", "how")) == (heading, [how])
    assert "first to 5 · 1 round" in won.text


def test_who_is_level_shares_a_place(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, goal="50")
    won = visitor.follow(visitor.play(table, "", *FIVE_EACH[1:]))
    assert won.texts("ol", "podium", "small") == ["1st", "2nd =", "2nd =", "2nd ="]


def test_the_line_of_the_match_is_also_a_table(won: Page) -> None:
    (drawing,) = (each for each in won.all(f"{SVG}svg") if each.get("role") == "img")
    assert drawing.get("aria-label") == "Ana 138, Bea 12"
    assert [text_of(each) for each in drawing.iter(f"{SVG}text") if each.get("class") == "end"] == [
        "Bea",
        "Ana",
    ]
    assert [text_of(name) for name in won.all("th")] == ["Round", "Ana", "Bea", "1", "2", "3"]
    assert [text_of(total) for total in won.all("td")] == ["69", "0", "69", "12", "138", "12"]


def test_how_the_last_round_was_scored_is_a_tap_away(visitor: Visitor, won: Page) -> None:
    last = visitor.open(won.links["The last round"])
    assert "Ana went out and wins the round." in last.text


def test_partners_win_together(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, partners="y", goal="50")
    won = visitor.follow(visitor.play(table, "", "66 65 64 63 62", "00 01", "55"))
    assert won.heading == "Ana & Ciro win!"


def test_six_love_fills_the_marks_of_the_winner_and_shows_who_won_each_round(
    visitor: Visitor,
) -> None:
    table = visitor.start(*FOUR, game="jamaican-partners")
    for hands in (THE_FIRST, THE_OTHERS, *6 * [THE_FIRST]):
        answer = visitor.play(table, *hands)
    won = visitor.follow(answer)
    assert won.heading == "Ana & Ciro win!"
    assert won.texts("p", "how") == ["Six love, rounds 3 to 8"]
    assert len(won.all(f"{SVG}circle", "won")) == 6
    cards = won.texts("ul", "cards", "li")
    assert cards == ["Ana & Ciro 6", "Bea & Dani 0 love"]
    rounds = won.texts("section", "strip", "li")
    assert rounds[:3] == [
        "Round 1: Ana & Ciro 1",
        "Round 2: Bea & Dani 2",
        "Round 3: Ana & Ciro 3",
    ]
    assert [len(won.all("i", kind)) for kind in ("kept", "lost")] == [6, 2]
    assert len(won.all("li", "reset")) == 1
    assert not won.all("ol", "podium")


def test_how_long_it_took_is_told_where_that_is_known(
    app: Flask, visitor: Visitor, won: Page
) -> None:
    for time, told in (
        (timedelta(minutes=42), ["Time played 42 minutes"]),
        (timedelta(minutes=145), ["Time played 2 h 25 min"]),
        # Played before they were entered, and over several evenings.
        (timedelta(minutes=2), []),
        (timedelta(days=7), []),
    ):
        opened_before(app, time)
        facts = visitor.open(won.address).texts("ul", "facts", "li")
        assert len(facts) == 3
        assert [fact for fact in facts if "played" in fact] == told


def test_the_result_is_a_picture_that_needs_nothing_else(visitor: Visitor, won: Page) -> None:
    assert won.links.keys() >= {"Wide", "Square"}
    for words, size in (("Wide", ("1200", "630")), ("Square", ("1080", "1080"))):
        answer = visitor.client.get(won.links[words])
        assert answer.mimetype == "image/svg+xml"
        root, *_ = parse(answer.text, fragment=True)[0].iter(f"{SVG}svg")
        assert (root.get("width"), root.get("height")) == size
        words_drawn = {each.text for each in root.iter(f"{SVG}text")}
        assert words_drawn >= {"Block", "Ana wins!", "138", "Bea", "12", "goal 100"}
        assert not {"style", "image", "script", "href"} & set(findall(r"\w+", answer.text))


def test_a_picture_that_the_device_has_is_not_sent_again(visitor: Visitor, won: Page) -> None:
    address = won.links["Wide"]
    answer = visitor.client.get(address)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    headers = {"If-None-Match": answer.headers["ETag"]}
    assert visitor.client.get(address, headers=headers).status_code == 304


def test_there_is_no_picture_of_a_match_that_goes_on_nor_of_another_shape(
    visitor: Visitor, table: Page
) -> None:
    picture = f"{table.address}/result.svg"
    assert visitor.open(picture).answer.location == table.address
    visitor.play(table, "", HEAVY)
    visitor.play(table, "", HEAVY)
    assert visitor.open(picture).status == 200
    assert visitor.open(f"{picture}?shape=round").status == 404


def test_a_match_that_goes_on_has_no_winner(visitor: Visitor, table: Page) -> None:
    assert visitor.open(f"{table.address}/winner").answer.location == table.address


def test_a_rematch_takes_one_tap_and_keeps_the_seats(visitor: Visitor, won: Page) -> None:
    assert won.buttons == ["Rematch"]
    again = visitor.follow(visitor.send(won))
    assert again.heading == "Block"
    assert again.sides == ["Ana", "Bea"]
    assert again.texts("p", "score") == ["0 points", "0 points"]
    assert "Enter round 1" in again.links


def test_a_rematch_keeps_partners_goal_and_game(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", "Dani", game="mexican-partners", other_goal="61")
    won = visitor.follow(visitor.play(table, "", HEAVY, "00", "11"))
    again = visitor.follow(visitor.send(won))
    assert again.heading == "Mexican partners"
    assert again.sides == ["Ana & Ciro", "Bea & Dani"]
    assert "first to 61" in again.text


def test_asking_twice_for_a_rematch_gives_the_same_match(
    visitor: Visitor, won: Page, unchanged: Unchanged
) -> None:
    first = visitor.send(won)
    with unchanged():
        second = visitor.send(won)
        third = visitor.send(visitor.open(won.address))
    assert first.leads_to == second.leads_to == third.leads_to


def test_a_match_that_goes_on_has_no_rematch(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    with unchanged():
        answer = visitor.post(f"{table.address}/rematch", {})
    assert answer.leads_to == table.address
