"""The page that takes a round by the tiles as they are laid."""

import pytest

from tests.web.visitor import RECORD, Page, Visitor


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


def test_points_are_given_by_hand_to_whoever_does_not_tap(visitor: Visitor, italian: Page) -> None:
    form = visitor.open_round(italian)
    buttons = [b.get("data-by-hand") for b in form.all("button") if b.get("data-by-hand")]
    assert buttons == ["10"] * 3
    result = visitor.result(visitor.send(form, {"hands-1-tally": "20"} | RECORD))
    assert "Bea made 20 points in play." in result.text
    assert result.texts("p", "award") == ["Bea +20"]


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
