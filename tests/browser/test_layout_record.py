"""A round is recorded without scrolling, and nothing moves, however long the names and hands."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.measuring import COVERED, misfits, places, unmet
from tests.browser.pages import (
    FIVE,
    FIVE_EACH,
    FOUR,
    LONG,
    NAMED_TEN,
    SEVEN_EACH,
    TIED,
    begin,
    of_ten,
    recording,
    turn,
)
from tests.browser.scorer import PHONE, SCREENS, SMALL_PHONE, TABLET, UPRIGHT
from tests.web.visitor import pips, tiles

TABLETS = (TABLET, UPRIGHT)
LONG_FIVE = (*LONG, "O" * 40)
PARTNERS = {"partners": "y"}
# The corners of every box.
TILES = "#send, " + ", ".join(f'[data-tile="{each}"]' for each in ("0-0", "6-6", "9-9", "12-12"))
KEYS = "#send, .keys .btn"
LAID = {"plays": "66 65 64 63 62 61 60 55 54 53 43 42"}
TOTALS = pips("0", "117", "234", "351")


def dealt(players, highest, most):
    """Deal out the heaviest tiles of a box, to all but the first, who went out."""
    box = [f"{low}-{high}" for high in range(highest, -1, -1) for low in range(high, -1, -1)]
    return tiles("", *(" ".join(box[at * most : (at + 1) * most]) for at in range(players - 1)))


@pytest.mark.parametrize(
    ("game", "names", "chosen", "filled", "said", "reached"),
    [
        ("block", FOUR, PARTNERS, tiles(*FIVE_EACH), "Blocked:", TILES),
        ("mexican-partners", LONG, PARTNERS, tiles(*SEVEN_EACH), "Blocked:", TILES),
        ("chicken-foot", FIVE, {}, dealt(5, 9, 7), "went out", TILES),
        ("mexican-train", FOUR, {}, dealt(4, 12, 12), "went out", TILES),
        ("mexican-train", LONG_FIVE, {}, dealt(5, 12, 12), "went out", TILES),
        ("triominos", FOUR, {}, TOTALS, "went out", KEYS),
        ("rummikub", LONG, {}, TOTALS, "went out", KEYS),
        ("italian", FOUR, {}, LAID, "the round is over.", f"{TILES}, [data-by-hand]"),
        ("italian", LONG_FIVE, {}, LAID, "the round is over.", f"{TILES}, [data-by-hand]"),
        # Three bonuses to claim, and a question that comes with the last hand.
        ("dominican-patio", FOUR, {}, tiles(*TIED), "say who played first", TILES),
    ],
)
def test_a_round_is_recorded_on_a_tablet_without_scrolling_also_one_begun_elsewhere(
    scorer, visitor, game, names, chosen, filled, said, reached
):
    table = recording(scorer, visitor, game, *names, **chosen)
    assert misfits(scorer.page, *TABLETS, reached=reached) == []
    begin(scorer, visitor, table, filled, said)
    # Beside what the table comes to and long names, what takes it all back is scrolled to.
    afresh = "" if names is LONG_FIVE and game == "italian" else ', :text-is("Start over")'
    assert misfits(scorer.page, *TABLETS, reached=f"{reached}{afresh}") == []
    if "hands-0-pips" in filled:
        return
    if game == "dominican-patio":
        question = scorer.page.get_by_role("group", name="Who played first?")
        for screen in scorer.on(*TABLETS):
            assert unmet(question, "reached") == [], screen
    for screen in scorer.on(*SCREENS):
        assert unmet(scorer.page.locator(".pad .tile"), "apart") == [], screen


@pytest.mark.parametrize(("counted", "last"), [(False, '[data-tile="0-0"]'), (True, ".keys .btn")])
def test_a_round_of_ten_is_recorded_on_a_tablet_without_scrolling(scorer, visitor, counted, last):
    table = of_ten(visitor, NAMED_TEN, 0)
    scorer.open(f"{table.address}/rounds/new{'?entry=pips' if counted else ''}")
    apart, seats = ".seat, .work, .send-bar", ".seat h2"
    reached = f"#send, .seat, {last}"
    assert misfits(scorer.page, *TABLETS, reached=reached, in_line=seats, apart=apart) == []
    reached = last if counted else ".seat"
    assert misfits(scorer.page, PHONE, reached=reached, in_line=seats) == []


def test_on_a_phone_no_name_and_no_word_pushes_anything_away(scorer, visitor):
    tools = ".top button, .top a, .record button, .record summary"
    recording(scorer, visitor, "block", *FOUR)
    for language in ("es", "pt"):
        scorer.speak(language)
        expect(scorer.tile("6-6")).to_be_visible()
        assert misfits(scorer.page, PHONE, reached=tools, in_line="#line, .tools .clip") == []
        scorer.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert scorer.page.evaluate(COVERED) == []
    # Long names push no tool onto the tiles.
    recording(scorer, visitor, "block", *LONG)
    assert misfits(scorer.page, PHONE, SMALL_PHONE) == []
    # A name is whole while its hand is not entered, and tools stay for a long one and a short one.
    recording(scorer, visitor, "block", "Maximiliana-Bernadette", "Jo", "Bernadette", "Dani")
    for screen in scorer.on(*SCREENS):
        at = []
        for name in ("Maximiliana-Bernadette", "Jo"):
            scorer.seat(name).tap()
            at.append(places(scorer.page, "#undo", "#went-out", "#clear"))
        assert at[0] == at[1], screen
        if screen in (PHONE, SMALL_PHONE):
            whole = scorer.page.locator(".seat h2", has_text="Bernadette").last
            assert unmet(whole, "in_line") == [], screen


def test_for_the_left_hand_what_is_touched_changes_sides_and_partners_are_named_in_full(
    scorer, visitor
):
    scorer.open("/device")
    scorer.page.locator("#left-hand").check()
    recording(scorer, visitor, "block", *FOUR, **PARTNERS)
    named = scorer.page.locator(".detail span:first-child")
    expect(named).to_have_text(["with Ciro", "with Dani", "with Ana", "with Bea"])
    # From left to right; tiles are in the order of all others.
    tiles = ('[data-tile="6-6"]', '[data-tile="0-6"]')
    rows = [("#send", "#live"), ("#clear", "#went-out", "#undo"), tiles]
    for screen in scorer.on(PHONE, UPRIGHT, TABLET):
        for row in rows if screen != TABLET else (*rows, (".work", ".seats")):
            left = [at[0] for at in places(scorer.page, *row).values()]
            assert left == sorted({*left}), (screen, row)
        whole = {} if screen == PHONE else {"in_line": ".detail span:first-child"}
        assert misfits(scorer.page, screen, **whole) == []
    assert unmet(scorer.page.locator(".pad .tile, .extras .btn"), "apart") == []


def test_the_pad_that_is_turned_fits_and_at_twice_the_size_it_is_scrolled_and_nothing_covered(
    scorer, visitor
):
    table = visitor.start(*FOUR)
    turn(scorer, table.address)
    # Zoomed to twice the size, a screen has half its width and height.
    zoomed = [ViewportSize(width=512, height=384), ViewportSize(width=384, height=512)]
    scorer.speak("es")
    for seat, name in enumerate(FOUR):
        scorer.page.set_viewport_size(TABLET)
        scorer.open(f"{table.address}/rounds/new?hand={seat}")
        for _screen in scorer.on(*TABLETS, PHONE):
            for control in (*map(scorer.tile, ("6-6", "0-6", "0-0")), scorer.control("Listo")):
                expect(control).to_be_in_viewport(ratio=0.99)
        for screen in scorer.on(*zoomed):
            assert scorer.page.evaluate(COVERED) == [], (name, screen)
            assert unmet(scorer.page.locator(".pad .tile"), "apart") == [], (name, screen)


# A tie that the lightest tile settles, where open ends are asked for, and one that asks who led.
NO_PARTNERS: dict[str, str] = {}
BLOCK = "block", NO_PARTNERS, ("1-2 2-4 3-5", "5-5 3-4", "6-6 0-5", "0-6 5-6"), "Blocked: 17 · 17"
PATIO = "dominican-patio", PARTNERS, ("1-2", "0-3", "3-3", "2-4"), "say who played first"
TAPPED = (".pad .tile", ".seat", ".send-bar", "#send", ".tools .btn", ".keys .btn")


@pytest.mark.parametrize(
    ("screen", "game", "chosen", "hands", "said"),
    [(UPRIGHT, *BLOCK), (TABLET, *PATIO), (PHONE, *PATIO)],
)
def test_nothing_moves_while_a_round_is_entered(scorer, visitor, screen, game, chosen, hands, said):
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.set_viewport_size(screen)
    recording(scorer, visitor, game, *FOUR, **chosen)
    before = places(scorer.page, *TAPPED)
    assert len(before) > 28
    for name, hand in zip(FOUR, hands, strict=True):
        scorer.seat(name).tap()
        for tile in hand.split():
            with scorer.page.expect_response("**/preview"):
                scorer.tap(tile)
            scorer.page.evaluate("scrollTo(0, 0)")
            assert places(scorer.page, *TAPPED) == before, (name, tile)
    expect(scorer.live).to_contain_text(said)
    assert places(scorer.page, *TAPPED) == before
