"""Who may send what: tokens, the PIN, other sites, entry keys, any JSON, limits, what is kept."""

import json
from itertools import product
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError

from scorekeeper.access import attempt_limits
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.attempt_counts import Rate
from tests.api.program import BASE, BLOCK, DOUBTED, FIGURES, PAIRS, ROUND, WON, Program, said
from tests.cli.json_cli import json_lines
from tests.support.access import links, renew
from tests.support.hostile_values import KNOWN
from tests.support.rows import rows
from tests.web.visitor import Visitor

AWAY = OperationalError("SELECT", {}, Exception("disk I/O error"))
READ = ("/matches", "/matches/1", "/matches/1/rounds", "/matches/1/rounds/1", "/players")


@pytest.fixture(autouse=True)
def tokens(program, started):
    """Start match 1 and record its first round; return the tokens of its links."""
    program.post("/matches/1/rounds", ROUND)
    found: dict[str, str] = started["tokens"]
    return found


@pytest.mark.parametrize("address", [*READ, *FIGURES])
def test_what_is_the_same_is_not_sent_again(program, address):
    first = program.get(address, Accept_Encoding="gzip")
    etag = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert program.get(address, If_None_Match=etag).status_code == 304
    spanish = program.get(address, If_None_Match=etag, Accept_Language="es")
    # Only rounds have sentences.
    assert (spanish.status_code == 200) is ("/rounds" in address)
    program.post("/matches/1/rounds", WON | {"round_no": 2})
    program.start(seats=["Ciro", "Dani"])
    program.post("/matches/2/rounds", {**ROUND, "hands": {"Ciro": [], "Dani": 9}})
    same = program.get(address, If_None_Match=etag).status_code == 304
    # A round of its own never changes, and these two were no partners.
    assert same is address.endswith(("/rounds/1", "/with/2"))


def test_a_token_gives_what_its_link_gives_and_without_one_nothing_is_told(app, tokens):
    Program(app).start(seats=["Ciro", "Dani"])
    app.config["ACCESS"] = "links"
    for right, token in tokens.items():
        device = Program(app, token)
        assert device.get("/matches/1").get_json()["right"] == right
        assert [match["id"] for match in device.get("/matches").get_json()["matches"]] == [1]
        names = [player["name"] for player in device.get("/players").get_json()["players"]]
        assert names == ["Ana", "Bea"]
        assert device.get("/matches/2").status_code == 403
    watcher, scorer = Program(app, tokens["watch"]), Program(app, tokens["score"])
    refused = watcher.post("/matches/1/rounds", ROUND | {"round_no": 2})
    assert (refused.status_code, refused.get_json()["needs"]) == (403, "score")
    assert scorer.post("/matches/1/rounds", ROUND | {"round_no": 2}).status_code == 201
    stranger = Program(app)
    assert stranger.get("/matches").get_json()["matches"] == []
    assert stranger.get("/players").get_json()["players"] == []
    for number in (1, 99):
        assert said(stranger.get(f"/matches/{number}")) == (403, "not_allowed")
        assert stranger.get(f"/players/{number}").status_code == 404


def test_a_token_that_has_ended_gives_nothing(app):
    owner = Visitor(app)
    table = owner.start("Eva", "Fia")
    program = Program(app, links(owner, table)["watch"].rpartition("/")[2])
    app.config["ACCESS"] = "links"
    assert program.get(table.address).status_code == 200
    renew(owner, table, "watch")
    assert program.get(table.address).status_code == 403
    assert program.get("/matches").get_json()["matches"] == []


@pytest.mark.parametrize("token", ["x", "é", "WzEsMSwxLCIxIl0.x", "x" * 9000])
def test_a_token_that_was_never_given_is_refused(app, token):
    for address in READ:
        assert said(Program(app, token).get(address)) == (401, "bad_token")
    # Not so on pages, which read no tokens.
    headers = {"Authorization": f"Bearer {token}"}
    assert app.test_client().get("/matches/1", headers=headers).status_code == 200


def test_where_there_is_a_pin_a_token_opens_its_match_and_starts_none(app, tokens, unchanged):
    app.config["PIN"] = "2468"
    for address in READ:
        assert Program(app).get(address).status_code == 403
        assert Program(app, tokens["watch"]).get(address).status_code == 200
    with unchanged():
        for token in ("", tokens["own"]):
            assert said(Program(app, token).post("/matches", BLOCK)) == (403, "pin_required")


