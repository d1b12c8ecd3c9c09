"""A large screen that shows the evening between two matches."""

import pytest
from flask import Flask

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Page, Visitor


def won_by(visitor: Visitor, winner: str, *losers: str) -> Page:
    """Play a match of one round."""
    table = visitor.start(winner, *losers, goal="50")
    visitor.play(table, "", HEAVY, *("" for _loser in losers[1:]))
    return table


def lines(page: Page) -> list[list[str]]:
    """Return the table of the evening: place, name, matches and won of each line."""
    rows = page.all("section", "evening")[0].findall(".//tbody/tr") if between(page) else []
    return [[(cell.text or "") for cell in row][:4] for row in rows]


def between(page: Page) -> bool:
    return bool(page.all("section", "evening"))


def test_a_match_that_goes_on_is_shown_as_on_any_wall(visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", "66")
    wall, evening = (visitor.open(f"{table.address}/wall{each}") for each in ("", "/evening"))
    assert evening.sides == wall.sides == ["Ana", "Bea"]
    assert not between(evening)
    assert wall.links["The evening between matches"] == evening.address
    assert evening.links["Only this match"] == wall.address


def test_between_matches_the_evening_is_shown_with_how_the_match_ended(visitor: Visitor) -> None:
    won_by(visitor, "Ana", "Bea")
    last = won_by(visitor, "Bea", "Ciro")
    page = visitor.open(f"{last.address}/wall/evening")
    assert lines(page) == [
        ["1", "Ana", "1", "1"],
        ["2", "Bea", "2", "1"],
        ["3", "Ciro", "1", "0"],
    ]
    assert "Evening, " in page.text
    assert "Bea wins 69 to 0." in page.text
    assert not between(visitor.open(f"{last.address}/wall"))


def test_an_undo_brings_the_scores_back(visitor: Visitor) -> None:
    table = won_by(visitor, "Ana", "Bea")
    visitor.send(visitor.open(f"{table.address}/undo"))
    page = visitor.open(f"{table.address}/wall/evening")
    assert (between(page), page.sides) == (False, ["Ana", "Bea"])


def test_it_goes_on_to_the_rematch(visitor: Visitor) -> None:
    table = won_by(visitor, "Ana", "Bea")
    wall = f"{table.address}/wall/evening"
    rematch = visitor.send(visitor.open(f"{table.address}/winner").pressing("Rematch")).leads_to
    assert visitor.open(wall).leads_to == f"{rematch}/wall/evening"
    assert visitor.follow(visitor.open(wall)).sides == ["Ana", "Bea"]
    visitor.send(visitor.open(f"{rematch}/delete"))
    assert between(visitor.open(wall))


def test_as_many_players_as_can_be_read_from_afar_are_shown(visitor: Visitor) -> None:
    for number in range(7):
        last = won_by(visitor, f"Player {2 * number}", f"Player {2 * number + 1}")
    page = visitor.open(f"{last.address}/wall/evening")
    assert len(lines(page)) == 10
    assert page.all("section", "rows10")


def test_a_page_that_is_the_same_is_not_sent_again_and_another_match_changes_it(
    visitor: Visitor,
) -> None:
    wall = f"{won_by(visitor, 'Ana', 'Bea').address}/wall/evening"
    etag = visitor.open(wall).answer.headers["ETag"]
    assert visitor.client.get(wall, headers={"If-None-Match": etag}).status_code == 304
    won_by(visitor, "Ciro", "Dani")
    assert visitor.client.get(wall, headers={"If-None-Match": etag}).status_code == 200


def test_a_device_sees_the_evening_of_its_matches_and_goes_to_no_other(app: Flask) -> None:
    app.config["ACCESS"] = "links"
    owner = Visitor(app)
    table = won_by(owner, "Ana", "Bea")
    won_by(owner, "Ana", "Ciro")
    guest = joined(app, links(owner, table)["watch"])
    wall = f"{table.address}/wall/evening"
    assert lines(guest.open(wall)) == [["1", "Ana", "1", "1"], ["2", "Bea", "1", "0"]]
    owner.send(owner.open(f"{table.address}/winner").pressing("Rematch"))
    assert guest.open(wall).status == 200
    assert owner.open(wall).status == 303
    assert Visitor(app).open(wall).status == 403
    assert "Ciro" not in guest.open(f"/evenings/{evening_of(clock.now())}").text


@pytest.mark.parametrize("address", ["/matches/99/wall/evening", "/matches/0/wall/evening"])
def test_there_is_no_wall_of_a_match_that_is_not_there(visitor: Visitor, address: str) -> None:
    assert visitor.open(address).status == 404
