"""A player is the same person in every match."""

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import matches, trash
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.players import NoSuchPlayer, find_player, players_of
from tests.interchange.match_factory import FOUR, rename, start, swap, take_back

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    with app.app_context():
        yield


def colours(match_id: int) -> tuple[int, ...]:
    return matches.find_match(match_id).seat_colours


def names(seen: players.Ids | None = None, word: str = "") -> list[str]:
    return [player.name for player in players.list_players(seen, word)]


def id_of(name: str) -> int:
    return next(player.id for player in players.list_players() if player.name == name)


@pytest.mark.parametrize(
    "typed", ["ana", "ANA", " Ana ", "A\u200dna", "\uff21na", "ana\u3164"], ids=ascii
)
def test_a_name_that_reads_the_same_is_the_same_player(typed: str) -> None:
    one, other = start("one", ("Ana", "Bea")), start("other", ("Ciro", typed))
    seated = players_of([one, other])
    assert seated[one][0] == seated[other][1]
    assert names() == ["Ana", "Bea", "Ciro"]


def test_names_that_differ_by_an_accent_are_two_players() -> None:
    start("one", ("Inés", "Ines"))
    assert names() == ["Inés", "Ines"]


def test_composed_and_decomposed_letters_are_the_same_player() -> None:
    start("one", ("Inés", "Bea"))
    start("other", ("Ine\u0301s", "Bea"))
    assert names() == ["Bea", "Inés"]


def test_two_of_one_name_at_an_old_table_are_two_players() -> None:
    one = start("one", ("Ana", "ANA"))
    assert len({*players_of([one])[one]}) == 2


def test_a_renamed_seat_has_another_player_and_undo_gives_it_back() -> None:
    one = start("one")
    (ana, bea), there = players_of([one])[one], start("there", ("Ana", "Bea"))
    rename(one, "Ciro", "Bea")
    assert players_of([one])[one][0] not in (ana, bea)
    take_back(one)
    assert players_of([one, there]) == {one: (ana, bea), there: (ana, bea)}
    assert names() == ["Ana", "Bea"]


def test_players_who_swap_seats_take_their_colours_along() -> None:
    one = start("one", FOUR)
    before, painted = players_of([one])[one], colours(one)
    swap(one, 0, 3)
    order = (3, 1, 2, 0)
    assert players_of([one])[one] == tuple(before[seat] for seat in order)
    assert colours(one) == tuple(painted[seat] for seat in order)


def test_a_player_without_any_seat_is_gone() -> None:
    one = start("one", ("Anaa", "Bea"))
    anaa = id_of("Anaa")
    rename(one, "Ana", "Bea")
    with pytest.raises(NoSuchPlayer):
        find_player(anaa)


def test_players_of_deleted_matches_are_listed_again_once_those_are_restored() -> None:
    start("one")
    other = start("other", ("Ciro", "Dani"))
    trash.move_to_trash(other, Submission("bin"))
    assert names() == ["Ana", "Bea"]
    trash.restore_match(other, Submission("out"))
    assert names() == ["Ana", "Bea", "Ciro", "Dani"]


def test_a_player_keeps_a_colour_and_new_ones_get_one_that_is_free() -> None:
    one, other = start("one", FOUR), start("other", ("Dani", "Eva", "Ana", "Félix"))
    assert {one: colours(one), other: colours(other)} == {one: (1, 2, 3, 4), other: (4, 2, 1, 5)}


def test_two_of_one_colour_at_a_table_are_told_apart_and_each_keeps_it_elsewhere() -> None:
    one, other = start("one", ("Ana", "Bea")), start("other", ("Ciro", "Dani"))
    both, after = start("both", ("Bea", "Ana", "Dani", "Ciro")), start("after", ("Ciro", "Eva"))
    assert [colours(number) for number in (one, other, both, after)] == [
        (1, 2),
        (1, 2),
        (2, 1, 3, 4),
        (1, 2),
    ]


def test_partners_have_the_colour_of_the_first_of_them() -> None:
    start("one", ("Dani", "Bea", "Ciro", "Ana"))
    setup = Setup.of(load_game("hoyle"), 4)
    pairs = matches.find_match(matches.open_match(setup, FOUR, "pairs"))
    assert (pairs.seat_colours, pairs.side_colours) == ((4, 2, 3, 1), (4, 2))


def test_who_played_last_is_offered_first_in_the_order_they_sat() -> None:
    start("one", ("Eva", "Félix"))
    start("other", FOUR)
    trash.move_to_trash(start("binned", ("Gil", "Hana")), Submission("bin"))
    assert [each.name for each in players.recent_players()] == [*FOUR, "Eva", "Félix"]


def test_only_players_of_matches_that_are_seen_are_listed_and_offered() -> None:
    start("one", ("Ana", "Bea"))
    other = start("other", ("Ana", "Ciro"))
    assert names(seen=(other,)) == ["Ana", "Ciro"]
    assert [each.name for each in players.recent_players((other,))] == ["Ana", "Ciro"]
    with pytest.raises(NoSuchPlayer):
        find_player(id_of("Bea"), (other,))
    assert names(seen=()) == []


def test_a_known_name_is_written_as_it_is_known_and_that_of_others_is_not_told() -> None:
    one, other = start("one", ("Ana", "Bea")), start("other", ("ANA", "Ciro"))
    assert matches.find_match(other).names == ("Ana", "Ciro")
    typed = ("ana", "bea", "ciro", "Eva")
    assert players.named_alike(typed) == ("Ana", "Bea", "Ciro", "Eva")
    assert players.named_alike(typed, (other,)) == ("Ana", "bea", "Ciro", "Eva")
    assert players.named_alike(typed, (one,)) == ("Ana", "Bea", "ciro", "Eva")


def test_a_word_finds_players_whatever_the_case_and_accents() -> None:
    start("one", ("Inés", "Bea"))
    assert names(word="INES") == ["Inés"]


@pytest.mark.parametrize("player_id", [0, 999, 2**31, 10**30])
def test_there_is_no_player_of_any_other_number(player_id: int) -> None:
    start("one")
    with pytest.raises(NoSuchPlayer):
        find_player(player_id)


def test_the_rows_of_a_match_and_its_players_are_written_together() -> None:
    start("one")
    db.session.rollback()
    assert matches.find_match(1).names == ("Ana", "Bea")
    assert names() == ["Ana", "Bea"]