ELSEWHERE = "https://elsewhere.example"
REFUSED: dict[tuple[int, str], tuple[dict[str, str], ...]] = {
    (403, "other_site"): (
        {"Origin": ELSEWHERE},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ),
    # A form of another site could send these.
    (415, "json_needed"): tuple(
        {"Content-Type": kind} for kind in ("text/plain", "application/x-www-form-urlencoded", "")
    ),
    (400, "entry_key_needed"): tuple(
        {"Idempotency-Key": key.encode().decode("latin-1")}
        for key in ("", "short", "é" * 20, "x" * 101, "a b c d e f g h i j k l")
    ),
    (400, "unknown_host"): ({"Host": "evil.example"},),
}


@pytest.mark.parametrize("refusal", REFUSED)
def test_a_page_of_another_site_or_what_has_no_entry_key_records_nothing(
    program, unchanged, refusal
):
    good = (("/matches", BLOCK), ("/matches/1/rounds", ROUND))
    with unchanged():
        for headers, (path, sent) in product(REFUSED[refusal], good):
            assert said(program.post(path, sent, **headers)) == refusal, headers


def test_a_page_of_ours_and_one_with_a_token_may_send(app, tokens):
    ours = Program(app, Origin="http://localhost")
    elsewhere = Program(app, tokens["score"], Origin=ELSEWHERE)
    for number, sender in ((2, ours), (3, elsewhere)):
        answer = sender.post("/matches/1/rounds", ROUND | {"round_no": number})
        assert answer.status_code == 201


CORRECTION = {"side": "Ana", "points": 1}
SECOND = ROUND | {"round_no": 2}
NO_ENTRIES: dict[int, tuple[Any, ...]] = {
    400: (
        *(b"{", b"\xff", b'{"game": "block", "game": "draw"}', b'{"goal": NaN}', b"[" * 30_000),
        b'{"goal": ' + b"9" * 9000 + b"}",
    ),
    422: (
        *(b"[]", b"null", b'{"game": "\\u0000"}', b'{"game": "\\ud800"}'),
        # Far more than a round has.
        SECOND | {"hands": {"Ana": [], "Bea": ["6-6"] * 201}},
        SECOND | {"corrections": [CORRECTION] * 21},
    ),
    413: (b'"' + b"x" * 70_000 + b'"',),
}


@pytest.mark.parametrize("status", NO_ENTRIES)
def test_what_is_no_json_or_has_no_shape_of_ours_is_refused(program, unchanged, status):
    with unchanged():
        for sent, path in product(NO_ENTRIES[status], ("/matches", "/matches/1/rounds")):
            assert program.post(path, sent).status_code == status, sent


def test_json_of_any_depth_is_answered(program):
    # Where it gets too deep hangs on what is read when.
    for depth in (*range(850, 1000), 5000):
        hands = b'{"Ana": [], "Bea": ' + b"[" * depth + b"]" * depth + b"}"
        answer = program.post("/matches/1/rounds", b'{"round_no": 2, "hands": ' + hands + b"}")
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize(
    ("path", "sent", "outcome"),
    [
        pytest.param(path, *case.values, id=case.id)
        for path, chapter in (("/matches", "match"), ("/matches/1/rounds", "round"))
        for case in json_lines(f"A {chapter} by the API")
    ],
)
def test_what_cannot_be_is_refused_with_its_place(program, unchanged, path, sent, outcome):
    with unchanged():
        answer = program.post(path, sent)
    status, code = said(answer)
    place = answer.get_json()["errors"][0]["pointer"]
    assert (status, f"refused {code} at {place}") == (422, outcome)


def test_all_that_is_wrong_with_a_round_is_said_at_once(program):
    wrong = {"round_no": 2, "hands": {"Ana": ["x"]}, "opener": "Eva", "events": ["whist"]}
    problem = program.post("/matches/1/rounds", wrong).get_json()
    assert problem["code"] == "missing_hand"
    assert [(each["code"], each["pointer"]) for each in problem["errors"]] == [
        ("missing_hand", "#/hands/Bea"),
        ("unknown_seat", "#/hands"),
        ("unreadable_tile", "#/hands/Ana"),
        ("unknown_event", "#/events"),
    ]


