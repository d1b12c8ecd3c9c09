"""The page that takes a round by the tiles as they are laid."""

import pytest

from tests.unchanged import Unchanged
from tests.web.conftest import Refused
from tests.web.visitor import CHECK, RECORD, Page, Visitor

# They bring the table to 97, then to 103.
FULL = "66 65 64 63 62 61 60 55 54 53 43 42"
NOT_A_TILE = "“7x” in Bea’s hand is not a tile: write tiles like 1-2, 24 or 3|5."


@pytest.fixture
def italian(visitor: Visitor) -> Page:
    """Return the table of a match of Italian: Ana, Bea and Ciro, first to 50."""
    return visitor.start("Ana", "Bea", "Ciro", game="italian")


def laid(text: str, led: int = 0) -> dict[str, str]:
    return {"plays": text, "opener": str(led)}


def said(page: Page) -> str:
    (line,) = page.texts("p", "say")
    return line


def box(page: Page) -> dict[str, str]:
    (found,) = [each for each in page.all("div") if each.get("id") == "preview"]
    return dict(found.attrib)


def test_tiles_are_typed_in_the_order_they_were_laid(visitor: Visitor, italian: Page) -> None:
    form = visitor.open_round(italian)
    assert form.form["opener"] == "0"
    result = visitor.result(visitor.send(form, laid("66 56 x 2-5") | RECORD))
    assert result.texts("h2", "")[0] == "Ana brought the table to 30."
    assert result.texts("p", "award") == ["Ana +10"]
    assert result.texts("p", "reason") == ["Ana’s 2-5 brought the table to 30: +10."]
    assert result.texts("ul", "hands", "li") == ["Ana 2 tiles", "Bea 1 tile", "Ciro 0 tiles"]
    assert "What was played" in result.text


def test_whoever_led_is_asked_and_counts(visitor: Visitor, italian: Page) -> None:
    form = visitor.open_round(italian)
    result = visitor.result(visitor.send(form, laid("66, 56, pass, 25", led=2) | RECORD))
    assert result.texts("h2", "")[0] == "Ciro brought the table to 30."
    # The lead passes left.
    assert visitor.open_round(italian).form["opener"] == "0"


def test_the_preview_says_what_lies_on_the_table(
    visitor: Visitor, italian: Page, unchanged: Unchanged
) -> None:
    form = visitor.open_round(italian)
    with unchanged():
        preview = visitor.send(form, laid("66 56"), to=f"{italian.address}/rounds/preview")
    assert said(preview) == "23 on the table · next mark 30"
    assert box(preview)["data-total"] == "23"
    with unchanged():
        preview = visitor.send(form, laid("66 56 34"), to=f"{italian.address}/rounds/preview")
    assert said(preview) == "30 on the table · next mark 50"
    assert preview.texts("p", "why") == ["Ciro’s 3-4 brought the table to 30: +10."]
    assert box(preview)["data-points"] == "– – +10"


def test_the_end_of_the_round_is_said(visitor: Visitor, italian: Page) -> None:
    form = visitor.open_round(italian)
    before = visitor.send(form, laid(FULL.removesuffix(" 42")) | CHECK)
    assert said(before) == "97 on the table · next mark 100"
    after = visitor.send(form, laid(FULL) | CHECK)
    assert said(after) == "103 on the table: the round is over."
    assert after.texts("p", "why") == ["Bea’s 2-6 brought the table to 50: +10."]


def test_points_are_given_by_hand_to_whoever_does_not_tap(visitor: Visitor, italian: Page) -> None:
    form = visitor.open_round(italian)
    buttons = [b.get("data-by-hand") for b in form.all("button") if b.get("data-by-hand")]
    assert buttons == ["10"] * 3
    result = visitor.result(visitor.send(form, {"hands-1-tally": "20"} | RECORD))
    assert "Bea made 20 points in play." in result.text
    assert result.texts("p", "award") == ["Bea +20"]


@pytest.mark.parametrize(
    ("plays", "sentence"),
    [
        ("66 7x", NOT_A_TILE),
        ("66 56 66", "6-6 is on the table already: every tile exists once."),
        ("77", "7-7 in Ana’s hand is not in the box: ends go from 0 to 6."),
        (
            f"{FULL} 41",
            "The table had reached 100 before Ana played 1-4: remove it.",
        ),
    ],
)
def test_impossible_plays_are_refused(
    visitor: Visitor, italian: Page, refused: Refused, plays: str, sentence: str
) -> None:
    page = refused(visitor.open_round(italian), laid(plays), sentence)
    assert page.links[sentence] == "#plays"


def test_the_preview_says_which_tile_wins_the_match(visitor: Visitor, italian: Page) -> None:
    for _ in range(4):
        form = visitor.open_round(italian)
        assert visitor.send(form, laid("66 56 34") | RECORD).status == 303
    form, preview = visitor.open_round(italian), f"{italian.address}/rounds/preview"
    before = visitor.send(form, laid("66 56"), to=preview)
    assert "data-won" not in box(before)
    won = visitor.send(form, laid("66 56 34"), to=preview)
    assert (said(won), "data-won" in box(won)) == (
        "Ciro reached 50 first and wins the match.",
        True,
    )
    # Bea, who brings the table to 50 after that, has no points for it.
    after = visitor.send(form, laid("66 56 34 55 46"), to=preview)
    assert said(after).endswith("and wins the match. What came after does not count.")
    assert after.texts("p", "why") == [
        "Bea’s 4-6 brought the table to 50: +10. · Ciro’s 3-4 brought the table to 30: +10."
        " · Bea: 10 points not counted, the match was already won."
    ]


def test_a_match_of_italian_is_played_to_its_winner(visitor: Visitor, italian: Page) -> None:
    for _ in range(4):
        form = visitor.open_round(italian)
        assert visitor.send(form, laid("66 56 34") | RECORD).status == 303
    won = visitor.follow(visitor.send(visitor.open_round(italian), laid("66 56 34 55 46") | RECORD))
    assert won.heading == "Ciro wins!"


def test_the_hands_are_not_asked_for(visitor: Visitor, italian: Page) -> None:
    form = visitor.open_round(italian)
    assert not {name for name in form.fields if name.endswith(("-tiles", "-pips", "-count"))}
    assert form.buttons == ["Check first", "Record round", "Start over"]
