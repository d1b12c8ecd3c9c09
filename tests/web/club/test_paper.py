"""A club night on paper: who sits where and the standings for the wall, and who played whom."""

from tests.support.club_nights import enter, open_tables, press
from tests.web.pagelint import text_of


def lines(page):
    """Read the lines of the tables of rounds, by the heads above them."""
    return {
        text_of(next(section.iter("h2"))): [
            text_of(line) for body in section.iter("tbody") for line in body.iter("tr")
        ]
        for section in page.all("section")
    }


def test_the_list_for_the_wall_says_who_sits_where_and_then_how_it_stands(visitor, night):
    assert "List for the wall" not in visitor.open(night.address).text
    for number in (1, 2):
        press(visitor, night, f"Make the draw for round {number}")
        drawn = lines(visitor.open(f"{night.address}/paper/places"))
        press(visitor, night, "Open the tables")
        # It is the same once they play: also for who comes late to the wall.
        page = visitor.open(visitor.open(night.address).links["List for the wall"])
        assert lines(page) == drawn
        assert [*drawn] == [f"Round {number}", "Standings"]
        assert len(drawn[f"Round {number}"]) == 3
        sides = visitor.open(night.address).texts("p", "side", "span")
        assert drawn[f"Round {number}"][0] == f"1 {sides[0]} {sides[1]}"
        for table in (1, 2, 3):
            enter(visitor, night, number, table, one="100", other="60")
    assert "+80" in " ".join(lines(visitor.open(f"{night.address}/paper/places"))["Standings"])
    assert "Print" in page.text


def test_who_played_whom_has_every_round_with_points_and_what_else_is_to_be_known(visitor, night):
    open_tables(visitor, night)
    enter(visitor, night, 1, 1, one="100", other="60")
    enter(visitor, night, 1, 2, instead="1")
    sides = visitor.open(night.address).texts("p", "side", "span")
    page = visitor.open(visitor.open(night.address).links["Who played whom"])
    first, second, third = lines(page)["Round 1"]
    assert first == f"1 {sides[0]} 100 {sides[1]} 60"
    assert second.endswith(f"{sides[3]} did not come")
    assert third == f"3 {sides[4]} {sides[5]}"
    asked = visitor.open(f"{night.address}/rounds/1/tables/3/sanction")
    typed = {"side": "0", "points": "5", "reason": "late"}
    visitor.send(asked.pressing("Take points off"), typed)
    page = visitor.open(f"{night.address}/paper/matches")
    assert lines(page)["Round 1"][2].endswith(f"{sides[4]}: 5 points off (late)")