def test_an_address_that_is_none_and_a_method_that_is_none_are_problems(app):
    for method, path, status, code, allowed in (
        ("GET", "/nothing", 404, "not_found", set()),
        ("OPTIONS", "/nothing", 404, "not_found", set()),
        ("DELETE", "/matches/1", 405, "method_not_allowed", {"get"}),
        ("PUT", "/matches", 405, "method_not_allowed", {"get", "post"}),
    ):
        answer = app.test_client().open(f"{BASE}{path}", method=method)
        assert (*said(answer), answer.allow.as_set()) == (status, code, allowed)
    elsewhere = app.test_client().get(f"{BASE}/nothing", headers={"Host": "example.org"})
    assert elsewhere.status_code == 400, "a foreign host is refused first"
    asked = app.test_client().options(f"{BASE}/matches/1")
    assert (asked.status_code, asked.allow.as_set()) == (200, {"get", "head", "options"})


@pytest.mark.parametrize(
    ("access", "limit"),
    [("house", "NEW_MATCHES_FROM_ONE_ADDRESS"), ("links", "NEW_MATCHES_OF_STRANGERS")],
)
def test_too_many_matches_have_to_wait(app, program, monkeypatch, access, limit):
    app.config.update(RATELIMIT_ENABLED=True, ACCESS=access)
    monkeypatch.setattr(attempt_limits, limit, Rate(1, 60))
    assert program.post("/matches", BLOCK).status_code == 201
    refused = program.post("/matches", BLOCK)
    assert said(refused) == (429, "too_many")
    assert 0 < int(refused.headers["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("path", "sent", "name", "error", "status", "code"),
    [
        ("/matches/1", None, "find_match", AWAY, 503, "unavailable"),
        ("/matches/1/rounds", ROUND, "record_round", AWAY, 503, "unavailable"),
        ("/matches", BLOCK, "open_record", AWAY, 503, "unavailable"),
        ("/matches/1", None, "find_match", RuntimeError(), 500, "fault"),
    ],
)
def test_a_scorebook_that_is_away_and_a_fault_of_the_program_are_problems(
    app, program, monkeypatch, path, sent, name, error, status, code
):
    monkeypatch.setattr(matches, name, Mock(side_effect=error))
    app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = program.get(path) if sent is None else program.post(path, sent)
    assert said(answer) == (status, code)
    assert ("Retry-After" in answer.headers) is (error is AWAY)


TIMES, TIMES_THOROUGH = 300, 6_000
MOST = 60_000
KEYS = (
    *(*ROUND, *BLOCK, "out", "opener", "blocker", "ends", "events", "tally", "plays", "order"),
    *("corrections", "overruled", "partners", "house_rules", "x"),
)
VALUES: tuple[Any, ...] = (
    *(*KNOWN, None, True, 0, -1, 1.5, 10**30, [], {}, [[]], [None], [1, 2], "Ana", "6-6", ["6-6"]),
    *({"Ana": 1}, {"pips": 3, "count": -1, "lightest": "x"}, {"name": "x", "seat": "Ana"}),
    *(["6-6", 3], [["Ana", "6-6"]], {"side": "Ana", "points": 5}, [{"side": "Ana", "points": "x"}]),
    *({"match": {"goal": "x"}}, {"deal": {"2": 99}}, {"bonus": [{"name": "x"}]}),
)


def spoiled(chance, value):
    """Put something else in the place of a value, or of one that is in it."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice([*value, *KEYS])
        return {**value, key: spoiled(chance, value.get(key))}
    if isinstance(value, list) and value and chance.random() < 0.6:
        return [spoiled(chance, value[0]), *value[1:]]
    return chance.choice(VALUES)


def test_no_json_breaks_the_api_and_what_is_refused_changes_nothing(
    app, program, tried, thorough, seed
):
    program.start(goal=10_000)
    program.post("/matches", PAIRS)
    good = ("/matches", BLOCK), ("/matches/2/rounds", ROUND), ("/matches/3/rounds", DOUBTED)
    chance, before = Random(f"{seed} api"), rows(app)
    for _ in range(TIMES_THOROUGH if thorough else TIMES):
        path, sent = chance.choice(good)
        for _ in range(chance.randint(1, 3)):
            sent = spoiled(chance, sent)
        text = json.dumps(sent)
        answer = program.post(path, text.encode()[:MOST])
        tried["hostile JSON"] += 1
        assert answer.status_code < 500, (path, text[:2000])
        after = rows(app)
        assert answer.status_code == 201 or after == before, (path, text[:2000])
        before = after
