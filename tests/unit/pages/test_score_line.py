"""The line of a match: everything is inside, and no words lie on others."""

from itertools import accumulate, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.pages.table.line import (
    BASE,
    HEIGHT,
    LABEL_GAP,
    LABEL_SIZE,
    WIDTH,
    Box,
    Course,
    ScoreLine,
    fitted,
    score_line,
    spread,
    text_width,
)

NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva")


def course(*points: tuple[int, ...], goal: int | None = 100, names: tuple[str, ...] = ()) -> Course:
    """Return the course of a match from the points of each round; the first side won."""
    totals = tuple(
        accumulate(points, lambda was, more: tuple(map(sum, zip(was, more, strict=True))))
    )
    return Course(
        colours=tuple(range(1, 6)),
        names=names or NAMES[: len(points[0])],
        totals=totals,
        points=points,
        blocked=(False,) * len(points),
        winner=0,
        goal=goal,
        goal_text="" if goal is None else f"goal {goal}",
    )


def corners(line: ScoreLine, number: int) -> list[tuple[float, float]]:
    """Return the points of the line of a side."""
    (found,) = (each for each in line.lines if each.number == number)
    points = (point.split(",") for point in found.points.split())
    return [(float(x), float(y)) for x, y in points]


def faults(line: ScoreLine) -> list[str]:
    """Say what lies outside of the drawing, or on other words."""
    found = []
    for side in line.lines:
        if any(not (0 <= x <= WIDTH and 0 <= y <= HEIGHT) for x, y in corners(line, side.number)):
            found.append(f"the line of {side.label} leaves the drawing")
        if side.label_x + text_width(side.label, LABEL_SIZE) > WIDTH:
            found.append(f"{side.label} leaves the drawing")
    heights = sorted(side.label_y for side in line.lines)
    found += [f"{a} is on {b}" for a, b in pairwise(heights) if b - a < LABEL_GAP - 0.11]
    found += ["a name leaves the drawing" for y in heights if not 0 < y < HEIGHT]
    for one, other in combinations(line.gains, 2):
        if one.box.overlaps(other.box):
            found.append(f"{one.text} is on {other.text}")
    numbers = [x for x, _round in line.ticks]
    found += [f"{a} is on {b}" for a, b in pairwise(numbers) if b - a < 29]
    if line.goal_y is not None and not 0 <= line.goal_y <= BASE:
        found.append("the goal is outside")
    return found


def test_a_line_rises_with_its_totals_and_the_winner_is_drawn_last() -> None:
    line = score_line(course((38, 0, 0), (0, 41, 0), (75, 0, 0)))
    assert [each.number for each in line.lines] == [2, 3, 1]
    assert [each.won for each in line.lines] == [False, False, True]
    heights = [y for _x, y in corners(line, 1)]
    assert heights[0] == BASE == corners(line, 3)[-1][1]
    assert heights[0] > heights[1] == heights[2] > heights[3]


def test_a_dot_and_what_was_scored_mark_each_round_that_paid() -> None:
    line = score_line(course((38, 0), (0, 41), (75, 0)))
    dots = {each.number: len(each.dots) for each in line.lines}
    assert dots == {1: 2, 2: 1}
    assert sorted(gain.text for gain in line.gains) == ["+38", "+41", "+75"]


def test_a_blocked_round_has_a_hollow_dot() -> None:
    line = score_line(course((38, 0), (75, 0))._replace(blocked=(True, False)))
    assert [hollow for _x, _y, hollow in line.lines[-1].dots] == [True, False]


def test_a_match_of_rounds_has_no_goal_to_draw() -> None:
    assert score_line(course((5, 8), (2, 9), goal=None)).goal_y is None


def test_the_goal_is_where_its_points_are() -> None:
    line = score_line(course((60, 0), (40, 0)))
    assert line.goal_y == corners(line, 1)[-1][1]


def test_totals_below_zero_are_below_the_zero_line() -> None:
    line = score_line(course((12, -12), (12, -12), goal=None))
    assert corners(line, 2)[-1][1] == BASE > line.zero_y > corners(line, 1)[-1][1]


@pytest.mark.parametrize("rounds", [1, 2, 7, 13, 30, 60, 400])
@pytest.mark.parametrize("sides", [2, 5])
def test_any_number_of_rounds_is_drawn_without_words_on_words(rounds: int, sides: int) -> None:
    points = [tuple(3 + (at * side) % 7 for side in range(sides)) for at in range(rounds)]
    line = score_line(course(*points))
    assert faults(line) == []
    assert line.ticks[-1][1] == rounds


def test_a_long_name_is_cut() -> None:
    line = score_line(course((38, 0), (75, 0), names=("W" * 40, "Bea & Dani")))
    labels = {each.number: each.label for each in line.lines}
    assert labels[1].startswith("WW")
    assert labels[1].endswith("W…")
    assert labels[2] == "Bea & Dani"
    assert faults(line) == []


@given(
    st.integers(2, 5).flatmap(
        lambda sides: st.lists(st.tuples(*[st.integers(-30, 120)] * sides), min_size=1, max_size=60)
    ),
    st.none() | st.integers(1, 500),
)
def test_no_words_lie_on_words_whatever_is_scored(
    points: list[tuple[int, ...]], goal: int | None
) -> None:
    assert faults(score_line(course(*points, goal=goal))) == []


@given(st.lists(st.floats(20, 238), min_size=1, max_size=5))
def test_labels_keep_their_order_and_their_distance(wanted: list[float]) -> None:
    found = spread(wanted, 20, 20, 238)
    assert all(20 <= each <= 238 for each in found)
    ordered = [found[each] for each in sorted(range(len(wanted)), key=wanted.__getitem__)]
    assert all(b - a >= 19.9 for a, b in pairwise(ordered))


def test_a_box_is_met_by_what_passes_through_it_and_not_by_what_ends_before() -> None:
    box = Box(10, 10, 20, 20)
    assert box.meets(((0, 0), (30, 30)))
    assert box.meets(((15, 0), (15, 30)))
    assert not box.meets(((0, 0), (9, 9)))
    assert not box.meets(((0, 25), (30, 25)))


def test_a_name_that_fits_is_left_as_it_is() -> None:
    assert fitted("Ana", 20, 60) == "Ana"
    assert fitted("Maximiliana", 20, 60) == "Ma…"
