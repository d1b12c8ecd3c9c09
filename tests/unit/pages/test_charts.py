"""Charts: where their parts go."""

from itertools import pairwise
from typing import Any

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

from scorekeeper.config import folder
from scorekeeper.pages.players.charts import (
    BAR,
    BASE,
    GAP,
    HEIGHT,
    LEAST_BETWEEN_WORDS,
    LEFT,
    RIGHT,
    TOP,
    AgainstLuck,
    Curve,
    Note,
    ResultMark,
    Split,
    against_luck,
    bars,
    curve,
    run_of_results,
    split,
)

LEVEL = (1500, "1500")
MONTHS = ("Jan", "Feb", "Mar")


def curve_of(*values: int, months: int = 12) -> Curve:
    texts = [str(value) for value in values]
    return curve(values, texts, [f"month {at % months}" for at in range(len(values))], LEVEL)


def test_the_longest_bar_has_the_whole_width() -> None:
    # 98, 31 and 13 of 98.
    assert bars((98, 31, 13)) == (130, 41, 17)
    assert bars((0, 0)) == (0, 0)
    assert bars(()) == ()


def test_a_bar_is_parted_by_two_counts() -> None:
    # 28 of 47 of what the gap leaves: 127 · 28 / 47 = 75.7.
    assert split(28, 19) == Split(first=76, second_x=79, second=51)


def test_a_part_of_nothing_is_not_drawn() -> None:
    assert split(4, 0) == Split(BAR, 0, 0)
    assert split(0, 4) == Split(0, 0, BAR)
    assert split(0, 0) is None


@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_both_parts_of_a_bar_are_seen_and_fill_it(first: int, second: int) -> None:
    parted = split(first, second)
    assert parted is not None
    assert min(parted.first, parted.second) >= 1
    assert parted.first + GAP + parted.second == BAR
    assert parted.second_x == parted.first + GAP


def test_what_was_won_is_seen_against_luck() -> None:
    assert against_luck(0.5, 0.25) == AgainstLuck(part=65, luck=32)


def test_the_newest_result_is_on_the_right() -> None:
    assert run_of_results([True, False]) == (ResultMark(110, True), ResultMark(121, False))


def test_a_run_has_only_the_newest_results() -> None:
    marks = run_of_results([True] * 5 + [False] * 12)
    assert [mark.won for mark in marks] == [False] * 12
    assert (marks[0].x, marks[-1].x) == (0, 121)


def test_a_curve_goes_from_the_left_to_the_right() -> None:
    drawn = curve((1500, 1400, 1600), ("1500", "1400", "1600"), MONTHS, LEVEL)
    middle = (LEFT + RIGHT) / 2
    assert drawn.points == f"{LEFT},{(TOP + BASE) / 2} {middle},{BASE} {RIGHT},{TOP}"
    assert drawn.last.note == Note(RIGHT + 11, TOP + 6, "1600")
    assert drawn.lowest is not None
    assert (drawn.lowest.x, drawn.lowest.note.text) == (middle, "1400, Feb")


def test_where_the_end_is_the_lowest_it_is_not_named_twice() -> None:
    assert curve_of(1600, 1550, 1400).lowest is None


def test_the_words_at_the_lowest_point_stay_inside() -> None:
    # "1400, month 10" takes 14 · 8.5 = 119 units, half of them on each side.
    drawn = curve_of(*[1500] * 10, 1400, 1500)
    assert drawn.lowest is not None
    assert drawn.lowest.note == Note(RIGHT - 59.5, BASE + 21, "1400, month 10", "middle")


def test_a_line_that_ends_on_the_level_says_its_number_once() -> None:
    assert curve_of(1400, 1500).level is None


def test_a_curve_of_one_value_or_of_level_ones_is_drawn() -> None:
    assert curve_of(1500).last.y == BASE
    assert curve_of(1500, 1500).points == f"{LEFT},{BASE} {RIGHT},{BASE}"


@pytest.mark.parametrize("last", [*range(1400, 1500, 10), *range(1510, 1600, 10)])
def test_the_level_is_not_written_over_the_last_number(last: int) -> None:
    drawn = curve_of(1400, 1600, last)
    assert drawn.level is not None
    assert abs(drawn.level.y - drawn.last.note.y) >= 18


@given(st.lists(st.integers(1000, 2000), min_size=1, max_size=80), st.integers(1, 40))
def test_everything_of_a_curve_is_inside_and_no_times_touch(values: list[int], months: int) -> None:
    drawn = curve_of(*values, months=months)
    for place in drawn.points.split():
        x, y = map(float, place.split(","))
        assert LEFT <= x <= RIGHT
        assert TOP <= y <= BASE
    notes = [drawn.last.note, drawn.level, drawn.lowest and drawn.lowest.note, *drawn.times]
    assert all(0 <= note.y <= HEIGHT for note in notes if note)
    xs = [time.x for time in drawn.times]
    assert all(b - a >= LEAST_BETWEEN_WORDS for a, b in pairwise(xs))


def test_every_chart_is_drawn_and_says_what_it_shows() -> None:
    environment = Environment(loader=FileSystemLoader(folder("templates")), autoescape=True)
    charts: Any = environment.get_template("players/_charts.html").module
    drawn = curve_of(1500, 1400, 1600)
    pieces = [
        charts.bar(41),
        charts.parts(split(28, 19)),
        charts.luck(against_luck(0.5, 0.25)),
        charts.run(run_of_results([True, False]), "last 2: 1 <won>"),
        charts.line(drawn, "from 1500 to 1600"),
        charts.numbers("Rating", ("month", "rating"), [("Jan", "1500")]),
    ]
    parser = html5lib.HTMLParser(strict=True)
    for piece in pieces:
        parser.parseFragment(str(piece))
        assert "style=" not in piece
        assert 'aria-hidden="true"' in piece or "aria-label=" in piece or "<caption>" in piece
    assert "1 &lt;won&gt;" in pieces[3]
