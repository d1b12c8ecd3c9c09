"""Rate limits: what one address may send, and what it is told beyond that."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.access import limits
from scorekeeper.scorebook.db import db
from scorekeeper.web import rate_limits
from tests.databases import COMPILED, empty_scorebook
from tests.web.visitor import Page, Visitor, seated


@contextmanager
def limited(folder: Path) -> Iterator[Flask]:
    """Open an empty scorebook with its limits, as people use it, and a PIN."""
    settings = {"INSTANCE": folder, "TESTING": True, "RATELIMIT_ENABLED": True, "PIN": "2468"}
    (folder / "scorekeeper.db").write_bytes(empty_scorebook())
    app = create_app(settings)
    app.jinja_env.bytecode_cache = COMPILED
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """Return the application with rate limits, which other tests do without, and a PIN."""
    with limited(tmp_path) as app:
        yield app


def enter_pin(device: Visitor, pin: str) -> Page:
    return device.send(device.open("/pin"), {"pin": pin})


def test_a_pin_cannot_be_guessed_by_trying(app: Flask, visitor: Visitor) -> None:
    for wrong in range(1000, 1005):
        assert enter_pin(visitor, str(wrong)).status == 422
    # Another device of the same address has to wait too, even with the right PIN.
    for device, pin in ((visitor, "1006"), (Visitor(app), "1007"), (visitor, "2468")):
        refused = enter_pin(device, pin)
        assert refused.status == 429
        assert refused.heading == "Please wait a moment"
        assert "Too many wrong PINs came from here. Wait 1 minute," in refused.text
        assert 0 < int(refused.answer.headers["Retry-After"]) <= 60


def test_only_wrong_pins_are_counted(app: Flask) -> None:
    for _ in range(8):
        device = Visitor(app)
        assert device.post("/pin", {"pin": "2468"}).status == 400
        assert enter_pin(device, "2468").status == 303


def test_at_most_thirty_wrong_pins_an_hour_are_checked(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = 1_000_000.0
    monkeypatch.setattr("time.time", lambda: clock)
    refused = []
    for pin in range(1000, 1040):
        clock += 61
        refused.append(enter_pin(visitor, str(pin)).status)
    assert refused == [422] * 30 + [429] * 10


def test_reading_is_never_limited_and_a_flood_is_told_to_wait(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rate_limits, "WRITES", "12 per minute")
    with limited(tmp_path) as app:
        client = app.test_client()
        assert {client.get("/pin").status_code for _ in range(13)} == {200}
        answers = [client.post("/device", data={}) for _ in range(13)]
    assert {answer.status_code for answer in answers[:12]} == {403}
    assert answers[12].status_code == 429
    assert "Too many requests came from here at once." in answers[12].text


def test_a_club_may_send_twenty_times_a_second() -> None:
    assert rate_limits.WRITES == "1200 per minute"


@pytest.mark.parametrize(("mode", "most"), [("links", 2), ("house", 4)])
def test_only_so_many_matches_are_started_an_hour(
    app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, mode: str, most: int
) -> None:
    app.config["ACCESS"] = mode
    enter_pin(visitor, "2468")
    low = {"house": "4 per hour", "links": "2 per hour"}
    monkeypatch.setattr(limits, "NEW_MATCH_RATES", low)
    form = visitor.open("/matches/new")
    assert visitor.send(form, seated("Ana")).status == 422
    for _ in range(most):
        assert visitor.send(visitor.open("/matches/new"), seated("Ana", "Bea")).status == 303
    refused = visitor.send(visitor.open("/matches/new"), seated("Ana", "Bea"))
    assert refused.status == 429
    assert "Too many matches were started from here. Wait 60 minutes" in refused.text


def test_an_ipv6_network_counts_as_one_address(app: Flask) -> None:
    def counted_against(sender: str) -> str:
        with app.test_request_context(environ_base={"REMOTE_ADDR": sender}):
            return rate_limits.client_address()

    assert counted_against("192.168.1.20") == "192.168.1.20"
    assert counted_against("2001:db8::1") == counted_against("2001:db8::ffff") == "2001:db8::/64"
    assert counted_against("2001:db8:1::1") != counted_against("2001:db8::1")
    assert counted_against("") == "elsewhere"
