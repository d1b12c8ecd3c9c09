"""Points made in play are added on the table; the page that takes the round begins with them."""

import pytest

from tests.support.access import joined, links
from tests.support.drafts import draft, send_points
from tests.web.visitor import Visitor


@pytest.fixture
def fives(visitor):
    return visitor.start("Ana", "Bea", game="all-fives")


def shown(visitor, table, page=""):
    """Read the digits of all sides and what is said of each so far."""
    page = visitor.open(f"{table.address}{page}")
    return page.texts("span", "digits"), page.texts("p", "so-far")


def test_points_of_several_devices_all_count_at_once_wherever_the_match_is_seen(
    app, visitor, fives
):
    table, other = fives, Visitor(app)
    assert send_points(visitor, table, points="0 5", key="one")
    assert send_points(other, table, points="1 10", key="other")
    # A lost answer is sent again, and counts once; a second tap is another score.
    assert send_points(visitor, table, points="0 5", key="one")
    assert send_points(visitor, table, points="0 5", key="two")
    for page in ("", "/wall", "/wall/evening"):
        digits, so_far = shown(visitor, table, page)
        assert [each.split()[0] for each in digits[:2]] == ["10", "10"], page
        assert so_far[:2] == ["0 and 10 so far", "0 and 10 so far"]
    told = visitor.client.get(f"/api/v1/matches/{table.address.rpartition('/')[2]}").json
    assert (told["totals"], told["so_far"]) == ({"Ana": 0, "Bea": 0}, {"Ana": 10, "Bea": 10})
    form = visitor.open_round(table).form
    assert (form["hands-0-tally"], form["hands-1-tally"]) == ("5+5", "10")
    assert form["order"].split() == ["0", "1", "0"]


def test_the_last_score_is_taken_back_once_and_only_as_long_as_it_is_the_last(visitor, fives):
    for number, points in enumerate(("0 5", "1 10", "0 15")):
        send_points(visitor, fives, points=points, key=str(number))
    assert "Undo +15" in visitor.open(fives.address).text
    assert not send_points(visitor, fives, seen=2, key="late")
    assert send_points(visitor, fives, seen=3, key="back")
    # The same sent again, and pressed once more without a script on a page that is out of date.
    assert send_points(visitor, fives, seen=3, key="back")
    assert not send_points(visitor, fives, seen=3)
    assert shown(visitor, fives)[1][:2] == ["0 and 5 so far", "0 and 10 so far"]
    assert visitor.open_round(fives).form["order"].split() == ["0", "1"]


def test_without_scripts_a_button_of_one_page_counts_once(visitor, fives):
    page = visitor.open(fives.address)
    (form,) = (form for form in page.all("form") if form.get("id") == "in-play")
    assert form.get("action") == f"{fives.address}/rounds/1/in-play"
    for seen in (0, 0, 1):
        assert send_points(visitor, fives, seen=seen, points="0 5")
    assert shown(visitor, fives)[1][:1] == ["0 and 10 so far"]


@pytest.mark.parametrize(
    "form",
    [{"points": points} for points in ("9 5", "-1 5", "0 7", "0 x", "x 5", "0", "²  5")]
    + [{"points": "0 5", "number": 2}, {"points": "0 5", "seen": "x"}],
)
def test_what_cannot_be_made_in_play_changes_nothing(visitor, fives, unchanged, form):
    with unchanged():
        assert not send_points(visitor, fives, **form)


def test_a_game_without_points_in_play_takes_none_and_other_pages_may_not_send_any(
    app, visitor, table, fives, unchanged
):
    with unchanged():
        assert not send_points(visitor, table, points="0 5")
        answer = visitor.client.post(f"{fives.address}/rounds/1/in-play", data={"points": "0 5"})
        assert "late" in answer.location
    assert "+5" not in visitor.open(table.address).text
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, fives)["watch"])
    send_points(visitor, fives, points="0 5", key="one")
    assert shown(guest, fives)[1][:1] == ["0 and 5 so far"]
    text = guest.open(fives.address).text
    assert "Ana +5 in play" in text
    assert "+10" not in text
    assert "Undo +" not in text
    answer = guest.client.post(
        f"{fives.address}/rounds/1/in-play",
        data={"points": "0 5", "seen": 1},
        headers={"Origin": "http://localhost"},
    )
    assert answer.status_code == 403


def test_the_round_is_closed_by_the_hands_and_the_next_has_no_points(visitor, fives):
    send_points(visitor, fives, points="0 15", key="one")
    page = visitor.open(fives.address)
    assert "Undo" not in page.texts("button", "btn")
    assert "Round 1 is over enter the hands" in " ".join(page.text.split())
    form = visitor.open_round(fives)
    visitor.send(form, {"hands-0-out": "y", "hands-1-tiles": "5-5", "action": "record"})
    digits, so_far = shown(visitor, fives)
    assert (digits[:2], so_far) == (["25", "0"], [])
    # Points of a draft that a device sends part by part are the same.
    draft(visitor, fives, 2, "tally", **{"hands-1-tally": "5+10", "order": " 1 1"})
    assert shown(visitor, fives)[1][:1] == ["0 and 15 so far"]
    assert "Undo +10" in visitor.open(fives.address).text


# What is made in play by the game: what the table says of it, and the digits of both.
REACHED = {
    "fives-and-threes": (
        ([8] * 7, "", ["56", "0"]),
        ([8] * 8, "Ana would pass 61: 8 points not counted.", ["56", "0"]),
        ([8] * 7 + [4, 1], "Ana reached 61 first and wins the match.", ["61", "0"]),
    ),
    "all-fives": (
        ([20] * 5, "Ana is at the goal: this round is still played to its end.", ["100", "0"]),
    ),
}


@pytest.mark.parametrize("game", REACHED)
def test_at_the_goal_the_table_says_what_the_rules_of_the_game_make_of_it(visitor, game):
    for made, said, digits in REACHED[game]:
        table = visitor.start("Ana", "Bea", game=game)
        for number, points in enumerate(made):
            assert send_points(visitor, table, points=f"0 {points}", key=str(number))
        assert shown(visitor, table)[0][:2] == digits
        page = visitor.open(table.address)
        assert " ".join(page.texts("p", "facts")).strip() == said
        assert "See result" not in page.text
