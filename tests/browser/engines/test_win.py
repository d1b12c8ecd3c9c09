"""A win in every engine: celebrated on an open table, and shared as a picture of the result."""

import pytest

from tests.web.visitor import HEAVY

# Stands for the system's own sheet: notes down what it is given, and two of its colours.
SHARE = """() => {
  window.shared = [];
  navigator.canShare = ({ files }) => files.every((file) => file.type === "image/png");
  navigator.share = async ({ files: [file], title }) => {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(picture, 0, 0);
    const corners = [[4, 4], [9, height - 9]];
    const colours = corners.map(([x, y]) => [...pen.getImageData(x, y, 1, 1).data].join());
    window.shared.push([file.name, file.type, width, height, title, ...colours]);
  };
}"""
SHARED = "() => window.shared"
# The colours of the band of the winner, who is the first side, and of what is below.
ANAS, DARK = "246,134,108,255", "11,34,33,255"


@pytest.fixture
def table(visitor):
    """Return the table of a match to 50, which one round can end."""
    return visitor.start("Ana", "Bea", goal="50")


def test_a_result_is_shared_as_a_picture(guest, visitor, table):
    visitor.play(table, "", HEAVY)
    for shape, size in {"Wide": [1200, 630], "Square": [1080, 1080]}.items():
        guest.open(f"{table.address}/winner")
        guest.sees("Ana wins!")
        guest.driver.evaluate(SHARE)
        guest.press("Share result", among="summary")
        guest.press(shape, among=".sharing a")
        file = f"scorekeeper-1-{shape.lower()}.png"
        picture = [file, "image/png", *size, "Ana wins!", ANAS, DARK]
        guest.becomes("the picture is shared", SHARED, [picture])


def test_a_win_is_celebrated_where_the_table_is_open(guest, visitor, table):
    guest.open(table.address)
    guest.sees("Enter round 1")
    visitor.play(table, "", HEAVY)
    guest.sees("See the result", "Ana wins!")
    guest.press("Close", among="dialog button")
    guest.becomes("the celebration is closed", "() => document.querySelector('dialog')", None)
