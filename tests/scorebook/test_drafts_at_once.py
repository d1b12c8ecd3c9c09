"""Drafts that are saved at once: none waits for another match, and no part is lost."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta
from threading import Barrier

import pytest
from sqlalchemy import event, select, update

from scorekeeper.figures import clock
from scorekeeper.rules import PipsHand, Round, Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import drafts, matches, trash
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.drafts import Draft, fields_of, find_draft, latest
from scorekeeper.scorebook.locking import NoSuchMatch, Stale
from scorekeeper.scorebook.log import Submission
from tests.databases import POSTGRESQL_ONLY

GAME = with_house_rules(load_game("block"), {"match": {"goal": 10_000}})
PLAYED = Round((PipsHand(0), PipsHand(12)))
TIMES, ROUNDS = 20, 10


@pytest.fixture
def match_id(app):
    """Return the id of an open match between Ana and Bea, in an application context."""
    with app.app_context():
        yield matches.open_match(Setup.of(GAME, 2), ("Ana", "Bea"), "opened")


def save(app, match_id, part, text, number=1):
    """Save a part of a draft as another device does."""
    with app.app_context():
        return drafts.save(match_id, number, {part: {f"{part}-pips": [text]}}, amends=False)


def test_two_devices_that_save_parts_of_one_draft_lose_none(app, match_id):
    together = Barrier(2)

    def device(part):
        revisions = []
        for time in range(TIMES):
            together.wait(timeout=20)
            draft = save(app, match_id, part, str(time))
            assert draft[part].fields == {f"{part}-pips": [str(time)]}
            revisions.append(draft[part].revision)
        return revisions

    with ThreadPoolExecutor(2) as devices:
        revisions = [each for them in devices.map(device, ("hands-0", "hands-1")) for each in them]
    # Each was a change of its own to what the one before had left.
    assert sorted(revisions) == [*range(1, 2 * TIMES + 1)]
    last = {part: {f"{part}-pips": [str(TIMES - 1)]} for part in ("hands-0", "hands-1")}
    assert fields_of(find_draft(match_id, 1)) == last


def test_of_one_part_first_saved_by_two_devices_there_is_one(app, match_id):
    for number in range(1, ROUNDS + 1):
        together = Barrier(2)

        def device(text, number=number, together=together):
            together.wait(timeout=20)
            return save(app, match_id, "hands-1", text, number)

        with ThreadPoolExecutor(2) as devices:
            saved = [*devices.map(device, ("1", "2"))]
        assert sorted(map(latest, saved)) == [1, 2]
        # Read anew, not as of when the match was opened.
        db.session.rollback()
        assert find_draft(match_id, number) == max(saved, key=latest)
        matches.record_round(match_id, number, f"round {number}", PLAYED)


def test_a_draft_is_saved_before_its_round_is_recorded_or_not_at_all(app, match_id):
    together = Barrier(2)

    def draft(number):
        together.wait(timeout=20)
        for time in range(TIMES):
            try:
                save(app, match_id, "hands-1", str(time), number)
            except Stale:
                return

    with ThreadPoolExecutor(1) as device:
        for number in range(1, ROUNDS + 1):
            drafting = device.submit(draft, number)
            together.wait(timeout=20)
            matches.record_round(match_id, number, f"round {number}", PLAYED)
            drafting.result(timeout=20)
            left = db.session.scalars(select(models.DraftRow.number)).all()
            db.session.rollback()
            assert left == []


@POSTGRESQL_ONLY
def test_a_draft_waits_for_nobody_who_writes_to_another_match(app, match_id):
    with ThreadPoolExecutor(1) as device, writing():
        saved = device.submit(save, app, match_id, "hands-1", "12").result(timeout=4)
    assert latest(saved) == 1


@POSTGRESQL_ONLY
def test_nobody_adds_a_draft_to_a_match_while_it_is_deleted_for_good(app, match_id):
    trash.move_to_trash(match_id, Submission("delete"))
    with writing() as session:
        long_ago = clock.now() - timedelta(days=trash.DAYS_KEPT + 1)
        session.execute(update(models.MatchRow).values(binned_at=long_ago))
    saving: list[Future[Draft]] = []
    with ThreadPoolExecutor(1) as device:

        @event.listens_for(db.engine, "before_cursor_execute")
        def save_meanwhile(_connection, _cursor, sql, *_):
            # Its drafts are deleted by now, and the match is not.
            if sql.startswith("DELETE FROM changes"):
                saving.append(device.submit(save, app, match_id, "hands-1", "12"))
                wait(saving, timeout=1)

        assert trash.empty_trash([match_id]) == 1
        with pytest.raises(NoSuchMatch):
            saving[0].result(timeout=20)
