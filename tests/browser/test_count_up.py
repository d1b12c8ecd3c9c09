"""Scores of an open page count up to what they became."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.scorer import Scorer
from tests.web.visitor import Visitor

# Keeps what is drawn of a score while it is counted, what is said of it then, and its width.
WATCH = """() => {
  const score = document.querySelector(".digits");
  document.counted = [];
  new MutationObserver(() => {
    const { width } = score.getBoundingClientRect();
    const { counting } = score.dataset;
    document.counted.push({ counting, said: score.firstChild.data, width });
  }).observe(score, { attributeFilter: ["data-counting"] });
}"""
ENDED = """() => document.counted.length && document.counted.at(-1).counting === undefined"""


def numbers(seen: list[dict[str, Any]]) -> list[int]:
    """List what was drawn while it was counted."""
    return [int(each["counting"]) for each in seen if each["counting"]]


def test_scores_count_up_to_what_they_became_and_down_when_a_round_is_undone(
    scorer: Scorer, visitor: Visitor
) -> None:
    for address in ("", "/wall"):
        table = visitor.start("Ana", "Bea")
        visitor.play(table, "", "66")
        scorer.open(f"{table.address}{address}")
        scorer.page.evaluate(WATCH)
        visitor.play(table, "", "66 55 44")
        scorer.page.wait_for_function(ENDED)
        seen = scorer.page.evaluate("document.counted")
        drawn = numbers(seen)
        assert drawn[0] == 12, address
        assert drawn == sorted(drawn)
        assert len({*drawn}) > 2
        # Whoever listens hears the end of it, and nothing moves.
        assert {each["said"] for each in seen} == {"42"}
        assert len({each["width"] for each in seen}) == 1
        expect(scorer.page.locator(".score").first).to_have_text("42 points")
        expect(scorer.page.locator("[data-counting]")).to_have_count(0)
    scorer.page.evaluate(WATCH)
    visitor.send(visitor.open(f"{table.address}/undo"))
    scorer.page.wait_for_function(ENDED)
    drawn = numbers(scorer.page.evaluate("document.counted"))
    assert drawn[0] == 42
    assert drawn == sorted(drawn, reverse=True)


def test_nothing_counts_where_less_motion_is_wanted(scorer: Scorer, visitor: Visitor) -> None:
    scorer.page.emulate_media(reduced_motion="reduce")
    table = visitor.start("Ana", "Bea")
    scorer.open(table.address)
    scorer.page.evaluate(WATCH)
    visitor.play(table, "", "66")
    expect(scorer.page.locator(".score").first).to_have_text("12 points")
    assert scorer.page.evaluate("document.counted") == []
