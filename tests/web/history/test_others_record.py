"""Pages that ask about a change, while somebody else records."""

import pytest

from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.log import Submission
from tests.interchange.match_factory import ANA_WINS_12, record


@pytest.fixture
def meanwhile(app, monkeypatch):
    """Return a way to let another device act once a page has read its match."""

    def undo(match):
        history.undo(match.id, match.version, Submission(f"undo {match.version}"))

    def redo(match):
        history.redo(match.id, match.version, Submission(f"redo {match.version}"))

    def play(match):
        matches.record_round(match.id, match.next_number, f"{match.version}", ANA_WINS_12)

    acts = {"records": play, "undoes": undo, "redoes": redo}
    find = matches.find_match

    def let(other):
        def find_and_let(match_id):
            found = find(match_id)
            monkeypatch.setattr(matches, "find_match", find)
            with app.app_context():
                acts[other](found)
            return found

        monkeypatch.setattr(matches, "find_match", find_and_let)

    return let


@pytest.fixture
def played(app, table):
    """Return the address of a match of three rounds, of which the last is undone."""
    with app.app_context():
        record(1, "a", "b", "c")
        history.undo(1, 3, Submission("undone"))
    return table.address


@pytest.mark.parametrize("asking", ["undo", "redo", "mend"])
@pytest.mark.parametrize("other", ["records", "undoes", "redoes"])
def test_a_page_that_asks_shows_one_moment_of_the_match(visitor, played, meanwhile, asking, other):
    meanwhile(other)
    asked = visitor.open(f"{played}/{asking}")
    assert asked.status in (200, 303)
    if asked.status == 200 and asking != "mend":
        # What was shown is what is done, as nobody was quicker.
        assert visitor.send(asked).leads_to == played


@pytest.mark.parametrize(
    "place",
    # A match that goes on has no later rounds to keep or to drop.
    ["rounds/0/remove", "rounds/3/remove", "rounds/4/remove", "rounds/99/remove", "play-on", "end"],
)
def test_a_round_that_is_not_there_cannot_be_removed(visitor, played, unchanged, place):
    asked = visitor.open(f"{played}/rounds/1/remove")
    with unchanged():
        answer = visitor.send(asked, to=f"{played}/{place}")
    assert answer.leads_to == played
