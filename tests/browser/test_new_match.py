"""The page that starts a match: the table from above, its seats, and the games."""

from playwright.sync_api import Locator, expect

from tests.browser.measuring import misfits, out_of_reach
from tests.browser.pages import FOUR
from tests.browser.scorer import PHONE, SCREENS, TABLET, UPRIGHT, Scorer
from tests.web.visitor import TEN, Visitor


def seats(scorer: Scorer) -> Locator:
    return scorer.page.locator(".seat:visible")


def seat(scorer: Scorer, number: int) -> Locator:
    return scorer.page.get_by_label(f"Seat {number}", exact=True)


def chips(scorer: Scorer) -> Locator:
    return scorer.page.locator("#chips button")


def middle(control: Locator) -> tuple[float, float]:
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_names_are_tapped_onto_seats_one_after_the_other(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start(*FOUR)
    visitor.start("Eva", "Fede")
    scorer.open("/matches/new")
    asked = scorer.page.locator("#sits")
    expect(asked).to_have_text("Who sits at seat 1?")
    before = [middle(chip) for chip in chips(scorer).all()]
    chips(scorer).get_by_text("Bea").tap()
    expect(asked).to_have_text("Who sits at seat 2?")
    chips(scorer).get_by_text("Eva").tap()
    # A seat is chosen by touch, and no keyboard opens over the names.
    page = scorer.page
    seat(scorer, 4).tap()
    expect(seat(scorer, 4)).not_to_be_focused()
    expect(asked).to_have_text("Who sits at seat 4?")
    chips(scorer).get_by_text("Ana").tap()
    expect(asked).to_have_text("Who sits at seat 3?")
    for number, name in enumerate(("Bea", "Eva", "", "Ana"), 1):
        expect(seat(scorer, number)).to_have_value(name)
    # Whoever sits already cannot sit twice, and no name has moved under the finger.
    for name in ("Bea", "Eva", "Ana"):
        expect(chips(scorer).get_by_text(name)).to_be_disabled()
    assert [middle(chip) for chip in chips(scorer).all()] == before
    seat(scorer, 2).tap()
    scorer.press("Nobody")
    expect(seat(scorer, 2)).to_have_value("")
    chips(scorer).get_by_text("Fede").tap()
    scorer.press("Start match")
    expect(page.locator(".side h2")).to_have_text(["Bea", "Fede", "Ana"])


def test_a_name_that_is_not_known_is_typed(scorer: Scorer, visitor: Visitor) -> None:
    visitor.start("Ana", "Bea")
    scorer.open("/matches/new")
    page = scorer.page
    scorer.press("New name")
    expect(seat(scorer, 1)).to_be_focused()
    page.keyboard.type("Inés")
    # Where the keyboard is open already, the next seat is typed too.
    seat(scorer, 2).tap()
    page.keyboard.type("Juan")
    chips(scorer).get_by_text("Ana").tap()
    expect(seat(scorer, 2)).to_have_value("Ana")
    # Otherwise the second touch on a seat is to type.
    for _ in range(2):
        seat(scorer, 4).tap()
    expect(seat(scorer, 4)).to_be_focused()
    seat(scorer, 4).fill("Juan")
    scorer.press("Start match")
    expect(page.locator(".side h2")).to_have_text(["Inés", "Ana", "Juan"])


def test_seats_are_filled_by_the_keyboard_in_order_of_play(
    scorer: Scorer, visitor: Visitor
) -> None:
    visitor.start("Ana", "Bea")
    scorer.open("/matches/new")
    page = scorer.page
    seat(scorer, 1).focus()
    page.keyboard.type("Ciro")
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(seat(scorer, 3)).to_be_focused()
    expect(page.locator("#sits")).to_have_text("Who sits at seat 3?")
    chips(scorer).get_by_text("Bea").focus()
    page.keyboard.press("Enter")
    expect(seat(scorer, 3)).to_have_value("Bea")
    seat(scorer, 3).press("Enter")
    expect(page.locator(".side h2")).to_have_text(["Ciro", "Bea"])


def test_partners_sit_opposite_each_other_in_the_colour_of_their_side(scorer: Scorer) -> None:
    scorer.open("/matches/new")
    for number, name in enumerate(FOUR, 1):
        seat(scorer, number).fill(name)
    scorer.page.get_by_role("checkbox", name="Partners").tap()
    in_colours(seats(scorer), "c1", "c2", "c1", "c2")
    for screen in scorer.on(*SCREENS):
        (x1, y1), (x2, y2), (x3, y3), (x4, y4) = map(middle, seats(scorer).all())
        assert x2 < x1 == x3 < x4, screen
        assert y3 < y2 == y4 < y1, screen


def test_who_played_last_sits_down_with_one_tap_each_in_their_own_colour(
    scorer: Scorer, visitor: Visitor
) -> None:
    visitor.start("Eva", "Ana")
    visitor.start("Dani", "Eva", "Bea")
    scorer.open("/matches/new")
    expect(chips(scorer)).to_have_text(["Dani", "Eva", "Bea", "Ana"])
    chips(scorer).nth(2).tap()
    seat(scorer, 2).fill("dani ")
    expect(chips(scorer).nth(0)).to_be_disabled()
    seat(scorer, 3).tap()
    chips(scorer).nth(1).tap()
    in_colours(scorer.page.locator(".seat"), "c3", "c2", "c1")
    scorer.press("Start match")
    expect(scorer.page.locator(".side h2")).to_have_text(["Bea", "Dani", "Eva"])
    in_colours(scorer.page.locator(".side"), "c3", "c2", "c1")


def in_colours(places: Locator, *colours: str) -> None:
    for place, colour in enumerate(colours):
        expect(places.nth(place)).to_contain_class(colour)


def test_there_are_as_many_seats_as_the_game_takes_and_whoever_sits_stays(scorer: Scorer) -> None:
    games = {"jamaican-draw": 2, "martinique": 3, "block": 4, "italian": 5, "chicken-foot": 5}
    for game, count in games.items():
        scorer.open(f"/matches/new?game={game}")
        expect(seats(scorer)).to_have_count(count)
        assert misfits(scorer.page, *SCREENS) == [], game
    scorer.open("/matches/new?game=italian")
    seat(scorer, 5).fill("Eva")
    scorer.choose("Block")
    expect(seats(scorer)).to_have_count(5)
    expect(seat(scorer, 5)).to_have_value("Eva")
    scorer.page.get_by_role("checkbox", name="More players").tap()
    expect(seats(scorer)).to_have_count(10)
    for number, name in enumerate(TEN, 1):
        seat(scorer, number).fill(name)
    assert misfits(scorer.page, *SCREENS) == []


def test_a_match_is_started_without_scrolling_and_goals_are_one_row(
    scorer: Scorer, visitor: Visitor
) -> None:
    visitor.start(*TEN, game="chicken-foot")
    scorer.open("/matches/new?game=block")
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        controls = [scorer.control("Start match"), *seats(scorer).all(), *chips(scorer).all()[:4]]
        assert [out_of_reach(each) for each in controls if out_of_reach(each)] == [], screen
        tops = scorer.page.locator(".goals .row > :visible").evaluate_all(
            "elements => elements.map((element) => element.getBoundingClientRect().top)"
        )
        assert len(tops) == 5, screen
        assert len({*tops}) == 1, screen


def test_a_game_that_is_not_for_five_is_greyed_and_says_why(scorer: Scorer) -> None:
    page = scorer.page
    scorer.open("/matches/new")
    scorer.fill_in_names(*FOUR, "Eva")
    scorer.unfold("All games")
    expect(page.locator(".unfit #game-block-for")).to_have_text("for 2 to 4")
    expect(page.locator(".unfit #game-chicken-foot")).to_have_count(0)
    assert misfits(scorer.page, *SCREENS) == []
    scorer.page.set_viewport_size(TABLET)
    scorer.choose("Mexican Train")
    scorer.press("Start match")
    expect(scorer.heading).to_have_text("Mexican Train")
