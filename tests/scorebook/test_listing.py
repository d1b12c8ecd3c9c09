"""Lists of matches: their order, their pages, and the plans by which they are read."""

from datetime import timedelta

import pytest

from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import listing, matches, trash
from scorekeeper.scorebook.listing import EVERYTHING, Wanted
from scorekeeper.scorebook.log import Submission
from tests.scorebook.stored import store_club
from tests.unit.figures.club import PEOPLE, year

NAMES = [f"Player {number}" for number in range(1, PEOPLE + 1)]


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
