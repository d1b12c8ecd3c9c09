"""The page that takes a round, by counting pips."""

import pytest

from tests.unchanged import Unchanged
from tests.web.conftest import Refused
from tests.web.visitor import CHECK, RECORD, Page, Visitor, pips, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")


@pytest.fixture
def four(visitor: Visitor) -> Page:
    """Return the table of Ana, Bea, Ciro and Dani, each for themselves."""
    return visitor.start(*FOUR)


def counting(visitor: Visitor, table: Page) -> Page:
    return visitor.send(visitor.open_round(table), {"action": "pips"})


def asked(page: Page) -> list[str]:
    """Name the seats that are asked for their lightest tile."""
    fields = page.all("div", "lightest")
    return [FOUR[int(f.get("data-seat", ""))] for f in fields if "hidden" not in f.attrib]


def test_counting_pips_is_one_tap_away_and_back(visitor: Visitor, table: Page) -> None:
    form = visitor.open_round(table)
    assert switch(form, "pips")
    form = visitor.send(form, {"action": "pips"})
    assert {"hands-0-pips", "hands-1-count", "hands-1-lightest"} <= form.fields
    assert switch(form, "tiles")


def switch(form: Page, action: str) -> bool:
    return any(
        button.get("name") == "action" and button.get("value") == action
        for button in form.all("button")
    )


def test_a_round_is_recorded_by_its_pips(visitor: Visitor, table: Page) -> None:
    answer = visitor.send(counting(visitor, table), pips("out", "23") | RECORD)
    result = visitor.result(answer)
    assert "Ana went out and wins the round." in result.text
    assert "+23 points" in result.text


def test_a_tie_asks_for_the_lightest_tile_of_the_tied_hands_only(
    visitor: Visitor, four: Page, refused: Refused
) -> None:
    form = counting(visitor, four)
    assert asked(form) == []
    sentence = "It is a tie. Enter the lightest tile in Ana’s hand and in Ciro’s hand."
    tied = pips("5", "9", "5", "12")
    form = refused(form, tied, sentence)
    assert asked(form) == ["Ana", "Ciro"]
    told = visitor.send(form, tied | {"hands-0-lightest": "01", "hands-2-lightest": "2-0"} | RECORD)
    result = visitor.result(told)
    assert "Blocked: 5 · 9 · 5 · 12. Ana wins on the lightest tile." in result.text
    assert "0-1 (1 pip) is lighter than 0-2 (2 pips)." in result.text
    assert "26 (opponents) − 5 (own hand) = 21 points." in result.text


def test_only_what_is_still_unknown_is_asked(visitor: Visitor, four: Page) -> None:
    form = counting(visitor, four)
    tied = pips("5", "9", "5", "12") | {"hands-0-lightest": "0-1"}
    preview = visitor.send(form, tied, to=f"{four.address}/rounds/preview")
    (shown,) = [box for box in preview.all("div") if box.get("id") == "preview"]
    assert shown.get("data-asks") == "2"
    checked = visitor.send(form, tied | CHECK)
    assert asked(checked) == ["Ana", "Ciro"]


def test_a_tie_above_the_lightest_hand_asks_nothing(visitor: Visitor, four: Page) -> None:
    answer = visitor.send(counting(visitor, four), pips("4", "9", "9", "12") | RECORD)
    assert "Blocked: 4 · 9 · 9 · 12. Ana wins." in visitor.result(answer).text


def test_switching_keeps_what_was_typed(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    typed = tiles("1-2 24", "nonsense")
    counted = {"hands-1-pips": "7", "hands-1-count": "2", "hands-1-lightest": "1-1"}
    with unchanged():
        form = visitor.send(visitor.open_round(table), typed | {"action": "pips"})
        assert form.status == 200
        form = visitor.send(form, counted | {"action": "tiles"})
        assert typed.items() <= form.form.items()
        form = visitor.send(form, {"action": "pips"})
    assert counted.items() <= form.form.items()


def test_tiles_that_were_typed_say_their_pips(visitor: Visitor, table: Page) -> None:
    form = visitor.send(visitor.open_round(table), tiles("1-2 24", "") | {"action": "pips"})
    assert pips("9", "out").items() <= form.form.items()
    form = visitor.send(form, {"action": "tiles"})
    form = visitor.send(form, tiles("1-2 25", "66") | {"hands-1-out": "", "action": "pips"})
    assert pips("10", "12").items() <= form.form.items()


def test_what_was_typed_the_other_way_is_not_in_the_way(visitor: Visitor, table: Page) -> None:
    form = counting(visitor, table)
    form = visitor.send(form, pips("many", "") | {"hands-1-count": "-1", "action": "tiles"})
    answer = visitor.send(form, tiles("", "66") | RECORD)
    assert answer.leads_to == table.address


def test_a_hand_that_counts_nothing_did_not_go_out(visitor: Visitor, table: Page) -> None:
    answer = visitor.send(counting(visitor, table), pips("0", "5") | RECORD)
    result = visitor.follow(answer)
    assert "Blocked: 0 · 5. Ana wins." in result.text
    page = visitor.open(f"{table.address}/rounds/1/amend")
    assert pips("0", "5").items() <= page.form.items()
    assert "hands-0-out" not in page.form


def test_whoever_went_out_is_shown_so_in_an_old_round(visitor: Visitor, table: Page) -> None:
    visitor.send(counting(visitor, table), pips("out", "5") | RECORD)
    page = visitor.open(f"{table.address}/rounds/1/amend")
    assert page.form["hands-0-out"] == "y"
    assert page.form["hands-0-pips"] == ""


@pytest.mark.parametrize(
    ("game", "counted"),
    # Where the double blank counts, no hand counts 0 but an empty one.
    [("block", ""), ("chicken-foot", "0")],
)
def test_pips_of_nobody_who_went_out_ask_who_did(visitor: Visitor, game: str, counted: str) -> None:
    table = visitor.start("Ana", "Bea", game=game)
    asked = visitor.send(counting(visitor, table), pips(counted, "5") | RECORD)
    assert asked.status == 422
    assert "Ana has no tiles. Did Ana go out?" in asked.text
