"""A sanction for one side of a table: points off, or a match lost, with a reason for all."""

import pytest

from tests.support.club_nights import come, enter, number_of, open_tables, press, row, start
from tests.web.pagelint import text_of
from tests.web.visitor import FOUR

PAIRS = ["Ana & Bea", "Ciro & Dani"]
PARTNERS = {name: pair for pair in (*PAIRS, "Eva & Fil") for name in pair.split(" & ")}


def played(visitor, **chosen):
    """Open a night of two pairs, and return it with who is at the first side and the second."""
    night = come(visitor, start(visitor, how="swiss", rounds="1", **chosen), PAIRS)
    open_tables(visitor, night)
    return night, visitor.open(night.address).texts("p", "side", "span")


def sanction(visitor, night, **filled):
    address = f"{night.address}/rounds/1/tables/1/sanction"
    return visitor.post(address, visitor.open(address).pressing("Take points off").form | filled)


def last_of_line(visitor, night):
    """Read what the list of matches says of sanctions."""
    csv = visitor.open(f"{night.address}/matches.csv").answer.text
    return [line.rpartition(",")[2].strip('"') for line in csv.splitlines()][1:]


def test_points_are_taken_off_one_side_with_a_reason_and_given_back(visitor):
    night, (first, second) = played(visitor)
    enter(visitor, night, 1, 1, one="100", other="60")
    before = row(visitor.open(night.address), first)
    assert sanction(visitor, night, side="0", points="25", reason="late").status == 303
    page = visitor.open(night.address)
    assert row(page, first) == ["1", "1", "+15", "75"]
    assert row(page, second) == ["2", "0", "−40", "60"]
    told = f"{first}: 25 points off (late)"
    assert told in page.text
    assert "Sanction: late −25" in page.text
    assert "Won 1 of 1" in page.text
    assert last_of_line(visitor, night) == [told]
    people = visitor.open(f"{night.address}/people")
    phone = visitor.open(f"{night.address}/for/{number_of(people, first.split()[0])}")
    assert "Sanction: late −25" in phone.text
    press(visitor, night, "Undo: the sanction")
    assert row(visitor.open(night.address), first) == before
    press(visitor, night, "Redo: the sanction")
    at_table = visitor.open(f"{night.address}/rounds/1/tables/1/sanction")
    # Taken back once, however often it comes.
    assert [visitor.send(at_table.pressing("Undo")).status for _ in range(2)] == [303, 303]
    assert row(visitor.open(night.address), first) == before
    assert last_of_line(visitor, night) == [""]


@pytest.mark.parametrize("best_of", ["1", "3"])
@pytest.mark.parametrize("entered", [False, True])
def test_a_match_lost_by_a_sanction_is_lost_whatever_was_played_until_it_is_taken_back(
    visitor, entered, best_of
):
    night, (first, second) = played(visitor, best_of=best_of)
    if entered:
        enter(visitor, night, 1, 1, one="100", other="60")
    assert sanction(visitor, night, side="0", reason="left", lost="y").status == 303
    page = visitor.open(night.address)
    assert f"{second} win!" in page.text
    assert f"{first}: match lost (left)" in page.text
    assert "Match lost by a sanction: left" in page.text
    assert f"{first} lost by a sanction" in page.text
    assert [row(page, name)[1] for name in (first, second)] == ["0", "1"]
    # The match of which nothing was played is not open any more.
    assert visitor.open("/matches/1").status == 404
    assert sanction(visitor, night, side="1", reason="left too", lost="y").status == 303
    assert [row(visitor.open(night.address), name)[1] for name in (first, second)] == ["0", "0"]
    for _each in range(2):
        at_table = visitor.open(f"{night.address}/rounds/1/tables/1/sanction")
        visitor.send(at_table.pressing("Undo"))
    assert visitor.open("/matches/1").status == 200
    page = visitor.open(night.address)
    assert ("1 table is still playing." in page.text) is (not entered or best_of == "3")


