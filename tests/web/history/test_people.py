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


def test_partners_neither_join_nor_leave(visitor, table):
    page = visitor.open(f"{table.address}/people")
    assert "Tap the seat that somebody else is taking." in page.text
    assert "leaves" not in visitor.open(f"{table.address}/people?seat=1").text


def matches_at(visitor, table):
    with visitor.client.application.app_context():
        return matches.find_match(int(table.address.rpartition("/")[2]))
