"""What a scorebook lists: its matches, house rules under a name, and club nights."""

from datetime import timedelta

import pytest

from scorekeeper import clock
from scorekeeper.club.standings import By
from scorekeeper.rules import load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import match_bin, match_lists, matches
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.club.night import Settings
from scorekeeper.scorebook.club.night_record import Typed
from scorekeeper.scorebook.club.night_rows import find_night
from scorekeeper.scorebook.permissions.rights import Stale
from scorekeeper.scorebook.rule_sets import NameTaken, delete_rule_set, rule_sets, save_rule_set
from tests.interchange.match_factory import sent, start

pytestmark = pytest.mark.usefixtures("in_app")

BLOCK = load_game("block")
TO_61 = with_house_rules(BLOCK, {"match": {"goal": 61}})
DRAWN = with_house_rules(BLOCK, {"blocked": {"rank": ["side total"]}})
FOUR = [("Ana",), ("Bea",), ("Ciro",), ("Dani",)]


@pytest.fixture
def opened(in_app):  # noqa: ARG001 # what it enters
    """Return the ids of seven matches of Ana, with a friend each."""
    friends = ("Bea", "Ágnes", "Ciro", "Dani", "Bea", "O’Neil_", "100%")
    return [start(f"{number}", ("Ana", friend)) for number, friend in enumerate(friends)]


def test_pages_have_every_match_once_the_newest_first(opened):
    seen: list[int] = []
    page = match_lists.open_matches(size=3)
    while page.more:
        seen += [match.id for match in page.matches]
        page = match_lists.open_matches(before=page.rows[-1].place, size=3)
    seen += [match.id for match in page.matches]
    assert seen == opened[::-1]


WANTED = (
    (match_lists.EVERYTHING, 7),
    (match_lists.Wanted(player="ANA"), 7),
    (match_lists.Wanted(player="agnes"), 1),
    (match_lists.Wanted(player="Be"), 0),
    (match_lists.Wanted(words=(("be", ()),)), 2),
    (match_lists.Wanted(words=(("%", ()),)), 1),
    (match_lists.Wanted(words=(("_", ()),)), 1),
    (match_lists.Wanted(words=(("xyz", ("block",)),)), 7),
    (match_lists.Wanted(words=(("ana", ()), ("ciro", ()))), 1),
    (match_lists.Wanted(game="draw"), 0),
    (match_lists.Wanted(among=()), 0),
    (match_lists.Wanted(words=(("be", ()),), among=(1, 2, 3)), 1),
    (match_lists.Wanted(words=(("neil", ("hungarian",)),)), 1),
)


@pytest.mark.parametrize("share", [0, match_lists.COMMON_SHARE, 2], ids=["many", "some", "few"])
@pytest.mark.usefixtures("opened")
def test_everything_that_is_wanted_has_to_fit_however_many_have_a_word(share, monkeypatch):
    monkeypatch.setattr(match_lists, "COMMON_SHARE", share)
    for wanted, count in WANTED:
        assert len(match_lists.open_matches(wanted).rows) == count, wanted
        assert match_lists.count_open(wanted) == (count, 0)
        assert match_lists.count_finished(wanted, [(clock.now(), clock.now())]) == (0, 0)
    assert {each.game for each in match_lists.games_played()} == {
        *match_lists.games_of(among=(1, 2))
    }
    assert not match_lists.games_played(among=())
    assert not match_lists.games_of(among=())


def test_matches_that_nobody_changed_for_a_month_are_put_away_until_one_is_brought_back(
    opened, clock
):
    clock.now += match_lists.AT_HAND - timedelta(minutes=1)
    assert match_lists.count_open(match_lists.EVERYTHING) == (7, 0)
    clock.now += timedelta(minutes=1)
    for _tap in range(2):
        match_bin.bring_back(opened[2], sent("brought back"))
    wanted = match_lists.Wanted(player="Ana")
    assert (
        match_lists.count_open(match_lists.EVERYTHING) == match_lists.count_open(wanted) == (1, 6)
    )
    put_away = match_lists.open_matches(wanted, match_lists.first_put_away(), size=3)
    assert ([row.match_id for row in put_away.rows], put_away.more) == (opened[:-4:-1], True)


def saved():
    return {each.name: each.game for each in rule_sets()}


def test_sets_are_listed_by_name_and_a_name_is_taken_whatever_the_case_and_the_script():
    # One of them is longer when casefolded.
    for name in ("Zeta", "alfa", "Élan", "Beta", "ΐ" * 40, "Дом"):
        save_rule_set(name, TO_61)
    for again in ("Zeta", "ZETA", "ΐ" * 40, "ДОМ"):
        with pytest.raises(NameTaken):
            save_rule_set(again, DRAWN)
    assert [*saved()] == ["alfa", "Beta", "Zeta", "Élan", "ΐ" * 40, "Дом"]
    assert {*saved().values()} == {TO_61}
    # A deleted one frees its name, and deleting it again deletes no other.
    delete_rule_set(1)
    save_rule_set("Zeta", DRAWN)
    delete_rule_set(1)
    assert saved()["Zeta"] == DRAWN


@pytest.fixture
def drawn(in_checked_app):  # noqa: ARG001 # what it enters
    """Return a night of eight whose first round is drawn, at version 2."""
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [*FOUR, ("Eva",), ("Fede",), ("Gina",), ("Hugo",)])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    return key


def test_a_round_that_breaks_off_while_it_is_opened_opens_no_match(drawn, monkeypatch):
    opened, numbers = matches.add_match, iter((1,))

    def add_one(*match):
        if next(numbers, None) is None:
            raise OSError("the power failed")
        return opened(*match)

    monkeypatch.setattr(nights, "add_match", add_one)
    with pytest.raises(OSError, match="power"):
        nights.open_round(drawn, 2, sent("open"))
    night = find_night(drawn)
    assert (night.version, night.record.played) == (2, ())
    assert night.record.drawn is not None
    monkeypatch.setattr(nights, "add_match", opened)
    for _twice in range(2):
        nights.open_round(drawn, 2, sent("open"))
    assert len(find_night(drawn).record.matches) == 2


def test_a_night_is_listed_for_its_owner_and_whoever_saw_an_older_one_changes_nothing(drawn):
    listed = [len(nights.nights(owner)) for owner in (None, "owner", "other")]
    # To a house, and to who started it.
    assert listed == [1, 1, 0]
    before = find_night(drawn)
    for change, told in (
        (nights.add_people, (FOUR,)),
        (nights.swap, (1, 2)),
        (nights.open_round, ()),
        (nights.enter_result, (1, 1, Typed((100, 60), By.GOAL, 0))),
    ):
        with pytest.raises(Stale):
            change(drawn, 1, sent(f"late {change.__name__}"), *told)
        assert find_night(drawn) == before
