"""What else counts in a round: claims, who led or closed the line, points in play, corrections."""

import pytest

from tests.unchanged import Unchanged
from tests.web.conftest import Refused
from tests.web.visitor import RECORD, Page, Visitor, pips, tiles

FOUR = ("Ana", "Bea", "Ciro", "Dani")
# Every tile dealt and no number left over an odd number of times: the line ends twice in one.
SAME_ENDS = tiles("", "12", "23", "13")


@pytest.fixture
def patio(visitor: Visitor) -> Page:
    return visitor.start(*FOUR, game="dominican-patio")


def toggles(page: Page, name: str) -> dict[str, str]:
    """Read what can be chosen: each value by its words."""
    labels = {label.get("for"): label for label in page.all("label", "toggle")}
    return {
        " ".join("".join(labels[field.get("id")].itertext()).split()): field.get("value", "")
        for field in page.all("input")
        if field.get("name") == name
    }


def asked(page: Page) -> list[str]:
    """Name the questions that are shown."""
    rows = page.all("fieldset", "choice")
    shown = [row.get("data-question") for row in rows if "hidden" not in row.attrib]
    return [name for name in shown if name not in (None, "correction_side")]


def claiming(visitor: Visitor, page: Page, *values: str, **filled: str) -> Page:
    return visitor.post(
        page.target, {**page.form, **SAME_ENDS, **filled, **RECORD, "events": [*values]}
    )


def test_only_the_claims_of_the_game_are_offered(
    visitor: Visitor, table: Page, patio: Page
) -> None:
    assert toggles(visitor.open_round(table), "events") == {}
    assert toggles(visitor.open_round(patio), "events") == {
        "Capicúa": "0",
        "Chuchazo": "1",
        "Ana": "2@0",
        "Bea": "2@1",
        "Ciro": "2@2",
        "Dani": "2@3",
    }
    assert "Paso corrido" in visitor.open_round(patio).text


def test_claims_are_paid_to_the_winner_or_to_whoever_made_them(
    visitor: Visitor, patio: Page
) -> None:
    result = visitor.result(claiming(visitor, visitor.open_round(patio), "0", "2@1"))
    assert "Capicúa for Ana & Ciro: +25." in result.text
    assert "Paso corrido for Bea & Dani: +25." in result.text
    assert result.texts("p", "award") == ["Ana & Ciro +37 and Bea & Dani +25"]


def test_a_claim_that_was_refused_stays_chosen(visitor: Visitor, patio: Page) -> None:
    form = visitor.open_round(patio)
    page = visitor.send(form, tiles("", "77", "", "") | {"events": "1"} | RECORD)
    assert page.status == 422
    assert page.form["events"] == "1"


@pytest.mark.parametrize("forged", ["9", "2", "0@0", "2@7", "x"])
def test_a_claim_the_game_does_not_have_is_refused(
    visitor: Visitor, patio: Page, unchanged: Unchanged, forged: str
) -> None:
    with unchanged():
        page = claiming(visitor, visitor.open_round(patio), forged)
    assert page.status == 422
    assert page.problems == ["Select one of these."]


def test_a_question_is_asked_only_where_it_decides_this_round(
    visitor: Visitor, refused: Refused
) -> None:
    table = visitor.start(*FOUR, game="brazil-to-100")
    form = visitor.open_round(table)
    assert asked(form) == []
    preview = visitor.send(
        form, tiles("12", "23", "13", "44"), to=f"{table.address}/rounds/preview"
    )
    assert not preview.all("div", "fault")
    tied = tiles("12", "23", "13", "11")
    page = refused(form, tied, "The round is blocked: say who closed the line.")
    assert asked(page) == ["blocker"]
    assert toggles(page, "blocker") == {"Ana": "0", "Bea": "1", "Ciro": "2", "Dani": "3"}
    result = visitor.result(visitor.send(page, {"blocker": "0"} | RECORD))
    assert "Bea & Dani did not close the line" in result.text.replace("Bea and Dani", "Bea & Dani")


def test_a_preview_names_the_question(visitor: Visitor, patio: Page) -> None:
    tied = tiles("12", "03", "01 55", "23")
    form = visitor.open_round(patio)
    preview = visitor.send(form, tied, to=f"{patio.address}/rounds/preview")
    (box,) = [each for each in preview.all("div") if each.get("id") == "preview"]
    assert box.get("data-questions") == "opener"
    page = visitor.send(form, tied | {"opener": "1", "action": "check"})
    assert asked(page) == ["opener"]
    assert page.texts("p", "say") == [
        "Blocked: 3 · 3. The round goes to Bea and Dani, who played first."
    ]


