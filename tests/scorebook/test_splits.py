"""A player who is two people is split, and joined again; figures follow."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.figures import clock
from scorekeeper.maintenance import integrity
from scorekeeper.scorebook import matches, player_changes
from scorekeeper.scorebook.changes import goal_changed
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.figures.asked import Figures
from scorekeeper.scorebook.figures.read import player_figures, season_table
from scorekeeper.scorebook.people.numbers import SameTable, joins_of
from scorekeeper.scorebook.people.players import (
    NoSuchPlayer,
    Span,
    find_player,
    matches_of_player,
    players_of,
)
from scorekeeper.scorebook.player_changes import (
    EveryMatch,
    NameOfAnother,
    NotTheirs,
    NotYours,
    Scope,
    split,
    split_before,
)
from tests.interchange.match_factory import mend, record, rename, start, take_back
from tests.scorebook.people import id_of, names, seated, sent

pytestmark = pytest.mark.usefixtures("in_app")


@pytest.fixture
def in_app(app: Flask) -> Iterator[None]:
    """Check the whole scorebook after each test, its figures too."""
    with app.app_context():
        yield
        assert integrity.check().faults == ()


@pytest.fixture
def three() -> tuple[int, ...]:
    """Return three matches of Ana."""
    return start("one"), start("two", ("ANA", "Ciro")), start("three", ("Dani", "Ana"))


def test_matches_of_somebody_else_are_those_of_another_player(three: tuple[int, ...]) -> None:
    ana = id_of("Ana")
    made = split(ana, "Ana B", three[1:], sent())
    assert names() == ["Ana", "Ana B", "Bea", "Ciro", "Dani"]
    assert [*map(seated, three)] == [("Ana", "Bea"), ("Ana B", "Ciro"), ("Dani", "Ana B")]
    assert [players_of(three)[each] for each in three][1][0] == made
    assert made != ana
    assert split_before("ana b", sent()) == made
    assert split_before("ana b", sent("other")) is None


def test_the_two_have_two_colours(three: tuple[int, ...]) -> None:
    made = split(id_of("Ana"), "Ana B", three[1:], sent())
    assert find_player(made).colour != find_player(id_of("Ana")).colour


def test_joining_the_two_undoes_it_whatever_was_played_since(three: tuple[int, ...]) -> None:
    ana = id_of("Ana")
    made = split(ana, "Ana B", three[1:], sent())
    later = start("later", ("Ana B", "Bea"))
    rename(three[1], "Ana B", "Eva")
    take_back(three[1])
    player_changes.join(made, ana, sent("join"))
    assert names() == ["Ana", "Bea", "Ciro", "Dani"]
    assert [seated(each) for each in (*three, later)] == [
        ("Ana", "Bea"),
        ("Ana", "Ciro"),
        ("Dani", "Ana"),
        ("Ana", "Bea"),
    ]
    player_changes.undo_join(joins_of(ana)[0].id, sent("undo"))
    assert seated(three[0]) == ("Ana", "Bea")
    assert seated(later) == ("Ana B", "Bea")


def test_figures_are_counted_for_each_of_the_two() -> None:
    won = []
    for key in ("one", "two", "three"):
        match_id = start(key)
        record(match_id, *(f"{key} {number}" for number in range(9)))
        won.append(match_id)
    _end(won)
    ana = id_of("Ana")
    before = season_table()
    made = split(ana, "Ana B", won[:1], sent())
    assert player_figures(ana).total.sums.matches == 2
    assert player_figures(made).total.sums.matches == 1
    assert Figures().ratings()[made].matches == 1
    player_changes.join(made, ana, sent("join"))
    assert season_table() == before


def _end(match_ids: list[int]) -> None:
    """Lower the goals, so that the matches are over."""
    for match_id in match_ids:
        mend(match_id, lambda match: goal_changed(match.record, 100))


def test_a_join_that_is_undone_after_a_split_leaves_the_other_one_alone() -> None:
    one, two = start("one", ("Anna", "Bea")), start("two", ("Anna", "Ciro"))
    three = start("three", ("Ana", "Dani"))
    player_changes.join(id_of("Anna"), id_of("Ana"), sent("join"))
    split(id_of("Ana"), "Ana B", [two], sent("split"))
    player_changes.undo_join(joins_of(id_of("Ana"))[0].id, sent("undo"))
    assert [seated(each)[0] for each in (one, two, three)] == ["Anna", "Ana B", "Ana"]


def test_matches_are_chosen_by_when_they_were_started(three: tuple[int, ...]) -> None:
    ana, moment = id_of("Ana"), clock.now()
    old = db.session.get_one(models.MatchRow, three[0])
    old.created_at = moment - timedelta(days=9)
    db.session.commit()
    assert matches_of_player(ana) == (three[2], three[1], three[0])
    assert matches_of_player(ana, span=Span(end=moment - timedelta(days=8))) == three[:1]
    assert matches_of_player(ana, span=Span(start=moment - timedelta(days=8))) == three[:0:-1]
    assert matches_of_player(ana, most=1) == three[2:]
    assert matches_of_player(ana, three[:1]) == three[:1]


def test_what_cannot_be_split_is_refused_and_nothing_changed(three: tuple[int, ...]) -> None:
    ana, other = id_of("Ana"), start("other", ("Eva", "Fede"))
    for name, chosen, refused in (
        ("Ana B", three, EveryMatch),
        ("Ana B", (), NotTheirs),
        ("Ana B", (other,), NotTheirs),
        ("Ana B", (three[0], 99), NotTheirs),
        ("ana", three[:1], NameOfAnother),
        ("Eva", three[:1], NameOfAnother),
    ):
        with pytest.raises(refused):
            split(ana, name, chosen, sent())
    with pytest.raises(NoSuchPlayer):
        split(99, "Ana B", three[:1], sent())
    assert [*map(matches.version_of, three)] == [0, 0, 0]


def test_a_name_that_sat_at_one_of_the_tables_is_refused(three: tuple[int, ...]) -> None:
    rename(three[0], "Ana", "Zoe")
    rename(three[0], "Ana", "Eva")
    with pytest.raises(SameTable):
        split(id_of("Ana"), "Zoe", three[:1], sent())
    assert seated(three[0]) == ("Ana", "Eva")


def test_a_device_splits_players_of_its_own_matches(three: tuple[int, ...]) -> None:
    ana = id_of("Ana")
    with pytest.raises(NotYours):
        split(ana, "Ana B", three[:1], sent(), Scope(three[:2], three[:1]))
    with pytest.raises(NotTheirs):
        split(ana, "Ana B", three[2:], sent(), Scope(three[:2], three[:2]))
    with pytest.raises(EveryMatch):
        split(ana, "Ana B", three[:2], sent(), Scope(three[:2], three[:2]))
    split(ana, "Ana B", three[:1], sent(), Scope(three[:2], three[:2]))
    assert [seated(each) for each in three] == [("Ana B", "Bea"), ("Ana", "Ciro"), ("Dani", "Ana")]
