"""Whatever arrives is answered, and never by a fault; what is refused changes nothing."""

import sqlite3
from contextlib import closing
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import run_wsgi_app

from scorekeeper.config import Access
from tests.databases import SQLITE_ONLY
from tests.effort import examples
from tests.unchanged import rows
from tests.web.fuzz.hostile import TEXTS, a_request, told
from tests.web.visitor import HEAVY

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
    mend = visitor.open(f"{playing.address}/mend")
    pages = (
        "rounds/new",
        "rounds/new?entry=pips",
        "rounds/1/amend",
        "rounds/1/remove",
        "undo",
        "delete",
    )
    return [
        visitor.send(visitor.open("/matches/new"), {"action": "rules"}),
        *(mend.pressing(button) for button in ("Save the names", "Swap", "Change the goal")),
        *(visitor.open(f"{playing.address}/{page}") for page in pages),
        *(visitor.open_round(other) for other in others),
        *map(visitor.open, (f"{won.address}/winner", f"{undone.address}/redo", "/bin")),
    ]


@examples(50, thorough=800)
@given(data=st.data())
def test_no_form_stumbles_and_what_is_refused_changes_nothing(app, visitor, forms, tried, data):
    page = data.draw(st.sampled_from(forms))
    targets, shown = [page.target], page.address.partition("?")[0]
    if "round_no" in page.fields:
        amends = shown.endswith("/amend")
        targets += [f"{shown}/preview" if amends else shown.replace("new", "preview")]
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
