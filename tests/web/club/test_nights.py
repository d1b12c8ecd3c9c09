"""A club night, from who is here to who has won; who may do what; refusals."""

from pathlib import Path

import pytest

from scorekeeper.maintenance import integrity
from tests.support.club_nights import (
    BACK,
    TWELVE,
    come,
    enter,
    here,
    number_of,
    open_tables,
    press,
    row,
    start,
    tap,
    time_left,
)
from tests.support.names_in_files import files_with, until_wiped
from tests.web.pagelint import text_of
from tests.web.visitor import FOUR, Visitor


def test_twelve_play_a_night_from_names_to_the_first_three(visitor, night):
    for number in (1, 2, 3):
        page = open_tables(visitor, night, number)
        assert f"round {number} of 3" in page.text
        assert "3 tables are still playing." in page.text
        for table in (1, 2, 3):
            assert enter(visitor, night, number, table, one="100", other="60").status == 303
    page = visitor.open(night.address)
    assert "Make the draw for round 4" in page.text
    wins = [int(row(page, name)[1]) for name in TWELVE]
    assert sum(wins) == 3 * 3 * 2
    first = [name for name in TWELVE if row(page, name)[0].split()[0] == "1"]
    # Somebody is named the winner, here, on the big screen and in the picture.
    headline = f"{first[0]} wins!" if len(first) == 1 else "win!"
    for shown in (page, visitor.open(f"{night.address}/wall")):
        assert headline in shown.text
    assert first[0] in visitor.open(f"{night.address}/podium.svg").answer.text
    sheet = visitor.open(f"{night.address}/standings.csv").answer.text
    assert sheet.count("\n") == 13
    played = visitor.open(f"{night.address}/matches.csv").answer.text.splitlines()
    assert len(played) == 10
    assert played[-1].startswith("3,3,")
    assert row(visitor.open("/club/season"), first[0]) == ["10"]
    # A player who gets another name has it in the night.
    player = visitor.open(visitor.open("/players").links["Ana"])
    edit = visitor.open(player.links["Rename, merge, hide"]).pressing("Save name")
    visitor.send(edit, {"name": "Anna"})
    assert row(visitor.open(night.address), "Anna")
    # One round more is played where they like it; the season counts the night once it is over.
    assert (
        "Open the tables" in visitor.follow(press(visitor, night, "Make the draw for round 4")).text
    )
    press(visitor, night, "Open the tables")
    assert not visitor.open("/club/season").all("td")


def test_who_won_follows_from_the_points_and_where_both_have_as_many_it_is_asked(visitor):
    night = start(visitor, how="swiss")
    come(visitor, night, ["Ana & Bea", "Ciro & Dani"])
    open_tables(visitor, night)
    first, second = visitor.open(night.address).texts("p", "side", "span")
    for filled, own, other in (
        ({"one": "100", "other": "60"}, ["1", "+40", "100"], ["0", "−40", "60"]),
        ({"one": "60", "other": "80"}, ["0", "−20", "60"], ["1", "+20", "80"]),
        ({"instead": "1"}, ["1", "+50", "50"], ["0", "−100", "0"]),
        ({"instead": "nobody"}, ["0", "−100", "0"], ["0", "−100", "0"]),
    ):
        assert enter(visitor, night, 1, 1, **filled).status == 303
        page = visitor.open(f"{night.address}")
        cells = {name: row(page, name)[1:3] for name in (first, second)}
        assert [cells[first], cells[second]] == [own[:2], other[:2]]
        assert enter(visitor, night, 1, 1, "rounds").status == 303
        assert "1 table is still playing." in visitor.open(night.address).text
    asked = enter(visitor, night, 1, 1, one="80", other="80")
    assert "Level: who won?" in asked.text
    assert asked.pressing("A draw").form["one"] == "80"
    for button, wins in ((f"{second} won", "1"), ("A draw", "0")):
        enter(visitor, night, 1, 1, "rounds")
        asked = enter(visitor, night, 1, 1, one="80", other="80").pressing(button)
        assert visitor.send(asked, to=f"{night.address}/rounds/1/tables/1").status == 303
        assert row(visitor.open(night.address), second)[1] == wins
    refused = enter(visitor, night, 1, 1, one="80", other="")
    assert refused.problems == ["Enter the points of both sides."]
    assert refused.pressing("Enter result").form["one"] == "80"


