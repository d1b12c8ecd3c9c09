"""What is not there, not allowed or broken has a page too; what was not saved is kept on it.

The site answers to its own host names only, against DNS rebinding.
"""

from io import BytesIO
from unittest.mock import Mock

import pytest
from sqlalchemy.exc import OperationalError
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions import rights
from scorekeeper.web.hosts import answers_to
from tests.support.host_names import FOREIGN, NO_NAMES, OURS
from tests.support.no_database import no_database
from tests.web.every_page.every_form import views
from tests.web.visitor import pips, seated, tiles


@pytest.fixture
def app(app):
    """Answer errors with pages, as for people, instead of raising them."""
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def entered(page):
    labels, values = page.texts("dt", ""), page.texts("dd", "")
    return [f"{label}: {value}" for label, value in zip(labels, values, strict=True)]


NO_MATCHES = ("one", "-1")
NO_ROUNDS = ("0", "1", "-1", "one", "9" * 31, "1.0", "0/edit", "1/edit")
NOT_THERE = (
    *("/nothing", "/matches", "/matches/", *(f"/matches/{number}" for number in NO_MATCHES)),
    *(f"/matches/1/rounds/{number}" for number in NO_ROUNDS),
    *(f"/games/{unknown}" for unknown in ("chess", "Block", "..%2Fgames%2Fblock", "block.toml")),
)
ONLY_SENT, ONLY_OPENED = ("rematch", "rounds/preview"), ("/", "/matches/1", "/matches/1/winner")


@pytest.mark.usefixtures("table")
def test_what_is_not_there_or_does_not_work_there_has_a_page(visitor):
    not_found = dict.fromkeys(NOT_THERE, "Page not found") | {"/matches/99": "Match not found"}
    for address, heading in not_found.items():
        page = visitor.open(address)
        assert (page.status, page.heading) == (404, heading), address
        assert page.links["All matches"] == "/"
    opened = [visitor.open(f"/matches/1/{address}") for address in ONLY_SENT]
    posted = [visitor.post(address, {}) for address in ONLY_OPENED]
    for page in (*opened, *posted):
        assert (page.status, page.heading) == (405, "That does not work here")
        assert page.links["All matches"] == "/"
        assert page in opened or "GET" in page.answer.headers["Allow"]


def test_more_than_a_round_can_be_is_refused(visitor, table, new_match, unchanged):
    much = "6" * 70_000
    with unchanged():
        for page, typed in (
            (new_match, seated("Ana", much)),
            (visitor.open_round(table), {"hands-0-tiles": much}),
        ):
            answer = visitor.send(page, typed)
            assert (answer.status, answer.heading) == (413, "Too much at once")


@pytest.mark.parametrize(
    ("error", "status", "heading"),
    [
        (ZeroDivisionError(), 500, "Something went wrong"),
        (OperationalError("COMMIT", None, OSError("database is locked")), 503, "Not saved"),
    ],
)
def test_a_fault_of_ours_is_said_to_be_one(visitor, table, monkeypatch, error, status, heading):
    monkeypatch.setattr(rights, "link_state_for", Mock(side_effect=error))
    # The table itself was seen already, and is known.
    page = visitor.open(f"{table.address}/wall")
    assert (page.status, page.heading) == (status, heading)
    assert "Traceback" not in page.answer.text


def test_what_was_entered_is_shown_by_its_labels_whatever_it_is(app, visitor, table):
    new, counts = (
        visitor.open("/matches/new"),
        visitor.open(f"{table.address}/rounds/new?entry=pips"),
    )
    spoiled = {"entry": "tiles\x01", "\x01": "a\x01b", "events": ["0", "1"]}
    with no_database(app):
        assert {"Name 1: Ana", "Name 2: Bea"} <= {*entered(visitor.send(new, seated("Ana", "Bea")))}
        page = visitor.send(counts, pips("0", "x <1>") | {"correction_note": "é"})
        said = {"Hand 1, pips: 0", "Hand 2, pips: x <1>", "Bonus / penalty, what for: é"}
        assert said <= {*entered(page)}
        assert page.heading == "Not saved"
        page = visitor.post(counts.target, counts.form | spoiled)
    assert page.status == 503
    assert "\x01" not in page.answer.text
    kept = [each.get("value") for each in page.all("input") if each.get("name") == "events"]
    assert kept == ["0", "1"]


def test_what_cannot_be_read_is_asked_for_again_and_scripts_are_told_in_their_own_way(
    app, visitor, table
):
    form = visitor.open_round(table)
    addresses = ("/", "/matches/1/wall", "/matches/1/rounds/new?entry=pips")
    with no_database(app):
        pages = [visitor.open(address) for address in addresses]
        preview = visitor.send(form, tiles("", "66"), to=f"{table.address}/rounds/preview")
        draft = visitor.open(f"{table.address}/rounds/1/draft").answer
    for page, address in zip(pages, addresses, strict=True):
        assert (page.status, page.links["Try again"]) == (503, address)
        assert visitor.open(address).status == 200
    assert preview.status == 503
    assert preview.texts("p", "say") == [
        "The score cannot be shown just now: what you entered is kept on this page."
    ]
    assert draft.status_code == 503
    assert draft.json == {"error": "Not saved: the scorebook cannot be written."}


