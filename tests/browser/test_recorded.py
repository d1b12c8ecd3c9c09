"""What a round that is recorded leads to: its page comes with the answer, and is one as others."""

import io
import re

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from tests.browser.measuring import settle
from tests.browser.pages import FAR
from tests.browser.scorer import WINDOWS, touch
from tests.web.visitor import HEAVY

# Another page that is loaded has another one.
LOADED = "performance.timeOrigin"
# An answer takes longer than what was tapped is watched.
SLOWLY = """() => {
  const ask = fetch;
  fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (asked[1]?.headers?.Prefer) await new Promise((done) => setTimeout(done, 3200));
    return answer;
  };
}"""


def enters(scorer, table, bea="6-6"):
    """Go from a table to its next round, and enter it."""
    scorer.open(table.address)
    scorer.page.locator(".go").tap()
    scorer.walks(f"Ana: out; Bea: {bea}")
    expect(scorer.live).to_contain_text("Ana")


def changed_by_reload(scorer):
    """Say where the page looks otherwise, or is called otherwise, once it is loaded."""
    page, looks = scorer.page, []
    for _ in range(2):
        expect(page.locator("main")).to_be_visible()
        settle(page)
        page.evaluate("document.activeElement.blur()")
        # Nothing lies under the finger any more, and what was held grows bright again.
        page.mouse.move(0, 0)
        page.wait_for_timeout(200)
        picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
        looks.append((page.title(), picture))
        # What was tapped before would be held once more, from when the page is drawn.
        page.evaluate("sessionStorage.clear()")
        page.reload()
    (title, before), (loaded_title, loaded) = looks
    # A layer more or less rounds colours otherwise.
    clear = ImageChops.difference(before, loaded).point(lambda level: 0 if level <= 2 else level)
    return clear.getbbox() or (title != loaded_title and title)


@pytest.mark.parametrize("preferred", ["hand=", "faced=yes", "type=large", "theme=dark"])
@pytest.mark.parametrize("over", [False, True], ids=["table", "winner"])
def test_the_page_comes_with_the_answer_and_looks_as_one_that_is_loaded(
    scorer, visitor, preferred, over
):
    page = scorer.page
    page.set_viewport_size(WINDOWS[0] if over else WINDOWS[3])
    scorer.open("/")
    page.evaluate("said => localStorage.setItem(...said)", preferred.split("="))
    table = visitor.start("Ana", "Bea", **({"goal": "50"} if over else FAR))
    scorer.open(f"{table.address}/rounds/new")
    scorer.walks("Ana: out; Bea: 6-6 5-6 5-5 4-6 4-5")
    loaded, asked = page.evaluate(LOADED), []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    scorer.record()
    expect(page).to_have_url(re.compile("/winner$" if over else r"/matches/\d+$"))
    assert page.evaluate(LOADED) == loaded
    assert f"GET {page.url}" not in asked
    assert not changed_by_reload(scorer)


def test_back_and_forward_lead_where_they_led_and_show_what_is_there(scorer, visitor):
    page, table = scorer.page, visitor.start("Ana", "Bea", **FAR)
    enters(scorer, table)
    scorer.record()
    scorer.reads_in_banner("Ana went out", "+12")
    page.go_back()
    scorer.holds("Ana, not entered yet")
    expect(scorer.heading).to_have_text("Round 2")
    page.go_forward()
    scorer.reads_in_banner("Ana went out", "+12")
    page.go_back()
    expect(scorer.heading).to_have_text("Round 2")
    page.go_back()
    scorer.reads_in_banner("Ana went out", "+12")
    expect(page).to_have_url(re.compile(r"/matches/\d+$"))


def test_the_table_that_came_lives_and_takes_the_next_round_at_once(scorer, visitor):
    table = visitor.start("Ana", "Bea", **FAR)
    enters(scorer, table)
    scorer.record()
    scorer.reads_in_banner("Ana went out", "+12")
    for number in (2, 3):
        # Somebody else is quicker.
        visitor.play(table, "", HEAVY)
        scorer.sees(f"Enter round {2 * number - 1}")
        settle(scorer.page)
        scorer.page.locator(".go").tap()
        scorer.walks("Ana: out; Bea: 6-6")
        scorer.record()
        scorer.reads_in_banner("Ana went out", "+12")
    settle(scorer.page)
    scorer.press("Undo")
    scorer.sees("Enter round 5")
    scorer.press_in_menu("Tablet in the middle")
    expect(scorer.page.locator("[data-at=top] .turned")).to_have_css("rotate", "180deg")


def test_what_comes_under_the_finger_however_late_does_nothing_for_half_a_second(scorer, visitor):
    page = scorer.page
    enters(scorer, visitor.start("Ana", "Bea", **FAR))
    page.evaluate(SLOWLY)
    # What led here, at the same place, is over.
    expect(page.locator("[data-held]")).to_have_count(0)
    box = scorer.control("Record round").bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch(page, *middle)
    page.locator(".go").wait_for()
    touch(page, *middle)
    scorer.reads_in_banner("Ana went out", "+12")
    page.wait_for_timeout(300)
    expect(page).to_have_url(re.compile(r"/matches/\d+$"))
    settle(page)
    touch(page, *middle)
    expect(scorer.heading).to_have_text("Round 2")
