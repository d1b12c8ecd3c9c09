"""What is seen and reached without scrolling, however long the names and full the hands."""

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import (
    covered,
    cut,
    cut_below,
    digits,
    misfits,
    out_of_reach,
    overlapping,
    small_controls,
    sticking_out,
)
from tests.browser.pages import FAR, FIVE_EACH, FOUR, LONG, SEVEN_EACH, counted, fill_in, played
from tests.browser.scorer import PHONE, SCREENS, SMALL_PHONE, TABLET, UPRIGHT, Scorer
from tests.effort import THOROUGH
from tests.web.visitor import HEAVY, Visitor


@pytest.mark.parametrize(
    ("names", "game", "hands"),
    [
        (FOUR, "block", FIVE_EACH),
        (LONG, "mexican-partners", SEVEN_EACH),
        pytest.param(LONG, "block", FIVE_EACH, marks=THOROUGH),
        pytest.param(FOUR, "mexican-partners", SEVEN_EACH, marks=THOROUGH),
    ],
)
def test_four_hands_are_recorded_on_a_tablet_without_scrolling(
    scorer: Scorer, visitor: Visitor, names: tuple[str, ...], game: str, hands: tuple[str, ...]
) -> None:
    scorer.open(f"{visitor.start(*names, game=game, partners='y').address}/rounds/new")
    fill_in(scorer, names, hands)
    for screen in scorer.on(TABLET, UPRIGHT):
        for control in (scorer.sends, scorer.tile("6-6"), scorer.tile("0-0")):
            assert out_of_reach(control) == "", screen
        assert [*sticking_out(scorer.page), *small_controls(scorer.page)] == [], screen
    for screen in scorer.on(*SCREENS):
        assert overlapping(scorer.page.locator(".pad .tile")) == [], screen


