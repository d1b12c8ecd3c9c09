"""A win in every engine: celebrated on an open table, and shared as a picture of the result."""

import pytest

from tests.browser.engines.guest import Guest
from tests.web.visitor import HEAVY, Page, Visitor

# Stands for the system's own sheet: keeps what each picture is, and the colour of its corner.
SHARE = """() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async ({ files: [file] }) => {
    const { width, height } = await createImageBitmap(file);
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d");
    context.drawImage(await createImageBitmap(file), 0, 0);
    const corner = context.getImageData(4, 4, 1, 1).data;
    window.shared.push([file.name, file.type, width, height, ...corner]);
  };
}"""
SHARED = "() => window.shared"
# The colour of the first side.
ANAS = [246, 134, 108, 255]


@pytest.fixture
def table(visitor: Visitor) -> Page:
    """Return the table of a match to 50, which one round can end."""
    return visitor.start("Ana", "Bea", goal="50")


def test_a_result_is_shared_as_a_picture(guest: Guest, visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", HEAVY)
    for shape, size in {"Wide": [1200, 630], "Square": [1080, 1080]}.items():
        guest.open(f"{table.address}/winner")
        guest.sees("Ana wins!")
        guest.driver.evaluate(SHARE)
        guest.press("Share result", among="summary")
        guest.press(shape, among=".sharing a")
        picture = [f"scorekeeper-1-{shape.lower()}.png", "image/png", *size, *ANAS]
        guest.becomes("the picture is shared", SHARED, [picture])


def test_without_scripts_the_drawing_opens(typist: Guest, visitor: Visitor, table: Page) -> None:
    visitor.play(table, "", HEAVY)
    typist.open(f"{table.address}/winner")
    typist.press("Share result")
    typist.waits_for("Wide")
    typist.press("Wide")
    typist.becomes("the drawing opens", "() => document.documentElement.localName", "svg")


def test_a_win_is_celebrated_where_the_table_is_open(
    guest: Guest, visitor: Visitor, table: Page
) -> None:
    guest.open(table.address)
    guest.sees("Enter round 1")
    visitor.play(table, "", HEAVY)
    guest.sees("See the result", "Ana wins!")
    guest.press("Close", among="dialog button")
    guest.becomes("the celebration is closed", "() => document.querySelector('dialog')", None)