def test_two_who_change_places_are_shown_and_it_is_undone(visitor, night):
    press(visitor, night, "Make the draw for round 1")
    page = visitor.open(night.address)
    before = page.texts("a", "seat-name")
    one, other = page.all("a", "seat-name")[0], page.all("a", "seat-name")[-1]
    names = text_of(one), text_of(other)
    asks = visitor.open(one.get("href"))
    assert f"{names[0]} swaps with…" in asks.text
    page = visitor.follow(visitor.send(asks.pressing(names[1])))
    assert "were swapped" in page.text
    assert sorted(page.texts("a", "moved")) == sorted(names)
    assert page.texts("a", "seat-name")[0] == names[1]
    again = visitor.follow(visitor.send(page.pressing("Undo")))
    assert again.texts("a", "seat-name") == before
    assert "were swapped" not in again.text


def test_people_pair_split_leave_and_come_back_in_any_order(visitor):
    night = come(visitor, start(visitor), ["Bea & Ana", "Ciro & Dani", "Eva & Fil"])
    for person, what, with_whom, left in (
        ("Bea", "leave", "", ["Ana", "Ciro & Dani", "Eva & Fil"]),
        ("Ana", "pair", "Ciro", ["Ana & Ciro", "Dani", "Eva & Fil"]),
        ("Bea", "back", "", ["Bea", "Ana & Ciro", "Dani", "Eva & Fil"]),
        ("Eva", "split", "", ["Bea", "Ana & Ciro", "Dani", "Eva", "Fil"]),
        ("Dani", "pair", "Eva", ["Bea", "Ana & Ciro", "Dani & Eva", "Fil"]),
    ):
        page = visitor.open(f"{night.address}/people")
        filled = {"partner": str(number_of(page, with_whom))} if with_whom else {}
        assert tap(visitor, night, person, what, **filled).status == 303
        assert here(visitor, night) == left
    # Who came with somebody else before is with whom they come now.
    come(visitor, night, ["Fil & Bea", "Gus & Ana"])
    assert here(visitor, night) == ["Fil & Bea", "Gus & Ana", "Ciro", "Dani & Eva"]
    assert press(visitor, night, "Make the draw for round 1").status == 303
    seated = visitor.open(night.address).texts("a", "seat-name")
    assert sorted(seated) == ["Ana", "Bea", "Ciro", "Dani", "Eva", "Fil", "Gus"]


def test_a_name_is_corrected_at_every_table_of_the_night(visitor):
    night = come(visitor, start(visitor), ["Anna", *FOUR[1:]])
    open_tables(visitor, night)
    assert "Anna" in " ".join(visitor.open("/matches/1").sides)
    assert tap(visitor, night, "Anna", "name", name="Ana").status == 303
    assert "Anna" not in visitor.open(night.address).text
    assert "Anna" not in " ".join(visitor.open("/matches/1").sides)
    # Sent again, as its answer was lost, it gets the first answer again.
    number = number_of(visitor.open(f"{night.address}/people"), "Ana")
    asked = visitor.open(f"{night.address}/people?name={number}").pressing("Save name")
    assert [visitor.send(asked, {"name": "Anna"}).status for _again in range(2)] == [303, 303]
    # By that number nobody is here any more.
    form = visitor.open(f"{night.address}/people").pressing("Add them").form
    assert visitor.post(f"{night.address}/people/{number}/leave", form).status == 409
    press(visitor, night, "Undo: the name")
    refused = tap(visitor, night, "Ana", "name", name="Bea")
    assert refused.problems == ["Bea is on the list twice: add a surname or an initial to one."]
    assert refused.pressing("Save name").form["name"] == "Bea"