LISTED = ("scores.example.org", ".club.example")
FORWARDED = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
}
# These ask for a token first, lead elsewhere, or tell owners alone; programs are told otherwise.
SAYING_LESS = {
    *("home.bring_back", "photo.fill", "history.delete", "links.renew", "bin.restore"),
    "links.keep_score",
    *("api.show_match", "api.list_rounds", "api.show_round", "api.record_round"),
    *("api.change_lost_tiles", "api.change_people"),
}
NO_ADDRESSES = ("http://[", "http://]", "http://[::1", "//[x]/", "http://a:b:c/", "\x00")


def answered(app, host, address, method="GET"):
    # Werkzeug's client cannot send each of them itself.
    environ = create_environ(address, method=method, headers={"Host": host})
    chunks, status, _headers = run_wsgi_app(app, environ, buffered=True)
    return status, b"".join(chunks)


def test_a_name_that_no_host_can_have_is_refused_with_a_page(app):
    for host in OURS:
        assert answered(app, host, "/")[0] == "200 OK", host
    for host in (*FOREIGN, *NO_NAMES):
        assert not answers_to(host)
        for address in ("/", "/matches/1/links", "/join/x", "/static/shared/base.css", "/no"):
            for method in ("GET", "POST", "OPTIONS"):
                status, page = answered(app, host, address, method)
                assert status.startswith("400"), address
                # The setting that allows the name is named.
                assert b"SCOREKEEPER_HOSTS" in page


def test_listed_names_are_answered_and_a_dot_lists_all_below():
    for host in ("scores.example.org", "SCORES.example.org:443", "club.example", "a.club.example"):
        assert answers_to(host, LISTED), host
    for host in ("example.org", "x.scores.example.org", "evilclub.example"):
        assert not answers_to(host, LISTED), host


def test_headers_of_a_proxy_count_only_where_one_is_set(app):
    known = {key: app.config[key] for key in ("SQLALCHEMY_DATABASE_URI", "TESTING")}
    proxied = create_app(
        {**known, "INSTANCE": app.instance_path, "PROXIES": 1, "HOSTS": LISTED[:1]}
    )
    for served, secure in ((proxied, True), (app, False)):
        answer = served.test_client().get("/", headers=FORWARDED)
        assert answer.status_code == 200
        assert ("Strict-Transport-Security" in answer.headers) is secure
    foreign = FORWARDED | {"X-Forwarded-Host": "a.example"}
    assert proxied.test_client().get("/", headers=foreign).status_code == 400
    with proxied.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("number", ["0", "99", "2147483648", "9" * 20, "9" * 5000], ids=len)
@pytest.mark.usefixtures("table")
def test_a_number_that_no_database_holds_is_not_found(app, client, unchanged, number):
    def status(method, address, part):
        return client.open(address.replace(f"{part}1", part + number), method=method).status_code

    with unchanged():
        for method in ("GET", "POST"):
            for view, address in views(app, method):
                if "match_id" in view.arguments and view.endpoint not in SAYING_LESS:
                    assert status(method, address, "/matches/") == 404, address
                if "<int:number>" in view.rule and len(number) > 9:
                    assert status(method, address, "/rounds/") == 404, address
    # Digits of other scripts are none in an address.
    assert client.get("/matches/1").status_code == 200
    assert client.get("/matches/\u0661").status_code == 404


def test_a_page_before_that_is_no_address_and_an_origin_that_is_none_break_nothing(visitor, table):
    visitor.play(table, "", "66")
    for address in NO_ADDRESSES:
        assert visitor.client.get("/language", headers={"Referer": address}).status_code == 200
        asked = visitor.client.post(
            f"{table.address}/undo", data={"seen": "1"}, headers={"Origin": address}
        )
        assert asked.status_code == 200
        assert visitor.open(f"{table.address}/rounds/1").status == 200


def test_a_file_in_the_place_of_a_field_is_an_empty_field(visitor, new_match, table):
    def send(address, form, field):
        parts = {**form, field: (BytesIO(b"66"), "ana.txt")}
        answer = visitor.client.post(address, data=parts, content_type="multipart/form-data")
        assert answer.status_code in (200, 303, 400, 422), (address, field)

    filled = new_match.form | seated("Ana", "Bea", "Ciro")
    for field in ("names-0", "game", "goal", "entry_key", "csrf_token", "other"):
        send("/matches/new", filled, field)
    form = visitor.open_round(table).form | {"part": "hands-0"}
    for address in ("new", "preview", "1/draft"):
        send(f"{table.address}/rounds/{address}", form, "hands-0-tiles")
