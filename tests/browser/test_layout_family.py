"""What is recorded without scrolling in games with larger boxes, numbers or tiles in order."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.measuring import out_of_reach, overlapping, small_controls, sticking_out
from tests.browser.pages import FIVE, FOUR, LONG, TIED, recording
from tests.browser.scorer import TABLET, UPRIGHT, Scorer
from tests.effort import THOROUGH
from tests.web.visitor import Visitor

LONG_FIVE = (*LONG, "O" * 40)


def misfits(scorer: Scorer, *controls: Locator) -> Iterator[str]:
    """Say what cannot be touched without scrolling on a tablet, or is too small or too wide."""
    for screen in scorer.on(TABLET, UPRIGHT):
        found = [f"{control}: {out}" for control in controls if (out := out_of_reach(control))]
        for fault in (*found, *small_controls(scorer.page), *sticking_out(scorer.page)):
            yield f"{screen['width']} px: {fault}"


def shares(names: tuple[str, ...], highest: int, most: int) -> Iterator[tuple[str, str]]:
    """Deal out the heaviest tiles of a box, to all but the first, who went out."""
    box = [f"{low}-{high}" for high in range(highest, -1, -1) for low in range(high, -1, -1)]
    yield names[0], ""
    for turn, name in enumerate(names[1:]):
        yield name, " ".join(box[turn * most : (turn + 1) * most])


@pytest.mark.parametrize(
    ("game", "highest", "most", "names"),
    [
        ("chicken-foot", 9, 7, FIVE),
        ("mexican-train", 12, 12, FOUR),
        ("mexican-train", 12, 12, LONG_FIVE),
        pytest.param("chicken-foot", 9, 7, FOUR, marks=THOROUGH),
        pytest.param("chicken-foot", 9, 7, LONG_FIVE, marks=THOROUGH),
        pytest.param("mexican-train", 12, 12, FIVE, marks=THOROUGH),
    ],
)
def test_the_pad_of_a_large_box_fits_a_tablet(
    scorer: Scorer, visitor: Visitor, names: tuple[str, ...], game: str, highest: int, most: int
) -> None:
    recording(scorer, visitor, game, *names)
    last = scorer.tile(f"{highest}-{highest}"), scorer.tile("0-0")
    assert [*misfits(scorer, scorer.sends, *last)] == []
    scorer.press_in_menu("Type")
    for name, hand in shares(names, highest, most):
        scorer.type(name, hand)
    scorer.press("Tiles")
    expect(scorer.live).to_contain_text("went out")
    assert [*misfits(scorer, scorer.sends, *last)] == []
    assert overlapping(scorer.page.locator(".pad .tile")) == []


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("triominos", FOUR),
        ("rummikub", LONG),
        pytest.param("rummikub", FOUR, marks=THOROUGH),
    ],
)
def test_the_number_pad_fits_a_tablet(
    scorer: Scorer, visitor: Visitor, game: str, names: tuple[str, ...]
) -> None:
    recording(scorer, visitor, game, *names)
    keys = [scorer.control(key) for key in (*"0123456789", "Delete", "Next")]
    assert [*misfits(scorer, scorer.sends, *keys)] == []
    for place, name in enumerate(names):
        scorer.page.get_by_label(f"{name}: Left").fill(str(place * 117))
    expect(scorer.live).to_contain_text("went out")
    assert [*misfits(scorer, scorer.sends, *keys)] == []


@pytest.mark.parametrize("names", [FOUR, LONG_FIVE, pytest.param(FIVE, marks=THOROUGH)])
def test_tiles_in_the_order_they_are_laid_fit_a_tablet(
    scorer: Scorer, visitor: Visitor, names: tuple[str, ...]
) -> None:
    recording(scorer, visitor, "italian", *names)
    by_hand = scorer.page.locator("[data-by-hand]")
    reached = scorer.sends, scorer.tile("6-6"), scorer.tile("0-0"), by_hand.last
    assert [*misfits(scorer, *reached)] == []
    scorer.press_in_menu("Type")
    laid = "66 65 64 63 62 61 60 55 54 53 43 42"
    scorer.page.get_by_label("Tiles in the order they were played").fill(laid)
    scorer.press("Tiles")
    expect(scorer.live).to_contain_text("the round is over.")
    assert [*misfits(scorer, *reached)] == []


def test_claims_and_a_question_leave_the_record_button_on_a_tablet(
    scorer: Scorer, visitor: Visitor
) -> None:
    recording(scorer, visitor, "dominican-patio", *FOUR)
    scorer.press_in_menu("Type")
    for name, hand in zip(FOUR, TIED, strict=True):
        scorer.type(name, hand)
    scorer.press("Tiles")
    question = scorer.page.get_by_role("group", name="Who played first?")
    expect(question).to_be_visible()
    reached = scorer.sends, scorer.tile("6-6"), scorer.tile("0-0"), question
    assert [*misfits(scorer, *reached)] == []
