"""Any match, however it was edited, is exported by another scorebook as it was imported."""

import json
from contextlib import suppress
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from scorekeeper.interchange import import_export
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Correction, Event, Play, Round, RuleError, Setup, load_game
from scorekeeper.rules.options import Entry, Sides
from scorekeeper.scorebook import history, listing, matches
from scorekeeper.scorebook.changes import (
    goal_changed,
    play_on_allowed,
    players_renamed,
    players_swapped,
    round_removed,
    rounds_amended,
    rounds_removed_after,
)
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.database.models import Base
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people.looks import is_blank, look
from scorekeeper.scorebook.projection import ReplayError
from tests.effort import examples
from tests.maintenance.scorebook_files import scorebook_in
from tests.unit.rules.deals import counted, rounds

GAMES = (
    *("block", "hoyle", "all-fives", "french", "rummikub", "italian"),
    # These have events.
    *("puerto-rico-500", "dominican-patio", "partnership", "cuban-double-nine"),
)
TABLES = [
    Setup(game, players, partners)
    for game in map(load_game, GAMES)
    for players in game.deal
    for partners in (False, True)
    if game.sides_for(players) in (Sides.EITHER, Sides.PAIRS if partners else Sides.SOLO)
]
CHANCE = st.sampled_from((True, False))
names = st.lists(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=40).filter(
        lambda name: not is_blank(name)
    ),
    min_size=5,
    max_size=5,
    unique_by=look,
)
notes = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=80)


@pytest.fixture(scope="module")
def scorebooks(tmp_path_factory):
    """Return two scorebooks, emptied before each match."""
    folder = tmp_path_factory.mktemp("both")
    with scorebook_in(folder / "one") as one, scorebook_in(folder / "other") as other:
        yield one, other


@st.composite
def entries(draw, setup):
    """Draw what might be entered for a round; the rules may refuse it."""
    seats = st.integers(0, setup.players - 1)
    if setup.game.table.entry is Entry.PLAYS:
        tiles = draw(st.lists(st.sampled_from(setup.box.tiles), max_size=6, unique=True))
        return Round(plays=tuple(Play(draw(seats), tile) for tile in tiles))
    played = draw(rounds(setup))
    if setup.game.table.entry is Entry.TOTALS or draw(CHANCE):
        played = replace(played, hands=tuple(counted(hand) for hand in played.hands))
    claims = [claim.name for claim in setup.game.claims]
    claiming, tallying = draw(CHANCE), draw(CHANCE)
    if claims and claiming:
        event = Event(draw(st.sampled_from(claims)), draw(st.none() | seats))
        played = replace(played, events=(event,))
    if setup.game.tally.steps and tallying:
        points = st.tuples(*[st.sampled_from(((), (5,), (10, 5)))] * setup.players)
        played = replace(played, tally=draw(points))
        order = draw(st.permutations([made.seat for made in played.made]))
        played = replace(played, order=draw(st.sampled_from([(), tuple(order)])))
    sides = st.integers(0, len(setup.sides) - 1)
    corrections = st.builds(Correction, sides, st.integers(-50, 50), notes)
    return replace(
        played,
        opener=draw(st.none() | seats),
        blocker=draw(st.none() | seats),
        ends=draw(st.none() | st.just((3, 5))),
        corrections=tuple(draw(st.lists(corrections, max_size=2))),
    )


def edit(data, match):
    """Draw an edit; it may not fit the match."""
    record, players = match.record, match.setup.players
    kinds = ["names", "seats", "goal", "goal"]
    if record.entries:
        kinds += ["amend", "remove", "end"]
    if match.later:
        kinds = ["play on", "names"]
    number = data.draw(st.integers(1, max(1, len(record.entries))))
    match data.draw(st.sampled_from(kinds)):
        case "amend":
            return rounds_amended(record, {number: data.draw(entries(match.setup))})
        case "remove":
            return round_removed(record, number)
        case "end":
            return rounds_removed_after(record, number)
        case "play on":
            return play_on_allowed(record)
        case "names":
            return players_renamed(record, data.draw(names)[:players])
        case "seats":
            return players_swapped(0, players - 1)
    # A goal that was reached already: later rounds then come after the end.
    had = {total for scored in match.rounds[:2] for total in scored.standing.totals if total > 0}
    return goal_changed(record, data.draw(st.sampled_from(sorted(had) or [30])))


def play(data):
    """Play and edit a match of any game, as far as the rules allow it."""
    setup = data.draw(st.sampled_from(TABLES))
    opening = data.draw(st.none() | st.integers(0, setup.players - 1))
    players = tuple(data.draw(names)[: setup.players])
    match_id = matches.open_match(setup, players, f"opened {data.draw(st.integers())}", opening)
    for step in range(data.draw(st.integers(2, 9))):
        match = matches.find_match(match_id)
        with suppress(RuleError, ReplayError, Stale):
            if data.draw(st.integers(0, 2)):
                entry = data.draw(entries(setup))
                matches.record_round(match_id, match.next_number, f"{step}", entry)
            else:
                history.edit_match(
                    match_id, match.version, Submission(f"{step}"), partial(edit, data)
                )
    match, going_on = matches.find_match(match_id), data.draw(CHANCE)
    if match.later and going_on:
        submission = Submission("on")
        with suppress(ReplayError):
            history.edit_match(
                match_id, match.version, submission, lambda match: play_on_allowed(match.record)
            )


# No shrinking: with two scorebooks it takes minutes.
generated = settings(examples(20, thorough=100), phases=[Phase.generate])


@generated
@given(st.data())
def test_export_import_export_is_the_same_to_the_byte(scorebooks, data):
    one, other = scorebooks
    for app in scorebooks:
        with app.app_context(), writing():
            for table in reversed(Base.metadata.sorted_tables):
                db.session.execute(delete(table))
    with one.app_context():
        play(data)
        content = import_export.export_all().content
        stood = [each.standing for each in listing.open_matches().matches]
    with other.app_context():
        import_export.import_matches(json.loads(content, object_pairs_hook=unique_keys))
        assert import_export.export_all().content == content
        assert [each.standing for each in listing.open_matches().matches] == stood
        assert integrity.check().faults == ()
