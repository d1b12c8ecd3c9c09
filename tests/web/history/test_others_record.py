"""Pages that ask about a change, while somebody else records."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.scorebook import history, matches
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.projection import Match
from tests.interchange.match_factory import ANA_WINS_12, record
from tests.unchanged import Unchanged
from tests.web.visitor import Page, Visitor


@pytest.fixture
def meanwhile(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a way to let another device act once a page has read its match."""

    def undo(match: Match) -> None:
        history.undo(match.id, match.version, Submission(f"undo {match.version}"))

    def redo(match: Match) -> None:
        history.redo(match.id, match.version, Submission(f"redo {match.version}"))

    def play(match: Match) -> None:
        matches.record_round(match.id, match.next_number, f"{match.version}", ANA_WINS_12)

    acts = {"records": play, "undoes": undo, "redoes": redo}
    find = matches.find_match

    def let(other: str) -> None:
        def find_and_let(match_id: int) -> Match:
            found = find(match_id)
            monkeypatch.setattr(matches, "find_match", find)
            with app.app_context():
                acts[other](found)
            return found

        monkeypatch.setattr(matches, "find_match", find_and_let)

    return let


@pytest.fixture
def played(app: Flask, table: Page) -> str:
    """Return the address of a match of three rounds, of which the last is undone."""
    with app.app_context():
        record(1, "a", "b", "c")
        history.undo(1, 3, Submission("undone"))
    return table.address


@pytest.mark.parametrize("asking", ["undo", "redo", "mend"])
@pytest.mark.parametrize("other", ["records", "undoes", "redoes"])
def test_a_page_that_asks_shows_one_moment_of_the_match(
    visitor: Visitor, played: str, meanwhile: Callable[[str], None], asking: str, other: str
) -> None:
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
def test_a_round_that_is_not_there_cannot_be_removed(
    visitor: Visitor, played: str, unchanged: Unchanged, place: str
) -> None:
    asked = visitor.open(f"{played}/rounds/1/remove")
    with unchanged():
        answer = visitor.send(asked, to=f"{played}/{place}")
    assert answer.leads_to == played
