"""What is seen and reached without scrolling, however long the names and full the hands."""

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import (
    covered,
    cut,
    digits,
    out_of_reach,
    overlapping,
    small_controls,
    sticking_out,
)
from tests.browser.pages import FAR, FIVE_EACH, FOUR, LONG, SEVEN_EACH, fill_in, played
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
    for screen in (TABLET, UPRIGHT):
        scorer.page.set_viewport_size(screen)
        for control in (scorer.sends, scorer.tile("6-6"), scorer.tile("0-0")):
            assert out_of_reach(control) == "", screen
        assert [*sticking_out(scorer.page), *small_controls(scorer.page)] == [], screen


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
    for screen in (TABLET, UPRIGHT):
        scorer.page.set_viewport_size(screen)
        afresh = scorer.control("Start over")
        for control in (scorer.sends, scorer.tile("6-6"), scorer.tile("0-0"), afresh):
            assert out_of_reach(control) == "", screen
        assert [*sticking_out(scorer.page), *small_controls(scorer.page)] == [], screen


def test_no_tile_lies_on_another(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(f"{visitor.start(*FOUR).address}/rounds/new")
    for screen in SCREENS:
        scorer.page.set_viewport_size(screen)
        assert overlapping(scorer.page.locator(".pad .tile")) == [], screen


@pytest.mark.parametrize("language", ["es", pytest.param("hu", marks=THOROUGH)])
def test_on_a_phone_long_names_push_no_tool_onto_the_tiles(
    scorer: Scorer, visitor: Visitor, language: str
) -> None:
    scorer.open(f"{visitor.start(*LONG).address}/rounds/new")
    scorer.speak(language)
    expect(scorer.tile("6-6")).to_be_visible()
    for screen in (PHONE, SMALL_PHONE):
        scorer.page.set_viewport_size(screen)
        assert [*covered(scorer.page), *small_controls(scorer.page)] == [], screen


def test_on_a_phone_a_name_is_whole_while_its_hand_is_not_entered(
    scorer: Scorer, visitor: Visitor
) -> None:
    scorer.open(f"{visitor.start('Bernadette', *FOUR[1:]).address}/rounds/new")
    expect(scorer.tile("6-6")).to_be_visible()
    for screen in (PHONE, SMALL_PHONE):
        scorer.page.set_viewport_size(screen)
        assert cut(scorer.page.locator(".seat h2").first) == [0], screen


@pytest.mark.parametrize("names", [LONG, pytest.param(FOUR, marks=THOROUGH)])
def test_the_next_round_is_entered_on_a_tablet_without_scrolling(
    scorer: Scorer, visitor: Visitor, names: tuple[str, ...]
) -> None:
    table = visitor.start(*names, partners="y", **FAR)
    for _ in range(3):
        visitor.play(table, "", *FIVE_EACH[1:])
    scorer.open(table.address)
    for screen in (TABLET, UPRIGHT):
        scorer.page.set_viewport_size(screen)
        assert out_of_reach(scorer.control("Enter round 4")) == "", screen


def test_long_names_make_no_page_scroll_sideways(scorer: Scorer, visitor: Visitor) -> None:
    table = visitor.start(*LONG, other_goal="20")
    visitor.play(table, "1-1", "0-4", "6-6", "5-5")
    match = ("", "/rounds/new", "/rounds/new?entry=pips", "/rounds/1", "/undo")
    won = visitor.start(*LONG, partners="y", goal="50")
    visitor.play(won, "", *FIVE_EACH[1:])
    for address in ("/", *(table.address + page for page in match), f"{won.address}/winner"):
        scorer.open(address)
        for screen in SCREENS:
            scorer.page.set_viewport_size(screen)
            assert sticking_out(scorer.page) == [], (address, screen)


def test_scores_are_read_from_across_the_table(scorer: Scorer, visitor: Visitor) -> None:
    scorer.open(played(visitor, 8).address)
    scores = scorer.page.locator(".score")
    expect(scores).to_have_text([f"{points} points" for points in (184, 204, 224, 240)])
    for screen in SCREENS:
        scorer.page.set_viewport_size(screen)
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
