"""A cached match is always the one in the database, whichever process changed it."""

from contextlib import suppress
from random import Random

import pytest

from scorekeeper.rules import Hand, Round, parse_tiles
from scorekeeper.scorebook import cache, changes, history, matches
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from tests.interchange.match_factory import record

LEFTOVERS = ("12", "66", "35 44")
EDITS = ("amend", "remove", "remove all after", "swap", "goal")


def read_anew(app, match_id):
    """Read a match with an empty cache, as a program that has just started does."""
    cached = app.extensions["match_cache"]
    cache.init_app(app)
    with app.app_context():
        found = matches.find_match(match_id)
    app.extensions["match_cache"] = cached
    return found


def change(app, match_id, chance):
    """Make a random change to a match, as another process might."""
    with app.app_context():
        match = matches.find_match(match_id)
        submission = Submission(f"change {match.version}")
        played = Round((Hand(), Hand(parse_tiles(chance.choice(LEFTOVERS)))))
        number = chance.randint(1, max(1, len(match.rounds)))
        what = chance.choice(("record", "record", "undo", "redo", *EDITS))
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
                    "remove all after": changes.rounds_removed_after(match.record, number - 1),
                    "swap": changes.players_swapped(0, 1),
                    "goal": changes.goal_changed(match.record, chance.randint(5_000, 9_999)),
                }[what]
                history.edit_match(match_id, match.version, submission, lambda _match: edit)


@pytest.mark.parametrize("seed", range(12))
def test_a_cached_match_equals_the_stored_match(app, match_id, seed):
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


def test_a_cached_match_is_updated_by_its_changes_alone(match_id, monkeypatch):
    matches.find_match(match_id)
    monkeypatch.setattr(cache, "project", None)
    for number in (1, 2, 3):
        record(match_id, f"{number}")
        assert len(matches.find_match(match_id).rounds) == number
