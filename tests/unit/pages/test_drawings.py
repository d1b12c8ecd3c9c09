"""Charts, lines of matches and pictures of results: all is inside, and no words lie on others."""

import re
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

from scorekeeper.config import folder
from scorekeeper.pages.players import charts
from scorekeeper.pages.players.charts import LEAST_BETWEEN_WORDS, LEFT, RIGHT, TOP, Note, curve
from scorekeeper.pages.table.score_chart import (
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
from scorekeeper.rules import Ending, Round, RoundScore, Standing
from tests.unit.rules.example import table
from tests.unit.rules.lines import NAMES

TEMPLATES: Any = Environment(loader=FileSystemLoader(folder("templates")), autoescape=True)
SHAPES = TEMPLATES.get_template("table/_picture_measures.html").module.SHAPES


def curve_of(*values, months=12):
    texts = [str(value) for value in values]
    times = [f"month {at % months}" for at in range(len(values))]
    return curve(values, texts, times, (1500, "1500"))


def drawn_by(macro, *values):
    """Return a chart as the templates draw it."""
    return str(getattr(TEMPLATES.get_template("players/_charts.html").module, macro)(*values))


def widths(chart):
    """Return how wide the bars of a chart are."""
    return [int(found) for found in re.findall(r'<rect[^>]*? width="(\d+)"', chart)]


def test_the_longest_bar_has_the_whole_width_and_a_bar_is_parted_by_two_counts():
    for count, most, width in ((98, 98, 130), (31, 98, 41), (13, 98, 17), (0, 98, 0), (0, 0, 0)):
        assert widths(drawn_by("bar", count, most)) == [width]
    # 28 of 47 of what the gap leaves: 127 · 28 / 47 = 75.7. Of 1 and 10,000 both are seen.
    for first, second, expected in (
        *((28, 19, [76, 51]), (1, 10_000, [1, 126]), (10_000, 1, [126, 1])),
        *((4, 0, [130, 0]), (0, 4, [0, 130]), (0, 0, [])),
    ):
        chart = drawn_by("parts", first, second)
        assert widths(chart) == expected
        assert not (first and second) or f'x="{expected[0] + 3}"' in chart


def test_what_was_won_is_seen_against_luck_and_the_newest_result_is_on_the_right():
    for macro, words in (("luck", "M32 10H65"), ("share", "M0 10H65")):
        chart = drawn_by(macro, 0.5, 0.25)
        assert words in chart
        assert "M32 0v20" in chart
    chart = drawn_by("run", [True, False], "last 2: 1 <won>")
    assert re.findall(r'<rect x="(\d+)"( y="15")?', chart) == [("110", ""), ("121", ' y="15"')]
    assert "1 &lt;won&gt;" in chart


def test_a_curve_goes_from_the_left_to_the_right():
    drawn = curve_of(1500, 1400, 1600)
    middle, base = (LEFT + RIGHT) / 2, charts.BASE
    assert drawn.points == f"{LEFT},{(TOP + base) / 2} {middle},{base} {RIGHT},{TOP}"
    assert drawn.last[2] == Note(RIGHT + 11, TOP + 6, "1600")
    assert drawn.lowest is not None
    assert (drawn.lowest[0], drawn.lowest[2].text) == (middle, "1400, month 1")
    # Words at the lowest point stay inside: these take 14 · 8.5 = 119 units, half on each side.
    drawn = curve_of(*[1500] * 10, 1400, 1500)
    assert drawn.lowest is not None
    assert drawn.lowest[2] == Note(RIGHT - 59.5, base + 21, "1400, month 10", "middle")


def test_nothing_is_said_twice_of_a_curve_and_short_ones_are_drawn():
    # Where it ends on the lowest point or on the level, that is said at its end.
    assert curve_of(1600, 1550, 1400).lowest is None
    assert curve_of(1400, 1500).level is None
    assert curve_of(1500).last[1] == charts.BASE
    assert curve_of(1500, 1500).points == f"{LEFT},{charts.BASE} {RIGHT},{charts.BASE}"


def test_the_level_is_not_written_over_the_last_number():
    for last in (*range(1400, 1500, 10), *range(1510, 1600, 10)):
        drawn = curve_of(1400, 1600, last)
        assert drawn.level is not None
        assert abs(drawn.level.y - drawn.last[2].y) >= 18


@given(st.lists(st.integers(1000, 2000), min_size=1, max_size=80), st.integers(1, 40))
def test_everything_of_a_curve_is_inside_and_no_times_touch(values, months):
    drawn = curve_of(*values, months=months)
    for place in drawn.points.split():
        x, y = map(float, place.split(","))
        assert LEFT <= x <= RIGHT
        assert TOP <= y <= charts.BASE
    notes = [drawn.last[2], drawn.level, drawn.lowest and drawn.lowest[2], *drawn.times]
    assert all(0 <= note.y <= charts.HEIGHT for note in notes if note)
    xs = [time.x for time in drawn.times]
    assert all(b - a >= LEAST_BETWEEN_WORDS for a, b in pairwise(xs))


def drawn(*points, goal=100, names=NAMES, blocked=0):
    """Draw the points of each round, of which the first were blocked."""
    rules = {"ends": "rounds"} if goal is None else {"goal": goal}
    setup, rounds = table("block", len(points[0]), deal={"5": 5}, match=rules), []
    # Whatever is scored, the next round may be played.
    standing = Standing.start(setup, play_on_to=len(points))
    for at, paid in enumerate(points):
        ending = Ending.BLOCKED if at < blocked else Ending.WENT_OUT
        score = RoundScore(ending, None, None, paid, paid)
        standing = standing.after(Round(), score)
        rounds.append(SimpleNamespace(score=score, standing=standing))
    colours = range(1, 1 + len(setup.sides))
    match: Any = SimpleNamespace(
        setup=setup, names=names, rounds=rounds, standing=standing, side_colours=colours
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
    line = drawn((38, 0), (0, 41), (75, 0), blocked=1)
    hollow = [[each for _x, _y, each in line.dots(side)] for side in (0, 1)]
    assert hollow == [[True, False], [False]]
    assert sorted(gain.text for gain in line.gains()) == ["+38", "+41", "+75"]
    # Where all were blocked, none is marked.
    assert drawn((38, 0), blocked=1).dots(0)[0][2] is False


@given(
    st.integers(2, 5).flatmap(
        lambda sides: st.lists(st.tuples(*[st.integers(-30, 120)] * sides), min_size=1, max_size=60)
    ),
    st.none() | st.integers(1, 500),
)
@example([(3, 4)], 100)
@example([(3, 8, 1, 9, 0), (7, 2, 6, 6, 3)] * 200, 100)
def test_no_words_lie_on_words_whatever_is_scored_in_however_many_rounds(points, goal):
    line = drawn(*points, goal=goal)
    assert faults(line) == []
    assert line.ticks()[-1][1] == len(points)


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
