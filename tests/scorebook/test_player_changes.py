"""Renaming and forgetting: in all matches of a player at once, and nothing else changes."""

import json
from pathlib import Path

import pytest
from sqlalchemy import select

from scorekeeper.interchange import import_export
from scorekeeper.maintenance import backup
from scorekeeper.scorebook import history, matches, player_changes
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import ChangeRow
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.numbers import SameTable, joins_of
from scorekeeper.scorebook.people.players import NoSuchPlayer, players_of
from scorekeeper.scorebook.player_changes import NameOfAnother, NotYours, Scope
from tests.databases import SQLITE_ONLY
from tests.interchange.match_factory import FOUR, record, rename, start, take_back
from tests.scorebook.people import colours, id_of, names, seated, sent

pytestmark = pytest.mark.usefixtures("in_checked_app")


def test_a_renamed_player_has_the_name_in_every_match_and_stays_the_same() -> None:
    one, other = start("one"), start("other", ("Ciro", "ana"))
    record(one, "a", "b")
    ana, painted = id_of("Ana"), {one: colours(one), other: colours(other)}
    before = matches.find_match(one)
    assert player_changes.rename(ana, "Anna", sent()) == ana
    assert (seated(one), seated(other)) == (("Anna", "Bea"), ("Ciro", "Anna"))
    after = matches.find_match(one)
    assert (after.version, after.standing) == (before.version + 1, before.standing)
    assert after.changed_at == before.changed_at
    assert {one: colours(one), other: colours(other)} == painted
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


def logged() -> dict[tuple[int, int], object]:
    """Return what the log has of each change, but for those that say a player changed."""
    rows = db.session.scalars(select(ChangeRow).where(ChangeRow.kind != "player"))
    return {(row.match_id, row.version): (row.before, row.after, row.state) for row in rows}


def test_no_log_is_rewritten_for_another_name() -> None:
    one = play_and_mend()
    take_back(one)
    before = logged()
    player_changes.rename(id_of("Ana"), "Zoë", sent("rename"))
    player_changes.forget(id_of("Zoë"), "Player {}".format, sent("forget"))
    db.session.rollback()
    assert logged() == before


def test_a_name_that_is_in_a_log_alone_can_be_had_by_whoever_was_meant() -> None:
    one = start("one", ("Anna", "Bea"))
    rename(one, "Ana", "Bea")
    ana = id_of("Ana")
    assert player_changes.rename(ana, "ANNA", sent()) == ana
    assert seated(one) == ("ANNA", "Bea")
    names_before = [each.change.before for each in changes_of(one) if each.change.kind == "names"]
    assert [(each or {})["names"] for each in names_before] == [["ANNA", "Bea"]]


def test_only_the_letters_of_a_name_can_be_changed() -> None:
    one, other = start("one", ("ana", "Bea")), start("other", ("Ana", "Bea"))
    ana = id_of("ana")
    assert player_changes.rename(ana, "Ana", sent()) == ana
    assert seated(one) == seated(other) == ("Ana", "Bea")
    assert names() == ["Ana", "Bea"]


def test_the_name_of_somebody_else_is_refused_and_nothing_changed() -> None:
    one = start("one")
    with pytest.raises(NameOfAnother) as taken:
        player_changes.rename(id_of("Ana"), "BEA", sent())
    assert taken.value.player_id == id_of("Bea")
    assert (seated(one), matches.version_of(one)) == (("Ana", "Bea"), 0)


def test_a_name_that_sat_at_the_same_table_once_is_refused() -> None:
    one = start("one")
    rename(one, "Ana", "Ciro")
    with pytest.raises(SameTable):
        player_changes.rename(id_of("Ana"), "Bea", sent())
    assert seated(one) == ("Ana", "Ciro")


def play_and_mend() -> int:
    """Make a match in which Ana was called Anna, and left for Eva; and one in which she stays."""
    one = start("one", FOUR)
    rename(one, "Eva", *FOUR[1:])
    start("other", ("Ciro", "Ana"))
    start("third", ("Anna", "Eva"))
    player_changes.join(id_of("Anna"), id_of("Ana"), sent("join"))
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
    assert joins_of(ana) == ()


def test_a_forgotten_player_gets_a_number_that_nobody_has() -> None:
    start("one", ("player 1", "Ana"))
    start("other", ("Bea", "Ciro"))
    player_changes.forget(id_of("Ana"), "Player {}".format, sent())
    player_changes.forget(id_of("Bea"), "Player {}".format, sent())
    assert names(hidden=True) == ["Player 2", "Player 3"]


