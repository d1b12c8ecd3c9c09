"""The tablet lies on the table: every panel is turned to whoever sits there."""

import re
from typing import Any

from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.measuring import covered, overlapping
from tests.browser.pages import FOUR, turn
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.visitor import HEAVY, TEN, Visitor

# What is recorded is to be seen within a second; the rest is for a busy machine.
AT_ONCE = 2000
SOON = 5000
# Degrees, clockwise, by the edge at which a player sits.
ANGLES = {"bottom": "none", "left": "90deg", "top": "180deg", "right": "270deg"}
# Where several sit at an edge, in order of play.
BOTTOM, LEFT = ("bottom", "bottom-2", "bottom-3"), ("left", "left-2")
TOP, RIGHT = ("top", "top-2", "top-3"), ("right", "right-2")
# At which edges two, three, four … sit, in order of play.
EDGES = {
    2: ["bottom", "top"],
    3: ["bottom", "left", "right"],
    4: ["bottom", "left", "top", "right"],
    5: ["bottom", "bottom-2", "left", "top", "right"],
    6: [*BOTTOM[:2], "left", *TOP[:2], "right"],
    7: [*BOTTOM, "left", *TOP[:2], "right"],
    8: [*BOTTOM[:2], *LEFT, *TOP[:2], *RIGHT],
    9: [*BOTTOM, *LEFT, *TOP[:2], *RIGHT],
    10: [*BOTTOM, *LEFT, *TOP, *RIGHT],
}
# How large the smallest digits are at least, in pixels, by the width of a screen and how many play.
LEAST = {
    1024: {2: 200, 3: 150, 4: 150, 5: 100, 6: 90, 7: 90, 8: 90, 9: 90, 10: 90},
    768: {2: 200, 3: 130, 4: 130, 5: 130, 6: 90, 7: 90, 8: 90, 9: 90, 10: 90},
    390: {2: 150, 3: 60, 4: 60, 5: 60, 6: 40, 7: 40, 8: 40, 9: 40, 10: 40},
}
LIGHTER = ("9-9 8-9 7-9 6-9 5-9", "4-4", "3-3", "2-2", "1-1", "0-1", "0-2", "0-3", "0-4")
PANELS = """() => [...document.querySelectorAll(".panel")].map((panel) => {
  const digits = panel.querySelector(".digits");
  const [outer, inner] = [panel, digits].map((each) => each.getBoundingClientRect());
  const inside = inner.left >= outer.left - 1 && inner.right <= outer.right + 1
    && inner.top >= outer.top - 9 && inner.bottom <= outer.bottom + 9;
  return { at: panel.dataset.at, angle: getComputedStyle(panel.querySelector(".turned")).rotate,
           size: parseFloat(getComputedStyle(digits).fontSize), inside,
           middle: [outer.left + outer.width / 2, outer.top + outer.height / 2],
           onScreen: outer.left >= 0 && outer.top >= 0
             && outer.right <= innerWidth && outer.bottom <= innerHeight };
})"""


def panels(scorer: Scorer) -> list[dict[str, Any]]:
    """Measure the panels, in order of play."""
    return list(scorer.page.evaluate(PANELS))


def sits(scorer: Scorer) -> list[str]:
    """Say at which edge each player sits."""
    expect(scorer.page.locator(".panel[data-at]").first).to_be_visible()
    return [panel["at"] for panel in panels(scorer)]


def panel(scorer: Scorer, name: str) -> Locator:
    return scorer.page.get_by_role("link", name=f"{name}: enter the hand")


def verdicts(scorer: Scorer) -> Locator:
    """Find what the round comes to, in each panel."""
    return scorer.page.locator(".panel .verdict")


def entered(scorer: Scorer) -> Locator:
    """Find the marks of those whose hands are entered."""
    return scorer.page.locator(".mark").filter(visible=True)


def test_each_panel_faces_its_player_in_digits_as_large_as_fit(
    scorer: Scorer, visitor: Visitor, thorough: bool
) -> None:
    for count in EDGES if thorough else (2, 3, 4, 5, 6, 10):
        scorer.page.set_viewport_size(TABLET)
        table = visitor.start(*TEN[:count], game="chicken-foot")
        visitor.play(table, "", *LIGHTER[: count - 1])
        scorer.open(table.address)
        if count == 2:
            # The choice is kept for the tables that are opened later.
            scorer.press_in_menu("Turn to the players")
        assert sits(scorer) == EDGES[count]
        for screen in scorer.on(TABLET, UPRIGHT, PHONE):
            panels_face(scorer, screen, LEAST[screen["width"]][count])


def panels_face(scorer: Scorer, screen: ViewportSize, least: float) -> None:
    """Expect that each panel is at its edge, turned to it, and has digits of `least` pixels."""
    for each in panels(scorer):
        edge, *_ = each["at"].split("-")
        assert each["angle"] == ANGLES[edge]
        assert each["inside"], (screen, each)
        assert each["onScreen"], (screen, each)
        assert each["size"] >= least, (screen, each)
        across = each["middle"][0] / screen["width"]
        down = each["middle"][1] / screen["height"]
        nearest = {"left": across, "right": 1 - across, "top": down}.get(edge, 1 - down)
        assert nearest <= 0.34, (screen, each)


def test_the_choice_is_remembered_on_the_device(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR)
    turn(scorer, table.address)
    expect(scorer.control("Normal view")).to_be_focused()
    scorer.page.reload()
    expect(scorer.page.locator(".table-mode")).to_be_visible()
    expect(scorer.page.locator(".side").first).to_be_hidden()
    scorer.press("Normal view")
    expect(scorer.page.locator(".side").first).to_be_visible()
    expect(scorer.page.locator(".menu summary")).to_be_focused()
    scorer.page.reload()
    expect(scorer.page.locator(".table-mode")).to_be_hidden()


