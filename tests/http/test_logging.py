"""The log names no player, no PIN, and no link."""

import logging
import re
import sys
from http.cookiejar import CookieJar
from pathlib import Path
from socket import create_connection
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.access.tokens import token_of
from scorekeeper.pages.share import views
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.permissions.rights import Grant, Right
from tests.running_server import RUN, Served, scorekeeper, serving

WAITRESS = (
    "from scorekeeper import cli, server;server.serve = server.serve_with_waitress;cli.main()"
)
PIN, NAME, NO_HOST = "Dos77", "Anastasia", "a..local"


@pytest.mark.parametrize("program", [scorekeeper(*RUN), (sys.executable, "-c", WAITRESS, *RUN)])
def test_neither_names_nor_pins_nor_links_are_in_the_output(
    tmp_path: Path, program: tuple[str, ...]
) -> None:
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_PIN": PIN}
    with serving(*program, environment=environment) as served:
        device = build_opener(HTTPCookieProcessor(CookieJar()))
        fill_in(device, served.url + "pin", pin=PIN)
        fill_in(device, served.url + "matches/new", **{"names-0": NAME, "names-1": "Bea"})
        page = device.open(f"{served.url}matches/1/links", timeout=10).read().decode()
        (link, *_) = re.findall(r'value="(http[^"]+/join/[^"]+)"', page)
        token = link.rpartition("/")[2]
        for address in (f"join/{token}", f"join/{token}x", "nothing"):
            visit(device, served.url + address)
        send_raw(served, f"GET /join/{token} HTTP/1.1\r\nHost: x\r\nName: {NAME}\x00\r\n\r\n")
        # A name that is none breaks outside of every view.
        for host in (NO_HOST, ".local", "x" * 64):
            answer = send_raw(served, f"GET /join/{token} HTTP/1.1\r\nHost: {host}\r\n\r\n")
            assert b" 400 " in answer
        _status, printed = served.stop()
    for secret in (PIN, NAME, token, "/join/"):
        assert secret not in printed


def test_a_request_that_breaks_outside_of_its_view_is_answered(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app.testing = False
    monkeypatch.setattr(Flask, "make_response", lambda *_: 1 / 0)
    answer = app.test_client().get(f"/join/{TOKEN}")
    assert answer.status_code == 500
    assert answer.text.startswith("Something went wrong in the program.")
    assert "outside of its view" in caplog.text
    assert TOKEN not in caplog.text


TOKEN = token_of(Grant(1, Right.OWN, 1, "abcdef01"), "key")
SERVERS = ("gunicorn.error", "gunicorn.access", "waitress", "waitress.queue", "werkzeug")


LINES = (
    f"Error handling request GET /join/{TOKEN}",
    f'127.0.0.1 - - "GET /join/{TOKEN}?next=/ HTTP/1.1" 303 -',
    f"Exception while serving /join/{TOKEN}",
    f"cookie: session={TOKEN.partition('.')[0]}.aBcD_f.{TOKEN.partition('.')[2]}",
    f"https://scores.example.org/join/{TOKEN}",
)


@pytest.mark.parametrize("name", [*SERVERS, "scorekeeper"])
def test_no_logger_of_any_server_writes_a_token(
    app: Flask, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    assert app
    logger = logging.getLogger(name)
    for line in LINES:
        caplog.clear()
        try:
            raise ValueError(line)
        except ValueError:
            logger.exception("%s broke", line)
            logger.error(line)
        written = "\n".join(logging.Formatter().format(record) for record in caplog.records)
        assert "broke" in written
        assert TOKEN.partition(".")[2] not in written


def fill_in(device: OpenerDirector, address: str, **typed: str) -> None:
    """Open a form, fill it in and send it."""
    page = device.open(address, timeout=10).read().decode()
    hidden = dict(re.findall(r'name="(\w+)" type="hidden" value="([^"]*)"', page))
    form = {**hidden, **typed, "game": "block", "goal": "usual"}
    assert device.open(address, data=urlencode(form).encode(), timeout=10).status == 200


def visit(device: OpenerDirector, address: str) -> None:
    """Open a page, whatever its status."""
    try:
        device.open(address, timeout=10).close()
    except HTTPError as refused:
        refused.close()


def send_raw(served: Served, request: str) -> bytes:
    """Send bytes no browser would send; return the first of the answer."""
    url = urlsplit(served.url)
    with create_connection((url.hostname, url.port or 0), timeout=10) as connection:
        connection.sendall(request.encode())
        return connection.recv(1000)


def test_an_error_is_logged_without_its_address(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr(views, "grant_of", lambda *_: 1 / 0)
    assert app.test_client().get("/join/WzEsMSwx").status_code == 500
    assert "share.join broke [GET]" in caplog.text
    assert "WzEsMSwx" not in caplog.text


def test_an_error_of_the_database_quotes_no_value(app: Flask) -> None:
    with app.app_context(), pytest.raises(IntegrityError) as refused:
        db.session.execute(
            text("INSERT INTO rule_sets (id, name) VALUES (99, :name)"),
            {"name": NAME},
        )
    assert NAME not in str(refused.value)
