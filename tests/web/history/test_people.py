"""Somebody takes a place from a round on, joins a match, or leaves it."""

import pytest

from scorekeeper.scorebook import matches
from tests.web.visitor import FOUR


@pytest.fixture
def table(visitor):
    """Return the table of Ana and Ciro against Bea and Dani after two rounds."""
    table = visitor.start(*FOUR, game="partnership")
    visitor.play(table, "", "66", "12", "11")
    visitor.play(table, "11", "66", "12", "")
    return table


@pytest.fixture
def train(visitor):
    table = visitor.start(*FOUR[:3], game="mexican-train")
    visitor.play(table, "", "0-5", "0-7")
    return table


def send(visitor, table, what, seat="", **fields):
    page = visitor.open(f"{table.address}/people?seat={seat}")
    return visitor.send(page.pressing(what), fields)


def test_who_takes_a_place_has_the_rounds_from_then_on(visitor, table):
    answer = send(visitor, table, "Take Dani’s place", seat="3", name="Eva", first="2")
    page = visitor.follow(answer)
    assert page.sides == ["Ana & Ciro", "Bea & Eva"]
    assert "Eva plays for Dani from round 2 on." in page.text
    rounds = (
        visitor.open(f"{table.address}/rounds/1").text,
        visitor.open(f"{table.address}/rounds/2").text,
    )
    assert ["Dani" in text for text in rounds] == [True, False]
    assert "Dani" not in visitor.open(f"{table.address}/rounds/2/edit").text
    log = visitor.open(f"{table.address}/edit").text
    assert "Round 1: Ana went out, Bea 6-6, Ciro 1-2, Dani 1-1." in log
    assert "Undo the change of players" in log
    csv = visitor.open(f"{table.address}/export.csv").answer.get_data(as_text=True)
    assert "Bea / Dani" not in csv
    assert "Left Dani / Eva" in csv
    # Once more is refused, and everything that was entered is there.
    refused = send(visitor, table, "Take Eva’s place", seat="3", name="Bea", first="1")
    assert (refused.status, "Bea has a place in this match already." in refused.text) == (422, True)
    for typed, said in (
        ({"name": "Fil", "first": "9"}, "Somebody can take this place from round 1 to 3 on."),
        ({"name": "", "first": "3"}, "Choose who joins, or enter a name."),
    ):
        refused = send(visitor, table, "Take Eva’s place", seat="3", **typed)
        assert (refused.status, said in refused.text) == (422, True), refused.text
    names = visitor.open(f"{table.address}/edit").pressing("Save names")
    refused = visitor.send(names, {"names-0": "Dani"})
    assert "Dani has a place in this match already." in refused.text


def test_who_takes_a_place_as_the_match_ends_has_played_no_round_of_it_anywhere(visitor, table):
    send(visitor, table, "Take Dani’s place", seat="3", name="Eva", first="3")
    assert visitor.open(table.address).sides == ["Ana & Ciro", "Bea & Eva"]
    visitor.send(visitor.open(f"{table.address}/end").pressing("End match"))
    pages = ("", "/winner", "/rounds", "/export.csv", "/wall")
    for text in [visitor.open(f"{table.address}{page}").text for page in pages] + [
        # Where players are chosen she is.
        visitor.open("/").text.partition("All games")[2],
        visitor.client.get("/moving/bg-stats.json").text,
    ]:
        # What happened is told, and who has not played has no score.
        text = text.replace("Eva plays for Dani from round 3 on.", "")
        assert ("Dani" in text, "Eva" in text) == (True, False), text
    (told,) = visitor.client.get("/api/v1/matches?state=finished").get_json()["matches"]
    assert told["seats"] == list(FOUR)
    # She is with the players, as somebody of no match.
    for name in ("Dani", "Eva"):
        person = visitor.open(visitor.open("/players").links[name])
        assert ("0 of 1" in person.text, person.status) == (name == "Dani", 200), person.text
    # The match goes on with Eva, once that is undone.
    visitor.send(visitor.open(f"{table.address}/undo"))
    assert visitor.open(table.address).sides == ["Ana & Ciro", "Bea & Eva"]


def test_who_joins_or_leaves_as_the_match_ends_changes_nothing(visitor, train):
    send(visitor, train, "Joins from round 2 on", name="Eva", start="zero")
    send(visitor, train, "Ana leaves", seat="0")
    visitor.send(visitor.open(f"{train.address}/end").pressing("End match"))
    match = matches_at(visitor, train)
    assert (match.standing.winner, match.standing.away) == (0, (3,))
    assert "Ana" in visitor.open(f"{train.address}/winner").texts("p", "side-name")[0]


def test_who_gave_a_place_to_another_and_played_nothing_else_is_with_the_players(visitor, table):
    send(visitor, table, "Take Dani’s place", seat="3", name="Eva", first="2")
    visitor.send(visitor.open(f"{table.address}/end").pressing("End match"))
    for name in ("Dani", "Eva"):
        assert visitor.open(visitor.open("/players").links[name]).status == 200


def test_somebody_joins_and_somebody_leaves_where_each_plays_alone(visitor, train):
    page = visitor.follow(send(visitor, train, "Joins from round 2 on", name="Eva", start="worst"))
    assert page.sides == ["Ana", "Bea", "Ciro", "Eva"]
    assert "Eva joins from round 2 on." in page.text
    page = visitor.follow(send(visitor, train, "Ciro leaves", seat="2"))
    assert "Ciro leaves before round 2." in page.text
    # The next round is played without that hand.
    assert visitor.play(train, "", "0-1", "", "0-2").status == 303
    assert "not at the table" in page.text
    match = matches_at(visitor, train)
    assert (match.standing.totals, match.standing.away) == ((0, 6, 7, 9), (2,))
    assert "not at the table" in visitor.open(f"{train.address}/rounds/new").text
    # Who left comes after all others once it is over, and the pages of the end say what happened.
    visitor.send(visitor.open(f"{train.address}/end").pressing("End match"))
    assert "has left" in visitor.open(train.address).text
    told = "Ciro leaves before round 2. Eva joins from round 2 on."
    for address in ("winner", "rounds"):
        assert told in visitor.open(f"{train.address}/{address}").text


def test_who_left_comes_back(visitor, train):
    send(visitor, train, "Ciro leaves", seat="2")
    visitor.play(train, "", "0-1", "")
    page = visitor.follow(
        send(visitor, train, "Take Ciro’s place", seat="2", name="Ciro", first="3")
    )
    assert "Ciro joins from round 3 on." in page.text


def test_partners_neither_join_nor_leave(visitor, table):
    page = visitor.open(f"{table.address}/people")
    assert "Tap the seat that somebody else is taking." in page.text
    assert "leaves" not in visitor.open(f"{table.address}/people?seat=1").text


def matches_at(visitor, table):
    with visitor.client.application.app_context():
        return matches.find_match(int(table.address.rpartition("/")[2]))
