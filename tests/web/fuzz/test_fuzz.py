"""Whatever arrives is answered, and never by a fault; what is refused changes nothing."""

import io
import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from random import Random
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper.config import Access
from tests.databases import SQLITE_ONLY
from tests.effort import examples
from tests.support.host_names import FOREIGN, NO_NAMES, OURS
from tests.support.hostile_values import KNOWN
from tests.support.rows import rows
from tests.web.visitor import HEAVY

TEXTS = st.one_of(
    st.sampled_from(KNOWN),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.integers(-(10**40), 10**40).map(str),
    st.lists(st.sampled_from(("6-6", "66", "1-2", "9-9", "x", "-", "3|5"))).map(" ".join),
)
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW", "")
HOSTS = (*OURS, *FOREIGN, *NO_NAMES, "localhost:0", "localhost:", "[::1", "%00.local", "\x7f")
NUMBERS = (
    *("0", "1", "2", "3", "7", "-1", "00001", "2147483647", "2147483648", "9" * 20, "9" * 5000),
    *("1.5", "1e3", "٣", "²", "", " ", "1/", "%00", "\x00", "\udcff"),
)
WORDS = (*KNOWN, "a" * 9000, "..", "../../etc/passwd", "shared/base.css", "es", "xx", "block", "\\")
FIELDS = (
    *("names-0", "names-1", "game", "goal", "other_goal", "partners", "entry_key", "csrf_token"),
    *("action", "what", "sure", "version", "seen", "one", "other", "round_no", "entry", "part"),
    *("hands-0-tiles", "hands-0-out", "hands-1-pips", "hands-1-tally", "ends", "events", "plays"),
    *("opener", "correction_points", "correction_side", "overruled", "was", "back", "language"),
    *("pin", "name", "rules_of", "save_as", "house-goal", "next", "q", "player", "state", "before"),
    *("page", "shape", "kind", "players", "hand-1", "v"),
)
VALUES = (
    *(*KNOWN, *NUMBERS, "y", "record", "check", "rules", "names", "seats", "goal", "0-0", "open"),
    *("9" * 17 + "-1", "1-" + "9" * 9, "-99999999999999999-1", "delete-1", "http://[", "//["),
)
# Any of them may have any of these.
PLAIN_HEADERS = (
    *("HTTP_IF_RANGE", "HTTP_LAST_EVENT_ID", "HTTP_USER_AGENT", "HTTP_X_FORWARDED_FOR"),
    *("HTTP_X_FORWARDED_PROTO", "HTTP_UPGRADE", "HTTP_CONNECTION", "HTTP_CACHE_CONTROL"),
    *("HTTP_TRANSFER_ENCODING", "HTTP_X_HTTP_METHOD_OVERRIDE"),
)
ODD = (
    *("", "x", "\x00", "\xff", "-1", "9" * 5000, "x" * 9000, "[", '"', "1.2.3.4", "https"),
    *("gopher", "websocket", "upgrade", "max-age=x", "chunked", "DELETE"),
)
HEADERS: Mapping[str, Sequence[str]] = {
    "HTTP_REFERER": ("http://[", "http://localhost/", "//[x]/", "\x00", "http://a:b:c", "x" * 9000),
    "HTTP_ORIGIN": ("http://localhost", "null", "http://[", "http://localhost:x", ""),
    "HTTP_SEC_FETCH_SITE": ("same-origin", "cross-site", "\xff"),
    "HTTP_ACCEPT_LANGUAGE": ("es", "pt-BR;q=x", "*", ",,;;", "q=", "\xff", "a-" * 900, "zh-Hant"),
    "HTTP_ACCEPT_ENCODING": ("br", "gzip;q=x", "*;q=-1", ";;,", "zstd;q=1e999", "\xff"),
    "HTTP_ACCEPT": ("*/*;q=x", "\xff", ",", 'text/html;level="', "a" * 9000),
    "HTTP_COOKIE": ("session=x", "session=.a.b.c", "language=xx", "language=es", "\xff=\xff", ";="),
    "HTTP_IF_NONE_MATCH": ('W/"', '"', "*", "\xff", 'W/"1.1.0"'),
    "HTTP_IF_MODIFIED_SINCE": ("yesterday", "Sun, 99 Nov 99999 00:00:00 GMT", "\xff"),
    "HTTP_RANGE": ("bytes=", "bytes=9-1", "bytes=-", "bytes=0-" + "9" * 40, "x=\xff"),
    "HTTP_AUTHORIZATION": ("Basic x", "Bearer \xff", "Digest ="),
    "HTTP_X_FORWARDED_HOST": ("evil.example", "[", "a..local"),
    **dict.fromkeys(PLAIN_HEADERS, ODD),
    "REMOTE_ADDR": ("", "::1", "unix:", "1.2.3", "fe80::1%eth0"),
    "SERVER_PORT": ("x",),
}
FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
TYPES = (
    *(FORM, f"{FORM}; charset=utf-7", PARTS, f"{PARTS}; boundary=x", f'{PARTS}; boundary="\xff"'),
    *(f"{PARTS}; boundary=", f"{PARTS}; boundary={'b' * 3000}", "multipart/mixed; boundary=x"),
    *("application/json", "application/json; charset=klingon", "text/plain", "\xff", "", ";;;"),
)
LENGTHS = ("", "-1", "0", "1", "65537", "9" * 40, "x", "+5", "1_0")


