"""The line of a match, and the picture of a result: all is inside, and no words lie on others."""

from itertools import accumulate, combinations, pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

from scorekeeper.config import folder
from scorekeeper.pages.table.line import (
    BASE,
    HEIGHT,
    LABEL_GAP,
    LABEL_SIZE,
    WIDTH,
    Box,
    ScoreLine,
    fitted,
    text_width,
)
from scorekeeper.pages.table.winner import row_areas
from scorekeeper.rules.options import Ending, Ends
from tests.unit.pages.played_match import NAMES

MEASURES: Any = Environment(loader=FileSystemLoader(folder("templates")), autoescape=True)
SHAPES = MEASURES.get_template("table/_shapes.html").module.SHAPES
ENDINGS = (Ending.WENT_OUT, Ending.BLOCKED)


def drawn(*points, goal=100, names=NAMES, blocked=()):
    """Draw the points of each round; the first side won."""
    totals = accumulate(points, lambda was, more: tuple(map(sum, zip(was, more, strict=True))))
    endings = [ENDINGS[at < len(blocked) and blocked[at]] for at in range(len(points))]
    rounds = [
        SimpleNamespace(
            score=SimpleNamespace(points=paid, ending=ending),
            standing=SimpleNamespace(totals=after),
        )
        for paid, after, ending in zip(points, totals, endings, strict=True)
    ]
    rules = SimpleNamespace(ends=Ends.ROUNDS if goal is None else Ends.RACE, goal=goal or 0)
    setup = SimpleNamespace(
        game=SimpleNamespace(match=rules), sides=[(side,) for side in range(len(points[0]))]
    )
    match: Any = SimpleNamespace(
        setup=setup,
        names=names,
        rounds=rounds,
        standing=SimpleNamespace(leaders=(0,)),
        side_colours=range(1, 1 + len(points[0])),
    )
    return ScoreLine(match)


def faults(line):
    """Say what lies outside of the drawing, or on other words."""
    found = []
    for side, label in enumerate(line.labels):
        if any(not (0 <= x <= WIDTH and 0 <= y <= HEIGHT) for x, y in line.points(side)):
            found.append(f"the line of {label} leaves the drawing")
        if line.right + 14 + text_width(label, LABEL_SIZE) > WIDTH:
            found.append(f"{label} leaves the drawing")
    # In the order of the ends of their lines.
    order = sorted(range(len(line.labels)), key=lambda side: line.points(side)[-1][1])
    heights = [line.label_ys[side] for side in order]
    found += [f"{a} is on {b}" for a, b in pairwise(heights) if b - a < LABEL_GAP - 0.11]
    found += ["a name leaves the drawing" for y in heights if not 0 < y < HEIGHT]
    for one, other in combinations(line.gains(), 2):
        if one.box.overlaps(other.box):
            found.append(f"{one.text} is on {other.text}")
    numbers = [x for x, _round in line.ticks()]
    found += [f"{a} is on {b}" for a, b in pairwise(numbers) if b - a < 29]
    if line.goal_y is not None and not 0 <= line.goal_y <= BASE:
        found.append("the goal is outside")
    return found


def test_a_line_rises_with_its_totals_to_the_goal_and_the_winner_is_drawn_last():
    line = drawn((38, 0, 0), (0, 41, 0), (62, 0, 0))
    assert line.sides == [1, 2, 0]
    heights = [y for _x, y in line.points(0)]
    assert heights[0] == BASE == line.points(2)[-1][1]
    assert heights[0] > heights[1] == heights[2] > heights[3] == line.goal_y
    assert drawn((5, 8), (2, 9), goal=None).goal_y is None
    below = drawn((12, -12), (12, -12), goal=None)
    assert below.points(1)[-1][1] == BASE > below.y(0) > below.points(0)[-1][1]


def test_a_dot_and_what_was_scored_mark_each_round_that_paid():
    line = drawn((38, 0), (0, 41), (75, 0), blocked=(True,))
    hollow = [[each for _x, _y, each in line.dots(side)] for side in (0, 1)]
    assert hollow == [[True, False], [False]]
    assert sorted(gain.text for gain in line.gains()) == ["+38", "+41", "+75"]
    # Where all were blocked, none is marked.
    assert drawn((38, 0), blocked=(True,)).dots(0)[0][2] is False


@pytest.mark.parametrize("rounds", [1, 2, 7, 13, 30, 60, 400])
@pytest.mark.parametrize("sides", [2, 5])
def test_any_number_of_rounds_is_drawn_without_words_on_words(rounds, sides):
    line = drawn(*(tuple(3 + (at * side) % 7 for side in range(sides)) for at in range(rounds)))
    assert faults(line) == []
    assert line.ticks()[-1][1] == rounds


@given(
    st.integers(2, 5).flatmap(
        lambda sides: st.lists(st.tuples(*[st.integers(-30, 120)] * sides), min_size=1, max_size=60)
    ),
    st.none() | st.integers(1, 500),
)
def test_no_words_lie_on_words_whatever_is_scored(points, goal):
    assert faults(drawn(*points, goal=goal)) == []


def test_a_name_is_cut_only_where_it_is_too_long():
    line = drawn((38, 0), (75, 0), names=("W" * 40, "Bea & Dani"))
    assert line.labels[0].startswith("WW")
    assert line.labels[0].endswith("W…")
    assert line.labels[1] == "Bea & Dani"
    assert faults(line) == []
    assert [fitted(name, 20, 60) for name in ("Ana", "Maximiliana")] == ["Ana", "Ma…"]


def test_a_box_is_met_by_what_passes_through_it_and_not_by_what_ends_before():
    met = [((0, 0), (30, 30)), ((15, 0), (15, 30)), ((0, 0), (9, 9)), ((0, 25), (30, 25))]
    assert [Box(10, 10, 20, 20).meets(line) for line in met] == [True, True, False, False]


@pytest.mark.parametrize("players", [2, 5, 6, 9, 10])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_all_sides_have_a_place_in_the_picture(shape, players):
    areas = [*row_areas(shape["places"], players)]
    assert len(areas) == players
    for x, y, width, height in areas:
        assert y + height <= shape["height"]
        assert x + width <= shape["width"]
        assert height == shape["places"][3] or players > 5
    for (x, y, width, height), (other_x, other_y, _width, _height) in combinations(areas, 2):
        assert x + width <= other_x or other_x + width <= x or abs(y - other_y) >= height
