"""A cached match is always the one in the database, whichever process changed it."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from flask import Flask

from scorekeeper.rules import Hand, Round, Setup, load_game, parse_tiles
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import cache, changes, history, matches
from scorekeeper.scorebook.changes import goal_changed, rounds_removed_after
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.projection import Match

NAMES = ("Ana", "Bea")
GAME = with_house_rules(load_game("block"), {"match": {"goal": 10_000}})
LEFTOVERS = ("12", "66", "35 44")
ANA_GOES_OUT = Round((Hand(), Hand(parse_tiles("66"))))


@pytest.fixture
def match_id(app: Flask) -> int:
    with app.app_context():
        return matches.open_match(Setup.of(GAME, len(NAMES)), NAMES, "opened")


def read_anew(app: Flask, match_id: int) -> Match:
    """Read a match with an empty cache, as a program that has just started does."""
    cached = app.extensions["match_cache"]
    cache.init_app(app)
    with app.app_context():
        found = matches.find_match(match_id)
    app.extensions["match_cache"] = cached
    return found


def change(app: Flask, match_id: int, chance: Random) -> None:
    """Make a random change to a match, as another process might."""
    with app.app_context():
        match = matches.find_match(match_id)
        submission = Submission(f"change {match.version}")
        played = Round((Hand(), Hand(parse_tiles(chance.choice(LEFTOVERS)))))
        number = chance.randint(1, max(1, len(match.rounds)))
        what = chance.choice(("record", "record", "undo", "redo", "amend", "remove", "swap"))
        with suppress(Stale):
            if what == "undo":
                history.undo(match_id, match.version, submission)
            elif what == "redo":
                history.redo(match_id, match.version, submission)
            elif what == "record" or not match.rounds:
                matches.record_round(match_id, match.next_number, submission.entry_key, played)
            else:
                edit = {
                    "amend": changes.rounds_amended(match.record, {number: played}),
                    "remove": changes.round_removed(match.record, number),
                    "swap": changes.players_swapped(0, 1),
                }[what]
                history.edit_match(match_id, match.version, submission, lambda _match: edit)


@pytest.mark.parametrize("seed", range(12))
def test_a_cached_match_equals_the_stored_match(app: Flask, match_id: int, seed: int) -> None:
    chance = Random(seed)
    for _ in range(8):
        cached = app.extensions["match_cache"]
        # One change or several before the match is read again.
        cache.init_app(app)
        for _ in range(chance.randint(1, 4)):
            change(app, match_id, chance)
        app.extensions["match_cache"] = cached
        with app.app_context():
            assert matches.find_match(match_id) == read_anew(app, match_id)


def test_undoing_the_removal_of_several_rounds_hides_no_other_change(
    app: Flask, match_id: int
) -> None:
    """Two rounds restored by one undo, and another change: as many rounds as changes."""
    with app.app_context():
        for number in (1, 2):
            matches.record_round(match_id, number, f"{number}", ANA_GOES_OUT)
        history.edit_match(
            match_id, 2, Submission("ended"), lambda match: rounds_removed_after(match.record, 0)
        )
        matches.find_match(match_id)
        cached = app.extensions["match_cache"]
        cache.init_app(app)
        history.undo(match_id, 3, Submission("undone"))
        history.edit_match(
            match_id, 4, Submission("goal"), lambda match: goal_changed(match.record, 60)
        )
        app.extensions["match_cache"] = cached
        assert matches.find_match(match_id) == read_anew(app, match_id)


def test_a_cached_match_is_updated_by_its_changes_alone(
    app: Flask, match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with app.app_context():
        matches.find_match(match_id)
        monkeypatch.setattr(cache, "project", None)
        for number in (1, 2, 3):
            matches.record_round(match_id, number, f"{number}", ANA_GOES_OUT)
            assert len(matches.find_match(match_id).rounds) == number


def test_the_cache_drops_the_match_not_used_for_longest(app: Flask, match_id: int) -> None:
    stored = cache.MatchCache()
    with app.app_context():
        match = matches.find_match(match_id)
    for number in range(cache.MAX_MATCHES + 1):
        stored.store(replace(match, id=number))
    assert stored.find(0) is None
    assert stored.find(1) is not None