def test_a_host_who_comes_back_presses_one_button(visitor):
    come(visitor, start(visitor, rounds="2", minutes="30"), ["Ana & Bea", "Ciro", "Dani"])
    page = visitor.open("/club")
    assert "Friday, like last time" in page.text
    night = visitor.follow(visitor.send(page.pressing("Start like last time")))
    assert "Block · to 100 · 30 minutes · round 1 of 2" in night.text
    assert here(visitor, night) == ["Ana & Bea", "Ciro", "Dani"]
    # The same form again starts no other.
    assert visitor.send(page.pressing("Start like last time")).leads_to == night.address


def test_a_match_leads_back_to_its_night_and_says_which_table_it_is(visitor):
    night = come(visitor, start(visitor, goal="30"), FOUR)
    open_tables(visitor, night)
    for page in ("", "/wall"):
        match = visitor.open(f"/matches/1{page}")
        assert match.links[BACK] == night.address
        assert "Table 1" in text_of(match.all("p", "meta")[0])
    visitor.play(visitor.open("/matches/1"), "", "66 56", "55 45", "44 34")
    won = visitor.open("/matches/1/winner")
    assert won.links[BACK] == night.address


def test_clocks_are_paused_and_go_on_and_matches_are_ended_as_they_stand(visitor):
    night = start(visitor, minutes="30")
    come(visitor, night, FOUR)
    open_tables(visitor, night)
    table = visitor.open("/matches/1")
    assert press(visitor, night, "Pause all clocks").status == 303
    assert time_left(visitor, night) == {"left": 1800, "paused": True}
    assert visitor.open(night.address).texts("span", "timer") == ["paused"]
    more = visitor.open(night.address).pressing("+5 minutes")
    # The same form again adds nothing.
    assert [visitor.send(more).status for _again in range(2)] == [303, 303]
    press(visitor, night, "Resume all clocks")
    assert time_left(visitor, night) == {"left": 2100, "paused": False}
    visitor.play(table, "", "66 65", "12", "55")
    assert "1 round" in text_of(visitor.open(night.address).all("ul", "boards")[0])
    assert press(visitor, night, "End all matches now").status == 303
    page = visitor.open(night.address)
    assert "All tables are finished." in page.text
    assert row(page, table.sides[0].split(" & ")[0])[1] == "1"
    # A match that is deleted says what to do, and loses nothing.
    visitor.send(visitor.open(f"{table.address}/delete").pressing("Delete it"))
    page = visitor.open(night.address)
    assert "The match was deleted: enter a result, or restore it." in page.text
    enter(visitor, night, 1, 1, one="100", other="0")
    assert "All tables are finished." in visitor.open(night.address).text


def test_the_tables_are_closed_again_until_a_round_is_recorded(visitor):
    night = come(visitor, start(visitor), FOUR)
    open_tables(visitor, night)
    undo, redo = (f"{each}: the opening of the tables" for each in ("Undo", "Redo"))
    assert visitor.follow(press(visitor, night, undo)).text.count("Open the tables") == 1
    assert visitor.open("/matches/1").status == 404
    press(visitor, night, redo)
    table = visitor.open("/matches/1")
    assert table.status == 200
    visitor.play(table, "", "66", "55", "44")
    answer = press(visitor, night, undo)
    assert (answer.status, answer.problems) == (409, ["A table has started: the tables stay open."])


