"""Pages of figures while all of them are counted anew, a part at a time."""

import pytest

from scorekeeper.scorebook.figures import filling
from scorekeeper.scorebook.figures.filling import make_anew
from tests.scorebook.counting import after_each_change
from tests.web.players.test_figures_pages import won_by
from tests.web.visitor import Visitor

NOTE = "Figures are being counted again"


@pytest.mark.parametrize(
    "address",
    [
        "/players",
        "/players/1",
        "/players/1/matches",
        "/players/1/against/2",
        "/players/1/against/2/matches",
        "/players/1/with/3",
        "/season",
    ],
)
def test_a_page_says_so_until_the_last_match_is_counted(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    for winner, loser in (("Ana", "Bea"), ("Ana", "Ciro"), ("Bea", "Ana")):
        won_by(visitor, winner, loser)
    before = visitor.open(address).text
    monkeypatch.setattr(filling, "DELETED", 10)
    monkeypatch.setattr(filling, "PART", 1)
    seen: list[str] = []
    with (
        visitor.app.app_context(),
        after_each_change(lambda: seen.append(visitor.open(address).text)),
    ):
        make_anew()
    # Some are deleted, some are counted, and at last all of them are.
    assert len(seen) > 6
    assert [NOTE in text for text in seen] == [True] * (len(seen) - 1) + [False]
    assert seen[-1] == before
