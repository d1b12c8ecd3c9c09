"""The page of a match that is won, its picture, the rematch; the evening on a large screen."""

from re import findall

import pytest

from scorekeeper.figures import clock
from scorekeeper.figures.clock import evening_of
from tests.web.pagelint import parse, text_of
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, Visitor

SVG = "{http://www.w3.org/2000/svg}"
FOUR = ("Ana", "Bea", "Ciro", "Dani")
THE_FIRST, THE_OTHERS = ("", "12", "23", "13"), ("12", "", "23", "13")


@pytest.fixture
def won(visitor, table):
    """Return the page that says that Ana won in three rounds."""
    visitor.play(table, "", HEAVY)
    visitor.play(table, "66", "")
    return visitor.follow(visitor.play(table, "", HEAVY))


def test_the_winner_how_it_was_won_the_places_and_three_facts_are_told(visitor, won):
    assert won.heading == "Ana wins!"
    assert won.texts("p", "how") == ["Went out in round 3: 69 + 69 = 138"]
    assert won.texts("p", "trophy") == ["138"]
    assert "first to 100 · 3 rounds" in won.text
    assert "Ana went out and wins the round." in visitor.open(won.links["The last round"]).text
    assert won.texts("ol", "podium", "li") == ["Ana 138 1st", "Bea 12 2nd"]
    assert won.texts("ul", "facts", "li") == [
        "Best round Ana +69 rounds 1 and 3",
        "Longest lead Ana rounds 1 to 3",
        "Most rounds won Ana 2 of 3 rounds",
    ]


def test_the_line_of_the_match_is_also_a_table(won):
    (drawing,) = (each for each in won.all(f"{SVG}svg") if each.get("role") == "img")
    assert drawing.get("aria-label") == "Ana 138, Bea 12"
    assert [text_of(each) for each in drawing.iter(f"{SVG}text") if each.get("class") == "end"] == [
        "Bea",
        "Ana",
    ]
    assert [text_of(name) for name in won.all("th")] == ["Round", "Ana", "Bea", "1", "2", "3"]
    assert [text_of(total) for total in won.all("td")] == ["69", "0", "69", "12", "138", "12"]


def test_six_love_fills_the_marks_of_the_winner_and_shows_who_won_each_round(visitor):
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


def test_the_result_is_a_picture_that_needs_nothing_else(visitor, won):
    assert won.links.keys() >= {"Wide", "Square"}
    for words, size in (("Wide", ("1200", "630")), ("Square", ("1080", "1080"))):
        answer = visitor.client.get(won.links[words])
        assert answer.mimetype == "image/svg+xml"
        root, *_ = parse(answer.text, fragment=True)[0].iter(f"{SVG}svg")
        assert (root.get("width"), root.get("height")) == size
        words_drawn = {each.text for each in root.iter(f"{SVG}text")}
        assert words_drawn >= {"Block", "Ana wins!", "138", "Bea", "12", "goal 100"}
        assert not {"style", "image", "script", "href"} & set(findall(r"\w+", answer.text))
        # The device keeps it, and is told that it is still the same.
        assert answer.headers["Cache-Control"] == "private, no-cache"
        headers = {"If-None-Match": answer.headers["ETag"]}
        assert visitor.client.get(won.links[words], headers=headers).status_code == 304
    assert visitor.open(won.links["Wide"].replace("wide", "round")).status == 404


def test_a_match_that_goes_on_has_no_winner_no_picture_and_no_rematch(visitor, table, unchanged):
    with unchanged():
        again = visitor.post(f"{table.address}/rematch", {})
    shown = (visitor.open(f"{table.address}/{page}") for page in ("winner", "result.svg"))
    assert {page.answer.location for page in (again, *shown)} == {table.address}


