"""What an evening has is written whole or not at all, and by whoever saw it as it is."""

import pytest

from scorekeeper.club.standings import By
from scorekeeper.rules.games import load_game
from scorekeeper.scorebook import evenings, matches
from scorekeeper.scorebook.evening import Settings, Typed
from scorekeeper.scorebook.locking import Stale

pytestmark = pytest.mark.usefixtures("in_checked_app")
FOUR = [("Ana",), ("Bea",), ("Ciro",), ("Dani",)]


@pytest.fixture
def drawn():
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