def told(environ):
    """Say of a request what a failure needs, without what is the same in all of them."""
    shown = {key: value for key, value in environ.items() if not key.startswith("wsgi.")}
    return f"{str(shown)[:3000]} {environ['wsgi.input'].getvalue()[:600]!r}"


def a_request(chance, addresses, cookie, hidden):
    address, methods = chance.choice(addresses)
    usual = [each for each in methods if each in ("GET", "POST")] or methods
    method = chance.choice(usual if chance.random() < 0.85 else METHODS)
    body_comes = method != "GET" or chance.random() < 0.2
    kind, body = a_body(chance, hidden) if body_comes else ("", b"")
    headers = {"HTTP_HOST": "localhost"}
    if chance.random() < 0.1:
        headers["HTTP_HOST"] = chance.choice(HOSTS)
    if chance.random() < 0.7:
        headers["HTTP_COOKIE"] = cookie
    if chance.random() < 0.3:
        headers["HTTP_SEC_FETCH_SITE"] = "same-origin"
    for name in chance.sample(sorted(HEADERS), chance.choice((0, 0, 1, 1, 2, 5))):
        headers[name] = chance.choice(HEADERS[name])
    return create_environ() | {
        "REQUEST_METHOD": method,
        "PATH_INFO": wire(a_path(chance, address)),
        "QUERY_STRING": wire(a_query(chance)) if chance.random() < 0.4 else "",
        "SERVER_PROTOCOL": chance.choice(("HTTP/1.1", "HTTP/1.0")),
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": chance.choice(LENGTHS) if chance.random() < 0.1 else str(len(body)),
        "wsgi.url_scheme": chance.choice(("http", "http", "https")),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "REMOTE_ADDR": "127.0.0.1",
        **{name: wire(value) for name, value in headers.items()},
    }


def wire(text):
    """Return a text as a server reads it: each byte is a letter."""
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


def a_path(chance, address):
    if chance.random() < 0.05:
        return "/" + chance.choice(WORDS)

    def fill(hole):
        if hole[0].startswith("<int:"):
            return chance.choice(NUMBERS) if chance.random() < 0.2 else chance.choice("123")
        if hole[0].startswith("<any"):
            return chance.choice(("watch", "score", "own", "steal"))
        return chance.choice(WORDS)

    return re.sub("<[^>]+>", fill, address)


def a_query(chance):
    if chance.random() < 0.2:
        return chance.choice(("%", "%ff", "&&&=", "a" * 9000, "=", "%00=%00", "\udcff=1"))
    return urlencode(some_fields(chance, most=3), errors="surrogateescape")


def some_fields(chance, most):
    return [(chance.choice(FIELDS), chance.choice(VALUES)) for _ in range(chance.randint(1, most))]


def a_body(chance, hidden):
    """Draw a content type and a body, which may or may not agree."""
    fields = some_fields(chance, most=12)
    if chance.random() < 0.8:
        # A form of ours, some of whose fields are spoiled.
        fields = [*{**dict(fields), **hidden, **dict(fields[:2])}.items()]
        chance.shuffle(fields)
    form = urlencode(fields, errors="surrogateescape").encode()
    drawn = chance.random()
    if drawn < 0.4:
        return FORM, form
    if drawn < 0.7:
        return f"{PARTS}; boundary=x", parts(chance, fields)
    if drawn < 0.8:
        whole: tuple[object, ...] = (dict(fields), [fields], fields[0][1], None, 7, {"action": {}})
        return "application/json", json.dumps(chance.choice(whole)).encode()
    noise = chance.randbytes(chance.choice((1, 40, 900, 70_000)))
    return chance.choice(TYPES), chance.choice((form, parts(chance, fields), noise, b""))


def parts(chance, fields):
    """Write fields as parts of a form; some as files, some cut short."""
    written = b""
    for name, value in fields:
        file = chance.choice(("", "", '; filename="x.txt"', "; filename=", "; filename*=x"))
        extra = chance.choice(("", "", "\r\nContent-Type: text/plain; charset=klingon"))
        head = f'--x\r\nContent-Disposition: form-data; name="{quote(name)}"{file}{extra}\r\n\r\n'
        written += head.encode() + value.encode("utf-8", "surrogateescape") + b"\r\n"
    whole = written + b"--x--\r\n"
    return whole if chance.random() < 0.9 else whole[: chance.randrange(len(whole))]


