"""The command line takes any JSON, and refuses with a sentence what it cannot use."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.interchange import replay
from scorekeeper.scorebook.round_json import InvalidJson
from tests.cli.json_cli import ask
from tests.effort import examples
from tests.web.fuzz.hostile import JSON, TEXTS

MANY = examples(100, thorough=1500)

ROUND = {
    "hands": {"Ana": ["1-2", "2-4"], "Bea": 17},
    "opener": "Ana",
    "blocker": "Bea",
    "ends": [3, 5],
    "events": ["capicúa", {"name": "x", "seat": "Ana"}],
    "tally": {"Ana": 5},
    "plays": [["Ana", "6-6"]],
    "corrections": [{"side": "Ana", "points": 5, "note": "why"}],
    "round_no": 3,
}
TABLE = {"game": "block", "seats": ["Ana", "Bea"], "partners": False, "house_rules": {}}
KEYS = st.sampled_from([*ROUND, *TABLE, "goal", "rounds"]) | TEXTS


@st.composite
def requests(draw, whole):
    """Draw a request in which some things are not as they should be, or nothing is."""
    if draw(st.integers(0, 9)) == 0:
        return draw(JSON)
    spoiled = dict(whole)
    for key in draw(st.lists(KEYS, min_size=1, max_size=3)):
        spoiled[key] = draw(JSON)
    for key in draw(st.lists(st.sampled_from(sorted(whole)), max_size=2)):
        spoiled.pop(key, None)
    return spoiled


def is_answered(answer, request):
    """Expect an answer, or a refusal of the two kinds that the command line has words for."""
    said = "answered"
    try:
        answer(request)
    except replay.InvalidRequest as refused:
        said = refused.reply["error"]["message"]
    except InvalidJson as unreadable:
        said = str(unreadable)
    assert said


@MANY
@given(
    scored=requests({**TABLE, **ROUND}),
    replayed=requests({**TABLE, "goal": 100, "rounds": [ROUND]}),
    spoiled=requests(ROUND),
)
def test_no_json_makes_scoring_or_replaying_stumble(tried, scored, replayed, spoiled):
    tried["rounds and matches as JSON"] += 3
    is_answered(replay.score, scored)
    is_answered(replay.replay, replayed)
    is_answered(replay.replay, {**TABLE, "rounds": [spoiled]})


@pytest.mark.parametrize("command", ["score", "replay"])
@examples(20, thorough=100)
@given(text=st.binary(max_size=200) | JSON.map(json.dumps))
def test_a_file_that_is_no_request_is_refused_without_a_trace(tried, command, text):
    tried["files"] += 1
    result = ask(command, text)
    assert result.exit_code in (1, 2)
    assert result.exception is None or isinstance(result.exception, SystemExit)
