"""The result of a match as a picture, in every engine: each draws it on the device."""

from tests.browser.engines.guest import Guest
from tests.web.visitor import HEAVY, Visitor

# Stands in for the system's sheet: notes down the pictures it is given.
SHEET = """() => {
  globalThis.shared = [];
  const share = async ({ files: [file] }) => {
    const { width, height } = await createImageBitmap(file);
    shared.push(`${file.name} ${file.type} ${width} ${height}`);
  };
  Object.defineProperty(navigator, "canShare", { value: () => true, configurable: true });
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
}"""


def test_the_result_is_shared_as_a_picture(guest: Guest, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    guest.open(f"{table.address}/winner")
    guest.sees("Ana wins!")
    guest.driver.evaluate(SHEET)
    guest.press("Share result")
    guest.press("Square")
    guest.becomes(
        "the picture is shared",
        "() => globalThis.shared?.join()",
        "scorekeeper-1-square.png image/png 1080 1080",
    )


def test_without_scripts_the_drawing_opens(typist: Guest, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    visitor.play(table, "", HEAVY)
    typist.open(f"{table.address}/winner")
    typist.press("Share result")
    typist.waits_for("Wide")
    typist.press("Wide")
    typist.becomes("the drawing opens", "() => document.documentElement.localName", "svg")
