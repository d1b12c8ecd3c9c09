"""The celebration, and that it keeps still for whoever asks."""

import pytest

from tests.browser.pages import EVERY_PAGE
from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

MOVING = "() => document.getAnimations().filter(each => each.playState === 'running').length"


@pytest.mark.parametrize(("motion", "moves"), [("reduce", False), ("no-preference", True)])
def test_confetti_falls_for_the_winner_unless_less_motion_is_wanted(
    scorer: Scorer, visitor: Visitor, motion: str, moves: bool
) -> None:
    scorer.page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    EVERY_PAGE["winner"](scorer, visitor)
    assert bool(scorer.page.evaluate(MOVING)) is moves
