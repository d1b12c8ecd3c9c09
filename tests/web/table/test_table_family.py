"""The table and the winner of matches that are no plain race to so many points."""

from tests.web.new_match.house_rules_form import TWO, started
from tests.web.visitor import HEAVY, RECORD, Page, Visitor, pips, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")


def marks(page: Page) -> list[str | None]:
    return [row.get("aria-label") for row in page.all("p", "marks")]


def to_go(page: Page) -> list[str]:
    return page.texts("p", "to")


def test_six_love_shows_a_mark_a_win(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="jamaican-partners")
    for _ in range(2):
        assert visitor.play(table, "", "12", "23", "13").status == 303
    table = visitor.open(table.address)
    assert marks(table) == ["Ana & Ciro: 2 of 6 won", "Bea & Dani: 0 of 6 won"]
    won, lost = (list(row) for row in table.all("p", "marks"))
    assert [mark.get("class") for mark in won] == ["won"] * 2 + [None] * 4
    assert [mark.get("class") for mark in lost] == [None] * 6
    assert not table.all("progress")
    result = visitor.open(f"{table.address}/rounds/1")
    assert marks(result) == ["Ana & Ciro: 1 of 6 won", "Bea & Dani: 0 of 6 won"]


def test_a_win_of_the_other_side_shows_no_points_and_brings_everybody_back_to_love(
    visitor: Visitor,
) -> None:
    table = visitor.start(*FOUR, game="jamaican-partners")
    visitor.play(table, "", "12", "23", "13")
    result = visitor.result(visitor.play(table, "12", "", "23", "13"))
    assert result.texts("p", "notice") == ["Back to love: everybody starts again from 0."]
    assert "That ends the run of Ana & Ciro: after this round all start from 0." in result.text
    assert "+1" not in result.text
    table = visitor.open(table.address)
    assert table.texts("p", "what") == ["Bea went out"]
    assert table.texts("p", "facts") == ["Back to love: everybody starts again from 0."]
    assert "Bea went out, back to love" in visitor.open(f"{table.address}/rounds").text
    assert marks(table) == ["Ana & Ciro: 0 of 6 won", "Bea & Dani: 0 of 6 won"]


def test_one_all_says_that_the_next_round_counts_double(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="jamaican-one-all")
    visitor.play(table, "", "12", "23", "13")
    visitor.play(table, "12", "", "23", "13")
    table = visitor.open(table.address)
    assert table.texts("p", "facts") == ["One all: the next round counts double."]
    assert "The round counts double. 6-6 starts." in table.text


def test_after_a_drawn_round_the_next_counts_double(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="jamaican-partners")
    form = visitor.open_round(table)
    drawn = tiles("12", "03", "01 55", "23")
    assert "The next round counts double" not in table.text
    result = visitor.result(visitor.send(form, drawn | RECORD))
    assert "The round counts double." in result.text
    table = visitor.open(table.address)
    assert "The round counts double." in table.text
    visitor.play(table, "", "12", "23", "13")
    assert marks(visitor.open(table.address))[0] == "Ana & Ciro: 2 of 6 won"


def test_a_limit_is_something_to_stay_short_of(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="hungarian")
    visitor.play(table, "12", "66 65 64 63")
    table = visitor.open(table.address)
    assert "whoever reaches 100 loses" in table.text
    assert to_go(table) == ["97 to go", "58 to go"]
    assert [bar.get("value") for bar in table.all("progress")] == ["3", "42"]


def test_whoever_reaches_the_limit_is_named_and_so_is_the_best(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", game="hungarian")
    visitor.play(table, "12", HEAVY, "34")
    won = visitor.follow(visitor.play(table, "12", HEAVY, "34"))
    assert won.heading == "Ana wins!"
    assert won.texts("p", "how") == ["Bea reached 100 in round 2"]
    assert won.texts("li", "p1", "b") == ["6"]
    table = visitor.open(table.address)
    assert table.texts("p", "what") == ["Bea reached 100 and loses"]
    assert to_go(table) == ["wins", "3rd", "2nd"]


def test_where_the_lowest_share_their_total_the_table_says_that_play_goes_on(
    visitor: Visitor,
) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", game="hungarian")
    visitor.play(table, "15", HEAVY, "24")
    result = visitor.result(visitor.play(table, "15", HEAVY, "24"))
    goes_on = "Ana and Ciro share the lowest total, 12: play on until one is ahead."
    assert result.texts("p", "notice") == [goes_on]
    table = visitor.open(table.address)
    assert table.texts("p", "facts") == [goes_on]
    visitor.play(table, "15", "66", "25")
    assert visitor.open(table.address).texts("p", "what") == ["Bea reached 100 and loses"]


def test_whoever_is_out_waits_and_the_last_one_in_wins(visitor: Visitor) -> None:
    table = visitor.start(*FOUR, game="french")
    visitor.play(table, "", HEAVY, "53 43", "01")
    table = visitor.open(table.address)
    assert {text.split()[0] for text in table.texts("div", "out", "h2")} == {"Bea"}
    assert to_go(table)[1].startswith("out of the match")
    left = {"hands-0-out": "y", "hands-2-tiles": HEAVY, "hands-3-tiles": "53 43 62 61"}
    assert visitor.send(visitor.open_round(table), left | RECORD).status == 303
    left = {"hands-0-out": "y", "hands-3-tiles": HEAVY}
    won = visitor.follow(visitor.send(visitor.open_round(table), left | RECORD))
    assert won.heading == "Ana wins!"
    assert won.texts("p", "how") == ["The last one in, with 0 points"]


def test_a_match_of_so_many_rounds_says_which_and_who_is_best(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", game="mexican-train")
    assert "round 1 of 13 · lowest wins" in table.text
    assert [text.split()[0] for text in to_go(table)] == ["level"] * 3
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    visitor.send(form, pips("0", "12", "34") | RECORD)
    table = visitor.open(table.address)
    assert "round 2 of 13" in table.text
    assert to_go(table) == ["ahead", "12 behind", "34 behind"]
    assert not table.all("progress")


def test_the_best_total_wins_after_the_last_round(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="rummikub")
    for _ in range(4):
        answer = visitor.send(visitor.open_round(table), pips("0", "12") | RECORD)
    won = visitor.follow(answer)
    assert won.heading == "Ana wins!"
    assert won.texts("p", "how") == ["The most points after 4 rounds"]
    assert [won.texts("li", place, "b") for place in ("p1", "p2")] == [["48"], ["−48"]]


def test_the_home_page_says_how_far_every_match_is(visitor: Visitor) -> None:
    visitor.start("Ana", "Bea", game="mexican-train")
    visitor.start("Ana", "Bea", game="hungarian")
    home = visitor.open("/")
    (status,) = home.texts("p", "status")
    assert status == "whoever reaches 100 loses · round 1 · just now"
    (other,) = home.texts("a", "match")
    assert other.endswith("round 1 of 13")


def test_house_rules_are_told_in_words_but_for_the_goal_beside_them(visitor: Visitor) -> None:
    to_150 = TWO | {"other_goal": "150"}
    table = started(visitor, to_150, match_test="exceed", blocked_rank="drawn")
    assert "first past 150" in table.text
    assert table.texts("span", "house") == ["· House rules: tie: drawn"]
    assert visitor.open(f"{table.address}/rounds").texts("p", "house") == [
        "House rules: tie: drawn"
    ]
    assert not visitor.start("Ana", "Bea").all("span", "house")
