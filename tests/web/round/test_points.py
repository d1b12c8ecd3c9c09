"""A round entered by its winner and points: recorded, edited, taken back, and begun again so."""

import pytest

from scorekeeper.rules import Round, Setup, game_ids, load_game
from scorekeeper.rules.round_entry import points_by_side
from scorekeeper.scorebook import matches
from tests.support.drafts import draft
from tests.unit.rules.deals import tables
from tests.web.visitor import CHECK, FOUR, RECORD, TEN, Visitor, tiles

POINTS = {"action": "points"}


@pytest.fixture
def partners(visitor):
    return visitor.start(*FOUR, game="partnership")


def by_points(visitor, table):
    return visitor.open(f"{table.address}/rounds/new?entry=points")


def points(*sides):
    return {f"side-{side}-points": str(each) for side, each in enumerate(sides)}


def open_with(app, setup, *rounds):
    with app.app_context():
        names = TEN[: setup.players]
        match_id = matches.open_match(setup, names, f"{setup.game.id} {setup.players}")
        for number, played in enumerate(rounds, start=1):
            matches.record_round(match_id, number, f"{match_id} {number}", played)
    return match_id


def test_points_are_recorded_and_shown_without_scripts(visitor, partners, unchanged, refused):
    form = visitor.open_round(partners)
    assert "Points instead" in form.buttons
    form = visitor.send(form, POINTS)
    refused(form, {}, "Who won the round? Enter their points.")
    refused(form, points("27x", ""), "Enter a whole number, such as 17.")
    page = refused(form, points(270, ""), "All tiles of the set come to 168 points.")
    assert page.form["side-0-points"] == "270"
    with unchanged():
        checked = visitor.send(page, points("10+15+2", "") | CHECK)
    assert checked.texts("p", "say") == ["10 + 15 + 2 = 27"]
    assert checked.texts("p", "new-totals") == ["Ana & Ciro 0 →to 27"]
    table = visitor.follow(visitor.send(checked, RECORD))
    assert table.texts("p", "news-text") == ["Ana and Ciro won the round"]
    assert table.texts("p", "gain") == ["Ana & Ciro +27"]
    assert "27 points for Ana & Ciro, entered without the tiles." in table.text
    result = visitor.open(f"{table.address}/rounds/1")
    assert "entered without the tiles" in result.text
    assert "Tiles left in the hands" not in result.text
    listed = visitor.open(f"{table.address}/rounds")
    assert "Ana and Ciro won the round" in listed.text
    # The next round is entered as this one was, and so is the first of another match.
    for page in (visitor.open_round(table), visitor.open_round(visitor.start(*FOUR, game="hoyle"))):
        assert page.form["entry"] == "points"


def test_a_house_can_let_every_match_begin_with_points_until_a_device_enters_otherwise(
    app, visitor, partners
):
    app.config["POINTS_FIRST"] = True
    assert visitor.open_round(partners).form["entry"] == "points"
    # Where it is no other thing than counting, it is not offered.
    train = visitor.start(*FOUR, game="mexican-train")
    assert visitor.open_round(train).form["entry"] == "tiles"
    form = visitor.send(visitor.open_round(partners), {"action": "tiles"})
    visitor.send(form, tiles("", "66", "11", "55") | RECORD)
    assert visitor.open_round(visitor.start(*FOUR)).form["entry"] == "tiles"
    assert Visitor(app).open_round(visitor.start(*FOUR)).form["entry"] == "points"


def test_at_ones_own_panel_the_own_hand_is_entered_whatever_others_enter(visitor, partners):
    draft(visitor, partners, 1, "points", **points(27, ""))
    assert visitor.open_round(partners).form["entry"] == "points"
    own = visitor.open(f"{partners.address}/rounds/new?hand=2")
    assert own.form["entry"] == "tiles"
    table = visitor.follow(visitor.send(by_points(visitor, partners), points(27, "") | RECORD))
    assert visitor.open(f"{table.address}/rounds/new?hand=2").form["entry"] == "tiles"


def test_nobody_may_have_won_and_a_winner_without_points_is_doubted(visitor, partners):
    table = visitor.follow(visitor.send(by_points(visitor, partners), {"nobody": "y"} | RECORD))
    assert table.texts("p", "news-text") == ["Nobody won the round"]
    doubted = visitor.send(visitor.open_round(table), points("", 0) | RECORD)
    assert doubted.status == 422
    assert doubted.texts("ul", "doubts", "li") == ["The winner of a round gets points: how many?"]
    table = visitor.follow(visitor.send(doubted, RECORD))
    assert table.texts("p", "news-text") == ["Bea and Dani won the round"]


