"""What a change of a player leaves as it was, and what follows it: logs, files and figures."""

import json
from datetime import timedelta

import pytest
from sqlalchemy import select

from scorekeeper.figures import clock
from scorekeeper.interchange import import_export
from scorekeeper.scorebook import matches, player_changes
from scorekeeper.scorebook.changes import goal_changed
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import ChangeRow, MatchRow
from scorekeeper.scorebook.figures.asked import Figures
from scorekeeper.scorebook.figures.read import player_figures, season_table
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.people.numbers import joins_of
from scorekeeper.scorebook.people.players import matches_of_player
from tests.interchange.match_factory import (
    FOUR,
    id_of,
    mend,
    names,
    record,
    rename,
    seated,
    sent,
    start,
    take_back,
)

pytestmark = pytest.mark.usefixtures("in_checked_app")


def play_and_mend():
    """Make a match that Ana left for Eva, one in which she stays, and one in which she was Anna."""
    one = start("one", FOUR)
    rename(one, "Eva", *FOUR[1:])
    start("other", ("Ciro", "Ana"))
    start("third", ("Anna", "Eva"))
    player_changes.join(id_of("Anna"), id_of("Ana"), sent("join"))
    return one


def logged():
    """Return what the log has of each change, but for those that say a player changed."""
    rows = db.session.scalars(select(ChangeRow).where(ChangeRow.kind != "player"))
    return {(row.match_id, row.version): (row.before, row.after, row.state) for row in rows}


def test_another_name_changes_no_log_and_not_when_a_match_was_played():
    one = play_and_mend()
    take_back(one)
    other = one + 1
    record(other, "a")
    before, match = logged(), matches.find_match(other)
    player_changes.rename(id_of("Ana"), "Zoë", sent("rename"))
    player_changes.forget(id_of("Zoë"), "Player {}".format, sent("forget"))
    db.session.rollback()
    after = matches.find_match(other)
    assert logged() == before
    assert (after.changed_at, after.standing) == (match.changed_at, match.standing)


def test_a_forgotten_player_is_a_number_in_every_match_log_and_export():
    one, ana = play_and_mend(), id_of("Ana")
    assert player_changes.forget(ana, "Player {}".format, sent()) == ana
    assert names(hidden=True) == ["Player 1"]
    take_back(one)
    assert seated(one)[0] == "Player 1"
    exported = import_export.export_all().content.decode()
    told = json.dumps([[each.change.before, each.change.after] for each in changes_of(one)])
    for text in (exported, told):
        assert "Ana" not in text
        assert "Anna" not in text
    assert joins_of(ana) == []


def test_figures_are_counted_for_each_of_the_two():
    won = [start(key) for key in ("one", "two", "three")]
    for match_id in won:
        record(match_id, *(f"round {number}" for number in range(9)))
        # So that the match is over.
        mend(match_id, lambda match: goal_changed(match.record, 100))
    ana, before = id_of("Ana"), season_table()
    made = player_changes.split(ana, "Ana B", won[:1], sent())
    assert player_figures(ana).total.sums.matches == 2
    assert player_figures(made).total.sums.matches == 1
    assert Figures().ratings()[made].matches == 1
    player_changes.join(made, ana, sent("join"))
    assert season_table() == before


def test_matches_of_a_player_are_chosen_by_when_they_were_started():
    one, two, three = (start(key) for key in ("one", "two", "three"))
    ana, moment = id_of("Ana"), clock.now()
    db.session.get_one(MatchRow, one).created_at = moment - timedelta(days=9)
    db.session.commit()
    assert matches_of_player(ana) == (three, two, one)
    assert matches_of_player(ana, until=moment - timedelta(days=8)) == (one,)
    assert matches_of_player(ana, since=moment - timedelta(days=8)) == (three, two)
    assert matches_of_player(ana, most=1) == (three,)
    assert matches_of_player(ana, (one,)) == (one,)