@pytest.mark.parametrize(
    ("page", "button", "filled"),
    [
        ("tables/1", "Enter result", {"one": "100", "other": "60"}),
        ("tables/1/sanction", "Take points off", {"side": "0", "points": "5", "reason": "late"}),
    ],
)
def test_what_is_sent_for_a_table_that_was_closed_is_refused(visitor, night, page, button, filled):
    open_tables(visitor, night)
    at_table = visitor.open(f"{night.address}/rounds/1/{page}")
    press(visitor, night, "Undo: the opening of the tables")
    answer = visitor.send(at_table.pressing(button), filled, to=at_table.address)
    stale = "Somebody else has just changed this club night. Check it, then send again."
    assert (answer.status, answer.problems) == (409, [stale])
    assert visitor.open(at_table.address).status == 404


def test_a_draw_is_made_again_of_those_who_are_here(visitor, night):
    press(visitor, night, "Make the draw for round 1")
    # Two leave, one of them comes back, and one comes late.
    for name in ("Ana", "Bea"):
        tap(visitor, night, name, "leave")
    come(visitor, night, ["Mara", "ana"])
    assert "Bea has left" in visitor.open(night.address).text
    assert press(visitor, night, "Make the draw again").status == 303
    page = visitor.open(night.address)
    assert sorted(page.texts("a", "seat-name")) == sorted({*TWELVE, "Mara"} - {"Bea"})


def test_a_round_is_not_drawn_too_early_twice_or_for_too_few(visitor, night):
    def refused(answer, status, sentence):
        assert (answer.status, answer.problems) == (status, [sentence])

    few = come(visitor, start(visitor, name="Few"), TWELVE[:3])
    answer = press(visitor, few, "Make the draw for round 1")
    refused(answer, 422, "At least 4 players must be here before you can make the draw.")
    # Of two officials who draw at once one is told; a form that arrives twice counts once.
    page, other = (
        visitor.open(night.address).pressing("Make the draw for round 1") for _each in range(2)
    )
    assert [visitor.send(page).status for _again in range(2)] == [303, 303]
    stale = "Somebody else has just changed this club night. Check it, then send again."
    refused(visitor.send(other), 409, stale)
    for wrong in ({"one": "1"}, {"one": "1", "other": "1"}, {"one": "1", "other": "999"}):
        form = visitor.open(night.address).pressing("Make the draw again").form
        answer = visitor.post(f"{night.address}/swap", form | wrong)
        refused(answer, 422, "Tap the two players to swap.")
    press(visitor, night, "Open the tables")
    enter(visitor, night, 1, 1, one="100", other="0")
    form = visitor.open(f"{night.address}/people").pressing("Add them").form
    answer = visitor.post(f"{night.address}/draw", form)
    refused(
        answer, 409, "Tables 2, 3 have no result yet: finish their matches, or enter the results."
    )


def test_a_night_is_deleted_and_restored_and_its_matches_stay(visitor):
    night = come(visitor, start(visitor), FOUR)
    open_tables(visitor, night)
    assert press(visitor, night, "Delete club night").status == 303
    gone = visitor.open(night.address)
    assert "This club night is in the bin. Its matches are not." in gone.text
    assert visitor.open("/matches/1").status == 200
    answer = visitor.post(f"{night.address}/draw", gone.pressing("Restore").form)
    assert answer.status == 409
    assert "Make the draw for round 2" in visitor.follow(press(visitor, night, "Restore")).text


def test_all_matches_are_ended_also_those_without_a_round_and_it_is_undone(visitor):
    night = come(visitor, start(visitor), TWELVE[:8])
    open_tables(visitor, night)
    visitor.play(visitor.open("/matches/1"), "", "66", "55", "44")
    press(visitor, night, "End all matches now")
    assert "All tables are finished." in visitor.open(night.address).text
    assert visitor.open("/matches/2").status == 404
    press(visitor, night, "Undo: the clocks")
    assert "2 tables are still playing." in visitor.open(night.address).text
    assert visitor.open("/matches/2").status == 200
    press(visitor, night, "Redo: the clocks")
    assert press(visitor, night, "Make the draw for round 2").status == 303


