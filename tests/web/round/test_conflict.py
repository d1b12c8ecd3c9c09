"""Two devices record the same round: both entries are shown, and nobody's is lost."""

from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from tests.unchanged import Unchanged
from tests.web.pagelint import text_of
from tests.web.visitor import RECORD, Page, Visitor, pips, tiles

CORRECTED = {
    "correction_side": "0",
    "correction_points": "10",
    "correction_note": "miscounted",
    "opener": "1",
}


def compared(page: Page) -> list[list[str]]:
    """Read the table of both entries, tiles by their names."""
    return [[named(cell) for cell in row] for row in page.all("section", "conflict")[0].iter("tr")][
        1:
    ]


def named(cell: Element) -> str:
    tiles_of = [each.get("aria-label", "") for each in cell.iter("span")]
    return " ".join(" ".join([text_of(cell), *tiles_of]).split())


@pytest.mark.parametrize(
    ("game", "way", "first", "second", "rows"),
    [
        (
            "block",
            "tiles",
            tiles("", "66 12"),
            tiles("", "66 13"),
            [
                ["Ana", "went out", "went out"],
                ["Bea ≠ differs", "15 pips double six one-two", "16 pips double six one-three"],
            ],
        ),
        (
            "block",
            "pips",
            pips("out", "15"),
            pips("out", "14") | CORRECTED,
            [
                ["Ana", "went out", "went out"],
                ["Bea ≠ differs", "15 pips", "14 pips"],
                [
                    "What else counts ≠ differs",
                    "–",
                    "Bea played first, bonus / penalty Ana +10 miscounted",
                ],
            ],
        ),
        # Laid tiles are compared by who laid them.
        (
            "italian",
            "plays",
            {"plays": "66 56 36"},
            {"plays": "66 56 46"},
            [
                ["Ana", "1 tile double six", "1 tile double six"],
                ["Bea", "1 tile five-six", "1 tile five-six"],
                ["Ciro ≠ differs", "1 tile three-six", "1 tile four-six"],
                ["What else counts", "Ana played first", "Ana played first"],
            ],
        ),
    ],
    ids=["tiles", "pips and a correction", "plays"],
)
def test_both_entries_are_shown_side_by_side(
    visitor: Visitor,
    unchanged: Unchanged,
    game: str,
    way: str,
    first: dict[str, str],
    second: dict[str, str],
    rows: list[list[str]],
) -> None:
    table = visitor.start("Ana", "Bea", *(["Ciro"] if game == "italian" else []), game=game)
    forms = [visitor.open(f"{table.address}/rounds/new?entry={way}") for _ in range(2)]
    visitor.send(forms[0], first | RECORD)
    with unchanged():
        page = visitor.send(forms[1], second | RECORD)
        assert page.status == 409
        assert page.texts("h2", "")[0] == "Round 1: recorded on a device, and entered here"
        assert compared(page) == rows
        assert second.items() <= page.form.items()
        assert visitor.open(page.links["Keep round 1 as recorded"]).heading == "Round 1"
        assert visitor.open(page.links["Edit round 1 …"]).heading == "Edit round 1"
    assert "Record what you entered as round 2" in page.texts("button", "")
    assert visitor.send(page, RECORD).leads_to == table.address


def test_it_says_on_which_device_the_other_was_recorded(
    app: Flask, visitor: Visitor, table: Page
) -> None:
    form = visitor.open_round(table)
    visitor.play(table, "", "66")
    with app.app_context():
        db.session.execute(update(models.ChangeRow).values(device="Phone"))
        db.session.commit()
    page = visitor.send(form, tiles("55", "") | RECORD)
    assert page.texts("h2", "")[0] == "Round 1: recorded on Phone, and entered here"


@pytest.mark.parametrize(
    ("goal", "onward"), [("100", ["Enter round 2"]), ("10", [])], ids=["goes on", "is over"]
)
def test_the_same_entry_on_both_devices_is_recorded_once_and_said_to_be_there(
    visitor: Visitor, unchanged: Unchanged, goal: str, onward: list[str]
) -> None:
    table = visitor.start("Ana", "Bea", other_goal=goal)
    form = visitor.open_round(table)
    visitor.play(table, "", "66 12")
    with unchanged():
        page = visitor.send(form, tiles("", "2-1 6-6") | RECORD)
    assert (page.status, page.heading) == (409, "Round 1 is recorded")
    assert page.links["See round 1"] == f"{table.address}/rounds/1"
    assert [words for words in page.links if words.startswith("Enter")] == onward