def test_points_made_in_play_are_a_number_a_seat(visitor: Visitor) -> None:
    table = visitor.start("Ana", "Bea", game="all-fives")
    form = visitor.open_round(table)
    filled = tiles("", "66") | {"hands-0-tally": "15", "hands-1-tally": "5"} | RECORD
    result = visitor.result(visitor.send(form, filled))
    assert result.texts("p", "award") == ["Ana +25 and Bea +5"]


@pytest.fixture
def fives(visitor: Visitor) -> Page:
    """Return the table of a match of Fives and Threes in which Ana has 59 points and Bea 58."""
    table = visitor.start("Ana", "Bea", game="fives-and-threes")
    filled = tiles("12", "34") | {"hands-0-tally": "59", "hands-1-tally": "58"} | RECORD
    assert visitor.send(visitor.open_round(table), filled).status == 303
    return table


def test_points_in_play_are_taken_score_by_score_in_their_order(
    visitor: Visitor, fives: Page
) -> None:
    steps = {"hands-0-tally": "8+1", "hands-1-tally": "3 1", "order": "0 1 0 1"}
    form = visitor.open_round(fives)
    preview = visitor.send(form, steps, to=f"{fives.address}/rounds/preview")
    assert preview.texts("p", "say") == [
        "Bea reached 61 first and wins the match. What came after does not count."
    ]
    visitor.send(form, steps | RECORD)
    amended = visitor.open(f"{fives.address}/rounds/2/amend").form
    assert (amended["hands-0-tally"], amended["hands-1-tally"]) == ("8+1", "3+1")
    assert amended["order"] == "0 1 0 1"


def test_the_goal_reached_in_play_is_recorded_without_hands(visitor: Visitor, fives: Page) -> None:
    won = visitor.send(visitor.open_round(fives), {"hands-1-tally": "1+2", "order": "1 1"} | RECORD)
    assert visitor.follow(won).heading == "Bea wins!"


@pytest.mark.parametrize(("answer", "heading"), [("1", "Fives and Threes"), ("0", "Ana wins!")])
def test_it_is_asked_whether_the_last_tile_scored(
    visitor: Visitor, fives: Page, answer: str, heading: str
) -> None:
    form = visitor.open_round(fives)
    page = visitor.send(form, tiles("", "34") | {"hands-0-tally": "2", "order": "0"} | RECORD)
    assert (page.status, asked(page)) == (422, ["last_tile_scored"])
    assert toggles(page, "last_tile_scored") == {"Yes": "1", "No": "0"}
    after = visitor.follow(visitor.send(page, {"last_tile_scored": answer} | RECORD))
    assert after.heading == heading
    amended = visitor.open(f"{fives.address}/rounds/2/amend")
    assert amended.form["last_tile_scored"] == answer


def test_scores_whose_order_does_not_fit_are_taken_without_one(
    visitor: Visitor, fives: Page
) -> None:
    filled = {"hands-0-tally": "2", "hands-1-tally": "3", "order": "0 1 1"} | RECORD
    result = visitor.result(visitor.send(visitor.open_round(fives), filled))
    assert "Ana and Bea reached 61: nobody knows who was first." in result.text


def test_a_correction_is_shown_with_its_note(visitor: Visitor, table: Page) -> None:
    correction = {
        "correction_side": "1",
        "correction_points": "-10",
        "correction_note": "looked at the boneyard",
    }
    form = visitor.open_round(table)
    result = visitor.result(visitor.send(form, tiles("", "66") | correction | RECORD))
    assert "Bonus / penalty for Bea, −10: looked at the boneyard." in result.text
    assert "Ana went out, corrected" in visitor.open(f"{table.address}/rounds").text


def test_claims_and_corrections_go_with_counted_pips_too(visitor: Visitor, patio: Page) -> None:
    form = visitor.open(f"{patio.address}/rounds/new?entry=pips")
    filled = pips("out", "3", "5", "4") | {"events": "1"}
    correction = {"correction_side": "1", "correction_points": "5"}
    result = visitor.result(visitor.send(form, filled | correction | RECORD))
    assert result.texts("p", "award") == ["Ana & Ciro +37 and Bea & Dani +5"]