def test_what_is_claimed_and_what_the_game_adds_is_added(visitor):
    table = visitor.start(*FOUR, game="puerto-rico-500")
    page = visitor.send(by_points(visitor, table), points(27, "") | {"events": "0"} | CHECK)
    assert page.texts("p", "new-totals") == ["Ana & Ciro 0 →to 227"]


def test_each_side_has_a_number_where_all_are_paid(visitor, refused):
    table = visitor.start(*FOUR[:3], game="all-fives")
    page = by_points(visitor, table)
    missing = refused(page, points(35, "", ""), "What do Bea and Ciro get? Enter 0 for nothing.")
    odd = visitor.send(missing, points(35, 0, 12) | RECORD)
    assert odd.texts("ul", "doubts", "li") == [
        "Points come in steps of 5 in this game: 12 cannot be right."
    ]
    table = visitor.follow(visitor.send(odd, points(35, 0, 10) | RECORD))
    assert table.texts("p", "facts") == ["Ana +35 Ciro +10"]


def test_points_are_offered_where_they_are_another_thing_than_counting(app, visitor):
    for setup in tables(game_ids()):
        page = visitor.open(f"/matches/{open_with(app, setup)}/rounds/new")
        assert ("Points instead" in page.buttons) is not setup.game.charges, setup.game.id


def test_a_round_of_points_that_is_saved_unchanged_stays_as_it_is_in_every_game(app, visitor):
    for setup in tables(game_ids()):
        paid = 1 if not setup.game.pays_all else 10
        sides = len(setup.sides)
        given = [paid, *[None] * (sides - 1)], [None] * sides, [None, 0, *[None] * (sides - 2)]
        rounds = [Round(points=points_by_side(each)) for each in given]
        match_id = open_with(app, setup, *rounds)
        for number, played in enumerate(rounds, start=1):
            page = visitor.open(f"/matches/{match_id}/rounds/{number}/edit")
            before = visitor.client.get(f"/api/v1/matches/{match_id}").json["version"]
            saved = visitor.send(page, RECORD)
            assert saved.status == 303, (setup.game.id, number, saved.problems)
            after = visitor.client.get(f"/api/v1/matches/{match_id}").json["version"]
            assert after == before, (setup.game.id, played)


def test_points_become_hands_and_hands_points_by_an_edit(app, visitor):
    match_id = open_with(app, Setup.of(load_game("partnership"), 4), Round(points=(27, 0)))
    address = f"/matches/{match_id}/rounds/1/edit"
    page = visitor.send(visitor.open(address), {"action": "tiles"})
    table = visitor.follow(visitor.send(page, tiles("", "66", "11", "55") | RECORD))
    assert table.texts("p", "facts") == ["Ana & Ciro 27 → 22"]
    page = visitor.send(visitor.open(address), POINTS)
    table = visitor.follow(visitor.send(page, points("", 9) | RECORD))
    assert table.texts("p", "facts") == ["Ana & Ciro 22 → 0 Bea & Dani 0 → 9"]


def test_points_that_are_begun_are_there_on_another_device_and_hands_beside_them(
    app, visitor, partners
):
    draft(visitor, partners, 1, "hands-1", hands_1_tiles="55")
    draft(visitor, partners, 1, "points", **{"side-0-points": "10+15"})
    page = Visitor(app).open_round(partners)
    assert (page.form["entry"], page.form["side-0-points"]) == ("points", "10+15")
    # On the way back the tiles are there.
    assert visitor.send(page, {"action": "tiles"}).form["hands-1-tiles"] == "55"
    draft(visitor, partners, 1, "hands-1", hands_1_tiles="55 44")
    assert Visitor(app).open_round(partners).form["entry"] == "tiles"


def test_another_device_recorded_the_round_by_its_hands(app, visitor, partners):
    late = by_points(visitor, partners)
    Visitor(app).play(partners, "", "66", "55", "44")
    page = visitor.send(late, points(27, "") | RECORD)
    assert page.status == 409
    assert "Ana went out, Bea 6-6, Ciro 5-5, Dani 4-4" in page.text
    assert "Ana & Ciro 27" in page.text