def test_a_slip_of_paper_is_a_finished_match_that_counts(visitor):
    night = come(visitor, start(visitor), FOUR)
    open_tables(visitor, night)
    enter(visitor, night, 1, 1, one="60", other="80")
    won = visitor.open("/matches/1/winner")
    assert won.status == 200
    assert "80" in won.text
    assert "Ana" in visitor.open("/players").links
    # Entered again, it is another result; taken back, the match goes on.
    enter(visitor, night, 1, 1, one="100", other="80")
    assert "100" in visitor.open("/matches/1/winner").text
    enter(visitor, night, 1, 1, "rounds")
    assert "1 table is still playing." in visitor.open(night.address).text
    assert "Enter round 1" in visitor.open("/matches/1").text
    press(visitor, night, "Undo: the result")
    assert "100" in visitor.open("/matches/1/winner").text


def test_a_slip_of_a_game_that_is_entered_tile_by_tile_is_a_finished_match_too(visitor):
    night = come(visitor, start(visitor, game="italian", alone="3"), FOUR[:3])
    open_tables(visitor, night)
    enter(visitor, night, 1, 1, one="20", other="50", more3="10")
    won = visitor.open("/matches/1/winner")
    assert won.status == 200
    assert "50" in won.text


def test_why_has_the_numbers_of_the_order_that_was_chosen(visitor):
    night = come(visitor, start(visitor, order="difference"), FOUR)
    open_tables(visitor, night)
    enter(visitor, night, 1, 1, one="100", other="35")
    told = visitor.open(night.address).all("div", "reason")[0]
    assert text_of(told).endswith("+65")


def test_no_name_of_a_pair_becomes_a_formula(visitor):
    night = come(visitor, start(visitor), FOUR)
    tap(visitor, night, "Ana", "name", name="A;=1+1")
    assert ";'=1+1" in visitor.open(f"{night.address}/standings.csv").answer.text
    # Points stay numbers, also below 0.
    open_tables(visitor, night)
    enter(visitor, night, 1, 1, one="100", other="-20")
    assert ",-20," in visitor.open(f"{night.address}/matches.csv").answer.text


@pytest.mark.parametrize("access", ["house", "links"])
def test_somebody_who_came_and_never_sat_down_is_renamed_joined_and_forgotten_as_others_are(
    app, visitor, access
):
    app.config["ACCESS"] = access
    night = come(visitor, start(visitor), ["Annalena", "Bea", "Ciro"])
    number = number_of(visitor.open(f"{night.address}/people"), "Annalena")
    stranger = Visitor(app).open(f"/players/{number}/edit")
    assert stranger.status == (200 if access == "house" else 404)
    assert visitor.open(visitor.open("/players").links["Annalena"]).status == 200
    edit = visitor.open(f"/players/{number}/edit")
    assert visitor.send(edit.pressing("Save name"), {"name": "Anna-Lena"}).status == 303
    assert here(visitor, night)[0] == "Anna-Lena"
    # Of a name that somebody else of the night has it is asked whether they are one.
    taken = visitor.send(edit.pressing("Save name"), {"name": "Bea"})
    assert taken.problems
    bea = number_of(visitor.open(f"{night.address}/people"), "Bea")
    join = visitor.open(f"/players/{number}/edit").pressing("Merge the two")
    assert visitor.send(join, {"into": str(bea)}).leads_to == f"/players/{bea}/edit"
    assert here(visitor, night) == ["Bea", "Bea", "Ciro"]
    assert "Anna-Lena" not in visitor.open("/players").links
    assert visitor.send(visitor.open(f"/players/{bea}/forget")).status == 303
    assert here(visitor, night) == ["Player 1", "Player 1", "Ciro"]
    with app.app_context():
        until_wiped(app)
        assert integrity.check().faults == ()
    for name in ("Annalena", "Anna-Lena"):
        assert files_with(Path(app.instance_path), name) == []
