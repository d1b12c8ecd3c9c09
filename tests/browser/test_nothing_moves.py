"""While a round is entered nothing moves: a tap lands on what was under the finger."""

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.effort import THOROUGH
from tests.web.visitor import Visitor

FOUR = ("Ana", "Bea", "Ciro", "Dani")
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll(".pad .tile, .seat, .send-bar, #send, .tools .btn, .keys .btn")]
    .map((each, index) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      // A tile in the hand is lifted a little, in its place.
      const lifted = parseFloat(getComputedStyle(each).translate.split(" ")[1] ?? 0);
      const place = [left, top - lifted, width, height].map(Math.round);
      return [`${each.dataset.tile ?? each.id}.${index}`, place];
    }))"""


def places(scorer: Scorer) -> dict[str, object]:
    found: dict[str, object] = scorer.page.evaluate(PLACES)
    return found


# A tie that the lightest tile settles; open ends are asked for.
BLOCK = "block", False, ("1-2 2-4 3-5", "5-5 3-4", "6-6 0-5", "0-6 5-6"), "Blocked: 17 · 17"
# A tie that asks who led; three bonuses to claim.
PATIO = "dominican-patio", True, ("1-2", "0-3", "3-3", "2-4"), "say who played first"


@pytest.mark.parametrize(
    ("screen", "game", "partners", "hands", "said"),
    [
        (UPRIGHT, *BLOCK),
        (TABLET, *PATIO),
        (PHONE, *PATIO),
        *(pytest.param(each, *BLOCK, marks=THOROUGH) for each in (TABLET, PHONE)),
        pytest.param(UPRIGHT, *PATIO, marks=THOROUGH),
    ],
)
def test_nothing_moves_while_a_round_is_entered(
    scorer: Scorer,
    visitor: Visitor,
    screen: ViewportSize,
    game: str,
    partners: bool,
    hands: tuple[str, ...],
    said: str,
) -> None:
    chosen = {"partners": "y"} if partners else {}
    scorer.page.emulate_media(reduced_motion="reduce")
    scorer.page.set_viewport_size(screen)
    scorer.open(f"{visitor.start(*FOUR, game=game, **chosen).address}/rounds/new")
    before = places(scorer)
    assert len(before) > 28
    for name, hand in zip(FOUR, hands, strict=True):
        scorer.seat(name).tap()
        scorer.page.evaluate("scrollTo(0, 0)")
        for tile in hand.split():
            with scorer.page.expect_response("**/preview"):
                scorer.tap(tile)
            scorer.page.evaluate("scrollTo(0, 0)")
            assert places(scorer) == before, (name, tile)
    expect(scorer.live).to_contain_text(said)
    assert places(scorer) == before