@pytest.mark.parametrize(
    ("filled", "sentences"),
    [
        ({"side": "0", "reason": "late"}, ["Enter 1 to 999 points."]),
        ({"side": "0", "reason": "late", "points": "0"}, ["Enter 1 to 999 points."]),
        ({"side": "0", "points": "5"}, ["Enter a reason, such as “late”."]),
        ({"side": "0", "points": "5", "reason": "x" * 81}, ["Enter a shorter reason."]),
        ({"reason": "late", "points": "5"}, ["Choose one of these."]),
        ({"side": "7", "reason": "late", "points": "5"}, ["Choose one of these."]),
    ],
)
def test_a_sanction_that_cannot_be_is_refused_and_what_was_typed_is_kept(
    visitor, unchanged, filled, sentences
):
    night, _sides = played(visitor)
    with unchanged():
        refused = sanction(visitor, night, **filled)
    assert (refused.status, refused.problems) == (422, sentences)
    kept = refused.pressing("Take points off").form
    assert kept["reason"] == filled.get("reason", "")


def test_of_more_than_two_at_a_table_nobody_loses_the_match_to_another(visitor):
    chosen = {"alone": "4", "game": "mexican-train", "order": "points"}
    night = come(visitor, start(visitor, **chosen), ["Ana", "Bea", "Ciro"])
    open_tables(visitor, night)
    address = f"{night.address}/rounds/1/tables/1/sanction"
    page = visitor.open(address)
    assert "The match is lost" not in page.text
    assert sanction(visitor, night, side="0", reason="late", lost="y").status == 422
    enter(visitor, night, 1, 1, one="10", other="20", more3="30")
    assert sanction(visitor, night, side="0", reason="late", points="50").status == 303
    first = text_of(visitor.open(night.address).all("p", "sanction")[0]).partition(":")[0]
    assert row(visitor.open(night.address), first)[:2] == ["3", "60"]


@pytest.mark.parametrize(
    ("how", "people", "row_of"),
    [
        ("changing partners", [*FOUR, "Eva"], lambda name: name),
        ("swiss", [*PAIRS, "Eva & Fil"], lambda name: PARTNERS[name]),
        ("winner stays", [*PAIRS, "Eva"], lambda name: name),
    ],
)
def test_who_sits_out_has_a_sanction_too_but_no_match_to_lose(visitor, how, people, row_of):
    night = come(visitor, start(visitor, how=how), people)
    open_tables(visitor, night)
    address = f"{night.address}/rounds/1/tables/0/sanction"
    page = visitor.open(visitor.open(night.address).links["Sanction for a player sitting out"])
    assert page.address == address
    assert "The match is lost" not in page.text
    out = page.texts("div", "way", "label")[0]
    before = row(visitor.open(night.address), row_of(out))
    form = page.pressing("Take points off").form
    refused = visitor.post(address, form | {"side": "0", "reason": "loud", "lost": "y"})
    assert refused.problems == ["Enter 1 to 999 points."]
    assert (
        visitor.post(address, form | {"side": "0", "reason": "loud", "points": "20"}).status == 303
    )
    page = visitor.open(night.address)
    assert f"{out}: 20 points off (loud)" in page.text
    assert "Sanction: loud −20" in page.text
    # 0 is a dash.
    now, was = (
        int(each[-1].replace("−", "-").replace("–", "0"))
        for each in (row(page, row_of(out)), before)
    )
    assert now == was - 20
    on_paper = visitor.open(f"{night.address}/paper/matches").text
    assert f"{out}: 20 points off (loud)" in on_paper
    visitor.send(visitor.open(address).pressing("Undo"))
    assert row(visitor.open(night.address), row_of(out)) == before
    # There is no result of nobody's table, nor a sanction where nobody sits.
    for wrong in ("rounds/1/tables/0", "rounds/2/tables/0/sanction"):
        assert visitor.open(f"{night.address}/{wrong}").status == 404
