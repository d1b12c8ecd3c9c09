"""What is kept of a page, in whatever form and by whomever, changes nothing of it."""

import gzip

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.live.page_cache import PageKey
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import cache, history
from scorekeeper.scorebook import matches as scorebook
from scorekeeper.scorebook.changes import goal_changed, round_removed, rounds_edited
from scorekeeper.scorebook.database.db import file_generation
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.permissions.rights import Right
from scorekeeper.scorebook.points_in_play import NO_POINTS
from tests.databases import opened
from tests.effort import THOROUGH
from tests.interchange.match_factory import FOUR, edit, left, rename, swap, take_back
from tests.support.access import joined, links
from tests.web.every_page.every_form import views
from tests.web.every_page.kept_pages import differences, kept, made
from tests.web.visitor import HEAVY, Visitor

ACCEPTED = (
    *("", "gzip", "gzip, deflate, br, zstd", "gzip, deflate", "deflate", "gzip;q=0.5, br"),
    *("gzip;q=0", "identity", "*", "none such"),
)
# The same for everybody who asks for this address, in this language.
FOR_ALL = {"static", "pwa.words", "pwa.manifest", "pwa.service_worker"}
# Nothing of these stays on the device itself either.
NOWHERE = {"links.show", "links.join", "history.as_json", "history.as_csv", "stream.events"}


def test_the_pages_are_those_that_were_kept(app):
    changed = differences(kept(), made(app))
    assert not changed, f"{changed}\n\nIf meant: python -m tests.web.every_page.kept_pages"


def asked(app, address, accepted):
    """Ask as a device that was never here; return the encoding, and the page."""
    client = app.test_client()
    # Another device each time: what is kept for one is not sent to the next.
    client.set_cookie("theme", str(id(client)))
    answer = client.get(address, headers={"Accept-Encoding": accepted})
    assert answer.status_code == 200
    assert {"Accept-Encoding", "Accept-Language"} <= {*answer.headers["Vary"].split(", ")}
    encoding = answer.headers.get("Content-Encoding", "")
    assert int(answer.headers["Content-Length"]) == len(answer.data)
    data = gzip.decompress(answer.data) if encoding == "gzip" else answer.data
    return encoding, data.decode()


def test_a_page_is_the_same_however_it_is_compressed_and_kept(app, visitor, table):
    _, page = asked(app, table.address, "")
    for accepted in ACCEPTED:
        # This one is kept for nobody.
        encoding, _ = asked(app, f"{table.address}/rounds/new", accepted)
        for _ in range(2):
            assert asked(app, table.address, accepted) == (encoding, page)
    visitor.play(table, "", HEAVY)
    _, plain = asked(app, table.address, "")
    assert asked(app, table.address, "gzip") == ("gzip", plain)
    assert plain != page


def is_kept_by_nobody_else(answer):
    control = answer.cache_control
    return bool(control.no_store) or bool(control.private and control.no_cache)


def test_what_hangs_on_who_asks_is_not_kept_in_between(app, client):
    for address in ("/nothing", "/matches/99", "/matches/1/undo", "/"):
        for answer in (client.get(address), client.post(address)):
            assert is_kept_by_nobody_else(answer), address
    owner = Visitor(app)
    table = owner.start("Ana", "Bea", goal="50")
    owner.play(table, "", HEAVY)
    watcher = joined(app, links(owner, table)["watch"])
    for mode, pin in (("house", ""), ("links", ""), ("links", "2468")):
        app.config.update(ACCESS=mode, PIN=pin)
        for rule, address in views(app):
            for device in (owner, watcher, Visitor(app)):
                with device.client.get(address) as answer:
                    if rule.endpoint in FOR_ALL:
                        assert "Set-Cookie" not in answer.headers
                    else:
                        assert is_kept_by_nobody_else(answer), address
                    if rule.endpoint in NOWHERE and answer.status_code == 200:
                        assert answer.cache_control.no_store, address


def pages(app, match_id, languages=LANGUAGES, rights=tuple(Right)):
    with app.test_request_context():
        version = scorebook.version_of(match_id)
        keys = [
            PageKey(name, match_id, version, right, language, NO_POINTS, file_generation(), "")
            for name in ("table", "rounds", "wall")
            for right in rights
            for language in languages
        ]
        return {key: app.extensions["page_cache"].page(key).html for key in keys}


BLOCKED = left("1-2 2-4 3-5", "5-5 3-4", "0-4", "1-3")
ANA_OUT, DANI_OUT = left("", "5-5 3-4", "0-4", "1-3"), left("6-6", "0-1", "4-4", "")


def records(played):
    def act(match_id):
        match = scorebook.find_match(match_id)
        scorebook.record_round(match_id, match.next_number, f"round {match.version}", played)

    return act


def redo(match_id):
    version = scorebook.version_of(match_id)
    history.redo(match_id, version, Submission(f"redo {version}"))


ACTS = (
    *(records(BLOCKED), records(ANA_OUT), records(DANI_OUT), take_back, redo),
    lambda match_id: edit(match_id, lambda match: rounds_edited(match.record, {1: DANI_OUT})),
    *(take_back, take_back),
    lambda match_id: rename(match_id, "Ana", "Bea & Co", "<Ciro>", "Dani"),
    lambda match_id: swap(match_id, 0, 1),
    lambda match_id: edit(match_id, lambda match: round_removed(match.record, 1)),
    lambda match_id: edit(match_id, lambda match: goal_changed(match.record, 20)),
)


@pytest.mark.parametrize("partners", [True, pytest.param(False, marks=THOROUGH)])
def test_a_page_is_the_same_whatever_is_remembered_of_the_pages_before(app, tmp_path, partners):
    setup, url = Setup(load_game("block"), 4, partners), app.config["SQLALCHEMY_DATABASE_URI"]
    with app.app_context():
        match_id = scorebook.open_match(setup, FOUR, "0" * 32)
    with opened(url, tmp_path) as other, opened(url, tmp_path) as new:
        # While debugging no parts of pages are remembered.
        new.debug = True
        for process in (app, other):
            pages(process, match_id, [*LANGUAGES][:3])
        for turn, act in enumerate(ACTS, start=1):
            # One of them each time, in turn: what is remembered may be five changes old.
            languages = [[*LANGUAGES][turn % 6]]
            with app.test_request_context():
                act(match_id)
                if turn == len(ACTS):
                    languages = [*LANGUAGES]
            shown = pages(app, match_id, languages)
            assert pages(other, match_id, languages) == shown
            # Nor is its match, as if it was just started.
            cache.init_app(new)
            rights = [[*Right][turn // 4 % 3]]
            assert pages(new, match_id, languages, rights).items() <= shown.items()
