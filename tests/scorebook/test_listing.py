"""What a scorebook lists: its matches, house rules under a name, and evenings."""

from datetime import timedelta

import pytest

from scorekeeper.club.standings import By
from scorekeeper.rules import Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.schema import merge
from scorekeeper.scorebook import evenings, listing, matches, trash
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.evening import Settings, Typed
from scorekeeper.scorebook.listing import EVERYTHING, Wanted
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.rule_sets import (
    NameTaken,
    delete_rule_set,
    difference,
    rule_sets,
    save_rule_set,
)
from tests.scorebook.stored import NAMES, store_club
from tests.unit.figures.club import year

pytestmark = pytest.mark.usefixtures("in_app")

BLOCK = load_game("block")
TO_61 = with_house_rules(BLOCK, {"match": {"goal": 61}})
BOTH = with_house_rules(TO_61, {"blocked": {"rank": ["side total"]}})
DRAWN = with_house_rules(BLOCK, {"blocked": {"rank": ["side total"]}})
FOUR = [("Ana",), ("Bea",), ("Ciro",), ("Dani",)]


@pytest.fixture
def opened(app):
    """Return the ids of seven matches of Ana, with a friend each."""
    friends = ("Bea", "Ágnes", "Ciro", "Dani", "Bea", "O’Neil_", "100%")
    with app.app_context():
        setup = Setup.of(load_game("block"), 2)
        yield [
            matches.open_match(setup, ("Ana", friend), f"match {number}")
            for number, friend in enumerate(friends)
        ]


def test_pages_have_every_match_once_the_newest_first(opened):
    seen: list[int] = []
    page = listing.open_matches(size=3)
    while page.more:
        seen += [match.id for match in page.matches]
        page = listing.open_matches(before=page.rows[-1].place, size=3)
    seen += [match.id for match in page.matches]
    assert seen == opened[::-1]


WANTED = (
    (EVERYTHING, 7),
    (Wanted(player="ANA"), 7),
    (Wanted(player="agnes"), 1),
    (Wanted(player="Be"), 0),
    (Wanted(words=(("be", ()),)), 2),
    (Wanted(words=(("%", ()),)), 1),
    (Wanted(words=(("_", ()),)), 1),
    (Wanted(words=(("xyz", ("block",)),)), 7),
    (Wanted(words=(("ana", ()), ("ciro", ()))), 1),
    (Wanted(game="draw"), 0),
    (Wanted(among=()), 0),
    (Wanted(words=(("be", ()),), among=(1, 2, 3)), 1),
    (Wanted(words=(("neil", ("hungarian",)),)), 1),
)


@pytest.mark.usefixtures("opened")
def test_everything_that_is_wanted_has_to_fit():
    for wanted, count in WANTED:
        assert len(listing.open_matches(wanted).rows) == count, wanted
        assert listing.count_open(wanted) == (count, 0)
        assert listing.count_finished(wanted) == (0,)


def test_finished_matches_are_counted_by_whose_they_are_and_when_they_ended(app):
    club = year(30)
    store_club(app, club, NAMES, timedelta())
    with app.app_context():
        over = [match for match in club if match.winner is not None]
        trash.move_to_trash(over[0].match_id, Submission("binned"))
        first, last = (each.rounds[-1].recorded_at for each in (over[1], over[-1]))
        spans = [(first, last), (last, last + timedelta(days=1)), (last, last)]
        for player, name in enumerate(NAMES, start=1):
            wanted = Wanted(player=name)
            kept = [each for each in over[1:] if player in each.players]
            ended = [each.rounds[-1].recorded_at for each in kept]
            counts = (len(kept), *(sum(a <= at < b for at in ended) for a, b in spans))
            assert listing.count_finished(wanted, spans) == counts
        word = Wanted(words=(("player 1", ()),))
        found = [each for each in over[1:] if {1, *range(10, 20)} & {*each.players}]
        assert 0 < len(found) < len(over) - 1
        assert listing.count_finished(word) == (len(found),)


@pytest.mark.parametrize("wanted", [EVERYTHING, Wanted(player="Ana")])
def test_matches_that_nobody_changed_for_a_month_are_put_away_until_one_is_brought_back(
    opened, clock, wanted
):
    clock.now += listing.AT_HAND - timedelta(minutes=1)
    assert listing.count_open(wanted) == (7, 0)
    clock.now += timedelta(minutes=1)
    assert listing.count_open(wanted) == (0, 7)
    for _tap in range(2):
        trash.bring_back(opened[2], Submission("brought back"))
    setup = Setup.of(load_game("block"), 2)
    newest = matches.open_match(setup, ("Ana", "Bea"), "new")
    assert listing.count_open(wanted) == (2, 6)
    rows = listing.open_matches(wanted).rows
    assert [row.match_id for row in rows if not row.put_away] == [newest, opened[2]]
    put_away = listing.open_matches(wanted, listing.first_put_away(), size=3)
    assert ([row.match_id for row in put_away.rows], put_away.more) == (opened[:-4:-1], True)