REQUESTS, REQUESTS_THOROUGH = 400, 12_000
READING = ("GET", "HEAD", "OPTIONS")
# What the program says where a page of its own could not be made, or shows its insides.
TRACES = (
    *("Traceback", "sqlalchemy", "werkzeug.exceptions"),
    *("The fault is in the program", "wrong in the program"),
)


def play(visitor):
    """Play matches that go on, are over, and are in the bin; return the tables of the former."""
    playing = visitor.start("Ana", "Bea", "Ciro", "Dani")
    visitor.play(playing, "", "66", "55", "44")
    visitor.play(playing, "66", "", "55", "44")
    won, gone = (visitor.start("Ana", "Bea", goal="50") for _ in range(2))
    visitor.play(won, "", HEAVY)
    visitor.send(visitor.open(f"{gone.address}/delete"))
    return playing, won


# One scorebook for all examples: what one of them may change must not break the next.
@pytest.fixture
def forms(visitor):
    """Return every kind of page with a form, each with one of its forms chosen."""
    playing, won = play(visitor)
    undone = visitor.start("Ana", "Bea")
    visitor.play(undone, "", "66")
    visitor.send(visitor.open(f"{undone.address}/undo"))
    others = [visitor.start("Ana", "Bea", "Ciro", game=game) for game in ("italian", "hungarian")]
    edit = visitor.open(f"{playing.address}/edit")
    rounds = ("rounds/new", "rounds/new?entry=pips", "rounds/1/edit", "rounds/1/remove")
    return [
        visitor.send(visitor.open("/matches/new"), {"action": "rules"}),
        *(edit.pressing(button) for button in ("Save names", "Swap", "Change goal")),
        *(visitor.open(f"{playing.address}/{page}") for page in (*rounds, "undo", "delete")),
        *(visitor.open_round(other) for other in others),
        *map(visitor.open, (f"{won.address}/winner", f"{undone.address}/redo", "/bin")),
    ]


@examples(50, thorough=800)
@given(data=st.data())
def test_no_form_stumbles_and_what_is_refused_changes_nothing(app, visitor, forms, tried, data):
    page = data.draw(st.sampled_from(forms))
    targets, shown = [page.target], page.address.partition("?")[0]
    if "round_no" in page.fields:
        edits = shown.endswith("/edit")
        targets += [f"{shown}/preview" if edits else shown.replace("new", "preview")]
    fields = sorted(page.fields | {"action", "what", "sure", "entry"})
    sent: dict[str, str | list[str]] = {**page.form, **page.button}
    for field in data.draw(st.lists(st.sampled_from(fields), min_size=1, max_size=4, unique=True)):
        sent[field] = data.draw(TEXTS | st.lists(TEXTS, max_size=3))
    before = rows(app)
    answer = visitor.post(data.draw(st.sampled_from(targets)), sent)
    tried["forms"] += 1
    assert answer.status < 500
    assert not any(trace in answer.answer.text for trace in TRACES)
    if answer.status != 303:
        assert rows(app) == before


# A form that is cut short leaves the files in it to be closed later.
@pytest.mark.filterwarnings("ignore:Exception ignored in.*SpooledTemporaryFile")
@SQLITE_ONLY
@pytest.mark.parametrize("access", Access)
def test_no_request_breaks_the_program(app, visitor, tried, thorough, seed, access):
    app.config["ACCESS"] = access
    # Faults are answered as people see them.
    app.testing = False
    play(visitor)
    form, cookie = visitor.open("/matches/new").form, visitor.client.get_cookie("session")
    hidden = {name: form[name] for name in ("csrf_token", "entry_key")}
    hidden |= {"sure": "y", "version": "2", "round_no": "3"}
    rules = {(rule.rule, tuple(sorted(rule.methods or ()))) for rule in app.url_map.iter_rules()}
    known = sorted(rules), f"session={cookie.value}", hidden
    chance, before = Random(f"{seed} {access}"), rows(app)
    file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(file)) as watching:
        seen = data_version(watching)
        for _ in range(REQUESTS_THOROUGH if thorough else REQUESTS):
            sent = a_request(chance, *known)
            status, content = answer(app, sent)
            tried["hostile requests"] += 1
            assert status < 500, told(sent)
            assert not any(trace.encode() in content for trace in TRACES), told(sent)
            # Most write nothing at all: then there is nothing to compare.
            written = data_version(watching)
            after = before if written == seen else rows(app)
            if status >= 400 or sent["REQUEST_METHOD"] in READING:
                assert after == before, told(sent)
            before, seen = after, written


def data_version(watching):
    """Return what SQLite counts with everything that others write to the file."""
    return int(watching.execute("PRAGMA data_version").fetchone()[0])


def answer(app, environ):
    """Let the application answer as a server does; of a stream, take the first event."""
    chunks, status, _headers = run_wsgi_app(app, environ)
    try:
        content = next(iter(chunks), b"")
    finally:
        if hasattr(chunks, "close"):
            chunks.close()
    return int(status.split()[0]), content
