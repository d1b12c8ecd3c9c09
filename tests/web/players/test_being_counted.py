"""Pages of figures while they are counted, a part at a time."""

import pytest

from scorekeeper.scorebook.figures import writing as filling
from scorekeeper.scorebook.figures.writing import settle_figures
from tests.scorebook.counting import after_each_change, nothing_counted
from tests.web.players.test_figures_pages import won_by
from tests.web.visitor import Visitor

NOTE = "Figures are being counted again"


ADDRESSES = (
    *("/players", "/season", "/players/1", "/players/1/matches", "/players/1/with/3"),
    *("/players/1/against/2", "/players/1/against/2/matches"),
)


def test_a_page_says_so_until_the_last_match_is_counted(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look() -> None:
        for address in ADDRESSES:
            seen[address].append(visitor.open(address).text)

    for winner, loser in (("Ana", "Bea"), ("Ana", "Ciro"), ("Bea", "Ana")):
        won_by(visitor, winner, loser)
    seen: dict[str, list[str]] = {address: [] for address in ADDRESSES}
    look()
    monkeypatch.setattr(filling, "AT_ONCE", 1)
    monkeypatch.setattr(filling, "MOST_SECONDS", -1)
    with visitor.app.app_context(), after_each_change(look):
        nothing_counted()
        settle_figures()
    for address, (before, *texts) in seen.items():
        # At last all of them are counted.
        assert [NOTE in text for text in texts] == [True, True, False], address
        assert texts[-1] == before, address
