"""Any match, however it was edited, is the same to the byte once it was written and read."""

import json
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.interchange.match_file import (
    MOST_SECONDS,
    PortableMatch,
    from_json,
    to_bytes,
    to_json,
)
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.rules import Correction, Event, Play, Round, RuleError, Setup, load_game
from scorekeeper.rules.games import with_house_rules
from scorekeeper.rules.options import Entry, Sides
from scorekeeper.scorebook.changes import MatchRecord, RecordedRound
from scorekeeper.scorebook.people.looks import is_blank, look
from scorekeeper.scorebook.projection import ReplayError, project_record
from scorekeeper.scorebook.timer import Timer
from tests.effort import examples
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
LETTERS = st.characters(exclude_categories=["Cc", "Cs"])
NAME = st.text(LETTERS, min_size=1, max_size=40).filter(lambda name: not is_blank(name))
NAMES = st.lists(NAME, min_size=5, max_size=5, unique_by=look)
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
# A clock that runs, is paused, or was stopped.
TIMERS = (
    MOMENTS.map(Timer)
    | st.integers(0, MOST_SECONDS).map(lambda seconds: Timer(left=seconds))
    | st.just(Timer(stopped=True))
)


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
    if claims and draw(CHANCE):
        event = Event(draw(st.sampled_from(claims)), draw(st.none() | seats))
        played = replace(played, events=(event,))
    if setup.game.tally.steps and draw(CHANCE):
        points = st.tuples(*[st.sampled_from(((), (5,), (10, 5)))] * setup.players)
        played = replace(played, tally=draw(points))
        order = draw(st.permutations([made.seat for made in played.made]))
        played = replace(played, order=draw(st.sampled_from([(), tuple(order)])))
    sides = st.integers(0, len(setup.sides) - 1)
    notes = st.text(LETTERS, max_size=80)
    corrections = st.builds(Correction, sides, st.integers(-50, 50), notes)
    return replace(
        played,
        opener=draw(st.none() | seats),
        blocker=draw(st.none() | seats),
        ends=draw(st.none() | st.just((3, 5))),
        corrections=tuple(draw(st.lists(corrections, max_size=2))),
    )


@st.composite
def matches(draw):
    """Draw a match of any game that the rules allow; it may have rounds after its end."""
    setup = draw(st.sampled_from(TABLES))
    goal = draw(st.sampled_from((setup.game.match.goal, 30, 200)))
    setup = replace(setup, game=with_house_rules(setup.game, {"match": {"goal": goal}}))
    opening = draw(st.none() | st.integers(0, setup.players - 1))
    names = tuple(draw(NAMES)[: setup.players])
    record = MatchRecord(setup, names, opening, timer=draw(st.none() | TIMERS))
    for _round in range(draw(st.integers(1, 6))):
        entry = RecordedRound(draw(entries(setup)), draw(MOMENTS))
        longer = record._replace(entries=(*record.entries, entry))
        with suppress(RuleError, ReplayError):
            if len(project_record(longer)[1]) < len(longer.entries) and draw(CHANCE):
                # The table plays on after the end.
                longer = longer._replace(play_on_to=len(longer.entries))
            project_record(longer)
            record = longer
    counting = len(project_record(record)[1])
    return PortableMatch("key", draw(MOMENTS), record, counting)


@examples(100, thorough=1000)
@given(matches())
def test_export_import_export_is_the_same_to_the_byte(match):
    content = to_bytes(to_json(match))
    read = from_json(json.loads(content, object_pairs_hook=unique_keys))
    assert read == match
    assert to_bytes(to_json(read)) == content
