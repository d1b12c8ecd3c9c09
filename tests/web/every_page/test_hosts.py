"""The site answers to its own host names only, against DNS rebinding."""

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import db
from scorekeeper.web.hosts import answers_to

OURS = (
    "localhost",
    "127.0.0.1:8000",
    "192.168.1.20",
    "[::1]:8000",
    "[fe80::1]",
    "tablet",
    "tablet:8000",
    "Tablet.local",
    "scores.lan:80",
    "scores.home",
    "a.b.home.arpa",
    "scores.internal.",
)
FOREIGN = (
    "evil.example",
    "local.evil.example",
    "evil-local.example",
    "192.168.1.20.evil.example",
    "notlocal.com:8000",
    "tablet.local@evil.example",
    "evil.example#.local",
    "a b.local",
    "",
    "tablet.local:99999",
)


@pytest.mark.parametrize("host", OURS)
def test_addresses_and_names_of_a_home_network_are_answered(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", FOREIGN)
def test_other_names_are_refused_and_the_setting_that_allows_them_is_named(
    app: Flask, host: str
) -> None:
    for address in ("/", "/matches/1", "/static/shared/base.css", "/nothing"):
        answer = app.test_client().get(address, headers={"Host": host})
        assert answer.status_code == 400
        assert "SCOREKEEPER_HOSTS" in answer.text


def test_listed_names_are_answered_and_a_dot_lists_all_below() -> None:
    listed = ("scores.example.org", ".club.example")
    for host in ("scores.example.org", "SCORES.example.org:443", "club.example", "a.club.example"):
        assert answers_to(host, listed), host
    for host in ("example.org", "x.scores.example.org", "evilclub.example"):
        assert not answers_to(host, listed), host


FORWARDED = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "scores.example.org",
}


def test_headers_of_a_proxy_count_only_where_one_is_set(app: Flask) -> None:
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
