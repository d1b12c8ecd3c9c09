"""Players by touch: sitting down with one tap, and being renamed, joined and forgotten."""

from playwright.sync_api import expect

from tests.browser.pages import FOUR
from tests.browser.scorer import Scorer
from tests.web.visitor import HEAVY, Visitor


def test_who_played_last_sits_down_with_one_tap_each_in_their_own_colour(
    scorer: Scorer, visitor: Visitor
) -> None:
    visitor.start("Eva", "Ana")
    visitor.start("Dani", "Eva", "Bea")
    scorer.open("/matches/new")
    chips = scorer.page.locator("#chips button")
    expect(chips).to_have_text(["Dani", "Eva", "Bea", "Ana"])
    chips.nth(2).tap()
    scorer.page.locator("#names-1").fill("dani ")
    expect(chips.nth(0)).to_be_disabled()
    scorer.page.locator("#names-2").tap()
    chips.nth(1).tap()
    seats = scorer.page.locator(".seat")
    for seat, colour in enumerate(("c3", "c2", "c1")):
        expect(seats.nth(seat)).to_contain_class(colour)
    scorer.page.get_by_role("button", name="Start match").tap()
    expect(scorer.page.locator(".side h2")).to_have_text(["Bea", "Dani", "Eva"])
    panels = scorer.page.locator(".side")
    for seat, colour in enumerate(("c3", "c2", "c1")):
        expect(panels.nth(seat)).to_contain_class(colour)


def test_a_player_is_renamed_joined_made_two_again_and_forgotten_by_touch(
    scorer: Scorer, visitor: Visitor
) -> None:
    visitor.start(*FOUR)
    visitor.start("Anna", "Bea")
    scorer.open("/")
    page = scorer.page
    page.get_by_role("link", name="Players").tap()
    page.get_by_role("link", name="Anna").tap()
    page.locator(".menu summary").tap()
    page.get_by_role("link", name="Rename, join, hide").tap()
    page.get_by_label("Name", exact=True).fill("Ana")
    page.get_by_role("button", name="Save the name").tap()
    expect(page.get_by_role("alert")).to_contain_text("Somebody is called Ana already.")
    page.get_by_role("button", name="Join the two").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
    page.get_by_role("button", name="Anna is somebody else after all").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna")
    page.get_by_role("link", name="Forget the name").tap()
    page.get_by_role("button", name="Forget the name").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Player 1")
    scorer.open("/matches/2")
    expect(page.locator(".side h2")).to_have_text(["Player 1", "Bea"])


def test_a_player_is_made_two_and_one_again_by_touch(scorer: Scorer, visitor: Visitor) -> None:
    for other in ("Bea", "Ciro"):
        visitor.play(visitor.start("Ana", other, goal="50"), "", HEAVY)
    scorer.open("/players/1")
    page = scorer.page
    scorer.press_in_menu("Rename, join, hide")
    page.get_by_role("link", name="Choose the matches").tap()
    page.get_by_role("button", name="Make two players of one").tap()
    expect(page.get_by_role("alert")).to_contain_text("Enter days, or tick matches.")
    page.get_by_label("Ciro 0").tap()
    page.get_by_role("button", name="Make two players of one").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana B")
    page.get_by_role("link", name="Figures").tap()
    scorer.sees("Ciro")
    scorer.misses("Bea")
    page.go_back()
    page.get_by_role("button", name="They are one person after all").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
    scorer.open("/matches/2")
    expect(page.locator(".side h2")).to_have_text(["Ana", "Ciro"])


def test_players_are_sorted_and_found_by_touch(scorer: Scorer, visitor: Visitor) -> None:
    for loser in ("Bea", "Ciro"):
        visitor.play(visitor.start("Ana", loser, goal="50"), "", HEAVY)
    scorer.open("/players")
    page, names = scorer.page, scorer.page.locator("table.players tbody th")
    page.get_by_role("link", name="Won", exact=True).tap()
    expect(names).to_have_text(["Ana", "Bea", "Ciro"])
    page.get_by_role("link", name="Player", exact=True).tap()
    page.get_by_role("link", name="Player").first.tap()
    expect(names).to_have_text(["Ciro", "Bea", "Ana"])
    page.get_by_label("Search player").fill("IRO")
    page.keyboard.press("Enter")
    expect(names).to_have_text(["Ciro"])
    names.get_by_role("link").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ciro")
    page.get_by_role("link", name="Ana").first.tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ciro against Ana")
