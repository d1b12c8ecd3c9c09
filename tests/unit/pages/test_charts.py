"""Charts: where their parts go."""

import re
from itertools import pairwise
from typing import Any

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

from scorekeeper.config import folder
from scorekeeper.pages.players.charts import (
    BASE,
    HEIGHT,
    LEAST_BETWEEN_WORDS,
    LEFT,
    RIGHT,
    TOP,
    Note,
    curve,
)

LEVEL = (1500, "1500")
MONTHS = ("Jan", "Feb", "Mar")


def curve_of(*values, months=12):
    texts = [str(value) for value in values]
    return curve(values, texts, [f"month {at % months}" for at in range(len(values))], LEVEL)


def drawn_by(macro, *values):
    """Return a chart as the templates draw it."""
    environment = Environment(loader=FileSystemLoader(folder("templates")), autoescape=True)
    charts: Any = environment.get_template("players/_charts.html").module
    return str(getattr(charts, macro)(*values))


def widths(chart):
    """Return how wide the bars of a chart are."""
    return [int(found) for found in re.findall(r'<rect[^>]*? width="(\d+)"', chart)]


@pytest.mark.parametrize(("count", "width"), [(98, 130), (31, 41), (13, 17), (0, 0)])
def test_the_longest_bar_has_the_whole_width(count, width):
    assert widths(drawn_by("bar", count, 98)) == [width]
    assert widths(drawn_by("bar", 0, 0)) == [0]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        # 28 of 47 of what the gap leaves: 127 · 28 / 47 = 75.7.
        (28, 19, [76, 51]),
        (4, 0, [130, 0]),
        (0, 4, [0, 130]),
        (0, 0, []),
        # Both are seen.
        (1, 10_000, [1, 126]),
        (10_000, 1, [126, 1]),
    ],
)
def test_a_bar_is_parted_by_two_counts(first, second, expected):
    chart = drawn_by("parts", first, second)
    assert widths(chart) == expected
    if first and second:
        assert f'x="{expected[0] + 3}"' in chart


def test_what_was_won_is_seen_against_luck():
    for macro, words in (("luck", "M32 10H65"), ("share", "M0 10H65")):
        chart = drawn_by(macro, 0.5, 0.25)
        assert words in chart
        assert "M32 0v20" in chart


def test_the_newest_result_is_on_the_right_and_what_was_won_is_high():
    chart = drawn_by("run", [True, False], "last 2: 1 <won>")
    assert re.findall(r'<rect x="(\d+)"( y="15")?', chart) == [("110", ""), ("121", ' y="15"')]
    assert "1 &lt;won&gt;" in chart


def test_a_curve_goes_from_the_left_to_the_right():
    drawn = curve((1500, 1400, 1600), ("1500", "1400", "1600"), MONTHS, LEVEL)
    middle = (LEFT + RIGHT) / 2
    assert drawn.points == f"{LEFT},{(TOP + BASE) / 2} {middle},{BASE} {RIGHT},{TOP}"
    assert drawn.last[2] == Note(RIGHT + 11, TOP + 6, "1600")
    assert drawn.lowest is not None
    assert (drawn.lowest[0], drawn.lowest[2].text) == (middle, "1400, Feb")


def test_the_words_at_the_lowest_point_stay_inside():
    # "1400, month 10" takes 14 · 8.5 = 119 units, half of them on each side.
    drawn = curve_of(*[1500] * 10, 1400, 1500)
    assert drawn.lowest is not None
    assert drawn.lowest[2] == Note(RIGHT - 59.5, BASE + 21, "1400, month 10", "middle")


def test_nothing_is_said_twice_of_a_curve_and_short_ones_are_drawn():
    # Where it ends on the lowest point or on the level, that is said at its end.
    assert curve_of(1600, 1550, 1400).lowest is None
    assert curve_of(1400, 1500).level is None
    assert curve_of(1500).last[1] == BASE
    assert curve_of(1500, 1500).points == f"{LEFT},{BASE} {RIGHT},{BASE}"


@pytest.mark.parametrize("last", [*range(1400, 1500, 10), *range(1510, 1600, 10)])
def test_the_level_is_not_written_over_the_last_number(last):
    drawn = curve_of(1400, 1600, last)
    assert drawn.level is not None
    assert abs(drawn.level.y - drawn.last[2].y) >= 18


@given(st.lists(st.integers(1000, 2000), min_size=1, max_size=80), st.integers(1, 40))
def test_everything_of_a_curve_is_inside_and_no_times_touch(values, months):
    drawn = curve_of(*values, months=months)
    for place in drawn.points.split():
        x, y = map(float, place.split(","))
        assert LEFT <= x <= RIGHT
        assert TOP <= y <= BASE
    notes = [drawn.last[2], drawn.level, drawn.lowest and drawn.lowest[2], *drawn.times]
    assert all(0 <= note.y <= HEIGHT for note in notes if note)
    xs = [time.x for time in drawn.times]
    assert all(b - a >= LEAST_BETWEEN_WORDS for a, b in pairwise(xs))


@pytest.mark.parametrize(
    ("macro", "values"),
    [
        ("bar", (41, 98)),
        ("parts", (28, 19)),
        ("luck", (0.5, 0.25)),
        ("share", (0.5, 0.25)),
        ("run", ([True, False], "last 2: 1 won")),
        ("line", (curve_of(1500, 1400, 1600), "from 1500 to 1600")),
        ("numbers", ("Rating", ("month", "rating"), [("Jan", "1500")])),
    ],
)
def test_every_chart_is_drawn_and_says_what_it_shows(macro, values):
    piece = drawn_by(macro, *values)
    html5lib.HTMLParser(strict=True).parseFragment(piece)
    assert "style=" not in piece
    assert 'aria-hidden="true"' in piece or "aria-label=" in piece or "<caption>" in piece
