"""The form that records the hands entered around the table; entries.toml has what they come to."""

from typing import Any

import pytest

from tests.web.round.test_drafts import draft
from tests.web.share.share_links import joined, links
from tests.web.visitor import HEAVY, pips, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")
PARTS = ("hands-0", "hands-1", "hands-2", "hands-3", "rest")
NO_BEA = {"hands-0-tiles": "1-2 3-4", "hands-2-tiles": "5-5", "hands-3-tiles": "0-0"}
CORRECTED = {"correction_side": "0", "correction_points": "10"}


@pytest.fixture
def four(visitor):
    """Return the table of four, each for themselves."""
    return visitor.start(*FOUR)


def enter(visitor, table, *hands, number=1):
    """Enter hands at their panels; "" says that a player went out, "–" that nothing is entered."""
    for seat, hand in enumerate(hands):
        if hand != "–":
            fields: dict[str, Any] = {f"hands_{seat}_{'tiles' if hand else 'out'}": hand or "y"}
            draft(visitor, table, number, f"hands-{seat}", **fields)


def checked(visitor, table, number=1, query=""):
    return visitor.open(f"{table.address}/rounds/{number}/draft/preview{query}")


@pytest.mark.parametrize(
    ("game", "entered", "query", "button", "scores"),
    [
        ("block", NO_BEA | {"hands-1-out": "y"}, "", "Record round", [0, 20, 0, 0]),
        # Somebody says that Bea went out.
        ("block", NO_BEA, "?out=1", "Record round", [0, 20, 0, 0]),
        ("block", pips("17", "12", "9", "out") | CORRECTED, "", "Record round", [10, 0, 0, 38]),
        ("partnership", tiles("", "12", "34", "56"), "", "Record anyway", [14, 0]),
    ],
    ids=["tiles", "who went out", "pips and a correction", "doubts"],
)
def test_its_form_records_what_it_shows(visitor, unchanged, game, entered, query, button, scores):
    table = visitor.start(*FOUR, game=game)
    draft(visitor, table, 1, *PARTS, **entered)
    with unchanged():
        shown = checked(visitor, table, query=query)
    assert shown.answer.cache_control.no_store
    form = shown.pressing(button)
    # What is entered now was not shown.
    enter(visitor, table, "–", "–", "6-6")
    for _ in range(2):
        recorded = visitor.follow(visitor.send(form))
        assert recorded.texts("p", "score") == [f"{each} points" for each in scores]


def test_whoever_is_asked_about_is_a_player(visitor, four):
    enter(visitor, four, "1-2 3-4", "–", "5-5", "0-0")
    page = checked(visitor, four)
    assert [each.get("data-out") for each in page.all("button")] == ["1", None]
    for query in ("?out=7", "?out=-1", "?out=x"):
        assert checked(visitor, four, query=query).text == page.text


def test_only_the_next_round_is_checked(visitor):
    table = visitor.start("Ana", "Bea", goal="50")
    for number, played in ((2, ""), (1, "66"), (2, HEAVY), (3, "")):
        if played:
            visitor.play(table, "", played)
        assert checked(visitor, table, number).status == 404


def test_whoever_only_watches_checks_nothing(app, visitor, four):
    app.config["ACCESS"] = "links"
    guest = joined(app, links(visitor, four)["watch"])
    assert checked(guest, four).status == 403