@pytest.mark.usefixtures("opened")
def test_games_are_those_of_the_matches_allowed():
    assert listing.games_played() == ("block",)
    assert listing.games_played(among=()) == ()
    for number, game in enumerate(("draw", "bergen", "bergen", "hoyle")):
        matches.open_match(Setup.of(load_game(game), 2), ("Ana", "Bea"), f"{number}")
    assert listing.games_played() == ("hoyle", "block", "bergen", "draw")
    assert listing.last_played(among=()) is None
    assert sorted(listing.games_of()) == ["bergen", "block", "draw", "hoyle"]
    assert listing.games_of(among=(1, 2)) == ("block",)
    assert listing.games_of(among=()) == ()


def saved():
    return {each.name: each.game for each in rule_sets()}


def test_a_set_is_the_game_with_its_changes_and_only_these_are_stored_once():
    for _time in range(2):
        assert save_rule_set("Sunday", BOTH) == 1
    assert saved() == {"Sunday": BOTH}
    row = db.session.get_one(models.RuleSetRow, 1)
    changes = {"match": {"goal": 61}, "blocked": {"rank": ["side total"]}}
    assert (row.game_id, row.changes) == ("block", changes)


def test_sets_are_listed_by_name_and_a_name_is_taken_whatever_the_case_and_the_script():
    # One of them is longer when casefolded.
    for name in ("Zeta", "alfa", "Élan", "Beta", "ΐ" * 40, "Дом"):
        save_rule_set(name, TO_61)
    for again in ("Zeta", "ZETA", "ΐ" * 40, "ДОМ"):
        with pytest.raises(NameTaken):
            save_rule_set(again, DRAWN)
    assert [*saved()] == ["alfa", "Beta", "Zeta", "Élan", "ΐ" * 40, "Дом"]
    assert {*saved().values()} == {TO_61}


def test_a_deleted_set_frees_its_name_and_deleting_it_again_deletes_no_other():
    gone = save_rule_set("Sunday", TO_61)
    delete_rule_set(gone)
    save_rule_set("Sunday", DRAWN)
    delete_rule_set(gone)
    assert saved() == {"Sunday": DRAWN}


def test_a_set_that_fits_no_game_any_more_is_listed_without_one():
    unfit = [("chess", {}), ("block", {"match": {"goal": 0}}), ("block", {"x": 1})]
    with writing() as session:
        for number, (game_id, changes) in enumerate(unfit):
            key = f"old {number}"
            session.add(models.RuleSetRow(name=key, name_key=key, game_id=game_id, changes=changes))
    assert [*saved().values()] == [None] * 3


def test_merging_a_difference_gives_the_changed_rules_again():
    changes = {"match": {"goal": 61}, "deal": {"5": 4}, "bonus": [{"name": "x", "points": 5}]}
    changed = merge(BLOCK.definition, changes)
    assert difference(BLOCK.definition, changed) == changes
    assert merge(BLOCK.definition, difference(BLOCK.definition, changed)) == changed
    assert difference(changed, changed) == {}


@pytest.fixture
def drawn(in_checked_app):  # noqa: ARG001 # what it enters
    """Return an evening of eight whose first round is drawn, at version 2."""
    key = evenings.start("Friday", load_game("block"), Settings(), "evening", "owner")
    evenings.come(key, 0, [*FOUR, ("Eva",), ("Fede",), ("Gina",), ("Hugo",)])
    evenings.draw_next(key, 1, seed=1)
    return key


def test_a_round_that_breaks_off_while_it_is_opened_opens_no_match(drawn, monkeypatch):
    opened, numbers = matches.add_match, iter((1,))

    def add_one(*match):
        if next(numbers, None) is None:
            raise OSError("the power failed")
        return opened(*match)

    monkeypatch.setattr(evenings, "add_match", add_one)
    with pytest.raises(OSError, match="power"):
        evenings.open_round(drawn, 2, "")
    evening = evenings.find(drawn)
    assert (evening.version, evening.played) == (2, ())
    assert evening.drawn is not None
    monkeypatch.setattr(evenings, "add_match", opened)
    evenings.open_round(drawn, 2, "")
    assert len(evenings.find(drawn).played[0].matches) == 2


def test_the_same_form_twice_starts_one_evening_listed_for_who_started_it_and_for_a_house():
    block = load_game("block")
    for name in ("One", "Two"):
        evenings.start(name, block, Settings(), "key", "owner")
    listed = [
        [each.name for each in evenings.evenings(owner)] for owner in (None, "owner", "other")
    ]
    assert listed == [["One"], ["One"], []]


def test_whoever_saw_an_older_evening_changes_nothing(drawn):
    before = evenings.find(drawn)
    for change, told in (
        (evenings.come, (FOUR,)),
        (evenings.swap, (0, 1)),
        (evenings.open_round, ("",)),
        (evenings.enter_result, (1, 1, Typed((100, 60), By.GOAL, 0))),
    ):
        with pytest.raises(Stale):
            change(drawn, 1, *told)
        assert evenings.find(drawn) == before
