"""The page that takes a round of totals, and the pads of the larger boxes."""

import pytest

from tests.web.visitor import RECORD, Page, Visitor, pips, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")


@pytest.fixture
def rummikub(visitor: Visitor) -> Page:
    return visitor.start("Ana", "Bea", "Ciro", game="rummikub")


def rows(page: Page) -> list[list[str]]:
    """Read the tiles of the pad, row by row."""
    return [row.split() for row in page.texts("div", "row")]


def test_a_total_for_each_seat_makes_a_round(visitor: Visitor, rummikub: Page) -> None:
    form = visitor.open_round(rummikub)
    assert not form.all("div", "pad")
    assert "A joker counts 30." in form.text
    result = visitor.result(visitor.send(form, pips("0", "12", "34") | RECORD))
    assert result.texts("p", "award") == ["Ana +46, Bea −12 and Ciro −34"]
    assert result.texts("ul", "hands", "li") == ["Ana went out", "Bea 12 points", "Ciro 34 points"]


def test_there_is_no_other_way_to_enter_totals(visitor: Visitor, rummikub: Page) -> None:
    form = visitor.open_round(rummikub)
    assert form.buttons == ["Check first", "Record round", "Start over"]
    assert not {field for field in form.fields if field.endswith(("-tiles", "-count"))}
    assert visitor.open(f"{form.address}?entry=tiles").form["entry"] == "totals"


def test_the_number_pad_waits_for_its_script(visitor: Visitor, rummikub: Page) -> None:
    form = visitor.open_round(rummikub)
    (work,) = form.all("section", "work")
    assert "hidden" in work.attrib
    keys = [key.get("data-key", "") for key in work.iter("button")]
    assert sorted(filter(None, keys)) == [*"0123456789", "delete", "next"]


def test_points_made_in_play_count_for_each_seat(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="triominos")
    form = visitor.open_round(table)
    steps = [step.get("data-step") for step in form.all("button") if step.get("data-step")]
    assert steps == ["1", "5", "10", "40", "50", "60", "-5", "-10"]
    made = {"hands-0-tally": "40", "hands-1-tally": "-10"}
    result = visitor.result(visitor.send(form, pips("0", "12") | made | RECORD))
    assert "Ana made 40 points in play." in result.text
    assert result.texts("p", "award") == ["Ana +77 and Bea −10"]


@pytest.mark.parametrize(
    ("game", "highest", "tiles_of_the_box"), [("mexican-train", 12, 91), ("chicken-foot", 9, 55)]
)
def test_the_pad_of_a_large_box_is_folded_into_full_rows(
    visitor: Visitor, game: str, highest: int, tiles_of_the_box: int
) -> None:
    form = visitor.open_round(visitor.start(*FOUR, game=game))
    names = [name for row in rows(form) for name in row]
    assert len(names) == len({*names}) == tiles_of_the_box
    long = highest + 1
    assert [len(row) for row in rows(form)][:5] == [long, long - 1, 1, long - 2, 2]
    assert names[:2] == [f"{highest}-{highest}", f"{highest - 1}-{highest}"]
    pages = [page.get("data-page") for page in form.all("button") if page.get("data-page")]
    assert pages == [str(end) for end in range(long)]


def test_the_double_six_keeps_its_triangle(visitor: Visitor, table: Page) -> None:
    form = visitor.open_round(table)
    assert [len(row) for row in rows(form)] == [7, 6, 5, 4, 3, 2, 1]
    assert not form.all("div", "pages")


def test_ends_of_two_digits_are_typed_with_a_line_between(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="mexican-train")
    form = visitor.open_round(table)
    assert "as 3-12, with spaces between" in form.text
    result = visitor.result(visitor.send(form, tiles("", "11-12 3-4 00") | RECORD))
    assert result.texts("p", "award") == ["Bea +30"]


def test_a_round_is_asked_for_the_way_the_last_one_was_entered(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="mexican-train")
    form = visitor.open_round(table)
    assert form.form["entry"] == "tiles"
    assert "Count pips instead" in form.buttons
    form = visitor.send(form, {"action": "pips"})
    assert visitor.send(form, pips("out", "31") | RECORD).status == 303
    form = visitor.open_round(table)
    assert form.form["entry"] == "pips"
    assert "Enter tiles instead" in form.buttons
    form = visitor.send(form, {"action": "tiles"})
    assert visitor.send(form, tiles("12-12", "") | RECORD).status == 303
    assert visitor.open_round(table).form["entry"] == "tiles"


def test_tiles_turned_into_pips_weigh_what_the_game_says(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="chicken-foot")
    form = visitor.send(visitor.open_round(table), tiles("", "00 12") | {"action": "pips"})
    assert form.form["hands-1-pips"] == "53"
