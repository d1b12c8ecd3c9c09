"""Words and numbers as people say them."""

import doctest

import pytest

from scorekeeper import words
from scorekeeper.words import counted, listed, signed


def test_the_examples_in_the_docstrings_hold() -> None:
    outcome = doctest.testmod(words)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_points_are_shown_with_their_sign() -> None:
    assert [signed(points) for points in (21, 0, -5)] == ["+21", "–", "−5"]


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["Ana"], "Ana"), (["Ana", "Bea"], "Ana and Bea"), (["A", "B", "C"], "A, B and C")],
)
def test_names_are_joined_as_people_say_them(names: list[str], said: str) -> None:
    assert listed(names) == said


def test_one_is_singular() -> None:
    assert [counted(number, "tile") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