def test_a_round_begun_elsewhere_is_gone_on_with_on_a_tablet_without_scrolling(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = visitor.start(*FOUR, game="mexican-partners", partners="y")
    form = visitor.open_round(table).form
    parts = {f"hands-{seat}": hand for seat, hand in enumerate(SEVEN_EACH)}
    fields = {f"{part}-tiles": hand for part, hand in parts.items()}
    sent: dict[str, str | list[str]] = {
        "csrf_token": form["csrf_token"],
        "part": [*parts],
        **fields,
    }
    visitor.post(f"{table.address}/rounds/1/draft", sent)
    scorer.open(f"{table.address}/rounds/new")
    expect(scorer.live).to_contain_text("Blocked:")
    for screen in scorer.on(TABLET, UPRIGHT):
        afresh = scorer.control("Start over")
        for control in (scorer.sends, scorer.tile("6-6"), scorer.tile("0-0"), afresh):
            assert out_of_reach(control) == "", screen
        assert [*sticking_out(scorer.page), *small_controls(scorer.page)] == [], screen


def test_on_a_phone_no_name_and_no_word_pushes_anything_away(
    scorer: Scorer, visitor: Visitor, thorough: bool
) -> None:
    scorer.page.set_viewport_size(PHONE)
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    for language in ("es", "pt"):
        scorer.speak(language)
        expect(scorer.tile("6-6")).to_be_visible()
        for control in scorer.page.locator(
            ".top button, .top a, .record button, .record summary"
        ).all():
            if control.is_visible():
                assert out_of_reach(control) == ""
        scorer.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        assert covered(scorer.page) == []
        assert cut(scorer.page.locator("#line, .tools .clip")) == [0, 0, 0]
    # Long names push no tool onto the tiles.
    scorer.open(f"{visitor.start(*LONG).address}/rounds/new")
    for language in ("es", "hu") if thorough else ("es",):
        scorer.speak(language)
        expect(scorer.tile("6-6")).to_be_visible()
        for screen in scorer.on(PHONE, SMALL_PHONE):
            assert [*covered(scorer.page), *small_controls(scorer.page)] == [], screen
    # A name is whole while its hand is not entered.
    scorer.open(f"{visitor.start('Bernadette', *FOUR[1:]).address}/rounds/new")
    expect(scorer.tile("6-6")).to_be_visible()
    for screen in scorer.on(PHONE, SMALL_PHONE):
        assert cut(scorer.page.locator(".seat h2").first) == [0], screen


def test_on_a_phone_what_happened_and_what_to_do_is_read_to_the_end(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.page.set_viewport_size(PHONE)
    out = visitor.start(*FOUR)
    visitor.play(out, "1-2", "6-6", "5-5", "")
    blocked = visitor.start(*FOUR, partners="y")
    visitor.play(blocked, "1-2 2-4 3-5", "5-5 3-4", "0-4", "1-3")
    train = visitor.start(*FOUR, game="mexican-train")
    counted(visitor, train, "out", "10", "10", "10")
    for table in (out, blocked, train):
        scorer.open(table.address)
        for language in ("es", "pt"):
            scorer.speak(language)
            words = scorer.page.locator(".what, .facts, .top .meta")
            # Lines are no whole pixels high.
            assert max(cut_below(words)) <= 1, (table.address, language)


def test_large_type_enlarges_the_words_of_every_page_and_covers_nothing(
    scorer: Scorer, visitor: Visitor
) -> None:
    table = played(visitor, 6)
    record = f"{table.address}/rounds/new"
    scorer.open("/device")
    before = letters(scorer)
    scorer.page.get_by_label("Larger words on every page").check()
    assert letters(scorer) > before
    for address in ("/", table.address, record, f"{record}?entry=pips"):
        scorer.open(address)
        scorer.speak("es")
        assert letters(scorer) > before
        assert misfits(scorer.page, TABLET, UPRIGHT, PHONE) == [], address
    scorer.open("/device")
    scorer.page.locator("#large-type").uncheck()
    assert letters(scorer) == before


def letters(scorer: Scorer) -> float:
    """Measure the letters of what has no size of its own."""
    return float(scorer.page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)"))


def test_for_the_left_hand_what_is_touched_changes_sides(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open("/device")
    scorer.page.locator("#left-hand").check()
    scorer.open(f"{visitor.start(*FOUR, game='block').address}/rounds/new")
    expect(scorer.tile("6-6")).to_be_visible()
    for screen in scorer.on(TABLET, UPRIGHT, PHONE):
        assert left(scorer, "#send") < left(scorer, "#live"), screen
        assert left(scorer, "#clear") < left(scorer, "#went-out") < left(scorer, "#undo"), screen
        assert [*covered(scorer.page), *sticking_out(scorer.page)] == [], screen
        # Tiles are in the order of all others.
        assert left(scorer, '[data-tile="6-6"]') < left(scorer, '[data-tile="0-6"]'), screen
    scorer.page.set_viewport_size(TABLET)
    assert left(scorer, ".work") < left(scorer, ".seats")
    assert overlapping(scorer.page.locator(".pad .tile, .extras .btn")) == []


def left(scorer: Scorer, selector: str) -> float:
    """Return where a part of the page begins."""
    box = scorer.page.locator(selector).bounding_box()
    assert box
    return box["x"]


def test_long_names_make_no_page_scroll_sideways(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*LONG, other_goal="20")
    visitor.play(table, "1-1", "0-4", "6-6", "5-5")
    match = ("", "/rounds/new", "/rounds/new?entry=pips", "/rounds/1", "/undo")
    won = visitor.start(*LONG, partners="y", goal="50")
    visitor.play(won, "", *FIVE_EACH[1:])
    for address in ("/", *(table.address + page for page in match), f"{won.address}/winner"):
        scorer.open(address)
        for screen in scorer.on(*SCREENS):
            assert sticking_out(scorer.page) == [], (address, screen)


def test_scores_are_read_from_across_the_table(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(played(visitor, 8).address)
    scores = scorer.page.locator(".score")
    expect(scores).to_have_text([f"{points} points" for points in (184, 204, 224, 240)])
    for screen in scorer.on(*SCREENS):
        for score in digits(scorer.page.locator(".sides .digits")):
            assert score["size"] >= 96, screen
            assert min(score["left"], score["right"]) >= 0, screen


def test_two_sides_fill_a_tablet_with_their_scores(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", **FAR)
    for hands in 2 * [("", HEAVY), (HEAVY, "")]:
        visitor.play(table, *hands)
    scorer.open(table.address)
    scores = scorer.page.locator(".score")
    expect(scores).to_have_text(["138 points", "138 points"])
    for score in digits(scorer.page.locator(".sides .digits")):
        assert score["size"] >= 216
        assert min(score["left"], score["right"]) >= 0
