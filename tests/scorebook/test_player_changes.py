"""Renaming, joining, forgetting: in all matches of a player at once, and nothing else changes."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.interchange import import_export
from scorekeeper.maintenance import backup, integrity
from scorekeeper.scorebook import history, joins, matches, player_changes, players
from scorekeeper.scorebook.change_list import changes_of
from scorekeeper.scorebook.joins import NoSuchJoin, SamePlayer
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.name_log import SameTable
from scorekeeper.scorebook.player_changes import NameTaken
from scorekeeper.scorebook.player_scope import NotYours, Scope
from scorekeeper.scorebook.players import NoSuchPlayer, colours_of, players_of
from tests.databases import SQLITE_ONLY
from tests.interchange.match_factory import FOUR, record, rename, start, swap, take_back

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    """Check the whole scorebook after each test."""
    with app.app_context():
        yield
        assert integrity.check().faults == ()


def id_of(name: str, *, hidden: bool = False) -> int:
    listed = players.list_players(hidden=hidden)
    return next(player.id for player in listed if player.name == name)


def names(*, hidden: bool = False) -> list[str]:
    return [player.name for player in players.list_players(hidden=hidden)]


def sent(key: str = "sent") -> Submission:
    return Submission(key, "iPad")


def seated(match_id: int) -> tuple[str, ...]:
    return matches.find_match(match_id).names


def test_a_renamed_player_has_the_name_in_every_match_and_stays_the_same() -> None:
    one, other = start("one"), start("other", ("Ciro", "ana"))
    record(one, "a", "b")
    ana, colours = id_of("Ana"), colours_of([one, other])
    before = matches.find_match(one)
    assert player_changes.rename(ana, "Anna", sent()) == ana
    assert (seated(one), seated(other)) == (("Anna", "Bea"), ("Ciro", "Anna"))
    after = matches.find_match(one)
    assert (after.version, after.standing) == (before.version + 1, before.standing)
    assert after.changed_at == before.changed_at
    assert colours_of([one, other]) == colours
    assert names() == ["Anna", "Bea", "Ciro"]


def test_undo_after_a_renaming_takes_back_the_round_and_not_the_name() -> None:
    one = start("one")
    record(one, "a", "b")
    player_changes.rename(id_of("Ana"), "Anna", sent())
    take_back(one)
    assert (seated(one), matches.find_match(one).next_number) == (("Anna", "Bea"), 2)


def test_older_changes_of_names_can_still_be_undone_and_redone() -> None:
    one = start("one")
    rename(one, "Ana", "Ciro")
    player_changes.rename(id_of("Ana"), "Anna", sent())
    take_back(one)
    assert seated(one) == ("Anna", "Bea")
    history.redo(one, matches.version_of(one), Submission("redo"))
    assert seated(one) == ("Anna", "Ciro")


def test_a_name_that_a_match_has_no_more_is_renamed_in_its_log() -> None:
    one = start("one", ("Ana", "Bea"))
    start("other", ("Ana", "Dani"))
    rename(one, "Ciro", "Bea")
    player_changes.rename(id_of("Ana"), "Anna", sent())
    take_back(one)
    assert seated(one) == ("Anna", "Bea")


def test_a_page_read_before_a_renaming_is_not_taken_for_one_read_after_it() -> None:
    one = start("one")
    assert matches.find_match(one).names == ("Ana", "Bea")
    player_changes.rename(id_of("Ana"), "Anna", sent())
    record(one, "a")
    assert matches.find_match(one).names == ("Anna", "Bea")


def test_the_same_form_sent_twice_renames_once() -> None:
    one = start("one")
    ana = id_of("Ana")
    for _time in range(2):
        player_changes.rename(ana, "Anna", sent())
    assert len(changes_of(one)) == 2


def test_only_the_letters_of_a_name_can_be_changed() -> None:
    one, other = start("one", ("ana", "Bea")), start("other", ("Ana", "Bea"))
    ana = id_of("ana")
    assert player_changes.rename(ana, "Ana", sent()) == ana
    assert seated(one) == seated(other) == ("Ana", "Bea")
    assert names() == ["Ana", "Bea"]


def test_the_name_of_somebody_else_is_refused_and_nothing_changed() -> None:
    one = start("one")
    with pytest.raises(NameTaken) as taken:
        player_changes.rename(id_of("Ana"), "BEA", sent())
    assert taken.value.player_id == id_of("Bea")
    assert (seated(one), matches.version_of(one)) == (("Ana", "Bea"), 0)


def test_a_name_that_sat_at_the_same_table_once_is_refused() -> None:
    one = start("one")
    rename(one, "Ana", "Ciro")
    with pytest.raises(SameTable):
        player_changes.rename(id_of("Ana"), "Bea", sent())
    assert seated(one) == ("Ana", "Ciro")


def test_two_who_are_joined_are_one_and_undo_makes_them_two_again() -> None:
    one, other = start("one", ("Anna", "Bea")), start("other", ("Ciro", "Ana"))
    record(one, "a")
    anna, ana, before = id_of("Anna"), id_of("Ana"), players_of([one, other])
    joins.join(anna, ana, sent())
    assert (seated(one), names()) == (("Ana", "Bea"), ["Ana", "Bea", "Ciro"])
    (made,) = joins.joins_of(ana)
    assert made.name == "Anna"
    assert joins.undo_join(made.id, sent("undo")) == anna
    assert (seated(one), seated(other)) == (("Anna", "Bea"), ("Ciro", "Ana"))
    assert players_of([one, other]) == before
    assert joins.joins_of(ana) == ()


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
    joins.join(id_of("Anna"), id_of("Ana"), sent())
    meanwhile(one)
    joins.undo_join(joins.joins_of(id_of("Ana"))[0].id, sent("undo"))
    assert seated(one) == left


def test_joins_upon_joins_can_be_undone_in_any_order() -> None:
    each = [start(name, (name, "Bea")) for name in ("Ana", "Anna", "Anita")]
    joins.join(id_of("Ana"), id_of("Anna"), sent("1"))
    joins.join(id_of("Anna"), id_of("Anita"), sent("2"))
    assert {seated(match_id) for match_id in each} == {("Anita", "Bea")}
    first, second = reversed(joins.joins_of(id_of("Anita")))
    joins.undo_join(first.id, sent("3"))
    assert [seated(match_id)[0] for match_id in each] == ["Ana", "Anita", "Anita"]
    joins.undo_join(second.id, sent("4"))
    assert [seated(match_id)[0] for match_id in each] == ["Ana", "Anna", "Anita"]


def test_the_later_of_two_joins_is_undone_with_the_earlier_one_left() -> None:
    each = [start(name, (name, "Bea")) for name in ("Ana", "Anna", "Anita")]
    joins.join(id_of("Ana"), id_of("Anna"), sent("1"))
    joins.join(id_of("Anna"), id_of("Anita"), sent("2"))
    joins.undo_join(joins.joins_of(id_of("Anita"))[0].id, sent("3"))
    assert [seated(match_id)[0] for match_id in each] == ["Anna", "Anna", "Anita"]
    joins.undo_join(joins.joins_of(id_of("Anna"))[0].id, sent("4"))
    assert [seated(match_id)[0] for match_id in each] == ["Ana", "Anna", "Anita"]


def test_a_player_is_not_joined_with_themselves_or_somebody_at_the_same_table() -> None:
    one = start("one")
    ana, bea = id_of("Ana"), id_of("Bea")
    with pytest.raises(SamePlayer):
        joins.join(ana, ana, sent())
    with pytest.raises(SameTable):
        joins.join(ana, bea, sent())
    with pytest.raises(NoSuchPlayer):
        joins.join(ana, 999, sent())
    with pytest.raises(NoSuchJoin):
        joins.undo_join(1, sent())
    assert (seated(one), matches.version_of(one)) == (("Ana", "Bea"), 0)


def test_a_join_is_not_undone_where_somebody_of_that_name_sits_there_by_now() -> None:
    one = start("one", ("Anna", "Bea"))
    start("other", ("Ciro", "Ana"))
    joins.join(id_of("Anna"), id_of("Ana"), sent())
    rename(one, "Ana", "Anna")
    with pytest.raises(SameTable):
        joins.undo_join(joins.joins_of(id_of("Ana"))[0].id, sent("undo"))
    assert seated(one) == ("Ana", "Anna")


def play_and_mend() -> int:
    """Make a match in which Ana was called Anna, and left for Eva; and one in which she stays."""
    one = start("one", FOUR)
    rename(one, "Eva", *FOUR[1:])
    start("other", ("Ciro", "Ana"))
    start("third", ("Anna", "Eva"))
    joins.join(id_of("Anna"), id_of("Ana"), sent("join"))
    return one


def test_a_forgotten_player_is_a_number_in_every_match_log_and_export() -> None:
    one = play_and_mend()
    ana = id_of("Ana")
    assert player_changes.forget(ana, "Player {}".format, sent()) == ana
    assert names(hidden=True) == ["Player 1"]
    take_back(one)
    assert seated(one)[0] == "Player 1"
    exported = import_export.export_all().content.decode()
    logged = json.dumps([[each.change.before, each.change.after] for each in changes_of(one)])
    for text in (exported, logged):
        assert "Ana" not in text
        assert "Anna" not in text
    assert joins.joins_of(ana) == ()


def test_a_forgotten_player_gets_a_number_that_nobody_has() -> None:
    start("one", ("player 1", "Ana"))
    start("other", ("Bea", "Ciro"))
    player_changes.forget(id_of("Ana"), "Player {}".format, sent())
    player_changes.forget(id_of("Bea"), "Player {}".format, sent())
    assert names(hidden=True) == ["Player 2", "Player 3"]


def test_to_forget_twice_changes_nothing_more() -> None:
    one, ana = start("one"), id_of("Ana")
    for key in "ab":
        player_changes.forget(ana, "Player {}".format, sent(key))
    assert (seated(one), matches.version_of(one)) == (("Player 1", "Bea"), 1)


@SQLITE_ONLY
def test_no_byte_of_a_later_backup_has_a_forgotten_name(tmp_path: Path) -> None:
    play_and_mend()
    for number in range(30):
        start(f"more {number}", ("Ana", "Ciro"))
    before, after = tmp_path / "before.db", tmp_path / "after.db"
    backup.back_up(before)
    player_changes.forget(id_of("Ana"), "Player {}".format, sent())
    backup.back_up(after)
    for name in (b"Ana", b"Anna", b'"ana"'):
        assert (name in before.read_bytes(), name in after.read_bytes()) == (name[0] == 65, False)


def test_a_hidden_player_is_not_listed_or_offered_until_shown_again() -> None:
    start("one")
    ana = id_of("Ana")
    player_changes.hide(ana)
    assert (names(), names(hidden=True)) == (["Bea"], ["Ana"])
    assert [each.name for each in players.recent_players()] == ["Bea"]
    player_changes.hide(ana, hidden=False)
    assert names() == ["Ana", "Bea"]


def test_a_device_changes_its_own_matches_and_no_others() -> None:
    mine, other = start("mine"), start("other", ("ANA", "Ciro"))
    scope, ana = Scope((mine,), (mine,)), id_of("Ana")
    renamed = player_changes.rename(ana, "Anna", sent(), scope)
    assert renamed != ana
    assert (seated(mine), seated(other)) == (("Anna", "Bea"), ("ANA", "Ciro"))
    assert matches.version_of(other) == 0
    # Nothing says that there is a Ciro elsewhere: the name can be had.
    assert player_changes.rename(renamed, "ciro", sent("again"), scope) == id_of("Ciro")
    assert seated(mine) == ("ciro", "Bea")
    forgotten = player_changes.forget(id_of("Bea"), "Player {}".format, sent("forget"), scope)
    assert players_of([mine])[mine][1] == forgotten
    assert seated(other) == ("ANA", "Ciro")


def test_who_may_only_watch_one_of_the_matches_changes_none() -> None:
    mine, watched = start("mine"), start("watched", ("Ana", "Ciro"))
    scope, ana = Scope((mine, watched), (mine,)), id_of("Ana")
    for change in (
        lambda: player_changes.rename(ana, "Anna", sent(), scope),
        lambda: joins.join(ana, id_of("Ciro"), sent(), scope),
        lambda: player_changes.forget(ana, "Player {}".format, sent(), scope),
        lambda: player_changes.hide(ana, scope),
    ):
        with pytest.raises(NotYours):
            change()
    assert (seated(mine), seated(watched)) == (("Ana", "Bea"), ("Ana", "Ciro"))


def test_who_sees_no_match_of_a_player_learns_nothing_of_them() -> None:
    mine = start("mine")
    start("other", ("Ciro", "Dani"))
    scope, ciro = Scope((mine,), (mine,)), id_of("Ciro")
    for change in (
        lambda: player_changes.rename(ciro, "Eva", sent(), scope),
        lambda: joins.join(id_of("Ana"), ciro, sent(), scope),
        lambda: player_changes.hide(ciro, scope),
    ):
        with pytest.raises(NoSuchPlayer):
            change()
