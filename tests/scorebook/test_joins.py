"""Two players who are one person are joined, and made two again whatever happened since."""

from collections.abc import Callable

import pytest

from scorekeeper.scorebook import history, matches, player_changes
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.numbers import SameTable, joined_into, joins_of
from scorekeeper.scorebook.people.players import NoSuchPlayer, players_of
from scorekeeper.scorebook.player_changes import NoSuchJoin, SamePlayer, Scope
from tests.interchange.match_factory import record, rename, start, swap, take_back
from tests.scorebook.people import id_of, names, seated, sent

pytestmark = pytest.mark.usefixtures("in_checked_app")


def test_two_who_are_joined_are_one_and_undo_makes_them_two_again() -> None:
    one, other = start("one", ("Anna", "Bea")), start("other", ("Ciro", "Ana"))
    record(one, "a")
    anna, ana, before = id_of("Anna"), id_of("Ana"), players_of([one, other])
    player_changes.join(anna, ana, sent())
    assert (seated(one), names()) == (("Ana", "Bea"), ["Ana", "Bea", "Ciro"])
    (made,) = joins_of(ana)
    assert made.name == "Anna"
    assert player_changes.undo_join(made.id, sent("undo")) == anna
    assert (seated(one), seated(other)) == (("Anna", "Bea"), ("Ciro", "Ana"))
    assert players_of([one, other]) == before
    assert joins_of(ana) == ()


def change_seats(match_id: int) -> None:
    swap(match_id, 0, 1)


def change_names(match_id: int) -> None:
    rename(match_id, "Ana", "Dani")


def leave_and_come_back(match_id: int) -> None:
    rename(match_id, "Eva", "Bea")
    take_back(match_id)
    history.redo(match_id, matches.version_of(match_id), Submission("redo"))
    take_back(match_id)


def record_more(match_id: int) -> None:
    record(match_id, "b", "c")
    take_back(match_id)


@pytest.mark.parametrize(
    ("meanwhile", "left"),
    [
        (change_seats, ("Bea", "Anna")),
        (change_names, ("Anna", "Dani")),
        (leave_and_come_back, ("Anna", "Bea")),
        (record_more, ("Anna", "Bea")),
    ],
)
def test_a_join_can_be_undone_whatever_was_done_meanwhile(
    meanwhile: Callable[[int], None], left: tuple[str, ...]
) -> None:
    one = start("one", ("Anna", "Bea"))
    start("other", ("Ciro", "Ana"))
    player_changes.join(id_of("Anna"), id_of("Ana"), sent())
    meanwhile(one)
    player_changes.undo_join(joins_of(id_of("Ana"))[0].id, sent("undo"))
    assert seated(one) == left


@pytest.mark.parametrize(
    ("undone", "left"),
    [
        (("Ana", "Anna"), ["Ana", "Anita", "Anita"]),
        (("Anna", "Ana"), ["Anna", "Anna", "Anita"]),
    ],
    ids=["the earlier one first", "the later one first"],
)
def test_joins_upon_joins_can_be_undone_in_any_order(
    undone: tuple[str, ...], left: list[str]
) -> None:
    each = [start(name, (name, "Bea")) for name in ("Ana", "Anna", "Anita")]
    numbers = {name: id_of(name) for name in ("Ana", "Anna")}
    player_changes.join(numbers["Ana"], numbers["Anna"], sent("1"))
    player_changes.join(numbers["Anna"], id_of("Anita"), sent("2"))
    assert {seated(match_id) for match_id in each} == {("Anita", "Bea")}
    assert [join.id for join in joins_of(id_of("Anita"))] == [numbers["Anna"], numbers["Ana"]]
    player_changes.undo_join(numbers[undone[0]], sent("3"))
    assert [seated(match_id)[0] for match_id in each] == left
    player_changes.undo_join(numbers[undone[1]], sent("4"))
    assert [seated(match_id)[0] for match_id in each] == ["Ana", "Anna", "Anita"]


def test_a_player_is_not_joined_with_themselves_or_somebody_at_the_same_table() -> None:
    one = start("one")
    ana, bea = id_of("Ana"), id_of("Bea")
    with pytest.raises(SamePlayer):
        player_changes.join(ana, ana, sent())
    with pytest.raises(SameTable):
        player_changes.join(ana, bea, sent())
    with pytest.raises(NoSuchPlayer):
        player_changes.join(ana, 999, sent())
    with pytest.raises(NoSuchJoin):
        player_changes.undo_join(1, sent())
    assert (seated(one), matches.version_of(one)) == (("Ana", "Bea"), 0)


def test_a_device_joins_two_in_its_own_matches_and_who_plays_elsewhere_stays_who_they_are() -> None:
    mine, also = start("mine", ("Anna", "Bea")), start("also", ("Ana", "Dani"))
    other = start("other", ("Anna", "Ciro"))
    anna, ana, before = id_of("Anna"), id_of("Ana"), players_of([mine, also, other])
    scope = Scope((mine, also), (mine, also))
    for _time in range(2):
        player_changes.join(anna, ana, sent(), scope)
        assert joined_into("sent") == ana
    assert (seated(mine), seated(other)) == (("Ana", "Bea"), ("Anna", "Ciro"))
    (made,) = joins_of(ana, scope.owned)
    assert joins_of(ana, (also,)) == joins_of(ana, ()) == ()
    assert player_changes.undo_join(made.id, sent("undo"), scope) == anna
    assert seated(mine) == ("Anna", "Bea")
    assert players_of([mine, also, other]) == before


def test_a_join_is_not_undone_where_somebody_of_that_name_sits_there_by_now() -> None:
    one = start("one", ("Anna", "Bea"))
    start("other", ("Ciro", "Ana"))
    player_changes.join(id_of("Anna"), id_of("Ana"), sent())
    rename(one, "Ana", "Anna")
    with pytest.raises(SameTable):
        player_changes.undo_join(joins_of(id_of("Ana"))[0].id, sent("undo"))
    assert seated(one) == ("Ana", "Anna")
