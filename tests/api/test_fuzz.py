"""Whatever JSON comes is answered, and what is refused changes nothing."""

import json
from random import Random
from typing import Any

from tests.api.program import BLOCK, DOUBTED, PAIRS, ROUND
from tests.unchanged import rows
from tests.web.fuzz.hostile import KNOWN

TIMES, TIMES_THOROUGH = 300, 6_000
MOST = 60_000
VALUES: tuple[Any, ...] = (
    *KNOWN, None, True, 0, 1, -1, 1.5, 10**30, -(10**9), [], {}, [[]], [None], [1, 2], {"Ana": 1},
    {"pips": 3}, {"pips": 3, "count": -1, "lightest": "x"}, {"name": "x", "seat": "Ana"}, "Ana",
    ["6-6"], ["6-6", 3], "6-6", {"side": "Ana", "points": 5}, [{"side": "Ana", "points": "x"}],
    [["Ana", "6-6"]], [["Ana"]], {"match": {"goal": "x"}}, {"match": None}, {"deal": {"2": 99}},
    {"bonus": [{"name": "x"}]},
)  # fmt: skip
KEYS = (
    "hands", "out", "opener", "blocker", "ends", "events", "tally", "plays", "corrections",
    "round_no", "overruled", "game", "seats", "partners", "goal", "house_rules", "x",
)  # fmt: skip


def spoiled(chance, value):
    """Change something in a value, at any depth."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice([*value, *KEYS])
        return {**value, key: spoiled(chance, value.get(key))}
    if isinstance(value, list) and value and chance.random() < 0.6:
        place = chance.randrange(len(value))
        return [*value[:place], spoiled(chance, value[place]), *value[place + 1 :]]
    return chance.choice(VALUES)


def test_no_json_breaks_the_api_and_what_is_refused_changes_nothing(
    app, program, tried, thorough, seed
):
    app.config["RATELIMIT_ENABLED"] = False
    program.start(goal=10_000)
    program.post("/matches", PAIRS)
    chance, before = Random(f"{seed} api"), rows(app)
    for _ in range(TIMES_THOROUGH if thorough else TIMES):
        path, sent = chance.choice(
            [("/matches", BLOCK), ("/matches/1/rounds", ROUND), ("/matches/2/rounds", DOUBTED)]
        )
        for _ in range(chance.randint(1, 3)):
            sent = spoiled(chance, sent)
        text = json.dumps(sent)
        answer = program.post(path, text.encode()[:MOST])
        tried["hostile JSON"] += 1
        assert answer.status_code < 500, (path, text[:2000])
        after = rows(app)
        assert answer.status_code == 201 or after == before, (path, text[:2000])
        before = after
