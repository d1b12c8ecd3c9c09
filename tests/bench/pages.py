"""What pages cost: CPU time a request, in process, as a ratio to a bare Flask "hello".

Run it by hand, `python -m tests.bench.pages`; it prints a table in Markdown. The last row is a page
as a good programmer writes it by hand: the same match by raw SQL, in a small template.
"""

from __future__ import annotations

import gc
import re
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from statistics import median

from flask import Flask, render_template
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper import clock, create_app
from scorekeeper.live.page_cache import PageCache
from scorekeeper.pages.table.views import render_page
from scorekeeper.rules import Hand, Round, Setup, load_game, parse_tiles
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import cache, history
from scorekeeper.scorebook import matches as scorebook
from scorekeeper.scorebook.changes import (
    match_opened,
)
from scorekeeper.scorebook.database.db import upgrade, writing
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.matches import add_match
from scorekeeper.scorebook.record import MatchRecord, RecordedRound
from tests.bench.rules import HANDS, SCORED

Environ = dict[str, object]

BATCHES, BATCH = 15, 40
# What a browser says of itself with every request.
BROWSER = {"Accept-Encoding": "gzip, deflate, br, zstd", "Accept-Language": "en-GB,en;q=0.9"}
BY_HAND = """<!doctype html><title>{{ game }}</title><h1>{{ game }}</h1>
<ul>{% for name in names %}<li>{{ name }}</li>{% endfor %}</ul>
<ol>{% for number, record in rounds %}<li>{{ number }}: {{ record }}</li>{% endfor %}</ol>"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "RATELIMIT_ENABLED": False})
        upgrade(app)
        client = app.test_client()
        match_id = played_match(app, rounds=12)
        hello = requests(hello_app(), "/", {})
        pages = {
            "table page, unchanged, 12 rounds × 4 hands": requests(app, f"/matches/{match_id}", {}),
            "the same, asked for by who has it": known(app, f"/matches/{match_id}"),
            "the same, with a cookie of one's own": requests(
                app, f"/matches/{match_id}", {}, cookie=entry(client, match_id)["cookie"]
            ),
            "the same, first time after round 5": after_changes(app, 5),
            "the same, first time after round 12": after_changes(app, 12),
            "the same, first time after round 500": after_changes(app, 500),
            "the same, first time after another program recorded round 12": after_others(app, 12),
            "the same, first time ever, 12 rounds": first_looks(app, 12),
            "record page": requests(app, f"/matches/{match_id}/rounds/new", {}),
            "preview of a round": requests(
                app, f"/matches/{match_id}/rounds/preview", entry(client, match_id)
            ),
            "recording a round": recordings(app, client),
            **first_times(app),
            "a page of the same match by hand": requests(peer_app(folder), f"/{match_id}", {}),
        }
        print("| CPU time a request, hello = 1 | median | 10–90 % |")
        print("|---|---|---|")
        for name, page in pages.items():
            low, middle, high = ratios(page, hello)
            print(f"| {name} | {middle:.1f} | {low:.1f}–{high:.1f} |")


def ratios(page: Iterator[Callable[[], None]], hello: Iterator[Callable[[], None]]) -> list[float]:
    """Compare batches taken in turn, so that a machine that slows down slows both."""
    found = []
    for batch in range(BATCHES + 1):
        one, other = cpu_seconds(islice(page, BATCH)), cpu_seconds(islice(hello, BATCH))
        # The first batch only warms up.
        if batch:
            found.append(one / other)
    found.sort()
    return [found[len(found) // 10], median(found), found[-1 - len(found) // 10]]


def cpu_seconds(calls: Iterable[Callable[[], None]]) -> float:
    """Time some calls; making them ready is not counted, nor is collecting garbage."""
    ready = list(calls)
    gc.collect()
    gc.disable()
    start = time.process_time()
    for call in ready:
        call()
    seconds = time.process_time() - start
    gc.enable()
    return seconds


def requests(
    app: Flask, path: str, data: dict[str, str], cookie: str = ""
) -> Iterator[Callable[[], None]]:
    """Repeat one request for ever."""
    while True:
        yield call(app, path, data, cookie=cookie)


def known(app: Flask, path: str) -> Iterator[Callable[[], None]]:
    """Ask for a page that the device has already."""
    tag = app.test_client().get(path).headers["ETag"]
    while True:
        yield call(app, path, {}, status=304, tag=tag)


def recordings(app: Flask, client: FlaskClient) -> Iterator[Callable[[], None]]:
    """Record the sixth round of one match after another."""
    while True:
        match_id = played_match(app, rounds=5)
        yield call(app, f"/matches/{match_id}/rounds/new", entry(client, match_id), status=303)


def after_changes(app: Flask, rounds: int, page: str = "") -> Iterator[Callable[[], None]]:
    """Ask for a page of a match when a round was recorded since it was last looked at."""
    matches = [played_match(app, rounds - 1) for _ in range(BATCH)]
    for turn in count():
        match_id = matches[turn % BATCH]
        ask = call(app, f"/matches/{match_id}{page}", {})
        with app.app_context():
            if turn >= BATCH:
                submission = Submission(f"undone {turn}")
                history.undo(match_id, scorebook.version_of(match_id), submission)
            ask()
            scorebook.record_round(match_id, rounds, f"again {turn}", leftovers())
        yield ask


def after_others(app: Flask, rounds: int) -> Iterator[Callable[[], None]]:
    """Ask for the table when another program recorded a round since it was last looked at."""
    other = create_app({"INSTANCE": app.config["INSTANCE"]})
    while True:
        match_id = played_match(other, rounds - 1)
        ask = call(app, f"/matches/{match_id}", {})
        ask()
        with other.app_context():
            scorebook.record_round(match_id, rounds, f"elsewhere {match_id}", leftovers())
        yield ask


def first_looks(app: Flask, rounds: int, page: str = "") -> Iterator[Callable[[], None]]:
    """Ask for a page of a match that the program has not seen since it was started."""
    match_id = played_match(app, rounds)
    for turn in count():
        # With another tag, as what was answered once is answered again.
        ask = call(app, f"/matches/{match_id}{page}", {}, tag=str(turn))

        def forget_and_ask(ask: Callable[[], None] = ask) -> None:
            cache.init_app(app)
            app.extensions["page_cache"] = PageCache(render_page, app.config["KEPT_MEGABYTES"])
            ask()

        yield forget_and_ask


def call(
    app: Flask, path: str, data: dict[str, str], status: int = 200, tag: str = "", cookie: str = ""
) -> Callable[[], None]:
    """Make a request ready, up to the door of the application."""
    builder = EnvironBuilder(path=path, method="POST" if data else "GET", data=data or None)
    builder.headers.update(BROWSER)
    if cookie := cookie or data.get("cookie", ""):
        builder.headers["Cookie"] = cookie
    if tag:
        builder.headers["If-None-Match"] = tag
    environ = builder.get_environ()

    def ask() -> None:
        body, answered, _ = run_wsgi_app(app, environ, buffered=True)
        assert answered.startswith(str(status)), answered
        b"".join(body)

    return ask


def entry(client: FlaskClient, match_id: int) -> dict[str, str]:
    """Fill in the form of the next round."""
    page = client.get(f"/matches/{match_id}/rounds/new").text
    hidden = dict(re.findall(r'name="(\w+)" type="hidden" value="([^"]*)"', page))
    hands = {f"hands-{seat}-tiles": tiles for seat, tiles in enumerate(HANDS)}
    cookie = client.get_cookie("session")
    assert cookie is not None
    return {**hidden, **hands, "action": "record", "cookie": f"session={cookie.value}"}


def played_match(
    app: Flask, rounds: int, goal: int = 10_000, hands: tuple[str, ...] = HANDS
) -> int:
    """Start a match of four that nobody wins soon, and play some rounds of it."""
    with app.app_context():
        game = with_house_rules(load_game("block"), {"match": {"goal": goal}})
        names = ("Ana", "Bea", "Ciro", "Dani")
        entries = tuple(RecordedRound(leftovers(hands), clock.now()) for _ in range(rounds))
        record = MatchRecord(Setup(game, 4, partners=False), names, entries=entries)
        submission = Submission(f"{time.monotonic_ns():032x}")
        with writing() as session:
            return add_match(session, record, match_opened(record), submission, clock.now())


def leftovers(hands: tuple[str, ...] = HANDS) -> Round:
    return Round(tuple(Hand(parse_tiles(hand)) for hand in hands))


def hello_app() -> Flask:
    app = Flask("hello")

    @app.get("/")
    def hello() -> str:
        return "hello"

    return app


def peer_app(folder: str) -> Flask:
    """Show a match by hand: three queries and a template."""
    app = Flask("by hand")
    database = sqlite3.connect(Path(folder) / "scorekeeper.db")
    template = app.jinja_env.from_string(BY_HAND)

    @app.get("/<int:match_id>")
    def show(match_id: int) -> str:
        def found(what: str) -> list[tuple[str, ...]]:
            return database.execute(what, (match_id,)).fetchall()

        ((game,),) = found("SELECT game_id FROM matches WHERE id = ?")
        seats = found(
            "SELECT name FROM seats JOIN players ON players.id = player_id"
            " WHERE match_id = ? ORDER BY position"
        )
        rounds = found("SELECT number, record FROM rounds WHERE match_id = ? ORDER BY number")
        names = [name for (name,) in seats]
        return render_template(template, game=game, names=names, rounds=rounds)

    return app


def first_times(app: Flask) -> dict[str, Iterator[Callable[[], None]]]:
    """Ask for pages that are not kept, or not yet, of a match that is over, and of a game."""
    over = played_match(app, rounds=12, goal=200, hands=SCORED["going out"])
    return {
        "winner page": requests(app, f"/matches/{over}/winner", {}),
        "page of a round": requests(app, f"/matches/{over}/rounds/5", {}),
        "wall page, first time after round 12": after_changes(app, 12, page="/wall"),
        "the same, first time ever": first_looks(app, 12, page="/wall"),
        "page of a game": requests(app, "/games/block", {}),
    }


if __name__ == "__main__":
    main()
