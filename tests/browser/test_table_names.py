"""The words of the table page fit: its header in a line, and the names of partners in full."""

from playwright.sync_api import ViewportSize, expect

from tests.browser.measuring import out_of_reach
from tests.browser.pages import FAR, FIVE_EACH, FOUR
from tests.browser.scorer import PHONE, TABLET, UPRIGHT, Scorer
from tests.web.visitor import Visitor

WIDE = ViewportSize(width=1280, height=800)
LONG = ("Maximiliano", "Konstantin", "Bernadette", "Wilhelmina")
# How many lines the header takes beside the name of the game.
LINES = """() => {
  const meta = document.querySelector(".top .meta");
  return Math.round(meta.scrollHeight / parseFloat(getComputedStyle(meta).lineHeight));
}"""
# The words that are cut off at the end of a line, or of the last line there is room for.
CUT = """selectors => [...document.querySelectorAll(selectors)].filter((element) =>
  element.checkVisibility() && getComputedStyle(element).position !== "absolute"
    && (element.scrollWidth > element.clientWidth + 1
        || element.scrollHeight > element.clientHeight + 4))
  .map((element) => element.textContent.trim())"""
NAMES = ".side h2, .gain .who, .rounds .who"


def test_goal_deal_and_lead_stand_in_one_line(scorer: Scorer, visitor: Visitor) -> None:
    chosen: list[dict[str, str]] = [{}, {"partners": "y"}]
    new, begun = ([visitor.start(*FOUR, **each) for each in chosen] for _ in range(2))
    for table in begun:
        visitor.play(table, *FIVE_EACH[1:])
    scorer.open("/offline")
    for language in ("en", "hu"):
        scorer.speak(language)
        for table in (*new, *begun):
            scorer.open(table.address)
            for screen in scorer.on(TABLET, WIDE):
                assert scorer.page.evaluate(LINES) == 1, (language, table.address, screen)
        scorer.open("/offline")


def test_names_of_partners_are_never_cut(scorer: Scorer, visitor: Visitor) -> None:
    for names in (FOUR, LONG):
        table = visitor.start(*names, partners="y", **FAR)
        for number in range(7):
            hands = ("", "5-5 4-5", "4-4", "3-3")
            visitor.play(table, *hands[number % 4 :], *hands[: number % 4])
        scorer.open(table.address)
        expect(scorer.page.locator(".rounds .who")).to_have_count(7)
        for screen in scorer.on(TABLET, UPRIGHT, PHONE):
            assert scorer.page.evaluate(CUT, NAMES) == [], screen
            assert out_of_reach(scorer.control("Enter round 8")) == "", screen
            # The digits of both sides stand on one line, or are equally large.
            sizes = scorer.page.locator(".side .digits").evaluate_all(
                "all => all.map((each) => getComputedStyle(each).fontSize)"
            )
            assert len({*sizes}) == 1, screen
