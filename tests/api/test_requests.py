"""Who may send what: tokens, the PIN, other sites, entry keys, any JSON, limits, what is kept."""

import json
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError

from scorekeeper.access import limits
from scorekeeper.scorebook import matches
from scorekeeper.scorebook.permissions.counts import Rate
from tests.api.program import BASE, BLOCK, DOUBTED, PAIRS, ROUND, WON, Program, said
from tests.cli.json_cli import json_lines
from tests.unchanged import rows
from tests.web.fuzz.hostile import KNOWN
from tests.web.share.share_links import links, renew
from tests.web.visitor import Visitor

AWAY = OperationalError("SELECT", {}, Exception("disk I/O error"))
READ = ("/matches", "/matches/1", "/matches/1/rounds", "/matches/1/rounds/1", "/players")
CORRECTION = {"side": "Ana", "points": 1}
FIGURES = ("/players/1/figures", "/players/1/against/2", "/players/1/with/2", "/season")


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
OTHER_SITE, JSON_NEEDED = (403, "other_site"), (415, "json_needed")
KEY_NEEDED = (400, "entry_key_needed")


@pytest.mark.parametrize(
    ("headers", "refusal"),
    [
        ({"Origin": ELSEWHERE}, OTHER_SITE),
        ({"Origin": "null"}, OTHER_SITE),
        ({"Sec-Fetch-Site": "cross-site"}, OTHER_SITE),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"}, OTHER_SITE),
        # A form of another site could send these.
        ({"Content-Type": "text/plain"}, JSON_NEEDED),
        ({"Content-Type": "application/x-www-form-urlencoded"}, JSON_NEEDED),
        ({"Content-Type": ""}, JSON_NEEDED),
        ({"Idempotency-Key": ""}, KEY_NEEDED),
        ({"Idempotency-Key": "short"}, KEY_NEEDED),
        ({"Idempotency-Key": ("é" * 20).encode().decode("latin-1")}, KEY_NEEDED),
        ({"Idempotency-Key": "x" * 101}, KEY_NEEDED),
        ({"Idempotency-Key": "a b c d e f g h i j k l"}, KEY_NEEDED),
        ({"Host": "evil.example"}, (400, "unknown_host")),
    ],
)
def test_a_page_of_another_site_or_what_has_no_entry_key_records_nothing(
    program, unchanged, headers, refusal
):
    with unchanged():
        for path, sent in (("/matches", BLOCK), ("/matches/1/rounds", ROUND)):
            assert said(program.post(path, sent, **headers)) == refusal


def test_a_page_of_ours_and_one_with_a_token_may_send(app, tokens):
    ours = Program(app, Origin="http://localhost")
    elsewhere = Program(app, tokens["score"], Origin=ELSEWHERE)
    for number, sender in ((2, ours), (3, elsewhere)):
        answer = sender.post("/matches/1/rounds", ROUND | {"round_no": number})
        assert answer.status_code == 201


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"{", 400),
        (b"\xff", 400),
        (b'{"game": "block", "game": "draw"}', 400),
        (b'{"goal": NaN}', 400),
        (b"[" * 30_000, 400),
        (b'{"goal": ' + b"9" * 9000 + b"}", 400),
        (b"[]", 422),
        (b"null", 422),
        (b'{"game": "\\u0000"}', 422),
        (b'{"game": "\\ud800"}', 422),
        (b'"' + b"x" * 70_000 + b'"', 413),
        # Far more than a round has.
        (ROUND | {"round_no": 2, "hands": {"Ana": [], "Bea": ["6-6"] * 201}}, 422),
        (ROUND | {"round_no": 2, "corrections": [CORRECTION] * 21}, 422),
    ],
)
def test_what_is_no_json_or_has_no_shape_of_ours_is_refused(program, unchanged, sent, status):
    with unchanged():
        for path in ("/matches", "/matches/1/rounds"):
            assert program.post(path, sent).status_code == status


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


@pytest.mark.parametrize(
    ("method", "path", "status", "code", "allowed"),
    [
        ("GET", "/nothing", 404, "not_found", None),
        ("OPTIONS", "/nothing", 404, "not_found", None),
        ("DELETE", "/matches/1", 405, "method_not_allowed", {"get"}),
        ("PUT", "/matches", 405, "method_not_allowed", {"get", "post"}),
        ("OPTIONS", "/matches/1", 200, None, {"get", "head", "options"}),
    ],
)
def test_an_address_that_is_none_and_a_method_that_is_none_are_problems(
    app, method, path, status, code, allowed
):
    answer = app.test_client().open(f"{BASE}{path}", method=method)
    assert answer.status_code == status
    assert code is None or answer.get_json()["code"] == code
    assert (answer.allow.as_set() or None) == allowed


def test_too_many_matches_have_to_wait(app, program, monkeypatch):
    app.config["RATELIMIT_ENABLED"] = True
    monkeypatch.setattr(limits, "NEW_MATCHES_FROM_ONE_ADDRESS", Rate(1, 60))
    assert program.post("/matches", BLOCK).status_code == 201
    refused = program.post("/matches", BLOCK)
    assert said(refused) == (429, "too_many")
    assert 0 < int(refused.headers["Retry-After"]) <= 60


@pytest.mark.parametrize(
    ("path", "sent", "name", "error", "status", "code"),
    [
        ("/matches/1", None, "find_match", AWAY, 503, "unavailable"),
        ("/matches/1/rounds", ROUND, "record_round", AWAY, 503, "unavailable"),
        ("/matches", BLOCK, "open_match", AWAY, 503, "unavailable"),
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