def test_a_rematch_takes_one_tap_keeps_all_that_was_chosen_and_is_one(visitor, unchanged):
    table = visitor.start(*FOUR, game="mexican-partners", other_goal="61")
    won = visitor.follow(visitor.play(table, "", HEAVY, "00", "11"))
    assert won.buttons == ["Rematch"]
    first = visitor.send(won)
    with unchanged():
        assert visitor.send(won).leads_to == first.leads_to
        assert visitor.send(visitor.open(won.address)).leads_to == first.leads_to
    again = visitor.follow(first)
    assert (again.heading, again.sides) == ("Mexican partners", ["Ana & Ciro", "Bea & Dani"])
    assert again.texts("p", "score") == ["0 points", "0 points"]
    assert "first to 61" in again.text


def won_by(visitor, winner, *losers):
    """Play a match of one round."""
    table = visitor.start(winner, *losers, goal="50")
    visitor.play(table, "", HEAVY, *("" for _loser in losers[1:]))
    return table


def between(page):
    """Whether the evening is shown rather than a match."""
    return bool(page.all("section", "evening"))


def lines(page):
    """Return the table of the evening: place, name, matches and won of each line."""
    rows = page.all("section", "evening")[0].findall(".//tbody/tr") if between(page) else []
    return [[(cell.text or "") for cell in row][:4] for row in rows]


def test_a_match_that_goes_on_is_shown_as_on_any_wall(visitor, table):
    visitor.play(table, "", "66")
    wall, evening = (visitor.open(f"{table.address}/wall{each}") for each in ("", "/evening"))
    assert evening.sides == wall.sides == ["Ana", "Bea"]
    assert not between(evening)
    assert wall.links["The evening between matches"] == evening.address
    assert evening.links["Only this match"] == wall.address
    assert visitor.open("/matches/99/wall/evening").status == 404


def test_between_matches_the_evening_is_shown_until_an_undo_or_a_rematch(visitor):
    won_by(visitor, "Ana", "Bea")
    table = won_by(visitor, "Bea", "Ciro")
    wall = f"{table.address}/wall/evening"
    page = visitor.open(wall)
    assert lines(page) == [["1", "Ana", "1", "1"], ["2", "Bea", "2", "1"], ["3", "Ciro", "1", "0"]]
    assert "Evening, " in page.text
    assert "Bea wins 69 to 0." in page.text
    assert not between(visitor.open(f"{table.address}/wall"))
    visitor.tap(visitor.open(table.address), "Undo")
    assert not between(visitor.open(wall))
    visitor.play(table, "", HEAVY)
    rematch = visitor.send(visitor.open(f"{table.address}/winner")).leads_to
    assert visitor.open(wall).leads_to == f"{rematch}/wall/evening"
    assert visitor.follow(visitor.open(wall)).sides == ["Bea", "Ciro"]
    visitor.send(visitor.open(f"{rematch}/delete"))
    assert between(visitor.open(wall))


def test_an_evening_has_as_many_players_as_are_read_from_afar_and_is_sent_once(visitor):
    for number in range(5):
        last = won_by(visitor, f"Player {2 * number}", f"Player {2 * number + 1}")
    wall = f"{last.address}/wall/evening"
    etag = {"If-None-Match": visitor.open(wall).answer.headers["ETag"]}
    assert visitor.client.get(wall, headers=etag).status_code == 304
    won_by(visitor, "Ciro", "Dani")
    # Another match changes it.
    assert visitor.client.get(wall, headers=etag).status_code == 200
    page = visitor.open(wall)
    assert len(lines(page)) == 10
    assert page.all("section", "rows10")


def test_a_device_sees_the_evening_of_its_matches_and_goes_to_no_other(app):
    app.config["ACCESS"] = "links"
    owner = Visitor(app)
    table = won_by(owner, "Ana", "Bea")
    won_by(owner, "Ana", "Ciro")
    guest = joined(app, links(owner, table)["watch"])
    wall = f"{table.address}/wall/evening"
    assert lines(guest.open(wall)) == [["1", "Ana", "1", "1"], ["2", "Bea", "1", "0"]]
    owner.send(owner.open(f"{table.address}/winner"))
    assert [each.open(wall).status for each in (guest, owner, Visitor(app))] == [200, 303, 403]
    assert "Ciro" not in guest.open(f"/evenings/{evening_of(clock.now())}").text
