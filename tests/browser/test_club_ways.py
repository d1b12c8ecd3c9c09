"""Ways to play a club night, by touch: a knockout with its bracket, and four each alone."""

from playwright.sync_api import expect

from tests.browser.measuring import misfits
from tests.browser.pages import FOUR
from tests.browser.scorer import PHONE, TABLET, UPRIGHT

SIZES = (UPRIGHT, PHONE, TABLET)


def start(scorer, how, at_table, *people):
    scorer.open("/club?new")
    assert misfits(scorer.page, *SIZES) == []
    scorer.page.get_by_label(how, exact=True).tap()
    scorer.page.get_by_label("At a table").select_option(label=at_table)
    scorer.page.get_by_label("Name", exact=True).fill("Friday")
    scorer.press("Start the club night")
    scorer.page.get_by_label("Names").fill("\n".join(people))
    scorer.press("Add them")


def play(scorer, number, *points):
    """Draw a round, open its tables, and enter the same points at each."""
    scorer.press(f"Draw round {number}")
    assert misfits(scorer.page, *SIZES) == []
    scorer.press("Open the tables")
    boards = scorer.page.locator(".boards summary")
    expect(boards.first).to_be_visible()
    assert misfits(scorer.page, *SIZES) == []
    for at in range(boards.count()):
        boards.nth(at).tap()
        scorer.page.get_by_text("Enter the result").nth(at).tap()
        fields = scorer.page.locator(".of-side input")
        expect(fields).to_have_count(len(points))
        for field, own in zip(fields.all(), points, strict=True):
            field.tap()
            for digit in str(own):
                scorer.page.locator(f"[data-digit='{digit}']").tap()
        scorer.page.locator(".bar .primary").tap()
        expect(boards.first).to_be_attached()


def test_a_knockout_is_played_by_touch_and_its_bracket_is_seen_everywhere(scorer):
    start(scorer, "Knockout", "2 players", *FOUR)
    play(scorer, 1, 100, 60)
    winners = scorer.page.locator(".of-stage:last-child li:first-child p span")
    finalists = winners.all_inner_texts()
    assert {*finalists} < {*FOUR}
    play(scorer, 2, 100, 60)
    scorer.sees(f"{finalists[0]} wins!", "Semifinals", "Final", "Third place")
    assert misfits(scorer.page, *SIZES) == []
    scorer.open(f"{scorer.page.url.partition('#')[0]}/wall")
    scorer.sees(f"{finalists[0]} wins!")


def test_four_play_each_alone_and_the_golden_button_says_who_has_won(scorer):
    start(scorer, "Partners change", "4 players", *FOUR)
    expect(scorer.page.locator(".person")).to_have_count(4)
    play(scorer, 1, 20, 40, 100, 60)
    scorer.sees("All tables are finished.")
    expect(scorer.page.locator(".standings tbody tr").first).to_contain_text("1")
