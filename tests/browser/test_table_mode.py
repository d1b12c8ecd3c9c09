"""The tablet lies on the table: every panel is turned to whoever sits there."""

from playwright.sync_api import expect

from tests.browser.pages import FOUR, turn
from tests.browser.test_layout_table import ANGLES, panels

# What is recorded is to be seen within a second; the rest is for a busy machine.
AT_ONCE = 2000
SOON = 5000


def sits(scorer):
    """Say at which edge each player sits."""
    return [panel["at"] for panel in panels(scorer)]


def panel(scorer, name):
    return scorer.page.get_by_role("link", name=f"{name}: enter the hand")


def scores(scorer):
    return scorer.page.locator(".panel .digits")


def verdicts(scorer):
    """Find what the round comes to, in each panel."""
    return scorer.page.locator(".panel .verdict")


def entered(scorer):
    """Find the marks of those whose hands are entered."""
    return scorer.page.locator(".mark").filter(visible=True)


def test_the_choice_is_remembered_on_the_device(scorer, visitor):
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


def test_seats_are_changed_until_everybody_sits_right(scorer, visitor):
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


def test_a_round_recorded_elsewhere_leaves_the_panels_turned_and_partners_see_its_points(
    scorer, visitor
):
    table = visitor.start(*FOUR, partners="y")
    turn(scorer, table.address)
    scorer.press("Change seats")
    visitor.play(table, "", "66", "11", "55")
    points = ["22 points", "0 points", "22 points", "0 points"]
    expect(scores(scorer)).to_have_text(points, timeout=AT_ONCE)
    expect(scorer.page.locator(".panel h2").first).to_have_text("Ana with Ciro")
    assert sits(scorer) == ["left", "top", "right", "bottom"]
    scorer.press("Enter round 2")
    expect(scorer.heading).to_have_text("Round 2")


def test_everybody_enters_the_own_hand_at_the_own_panel(scorer, visitor):
    turn(scorer, visitor.start(*FOUR).address)
    hands = {"Ana": "1-2 3-4", "Bea": "", "Ciro": "5-5", "Dani": "0-0"}
    for (name, hand), angle in zip(hands.items(), ANGLES.values(), strict=True):
        panel(scorer, name).tap()
        stage = scorer.page.locator(".record-page")
        expect(stage).to_have_css("rotate", angle)
        expect(scorer.page.locator(".seat").filter(visible=True)).to_have_count(1)
        scorer.tap(hand) if hand else scorer.press(f"{name} went out")
        expect(scorer.seat(name)).to_be_visible()
        scorer.press("Done")
        if name != "Dani":
            expect(entered(scorer)).to_have_count([*hands].index(name) + 1, timeout=SOON)
    expect(verdicts(scorer).first).to_contain_text("Bea went out and wins the round.")
    scorer.press("Record round")
    expect(scores(scorer).nth(1)).to_have_text("20 points")
    expect(entered(scorer)).to_have_count(0)


def test_a_hand_entered_on_a_phone_is_marked_on_the_tablet(scorer, phone, visitor):
    table = visitor.start("Ana", "Bea")
    turn(scorer, table.address)
    phone.open(f"{table.address}/rounds/new")
    phone.hold("Bea", "6-6")
    expect(scorer.page.locator("[data-seat='1'] .mark")).to_be_visible(timeout=SOON)
    # Ana’s is still to come.
    scorer.sees("Tap your panel to enter your hand.")
    phone.hold("Bea", "6-6")
    expect(entered(scorer)).to_have_count(0, timeout=SOON)


def test_the_own_hand_holds_no_more_than_was_dealt_and_stays_the_own(scorer, visitor):
    turn(scorer, visitor.start(*FOUR).address)
    panel(scorer, "Bea").tap()
    scorer.tap("0-0 0-1 0-2 0-3 0-4 0-5")
    expect(scorer.line).to_have_text("5 tiles at most: Bea cannot hold more.")
    for control in ("Done", "Undo", "Bea went out"):
        expect(scorer.control(control)).to_be_visible()
    expect(scorer.sends).to_be_hidden()
