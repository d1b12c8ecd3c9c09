"""The site answers to its own host names only, against DNS rebinding."""

import pytest
from werkzeug.test import create_environ, run_wsgi_app

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import db
from scorekeeper.web.hosts import answers_to

OURS = (
    *("localhost", "127.0.0.1:8000", "192.168.1.20", "[::1]:8000", "[fe80::1]", "tablet"),
    *("tablet:8000", "Tablet.local", "scores.lan:80", "scores.home", "a.b.home.arpa"),
    "scores.internal.",
)
FOREIGN = (
    *("evil.example", "local.evil.example", "evil-local.example", "192.168.1.20.evil.example"),
    *("notlocal.com:8000", "tablet.local@evil.example", "evil.example#.local", "a b.local", ""),
    "tablet.local:99999",
)
# Each is allowed in a header, and the name of no host.
NO_NAMES = (
    *("a..local", ".local", "..", ".", "-..lan:8000", f"{'a' * 64}.local", f"{'a' * 64}"),
    *("xn--a.local", f"xn--{'a' * 59}.local", f"{'a.' * 130}local"),
)
ADDRESSES = ("/", "/matches/1", "/matches/1/links", "/join/x", "/static/shared/base.css", "/no")
FORWARDED = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
}


def answered(app, host, address, method="GET"):
    # Werkzeug's client cannot send each of them itself.
    environ = create_environ(address, method=method, headers={"Host": host})
    chunks, status, _headers = run_wsgi_app(app, environ, buffered=True)
    return status, b"".join(chunks)


def test_addresses_and_names_of_a_home_network_are_answered(app):
    for host in OURS:
        assert answered(app, host, "/")[0] == "200 OK", host


@pytest.mark.parametrize("hosts", [FOREIGN, NO_NAMES], ids=["foreign", "no names"])
def test_a_name_that_no_host_can_have_is_refused_with_a_page(app, hosts):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for host in hosts:
        assert not answers_to(host)
        for address in ADDRESSES:
            for method in ("GET", "POST", "OPTIONS"):
                status, page = answered(app, host, address, method)
                assert status.startswith("400"), address
                # The setting that allows the name is named.
                assert b"SCOREKEEPER_HOSTS" in page


def test_listed_names_are_answered_and_a_dot_lists_all_below():
    listed = ("scores.example.org", ".club.example")
    for host in ("scores.example.org", "SCORES.example.org:443", "club.example", "a.club.example"):
        assert answers_to(host, listed), host
    for host in ("example.org", "x.scores.example.org", "evilclub.example"):
        assert not answers_to(host, listed), host


def test_headers_of_a_proxy_count_only_where_one_is_set(app):
    proxied = create_app(
        {
            "INSTANCE": app.instance_path,
            "SQLALCHEMY_DATABASE_URI": app.config["SQLALCHEMY_DATABASE_URI"],
            "TESTING": True,
            "PROXIES": 1,
            "HOSTS": ("scores.example.org",),
        }
    )
    answer = proxied.test_client().get("/", headers=FORWARDED)
    assert answer.status_code == 200
    assert "Strict-Transport-Security" in answer.headers
    foreign = proxied.test_client().get("/", headers=FORWARDED | {"X-Forwarded-Host": "a.example"})
    assert foreign.status_code == 400
    with proxied.app_context():
        db.engine.dispose()
    direct = app.test_client().get("/", headers=FORWARDED)
    assert direct.status_code == 200
    assert "Strict-Transport-Security" not in direct.headers
