"""The tiles that nobody held are entered where somebody wants a strict referee."""

from tests.support.house_rules import TWO, started
from tests.web.visitor import tiles

HANDS = ("", "6-6 5-6")
# Of the fourteen two are wrong: the rest is no line.
ASLEEP = "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 2-3 4-5"
TWICE = "5-6 is in Bea’s hand and in the boneyard at once: there is only one of each tile"
UNREAD = "“x” in the boneyard is not a tile: write tiles like 1-2, 24 or 3|5."


def test_the_boneyard_is_entered_as_one_more_hand_and_checked_with_the_others(visitor):
    table = started(visitor, TWO, table_strict="yes")
    page = visitor.open_round(table)
    filled = tiles(*HANDS) | {"action": "record"}
    twice, few = visitor.send(page, filled | {"boneyard": "0-0 5-6"}).problems
    assert twice.startswith(TWICE)
    assert few == "14 tiles are in the boneyard: 2 are entered."
    assert visitor.send(page, filled | {"boneyard": "x"}).problems == [UNREAD]
    doubted = visitor.send(page, filled | {"boneyard": ASLEEP})
    assert "This cannot be right: at least one tile is wrong." in doubted.text
    # Recorded all the same, it is drawn beside the hands.
    visitor.send(doubted, {"action": "record"})
    shown = visitor.open(f"{table.address}/rounds/1")
    assert shown.texts("span", "name")[-1:] == ["Boneyard"]
    assert "14 tiles" in shown.text
    assert len(shown.all("span", "mini")[-1].findall("*")) == 14
    assert "boneyard" not in visitor.open_round(visitor.start("Ana", "Bea")).fields
