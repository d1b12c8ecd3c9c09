"""The colours of players at one table."""

import pytest

from scorekeeper.scorebook.people.colours import at_one_table, next_colour


def test_ten_new_players_have_ten_colours():
    assert at_one_table([None] * 10) == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


@pytest.mark.parametrize(
    ("seat", "taken", "colour"),
    [
        (0, {1, 2}, 3),
        (3, {4, 5}, 1),
        (0, {1, 2, 3, 4, 5}, 6),
        (5, {1}, 6),
        (7, {8, 9, 10}, 6),
        (9, {6, 7, 8, 9, 10}, 5),
    ],
)
def test_a_new_player_has_the_colour_of_the_seat_or_the_next_of_the_same_five(seat, taken, colour):
    assert next_colour(seat, taken) == colour
