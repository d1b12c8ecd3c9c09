"""Pages of figures while they are counted, a part at a time."""

import pytest

from scorekeeper.scorebook.figures import writing as filling
from scorekeeper.scorebook.figures.writing import settle_figures
from tests.scorebook.counting import after_each_change, nothing_counted
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
    monkeypatch.setattr(filling, "AT_ONCE", 1)
    monkeypatch.setattr(filling, "MOST_SECONDS", -1)
    seen: list[str] = []
    with (
        visitor.app.app_context(),
        after_each_change(lambda: seen.append(visitor.open(address).text)),
    ):
        nothing_counted()
        settle_figures()
    # At last all of them are counted.
    assert [NOTE in text for text in seen] == [True, True, False]
    assert seen[-1] == before