def test_whoever_was_forgotten_is_called_by_the_number_until_they_get_a_name_again() -> None:
    one, ana = start("one"), id_of("Ana")
    for key in "ab":
        assert player_changes.forget(ana, "Player {}".format, sent(key)) == ana
    assert (seated(one), matches.version_of(one)) == (("Player 1", "Bea"), 1)
    other = start("other", ("player 1", "Bea"))
    assert players_of([one])[one] == players_of([other])[other]
    player_changes.rename(ana, "Zoë", sent("rename"))
    assert seated(one)[0] == "Zoë"
    player_changes.forget(ana, "Player {}".format, sent("again"))
    assert seated(one)[0] == "Player 1"


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
    assert (seated(mine), seated(other)) == (("Anna", "Bea"), ("Ana", "Ciro"))
    assert matches.version_of(other) == 0
    # Nothing says that there is a Ciro elsewhere: the name can be had.
    assert player_changes.rename(renamed, "ciro", sent("again"), scope) == id_of("Ciro")
    assert seated(mine) == ("Ciro", "Bea")
    # How a name is written in other matches is not theirs alone to say.
    player_changes.rename(id_of("Bea"), "BEA", sent("letters"), Scope((mine,), (mine,)))
    start("more", ("Bea", "Dani"))
    player_changes.rename(id_of("BEA"), "bea", sent("no more"), scope)
    assert seated(mine) == ("Ciro", "BEA")
    forgotten = player_changes.forget(id_of("BEA"), "Player {}".format, sent("forget"), scope)
    assert players_of([mine])[mine][1] == forgotten
    assert (seated(mine)[1], seated(other)) == ("Player 1", ("Ana", "Ciro"))


def test_a_log_that_is_not_the_device_s_own_keeps_the_name() -> None:
    mine, other = start("mine"), start("other")
    rename(other, "Eva", "Bea")
    scope = Scope((mine,), (mine,))
    ana = id_of("Ana")
    assert player_changes.rename(ana, "Anna", sent(), scope) != ana
    assert seated(mine) == ("Anna", "Bea")
    take_back(other)
    assert seated(other) == ("Ana", "Bea")


def test_who_may_only_watch_one_of_the_matches_changes_none() -> None:
    mine, watched = start("mine"), start("watched", ("Ana", "Ciro"))
    scope, ana = Scope((mine, watched), (mine,)), id_of("Ana")
    for change in (
        lambda: player_changes.rename(ana, "Anna", sent(), scope),
        lambda: player_changes.join(ana, id_of("Ciro"), sent(), scope),
        lambda: player_changes.forget(ana, "Player {}".format, sent(), scope),
        lambda: player_changes.hide(ana, scope),
    ):
        with pytest.raises(NotYours):
            change()
    assert (seated(mine), seated(watched)) == (("Ana", "Bea"), ("Ana", "Ciro"))


def test_a_right_that_ends_before_the_change_is_written_changes_nothing() -> None:
    one, other = start("one"), start("other", ("Ciro", "Dani"))
    player_changes.join(id_of("Dani"), id_of("Bea"), sent("join"))
    scope, ana = Scope((one, other), (one, other), lambda: ()), id_of("Ana")
    (made,) = joins_of(id_of("Bea"))
    for change in (
        lambda: player_changes.rename(ana, "Anna", sent(), scope),
        lambda: player_changes.join(ana, id_of("Ciro"), sent(), scope),
        lambda: player_changes.undo_join(made.id, sent(), scope),
        lambda: player_changes.forget(ana, "Player {}".format, sent(), scope),
    ):
        with pytest.raises(NotYours):
            change()
    assert (seated(one), seated(other)) == (("Ana", "Bea"), ("Ciro", "Bea"))


def test_who_sees_no_match_of_a_player_learns_nothing_of_them() -> None:
    mine = start("mine")
    start("other", ("Ciro", "Dani"))
    scope, ciro = Scope((mine,), (mine,)), id_of("Ciro")
    for change in (
        lambda: player_changes.rename(ciro, "Eva", sent(), scope),
        lambda: player_changes.join(id_of("Ana"), ciro, sent(), scope),
        lambda: player_changes.hide(ciro, scope),
    ):
        with pytest.raises(NoSuchPlayer):
            change()