def test_seats_are_changed_until_everybody_sits_right(scorer: Scorer, visitor: Visitor) -> None:
    turn(scorer, visitor.start(*FOUR).address)
    seen = [sits(scorer)]
    for _ in range(7):
        scorer.press("Change seats")
        seen.append(sits(scorer))
    # Each of four edges for the first player, and play to the left as well as to the right.
    assert len({tuple(each) for each in seen}) == 8
    assert seen[1] == ["left", "top", "right", "bottom"]
    scorer.page.reload()
    assert sits(scorer) == seen[-1]
    scorer.press("Change seats")
    assert sits(scorer) == seen[0]


def test_partners_see_the_points_of_their_side(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*FOUR, partners="y")
    visitor.play(table, "", "66", "11", "55")
    turn(scorer, table.address)
    expect(scorer.page.locator(".panel .digits")).to_have_text(
        ["22 points", "0 points", "22 points", "0 points"]
    )
    expect(scorer.page.locator(".panel h2").first).to_have_text("Ana with Ciro")


def test_a_round_recorded_elsewhere_leaves_the_panels_turned(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = visitor.start(*FOUR)
    turn(scorer, table.address)
    scorer.press("Change seats")
    visitor.play(table, "", "66", "11", "55")
    expect(scorer.page.locator(".panel .digits").first).to_have_text("24 points", timeout=AT_ONCE)
    assert sits(scorer) == ["left", "top", "right", "bottom"]
    scorer.press("Enter round 2")
    expect(scorer.heading).to_have_text("Round 2")


def test_everybody_enters_the_own_hand_at_the_own_panel(scorer: Scorer, visitor: Visitor) -> None:
    turn(scorer, visitor.start(*FOUR).address)
    hands = {"Ana": "1-2 3-4", "Bea": "", "Ciro": "5-5", "Dani": "0-0"}
    for (name, hand), angle in zip(
        hands.items(), ("none", "90deg", "180deg", "270deg"), strict=True
    ):
        panel(scorer, name).tap()
        stage = scorer.page.locator(".record-page")
        expect(stage).to_have_css("rotate", angle)
        expect(scorer.page.locator(".seat").filter(visible=True)).to_have_count(1)
        if hand:
            scorer.tap(hand)
        else:
            scorer.press(f"{name} went out")
        expect(scorer.page.get_by_role("button", name=re.compile(f"^{name}, "))).to_be_visible()
        scorer.press("Done")
        if name != "Dani":
            expect(entered(scorer)).to_have_count([*hands].index(name) + 1, timeout=SOON)
    expect(verdicts(scorer).first).to_contain_text("Bea went out and wins the round.")
    scorer.press("Record round")
    expect(scorer.page.locator(".panel .digits").nth(1)).to_have_text("20 points")
    expect(entered(scorer)).to_have_count(0)


def test_a_hand_entered_on_a_phone_is_marked_on_the_tablet(
    scorer: Scorer, phone: Scorer, visitor: Visitor
) -> None:
    table = visitor.start("Ana", "Bea")
    turn(scorer, table.address)
    phone.open(f"{table.address}/rounds/new")
    phone.hold("Bea", "6-6")
    expect(scorer.page.locator("[data-seat='1'] .mark")).to_be_visible(timeout=SOON)
    # Ana’s is still to come.
    scorer.sees("Tap your panel to enter your hand.")
    phone.hold("Bea", "6-6")
    expect(entered(scorer)).to_have_count(0, timeout=SOON)


def test_the_own_hand_holds_no_more_than_was_dealt_and_stays_the_own(
    scorer: Scorer, visitor: Visitor
) -> None:
    turn(scorer, visitor.start(*FOUR).address)
    panel(scorer, "Bea").tap()
    scorer.tap("0-0 0-1 0-2 0-3 0-4 0-5")
    expect(scorer.line).to_have_text("5 tiles at most: Bea cannot hold more.")
    for control in ("Done", "Undo", "Bea went out"):
        expect(scorer.control(control)).to_be_visible()
    expect(scorer.sends).to_be_hidden()


def test_the_pad_that_is_turned_fits_and_at_twice_the_size_it_is_scrolled_and_nothing_covered(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = visitor.start(*FOUR)
    turn(scorer, table.address)
    # Zoomed to twice the size, a screen has half its width and height.
    zoomed = [
        ViewportSize(width=screen["width"] // 2, height=screen["height"] // 2)
        for screen in (TABLET, UPRIGHT)
    ]
    scorer.speak("es")
    for seat, name in enumerate(FOUR):
        scorer.page.set_viewport_size(TABLET)
        scorer.open(f"{table.address}/rounds/new?hand={seat}")
        for _screen in scorer.on(TABLET, UPRIGHT, PHONE):
            for control in (*map(scorer.tile, ("6-6", "0-6", "0-0")), scorer.control("Listo")):
                expect(control).to_be_in_viewport(ratio=0.99)
        for screen in scorer.on(*zoomed):
            assert covered(scorer.page) == [], (name, screen)
            assert overlapping(scorer.page.locator(".pad .tile")) == [], (name, screen)


def test_a_match_that_is_won_says_so_in_the_middle(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", goal="50")
    turn(scorer, table.address)
    visitor.play(table, "", HEAVY)
    middle = scorer.page.locator(".middle")
    expect(middle).to_contain_text("Ana wins the match", timeout=AT_ONCE)
    expect(middle.get_by_role("link")).to_have_text("See the result")
    expect(panel(scorer, "Ana")).to_have_count(0)
