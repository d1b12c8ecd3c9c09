"""Taking rounds back, and asking about a change while somebody else records."""

import pytest

from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.log import Submission
from tests.interchange.match_factory import ANA_WINS_12, record
from tests.web.visitor import HEAVY


@pytest.fixture
def undo(visitor, table):
    """Return the page that asks whether round 2 is to be undone."""
    visitor.play(table, "", "66")
    visitor.play(table, "55", "")
    return visitor.open(f"{table.address}/undo")


def scores(table):
    return table.texts("p", "score")


def test_it_asks_first_and_takes_round_after_round_back(visitor, undo):
    assert undo.heading == "Undo round 2?"
    assert "Bea went out and wins the round. +10 points." in undo.text
    assert undo.texts("tbody", "", "tr") == ["Ana 12 12", "Bea 10 0"]
    table = visitor.follow(visitor.send(undo))
    assert scores(table) == ["12 points", "0 points"]
    assert "Enter round 2" in table.links
    table = visitor.follow(visitor.send(visitor.open(undo.address)))
    assert scores(table) == ["0 points", "0 points"]
    assert "Undo" not in table.links
    assert visitor.open(undo.address).answer.location == table.address


@pytest.mark.parametrize(("undone", "newest"), [(False, 3), (True, 2)])
def test_a_round_recorded_meanwhile_is_not_undone_whatever_its_number(
    visitor, table, undo, unchanged, *, undone, newest
):
    if undone:
        visitor.send(visitor.open(undo.address))
    visitor.play(table, "", "11")
    with unchanged():
        late = visitor.send(undo)
    assert (late.status, late.heading) == (409, f"Undo round {newest}?")
    assert "+2 points" in late.text
    assert "The match changed while this page was open. Nothing was saved." in late.text
    left = ["12 points", "0 points" if undone else "10 points"]
    assert scores(visitor.follow(visitor.send(late))) == left


def test_undoing_the_last_round_of_a_finished_match_opens_it_again(visitor, table):
    for _ in range(2):
        visitor.play(table, "", HEAVY)
    undo = visitor.open(visitor.open(f"{table.address}/winner").links["Undo"])
    assert "Round 2 would no longer end the match. Ana is ahead 69 to 0." in undo.text
    table = visitor.follow(visitor.send(undo))
    assert scores(table) == ["69 points", "0 points"]
    assert "Enter round 2" in table.links
    assert visitor.open("/").texts("h2", "") == ["Block"]
    assert visitor.open(f"{table.address}/winner").answer.location == table.address


ACTS = {
    "records": lambda match: matches.record_round(
        match.id, match.next_number, f"{match.version}", ANA_WINS_12
    ),
    "undoes": lambda match: history.undo(match.id, match.version, Submission("meanwhile")),
    "redoes": lambda match: history.redo(match.id, match.version, Submission("meanwhile")),
}


@pytest.fixture
def played(app, table):
    """Return the address of a match of three rounds, of which the last is undone."""
    with app.app_context():
        record(1, "a", "b", "c")
        history.undo(1, 3, Submission("undone"))
    return table.address


@pytest.mark.parametrize("asking", ["undo", "redo", "mend"])
@pytest.mark.parametrize("other", ACTS)
def test_a_page_that_asks_shows_one_moment_of_the_match(
    app, visitor, played, monkeypatch, asking, other
):
    find = matches.find_match

    def find_and_act(match_id):
        """Let another device act once a page has read its match."""
        found = find(match_id)
        monkeypatch.setattr(matches, "find_match", find)
        with app.app_context():
            ACTS[other](found)
        return found

    monkeypatch.setattr(matches, "find_match", find_and_act)
    asked = visitor.open(f"{played}/{asking}")
    assert asked.status in (200, 303)
    if asked.status == 200 and asking != "mend":
        # What was shown is what is done, as nobody was quicker.
        assert visitor.send(asked).leads_to == played


def test_a_round_that_is_not_there_cannot_be_removed(visitor, played, unchanged):
    asked = visitor.open(f"{played}/rounds/1/remove")
    # A match that goes on has no later rounds to keep or to drop.
    for place in (*(f"rounds/{number}/remove" for number in (0, 3, 4, 99)), "play-on", "end"):
        with unchanged():
            assert visitor.send(asked, to=f"{played}/{place}").leads_to == played
