"""Two devices record the same round: both entries are shown, and nobody's is lost."""

from flask import Flask

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.unchanged import Unchanged
from tests.web.pagelint import text_of
from tests.web.visitor import RECORD, Page, Visitor, pips, tiles


def late(
    visitor: Visitor, table: Page, first: tuple[str, ...], second: tuple[str, ...], **beside: str
) -> Page:
    """Record a round, and send another entry of it from a page that was open before."""
    form = visitor.open_round(table)
    visitor.play(table, *first)
    return visitor.send(form, tiles(*second) | beside | RECORD)


def compared(page: Page) -> list[list[str]]:
    """Read the table of both entries, tiles by their names."""
    return [
        [
            " ".join([text_of(cell), *(each.get("aria-label", "") for each in cell.iter("span"))])
            for cell in row
        ]
        for row in page.all("section", "conflict")[0].iter("tr")
    ][1:]


def test_both_entries_are_shown_side_by_side(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    page = late(visitor, table, ("", "66 12"), ("", "66 13"))
    assert page.status == 409
    assert page.texts("h2", "")[0] == "Round 1: recorded on a device, and entered here"
    rows = [[" ".join(cell.split()) for cell in row] for row in compared(page)]
    assert rows == [
        ["Ana", "went out", "went out"],
        ["Bea ≠ differs", "15 pips double six one-two", "16 pips double six one-three"],
    ]
    assert tiles("", "66 13").items() <= page.form.items()
    with unchanged():
        assert visitor.open(page.links["Keep round 1 as recorded"]).heading == "Round 1"
        assert visitor.open(page.links["Edit round 1 …"]).heading == "Edit round 1"


def test_it_says_on_which_device_the_other_was_recorded(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    form = visitor.open_round(table)
    visitor.play(table, "", "66")
    with app.app_context():
        change = db.session.get(models.ChangeRow, (1, 1))
        assert change is not None
        change.device = "Phone"
        db.session.commit()
    page = visitor.send(form, tiles("55", "") | RECORD)
    assert page.texts("h2", "")[0] == "Round 1: recorded on Phone, and entered here"


def test_what_came_late_can_be_recorded_as_the_next_round(visitor: Visitor, table: Page) -> None:
    page = late(visitor, table, ("", "66"), ("55", ""))
    assert "Record what you entered as round 2" in page.texts("button", "")
    assert visitor.send(page, RECORD).leads_to == table.address


def test_pips_and_what_else_was_entered_are_compared_too(visitor: Visitor, table: Page) -> None:
    correction = {
        "correction_side": "0",
        "correction_points": "10",
        "correction_note": "miscounted",
        "opener": "1",
    }
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    visitor.play(table, "", "66 12")
    page = visitor.send(form, pips("0", "14") | correction | RECORD)
    rows = [[" ".join(cell.split()) for cell in row] for row in compared(page)]
    assert rows[1:] == [
        ["Bea ≠ differs", "15 pips double six one-two", "14 pips"],
        [
            "What else counts ≠ differs",
            "–",
            "Bea played first, bonus / penalty Ana +10 miscounted",
        ],
    ]


def test_laid_tiles_are_compared_by_who_laid_them(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", "Ciro", game="italian")
    forms = [visitor.open_round(table) for _ in range(2)]
    visitor.send(forms[0], {"plays": "66 56 36"} | RECORD)
    page = visitor.send(forms[1], {"plays": "66 56 46"} | RECORD)
    assert page.status == 409
    differing = [" ".join(row[0].split()) for row in compared(page) if "differs" in row[0]]
    assert differing == ["Ciro ≠ differs"]


def test_the_same_entry_on_both_devices_is_recorded_once_and_said_to_be_there(
    visitor: Visitor, table: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(table)
    visitor.play(table, "", "66 12")
    with unchanged():
        page = visitor.send(form, tiles("", "2-1 6-6") | RECORD)
    assert page.status == 409
    assert page.heading == "Round 1 is recorded"
    assert page.links["See round 1"] == f"{table.address}/rounds/1"
    assert page.links["Enter round 2"] == f"{table.address}/rounds/new"


def test_the_same_entry_of_the_last_round_leads_to_its_result(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    page = late(visitor, table, ("", "66 65 64 63 55"), ("", "66 65 64 63 55"))
    assert page.heading == "Round 1 is recorded"
    assert "Enter round 2" not in page.links
